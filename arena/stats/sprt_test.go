//go:build !race

package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestSPRTCheck(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		test SPRT
		want string
	}{
		{SPRT{5, 5, 0.05, 0.05, logistic}, "want elo0 less than elo1"},
		{SPRT{5, 0, 0.05, 0.05, logistic}, "want elo0 less than elo1"},
		{SPRT{nan, 5, 0.05, 0.05, logistic}, "from -1000 to 1000"},
		{SPRT{0, math.Inf(1), 0.05, 0.05, logistic}, "from -1000 to 1000"},
		{SPRT{0, 501, 0.05, 0.05, Normalized}, "from -500 to 500"},
		{SPRT{0, 5, 0, 0.05, logistic}, "alpha 0: want more than 0 and less than 0.5"},
		{SPRT{0, 5, 0.05, 0.5, logistic}, "beta 0.5: want more than 0 and less than 0.5"},
		{SPRT{0, 5, nan, 0.05, logistic}, "alpha NaN"},
		{SPRT{0, 5, 0.05, 0.05, 3}, "model 3: want logistic, normalized or bayesian"},
		{SPRT{0, 5, 0.05, 0.05, Bayesian}, "for single games"},
	} {
		if _, _, err := c.test.Test(Pairs{1, 2, 3, 4, 5}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.test, err, c.want)
		}
	}
	for _, name := range []string{"logistic", "Normalized", "normalised", "bayesian"} {
		if m, err := ParseModel(name); err != nil || !strings.EqualFold(m.String()[:6], name[:6]) {
			t.Errorf("%s: %v %v", name, m, err)
		}
	}
	if _, err := ParseModel("elo"); err == nil {
		t.Error("elo is a model")
	}
}

// TestSPRTStates: Wald's bounds, and the states on both sides of them [Wald45].
func TestSPRTStates(t *testing.T) {
	test := SPRT{0, 10, 0.05, 0.1, logistic}
	if low, high := test.Bounds(); math.Abs(low+2.2513) > 1e-4 || math.Abs(high-2.8904) > 1e-4 { // fastchess prints (-2.25, 2.89)
		t.Errorf("bounds %v %v", low, high)
	}
	for results, want := range map[Record]State{{}: Continue, {50, 0, 50}: Continue, {5200, 0, 4800}: AcceptH1, {4800, 0, 5200}: AcceptH0} {
		if llr, state, err := test.Test(results); state != want || err != nil {
			t.Errorf("%v: %v at %v (%v), want %v", results, state, llr, err, want)
		}
	}
	if llr, _, _ := (SPRT{0, 10, 0.05, 0.1, Bayesian}).Test(Record{Wins: 10, Draws: 3}); llr != 0 {
		t.Errorf("without a loss the rate of draws is not known, but the LLR is %v", llr)
	}
}

// TestSPRTAtBounds: a ratio that is exactly a bound ends the test [Wald45]. The error rates
// with that bound are found by trying neighbouring numbers.
func TestSPRTAtBounds(t *testing.T) {
	met := map[State]int{}
	for n := 100; n < 110; n++ {
		for results, want := range map[Record]State{{120, n, 80}: AcceptH1, {80, n, 120}: AcceptH0} {
			test := SPRT{-5, 5, 0.05, 0.05, logistic}
			llr, _, _ := test.Test(results)
			rate := 1/(1+math.Exp(math.Abs(llr))) - 1e-14
			for range 1000 {
				rate = math.Nextafter(rate, 1)
				test.Alpha, test.Beta = rate, rate
				if lower, upper := test.Bounds(); llr != lower && llr != upper {
					continue
				}
				met[want]++
				if _, state, err := test.Test(results); state != want || err != nil {
					t.Fatalf("%v: %v (%v) at the bound %v, want %v", results, state, err, llr, want)
				}
			}
		}
	}
	if met[AcceptH0] == 0 || met[AcceptH1] == 0 {
		t.Errorf("no ratio was exactly a bound: %v", met)
	}
}

// bruteMean finds the log-likelihood of the likeliest distribution of three outcomes
// with a mean, by trying all rates of draws.
func bruteMean(share law, mean float64) float64 {
	best := math.Inf(-1)
	for k := 1; k < 100_000; k++ {
		draw := float64(k) / 100_000
		win := mean - draw/2
		if loss := 1 - win - draw; win > 0 && loss > 0 {
			best = max(best, share[0]*math.Log(loss)+share[1]*math.Log(draw)+share[2]*math.Log(win))
		}
	}
	return best
}

// bruteT does the same for a t-value. At every rate of draws, let d be the share of
// decisive games and x wins minus losses: then mean-1/2 = x/2, and the variance is (d
// - x²)/4.
func bruteT(share law, t float64) float64 {
	best := math.Inf(-1)
	for k := 1; k < 100_000; k++ {
		d := float64(k) / 100_000
		x := math.Copysign(math.Sqrt(t*t*d/(1+t*t)), t)
		if win, loss := (d+x)/2, (d-x)/2; loss > 0 && win > 0 {
			best = max(best, share[0]*math.Log(loss)+share[1]*math.Log(1-d)+share[2]*math.Log(win))
		}
	}
	return best
}

// TestLikeliestOfThree compares the two distributions with an exhaustive search.
func TestLikeliestOfThree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range matches() / 200 {
		o := newOutcomes(1, float64(r.IntN(60)), float64(1+r.IntN(60)), float64(1+r.IntN(60))).regularized()
		mean, value := 0.05+0.9*r.Float64(), 3*r.Float64()-1.5
		p, q := o.likeliestOfMean(mean), o.likeliestOfT(value)
		if m, _ := o.moments(&p); math.Abs(m-mean) > 1e-9 || math.Abs(o.logLikelihood(&p)-bruteMean(o.share, mean)) > 1e-5 {
			t.Errorf("%v: of mean %v is %v, log-likelihood %v, want %v", o.share, mean, p, o.logLikelihood(&p), bruteMean(o.share, mean))
		}
		m, v := o.moments(&q)
		if math.Abs((m-0.5)/math.Sqrt(v)-value) > 1e-6 || math.Abs(o.logLikelihood(&q)-bruteT(o.share, value)) > 1e-5 {
			t.Errorf("%v: of t-value %v is %v, log-likelihood %v, want %v", o.share, value, q, o.logLikelihood(&q), bruteT(o.share, value))
		}
	}
}

// TestLikeliestOfFive: no random distribution with the same t-value is likelier, near
// or far. Bisection brings the random one to the t-value.
func TestLikeliestOfFive(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range matches() / 20 {
		var counts [5]float64
		for i := range counts {
			counts[i] = float64(r.IntN(50))
		}
		o := newOutcomes(2, counts[:]...).regularized()
		share := law(o.share)
		m, v := o.moments(&share)
		value := (m-0.5)/math.Sqrt(v) + r.NormFloat64()/2
		p := o.likeliestOfT(value)
		if m, v := o.moments(&p); math.Abs((m-0.5)/math.Sqrt(v)-value) > 1e-6 {
			t.Errorf("%v: %v has not the t-value %v", counts, p, value)
		}
		for _, size := range []float64{0.01, 0.1, 1, 3} {
			for range 5 {
				q := p
				for i := range q {
					q[i] *= math.Exp(size * r.NormFloat64())
				}
				q = bisected(&o, q, value)
				if o.logLikelihood(&q) > o.logLikelihood(&p)+1e-9 {
					t.Errorf("%v, t-value %v: %v is likelier than %v: %v to %v", counts, value, q, p, o.logLikelihood(&q), o.logLikelihood(&p))
				}
			}
		}
	}
}

// TestLikeliestOfFiveByGrid compares with a search over all standard deviations: each
// determines the mean, and then the likeliest distribution solves two linear
// equations.
func TestLikeliestOfFiveByGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range matches() / 200 {
		var counts [5]float64
		for i := range counts {
			counts[i] = float64(1 + r.IntN(50))
		}
		o := newOutcomes(2, counts[:]...)
		share := law(o.share)
		m, v := o.moments(&share)
		value := (m-0.5)/math.Sqrt(v) + r.NormFloat64()/2
		p := o.likeliestOfT(value)
		best := math.Inf(-1)
		for k := 1; k < 1000; k++ {
			deviation := float64(k) / 2000
			if mean := 0.5 + value*deviation; mean > 0 && mean < 1 {
				best = max(best, likelihoodOfMoments(&o, mean, deviation))
			}
		}
		if got := o.logLikelihood(&p); got < best-1e-9 || got > best+1e-4 {
			t.Errorf("%v, t-value %v: log-likelihood %v, by trying %v", counts, value, got, best)
		}
	}
}

// TestLikeliestFar does the same where it is hardest: two outcomes occurred, one of them once,
// and the t-values are those at which the interval of the normalised Elo ends.
func TestLikeliestFar(t *testing.T) {
	for _, results := range []Pairs{{1, 0, 0, 319, 0}, {1, 128, 0, 0, 0}, {0, 2, 0, 1, 0}, {0, 40, 0, 0, 1}} {
		o := results.outcomes()
		e, scale := results.Estimate().NormalizedElo, normalizedScale/math.Sqrt(o.games)
		o = o.regularized()
		for _, value := range []float64{e.Low / scale, e.High / scale} {
			p, best := o.likeliestOfT(value), math.Inf(-1)
			for k := 1; k < 1000; k++ {
				deviation := float64(k) / 2000 / max(1, math.Abs(value)) // the mean is between 0 and 1
				best = max(best, likelihoodOfMoments(&o, 0.5+value*deviation, deviation))
			}
			if got := o.logLikelihood(&p); got < best-1e-9 || math.IsInf(best, -1) {
				t.Errorf("%v, t-value %v: log-likelihood %v, by trying %v", results, value, got, best)
			}
		}
	}
}

// likelihoodOfMoments finds the greatest log-likelihood of a distribution with this
// mean and standard deviation, by Newton's method for the two multipliers; minus
// infinity if no such distribution exists.
func likelihoodOfMoments(o *outcomes, mean, deviation float64) float64 {
	var u, v, z law
	sum := func(x, y float64) (total float64) { // minimal at the solution, with its sign changed
		for i := range u {
			if z[i] = 1 + x*u[i] + y*v[i]; z[i] <= 0 {
				return math.Inf(-1)
			}
			total += o.share[i] * math.Log(z[i])
		}
		return total
	}
	for i := range u {
		u[i] = o.value(i) - mean
		v[i] = u[i]*u[i] - deviation*deviation
	}
	x, y, best := 0.0, 0.0, 0.0
	for range 100 {
		sum(x, y)
		var gx, gy, xx, xy, yy float64
		for i := range u {
			w := o.share[i] / z[i]
			gx, gy = gx+w*u[i], gy+w*v[i]
			w /= z[i]
			xx, xy, yy = xx+w*u[i]*u[i], xy+w*u[i]*v[i], yy+w*v[i]*v[i]
		}
		det := xx*yy - xy*xy
		dx, dy := (yy*gx-xy*gy)/det, (xx*gy-xy*gx)/det
		step := 1.0
		for step > 1e-9 && !(sum(x+step*dx, y+step*dy) > best) {
			step /= 2
		}
		if step <= 1e-9 {
			break
		}
		x, y = x+step*dx, y+step*dy
		best = sum(x, y)
	}
	total, likelihood := 0.0, 0.0
	sum(x, y)
	for i := range u {
		total += o.share[i] / z[i]
		likelihood += o.share[i] * math.Log(o.share[i]/z[i])
	}
	if math.Abs(total-1) > 1e-6 {
		return math.Inf(-1)
	}
	return likelihood
}

// bisected tilts a distribution by exp(x*outcome) until it has a t-value.
func bisected(o *outcomes, p law, value float64) law {
	low, high := -700.0, 700.0
	var q law
	for range 200 {
		x := (low + high) / 2
		sum := 0.0
		for i := range q {
			q[i] = p[i] * math.Exp(x*o.value(i)-max(x, 0))
			sum += q[i]
		}
		for i := range q {
			q[i] /= sum
		}
		if m, v := o.moments(&q); m-0.5 < value*math.Sqrt(v) {
			low = x
		} else {
			high = x
		}
	}
	return q
}
