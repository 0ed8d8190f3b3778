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
	least, most := o.ends(phi)
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
		if math.Abs(next-x) <= 1e-14*math.Abs(x) || next == x {
			return next
		}
		x = next
	}
	return x
}

// logLikelihood is that of one trial.
func (o *outcomes) logLikelihood(p *law) float64 {
	sum := 0.0
	for i := range o.kinds {
		sum += o.share[i] * math.Log(p[i])
	}
	return sum
}

// distance is the largest difference of two probabilities.
func (o *outcomes) distance(p, q *law) float64 {
	d := 0.0
	for i := range o.kinds {
		d = max(d, math.Abs(p[i]-q[i]))
	}
	return d
}

// ends returns the least and the greatest of some values.
func (o *outcomes) ends(x *law) (least, most float64) {
	least, most = x[0], x[0]
	for i := range o.kinds {
		least, most = min(least, x[i]), max(most, x[i])
	}
	return least, most
}
