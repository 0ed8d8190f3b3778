package stats

import "math"

// likeliestOfMean returns the maximum-likelihood distribution of the outcomes among
// those with a given mean strictly between 0 and 1 [VanDenBergh21].
func (o *outcomes) likeliestOfMean(mean float64) law {
	r := o.regularized()
	var phi law
	for i := range r.kinds {
		phi[i] = r.value(i) - mean
	}
	return r.likeliest(&phi)
}

// likeliest returns the maximum-likelihood distribution of the outcomes among those
// under which the mean of phi is 0. phi must have values of both signs. The
// distribution is share/(1 + x phi), where x solves the secular equation: the mean of
// phi is 0.
func (o *outcomes) likeliest(phi *law) law {
	divisor := o.solveSecular(phi)
	var p law
	total := 0.0
	for i := range o.kinds {
		p[i] = o.share[i] / divisor[i]
		total += p[i]
	}
	for i := range o.kinds {
		p[i] /= total // the total is 1 apart from rounding
	}
	return p
}

// solveSecular returns 1 + x phi for the x at which the sum of share*phi/(1+x*phi) is
// 0.
//
// The sum falls from plus to minus infinity between its two poles. If an outcome is
// rare, the solution is so near to a pole that 1 + x phi would lose all its digits.
// So the search is for d, the distance of x from the pole on its side: by Newton's
// method for the sum times d, which has no pole there, within bounds that bisection
// tightens.
func (o *outcomes) solveSecular(phi *law) law {
	extreme, opposite := o.ends(phi)
	if o.secular(phi, &law{1, 1, 1, 1, 1}) <= 0 {
		extreme, opposite = opposite, extreme
	}
	pole := -1 / extreme
	var base, divisor law // 1 + pole*phi, without its rounding at the pole
	for i := range o.kinds {
		if base[i] = 1 + pole*phi[i]; phi[i] == extreme {
			base[i] = 0
		}
	}
	near, far := 0.0, -1/opposite-pole // d at the two poles
	d := -pole
	for range 200 {
		slope := 0.0
		for i := range o.kinds {
			divisor[i] = base[i] + d*phi[i]
			q := phi[i] / divisor[i]
			slope -= o.share[i] * q * q
		}
		sum := o.secular(phi, &divisor)
		if (sum > 0) == (pole < 0) {
			near = d
		} else {
			far = d
		}
		next := d - d*sum/(sum+d*slope)
		if math.Abs(next-d) <= 1e-14*math.Abs(d) {
			break
		}
		if !(min(near, far) < next && next < max(near, far)) {
			next = (near + far) / 2
		}
		d = next
	}
	return divisor
}

// secular returns the sum of share*phi/divisor.
func (o *outcomes) secular(phi, divisor *law) float64 {
	sum := 0.0
	for i := range o.kinds {
		sum += o.share[i] * phi[i] / divisor[i]
	}
	return sum
}

// logLikelihood returns the mean log-likelihood of one trial.
func (o *outcomes) logLikelihood(p *law) float64 {
	sum := 0.0
	for i := range o.kinds {
		sum += o.share[i] * math.Log(p[i])
	}
	return sum
}

// distance returns the largest difference between two probabilities.
func (o *outcomes) distance(p, q *law) float64 {
	d := 0.0
	for i := range o.kinds {
		d = max(d, math.Abs(p[i]-q[i]))
	}
	return d
}

// ends returns the least and the greatest value.
func (o *outcomes) ends(x *law) (least, most float64) {
	least, most = x[0], x[0]
	for i := range o.kinds {
		least, most = min(least, x[i]), max(most, x[i])
	}
	return least, most
}
