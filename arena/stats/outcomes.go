package stats

import "math"

// outcomes are the results of trials: of games, or of pairs of games. Outcome i
// scores i/(kinds-1) of the maximum.
type outcomes struct {
	kinds   int
	step    float64    // difference in value of neighbouring outcomes: 1/(kinds-1)
	games   float64    // in a trial
	trials  float64    // their number
	share   [5]float64 // of the trials, by outcome
	without bool       // some outcome has not occurred
}

// law is a distribution of the outcomes.
type law [5]float64

func newOutcomes(games float64, counts ...float64) outcomes {
	o := outcomes{kinds: len(counts), step: 1 / float64(len(counts)-1), games: games}
	for _, n := range counts {
		o.trials += n
		o.without = o.without || n == 0
	}
	if o.trials > 0 {
		for i, n := range counts {
			o.share[i] = n / o.trials
		}
	}
	return o
}

// unseen is the number of trials counted for an outcome that has not occurred, in
// likelihoods: with 0 it would be treated as impossible. fishtest and fastchess use
// the same number.
const unseen = 1e-3

// regularized returns the outcomes, and counts those that have not occurred as unseen.
func (o outcomes) regularized() outcomes {
	if !o.without {
		return o
	}
	var counts [5]float64
	for i := range o.kinds {
		if counts[i] = o.share[i] * o.trials; o.share[i] == 0 {
			counts[i] = unseen
		}
	}
	return newOutcomes(o.games, counts[:o.kinds]...)
}

// value returns the score of outcome i, from 0 to 1.
func (o *outcomes) value(i int) float64 { return float64(i) * o.step }

// moments returns the mean and the variance of a distribution.
func (o *outcomes) moments(p *law) (mean, variance float64) {
	for i := range o.kinds {
		mean += p[i] * o.value(i)
	}
	for i := range o.kinds {
		d := o.value(i) - mean
		variance += p[i] * d * d
	}
	return mean, variance
}

// estimate computes all figures. See Record.Estimate.
func (o outcomes) estimate(games, draws int) Estimate {
	if games == 0 {
		all := Interval{0, math.Inf(-1), math.Inf(1)}
		return Estimate{Score: Interval{0.5, 0, 1}, Elo: all, NormalizedElo: all, Superiority: 0.5}
	}
	p := law(o.share)
	mean, variance := o.moments(&p)
	if variance < 1e-15 { // all results are equal, apart from rounding
		variance = 0
	}
	score := o.scoreInterval(mean, variance)
	return Estimate{
		Games:         games,
		Score:         score,
		Elo:           Interval{eloOf(score.Value), eloOf(score.Low), eloOf(score.High)},
		NormalizedElo: o.normalizedInterval(score, variance),
		Superiority:   o.superiority(mean, variance),
		DrawRate:      float64(draws) / o.trials,
	}
}

// scoreInterval returns the 95% interval of the score.
func (o *outcomes) scoreInterval(mean, variance float64) Interval {
	margin := quantile * math.Sqrt(variance/o.trials)
	if low, high := mean-margin, mean+margin; variance > 0 && low > 0 && high < 1 {
		return Interval{mean, low, high}
	}
	return Interval{mean, o.wilsonEnd(mean, 0), o.wilsonEnd(mean, 1)}
}

// wilsonEnd returns the score between the mean and a limit, 0 or 1, whose distance
// from the mean is 1.96 standard errors, where the standard error is the one under
// that score.
func (o *outcomes) wilsonEnd(mean, limit float64) float64 {
	if mean == limit {
		return limit
	}
	within, beyond := mean, limit
	for range 60 {
		s := (within + beyond) / 2
		p := o.likeliestOfMean(s)
		if _, v := o.moments(&p); o.trials*(mean-s)*(mean-s) > quantile*quantile*v {
			beyond = s
		} else {
			within = s
		}
	}
	return beyond
}

// normalizedInterval returns the normalised Elo with its 95% interval: all values
// that the likelihood ratio does not reject [Wilks38].
func (o *outcomes) normalizedInterval(score Interval, variance float64) Interval {
	scale := normalizedScale / math.Sqrt(o.games)
	if variance == 0 {
		return o.normalizedAlike(score, scale)
	}
	deviation := math.Sqrt(variance)
	t := (score.Value - 0.5) / deviation
	step := quantile * math.Sqrt((1+t*t)/o.trials)
	return Interval{scale * t, scale * o.rejected(t, -step), scale * o.rejected(t, step)}
}

// rejected returns the first t-value beyond t that the likelihood ratio rejects: the
// root of twice its logarithm, which is nearly linear, is 1.96 there. step is a first
// guess of the distance.
func (o *outcomes) rejected(t, step float64) float64 {
	r := o.regularized()
	p := law(r.share)
	best := r.logLikelihood(&p)
	root := func(t float64) float64 {
		p := r.likeliestOfT(t)
		return math.Sqrt(max(2*r.trials*(best-r.logLikelihood(&p)), 0))
	}
	within, above := t, t+step
	atWithin, atAbove := -quantile, root(t+step)-quantile
	for ; atAbove < 0; atAbove = root(above) - quantile {
		within, atWithin = above, atAbove
		step *= 2
		above += step
	}
	for range 60 { // regula falsi, Illinois variant
		next := (within*atAbove - above*atWithin) / (atAbove - atWithin)
		if !(min(within, above) < next && next < max(within, above)) { // the numbers are too large to be divided further
			next = (within + above) / 2
		}
		at := root(next) - quantile
		switch {
		case math.Abs(at) < 1e-7:
			return next
		case at < 0:
			within, atWithin, atAbove = next, at, atAbove/2
		default:
			above, atAbove, atWithin = next, at, atWithin/2
		}
	}
	return above
}

// normalizedAlike is normalizedInterval for results that are all equal. The standard
// deviation at an end is the one at the same end of the score's interval; an infinite
// value is its own end.
func (o *outcomes) normalizedAlike(score Interval, scale float64) Interval {
	end := func(s float64) float64 {
		return scale * (s - 0.5) * quantile / (math.Abs(score.Value-s) * math.Sqrt(o.trials))
	}
	switch {
	case score.Value > 0.5:
		return Interval{math.Inf(1), end(score.Low), math.Inf(1)}
	case score.Value < 0.5:
		return Interval{math.Inf(-1), math.Inf(-1), end(score.High)}
	}
	return Interval{0, end(score.Low), end(score.High)}
}

// superiority returns the probability that the expected score is above 1/2.
func (o *outcomes) superiority(mean, variance float64) float64 {
	if variance == 0 {
		p := o.likeliestOfMean(0.5)
		_, variance = o.moments(&p)
	}
	if mean == 0.5 {
		return 0.5
	}
	return phi((mean - 0.5) / math.Sqrt(variance/o.trials))
}
