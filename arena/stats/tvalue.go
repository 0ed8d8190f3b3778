package stats

import "math"

// likeliestOfT returns the maximum-likelihood distribution of the outcomes among
// those with a given t-value, (mean - 1/2) / standard deviation [VanDenBergh21]. It
// starts from the shares, and repeatedly replaces the constraint by its tangent. If
// the shares are far from the t-value this need not converge, as fastchess found (its
// issue 879); then climb is used, from several starting points.
func (o *outcomes) likeliestOfT(t float64) law {
	if t == 0 {
		return o.likeliestOfMean(0.5)
	}
	r := o.regularized()
	p := law(r.share)
	for range 40 {
		phi := r.tangent(&p, t)
		if least, most := r.ends(&phi); !(least < 0 && most > 0) {
			break
		}
		q := r.likeliest(&phi)
		moved := r.distance(&p, &q)
		if p = q; moved < closeness {
			return p
		}
	}
	p = r.climb(law(r.share), t)
	for corner := range r.kinds { // far away there are several maxima
		q := law(r.share)
		for i := range r.kinds {
			q[i] *= 0.1
		}
		q[corner] += 0.9
		if q = r.climb(q, t); r.logLikelihood(&q) > r.logLikelihood(&p) {
			p = q
		}
	}
	return p
}

// closeness is the distance of two distributions at which an iteration stops. The
// error of a trial's log-likelihood is its square.
const closeness = 1e-8

// climb does the same as likeliestOfT from a given distribution, more slowly but
// reliably: every step along the tangent ends on the constraint, and is halved until
// the likelihood grows.
func (o *outcomes) climb(p law, t float64) law {
	p = o.onto(p, t)
	best := o.logLikelihood(&p)
	for range 100 {
		phi := o.tangent(&p, t)
		target := o.likeliest(&phi)
		if o.distance(&p, &target) < closeness {
			break
		}
		grown := false
		for step := 1.0; step > 1e-3 && !grown; step /= 2 {
			q := p
			for i := range o.kinds {
				q[i] += step * (target[i] - p[i])
			}
			q = o.onto(q, t)
			if l := o.logLikelihood(&q); l > best {
				p, best, grown = q, l, true
			}
		}
		if !grown {
			break
		}
	}
	return p
}

// tangent returns the derivative of mean - 1/2 - t * deviation by each probability,
// minus a constant that makes its mean 0 on the constraint.
func (o *outcomes) tangent(p *law, t float64) law {
	mean, variance := o.moments(p)
	deviation := math.Sqrt(variance)
	var phi law
	for i := range o.kinds {
		d := (o.value(i) - mean) / deviation
		phi[i] = o.value(i) - 0.5 - t*deviation*(1+d*d)/2
	}
	return phi
}

// onto moves a distribution to a t-value other than 0. Towards 0 and beyond, it mixes
// the distribution with the best or the worst outcome alone. Away from 0 such a
// mixture cannot make small steps: there it tilts the distribution along the tangent,
// if that reaches the t-value.
func (o *outcomes) onto(p law, t float64) law {
	mean, variance := o.moments(&p)
	if now := (mean - 0.5) / math.Sqrt(variance); now*t > 0 && math.Abs(now) < math.Abs(t) {
		if q, ok := o.tilted(&p, t); ok {
			return q
		}
	}
	return o.mixed(p, t)
}

// tilted divides each probability by 1 + x*tangent, for the x that gives the t-value,
// and reports whether such an x exists.
func (o *outcomes) tilted(p *law, t float64) (law, bool) {
	phi := o.tangent(p, t)
	least, most := o.ends(&phi)
	var q law
	missing := func(x float64) float64 { // the remaining change of mean - 1/2, in the direction of t
		sum := 0.0
		for i := range o.kinds {
			q[i] = p[i] / (1 + x*phi[i])
			sum += q[i]
		}
		for i := range o.kinds {
			q[i] /= sum
		}
		mean, variance := o.moments(&q)
		return math.Abs(t)*math.Sqrt(variance) - math.Copysign(1, t)*(mean-0.5)
	}
	pole := -1 / most
	if t < 0 {
		pole = -1 / least
	}
	near, far := 0.0, pole*(1-1e-12)
	atNear, atFar := missing(near), missing(far)
	if !(atNear > 0 && atFar < 0) {
		return q, false
	}
	for range 60 {
		x := (near*atFar - far*atNear) / (atFar - atNear)
		at := missing(x)
		switch {
		case math.Abs(at) < 1e-14:
			return q, true
		case at > 0:
			near, atNear, atFar = x, at, atFar/2
		default:
			far, atFar, atNear = x, at, atNear/2
		}
	}
	return q, true
}

// mixed mixes a distribution with the best or the worst outcome alone so that it gets a
// given t-value. The share of the mixture solves a quadratic equation.
func (o *outcomes) mixed(p law, t float64) law {
	mean, variance := o.moments(&p)
	extreme := 0
	if mean-0.5 < t*math.Sqrt(variance) {
		extreme = o.kinds - 1
	}
	d, b := mean-0.5, o.value(extreme)-mean
	// (d + wb)² = t² (1-w)(variance + w b²)
	qa := b * b * (1 + t*t)
	qb := 2*d*b - t*t*b*b + t*t*variance
	qc := d*d - t*t*variance
	root := math.Sqrt(max(qb*qb-4*qa*qc, 0))
	w := (-qb + root) / (2 * qa)
	if other := (-qb - root) / (2 * qa); other > -1e-9 && (d+other*b)*t > 0 {
		w = other
	}
	w = min(max(w, 0), 1)
	for i := range o.kinds {
		p[i] *= 1 - w
	}
	p[extreme] += w
	return p
}
