package stats

import "math"

// likeliestOfMean returns the distribution that makes the outcomes likeliest
// among those of a mean strictly between 0 and 1 [VanDenBergh20, proposition 1.1].
func (o *outcomes) likeliestOfMean(mean float64) law {
	r := o.regularized()
	var phi law
	for i := range r.kinds {
		phi[i] = r.value(i) - mean
	}
	return r.likeliest(&phi)
}

// likeliest returns the distribution that makes the outcomes likeliest among those
// under which the mean of phi, which has values of both signs, is 0: each share divided
// by 1 + x phi, where x solves the secular equation, that this mean is 0.
func (o *outcomes) likeliest(phi *law) law {
	x := o.secular(phi)
	var p law
	sum := 0.0
	for i := range o.kinds {
		p[i] = o.share[i] / (1 + x*phi[i])
		sum += p[i]
	}
	for i := range o.kinds {
		p[i] /= sum // 1 but for rounding
	}
	return p
}

// secular solves sum of share*phi/(1+x*phi) = 0. The sum falls from plus to minus
// infinity between its two poles: Newton's method, kept between them by bisection.
func (o *outcomes) secular(phi *law) float64 {
	least, most := phi[0], phi[0]
	for i := range o.kinds {
		least, most = min(least, phi[i]), max(most, phi[i])
	}
	low, high := -1/most, -1/least
	x := 0.0
	for range 100 {
		sum, slope := 0.0, 0.0
		for i := range o.kinds {
			q := phi[i] / (1 + x*phi[i])
			sum += o.share[i] * q
			slope -= o.share[i] * q * q
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
		next := x - sum/slope
		if !(low < next && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-x) <= 1e-15*math.Abs(x) || next == x {
			return next
		}
		x = next
	}
	return x
}

// likeliestOfT returns the distribution that makes the outcomes likeliest among
// those of a t-value, (mean - 1/2) / standard deviation [VanDenBergh21, section 4.1].
// There the constraint is replaced by its tangent again and again, from the uniform
// distribution on, which fails for t-values far from 0 (fastchess, issue 879).
// Here every step ends on the constraint, and is halved until the likelihood
// grows, so the tangent can be solved always, and the method cannot diverge.
func (o *outcomes) likeliestOfT(t float64) law {
	if t == 0 {
		return o.likeliestOfMean(0.5)
	}
	r := o.regularized()
	p := r.onto(law(r.share), t)
	best := r.logLikelihood(&p)
	for range 100 {
		tangent := r.tangent(&p, t)
		target := r.likeliest(&tangent)
		grown := false
		for step := 1.0; step > 1e-6 && !grown; step /= 2 {
			q := p
			for i := range r.kinds {
				q[i] += step * (target[i] - q[i])
			}
			q = r.onto(q, t)
			if l := r.logLikelihood(&q); l > best {
				grown = l-best > 1e-15*math.Abs(best)
				p, best = q, l
			}
		}
		if !grown {
			break
		}
	}
	return p
}

// tangent is the derivative of mean - 1/2 - t * deviation by each probability, less a
// constant that makes its mean 0 where the constraint holds.
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

// onto mixes a distribution with the best or the worst outcome alone so that it has
// a t-value other than 0. The share of the mixture solves a quadratic equation.
func (o *outcomes) onto(p law, t float64) law {
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
	if other := (-qb - root) / (2 * qa); other >= 0 && (d+other*b)*t >= 0 {
		w = other
	}
	w = min(max(w, 0), 1)
	for i := range o.kinds {
		p[i] *= 1 - w
	}
	p[extreme] += w
	return p
}

// logLikelihood is that of one trial.
func (o *outcomes) logLikelihood(p *law) float64 {
	sum := 0.0
	for i := range o.kinds {
		sum += o.share[i] * math.Log(p[i])
	}
	return sum
}
