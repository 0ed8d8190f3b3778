//go:build !race

package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// matches returns the number of matches of a simulation.
func matches() int {
	if testing.Short() {
		return 300
	}
	return 10000
}

// within returns the sampling error of a rate over a number of matches, as three
// standard deviations.
func within(rate float64, n int) float64 { return 3 * math.Sqrt(rate*(1-rate)/float64(n)) }

// gameLaw returns the probabilities of a loss, a draw and a win at a latent
// difference of strength, by the model of BayesElo.
func gameLaw(latent, drawElo float64) [3]float64 {
	win, loss := score(latent-drawElo), score(-latent-drawElo)
	return [3]float64{loss, 1 - win - loss, win}
}

// pairLaw returns the distribution of pairs of games. An opening favours one side by
// up to bias, and is played from both sides, so the two games of a pair are
// dependent.
func pairLaw(latent, drawElo, bias float64) law {
	var p law
	for _, b := range []float64{-bias, -bias / 2, 0, bias / 2, bias} {
		one, two := gameLaw(latent+b, drawElo), gameLaw(latent-b, drawElo)
		for i := range one {
			for j := range two {
				p[i+j] += one[i] * two[j] / 5
			}
		}
	}
	return p
}

// latentFor finds the latent difference at which a statistic of a distribution has a
// value.
func latentFor(value float64, figure func(latent float64) float64) float64 {
	low, high := -3000.0, 3000.0
	for range 100 {
		if mid := (low + high) / 2; figure(mid) < value {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// exact returns the Elo and the normalised Elo of a distribution of outcomes.
func exact(games float64, p []float64) (elo, normalized float64) {
	o := newOutcomes(games, p...)
	q := law(o.share)
	mean, variance := o.moments(&q)
	return eloOf(mean), (mean - 0.5) / math.Sqrt(games*variance) * normalizedScale
}

// drawn draws one outcome.
func drawn(r *rand.Rand, p []float64) int {
	u := r.Float64()
	for i := range len(p) - 1 {
		if u -= p[i]; u < 0 {
			return i
		}
	}
	return len(p) - 1
}

// TestSPRTSimulated: over 10,000 matches, of dependent pairs or of single games, the
// wrong hypothesis is accepted at most at the requested rate, at both ends. In
// addition to the sampling error, 0.005 is allowed for the normal approximation on
// which any SPRT of an estimated distribution rests.
func TestSPRTSimulated(t *testing.T) {
	for _, c := range []struct {
		test          SPRT
		drawElo, bias float64
		batch         int // pairs, or games, between two tests
		games         bool
	}{
		{SPRT{0, 30, 0.05, 0.05, logistic}, 150, 200, 1, false},
		{SPRT{-20, 20, 0.1, 0.02, logistic}, 20, 400, 4, false},
		{SPRT{100, 150, 0.05, 0.05, logistic}, 150, 0, 4, false},
		{SPRT{0, 60, 0.05, 0.05, Normalized}, 150, 300, 2, false},
		{SPRT{100, 160, 0.05, 0.1, Normalized}, 50, 100, 4, false},
		{SPRT{-10, 30, 0.05, 0.05, logistic}, 120, 0, 4, true},
		{SPRT{0, 70, 0.05, 0.05, Normalized}, 120, 0, 4, true},
		{SPRT{0, 60, 0.05, 0.05, Bayesian}, 120, 0, 4, true},
	} {
		for end, elo := range []float64{c.test.Elo0, c.test.Elo1} {
			t.Run(fmt.Sprintf("%v %g,%g at %g", c.test.Model, c.test.Elo0, c.test.Elo1, elo), func(t *testing.T) {
				t.Parallel()
				law := func(latent float64) ([]float64, float64) {
					if c.games {
						p := gameLaw(latent, c.drawElo)
						return p[:], 1
					}
					p := pairLaw(latent, c.drawElo, c.bias)
					return p[:], 2
				}
				p, _ := law(latentFor(elo, func(latent float64) float64 {
					p, games := law(latent)
					logistic, normalized := exact(games, p)
					return []float64{logistic, normalized, latent}[c.test.Model]
				}))
				wrong, asked := AcceptH1, c.test.Alpha
				if end == 1 {
					wrong, asked = AcceptH0, c.test.Beta
				}
				r := rand.New(rand.NewPCG(17, uint64(end)))
				errors, trials := 0, 0
				for range matches() {
					state, n := simulated(t, r, c.test, p, c.batch)
					trials += n
					if state == wrong {
						errors++
					}
				}
				rate := float64(errors) / float64(matches())
				t.Logf("%v: wrong in %.4f of the matches, asked %g; %.0f trials a match", p, rate, asked, float64(trials)/float64(matches()))
				if rate > asked+within(asked, matches())+0.005 {
					t.Errorf("wrong in %.4f of the matches: %g was asked", rate, asked)
				}
			})
		}
	}
}

// simulated plays one match to its end.
func simulated(t *testing.T, r *rand.Rand, test SPRT, p []float64, batch int) (State, int) {
	var counts [5]int
	for n := batch; ; n += batch {
		for range batch {
			counts[drawn(r, p)]++
		}
		_, state, err := test.Test(resultsOf(counts, len(p)))
		if err != nil {
			t.Fatal(err)
		}
		if state != Continue {
			return state, n
		}
	}
}

// TestPeeking: a tester who looks at the interval after each game, and stops as soon
// as it excludes 0, finds a difference between equal players in nearly half of all
// matches of a thousand games, as docs/know/strength.md says. Only an SPRT may be checked
// after each game.
func TestPeeking(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	found := 0
	for range matches() / 5 {
		wins := 0
		for n := 1; n <= 1000; n++ {
			wins += r.IntN(2)
			if n < 20 {
				continue
			}
			o := newOutcomes(1, float64(n-wins), 0, float64(wins))
			p := law(o.share)
			if i := o.scoreInterval(o.moments(&p)); !i.contains(0.5) {
				found++
				break
			}
		}
	}
	share := float64(found) / float64(matches()/5)
	t.Logf("a difference is found in %.3f of the matches", share)
	if math.Abs(share-0.45) > 0.1 {
		t.Errorf("%.3f, docs/know/strength.md says nearly half", share)
	}
}

// TestCoverage: of 10,000 matches, 95% have an interval that contains the true value.
// In addition to the sampling error, 1.5 divided by the number of games is allowed
// for the approximation; below 50 games a discrete result cannot do better.
func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		games                 int
		pairs                 bool
		latent, drawElo, bias float64
	}{
		{20, false, 150, 50, 0},
		{50, false, 0, 100, 0},
		{100, true, 50, 100, 200},
		{100, false, 200, 0, 0},
		{400, true, 200, 100, 300},
		{400, false, 50, 300, 0},
		{400, false, 400, 100, 0},
		{2000, true, 0, 100, 200},
	} {
		t.Run(fmt.Sprintf("%d games at %g", c.games, c.latent), func(t *testing.T) {
			t.Parallel()
			pairs := pairLaw(c.latent, c.drawElo, c.bias)
			game := gameLaw(c.latent, c.drawElo)
			p, inTrial := game[:], 1
			if c.pairs {
				p, inTrial = pairs[:], 2
			}
			elo, normalized := exact(float64(inTrial), p)
			r := rand.New(rand.NewPCG(19, uint64(c.games)))
			var hits, hitsNormalized, hitsKnown int
			for range matches() {
				e := played(r, p, c.games/inTrial).Estimate()
				hits += one(e.Elo.contains(elo))
				hitsNormalized += one(e.NormalizedElo.contains(normalized))
				// The interval of fastchess, which treats the standard deviation as
				// known.
				known := quantile * normalizedScale / math.Sqrt(float64(c.games))
				hitsKnown += one(math.Abs(e.NormalizedElo.Value-normalized) < known)
			}
			share := func(hits int) float64 { return float64(hits) / float64(matches()) }
			t.Logf("%.0f Elo: %.4f; %.0f normalised: %.4f, as in fastchess %.4f", elo, share(hits), normalized, share(hitsNormalized), share(hitsKnown))
			off := within(0.95, matches()) + 1.5/float64(c.games)
			if math.Abs(share(hits)-0.95) > off || math.Abs(share(hitsNormalized)-0.95) > off {
				t.Errorf("the intervals have %.0f Elo in them %.4f of the time, and %.0f normalised %.4f: want 0.95 +- %.4f",
					elo, share(hits), normalized, share(hitsNormalized), off)
			}
			if normalized > 500 && c.games >= 400 && share(hitsKnown) > 0.7 {
				t.Errorf("the interval of fastchess covers %.4f: then it would do", share(hitsKnown))
			}
		})
	}
}

// played draws the results of a match.
func played(r *rand.Rand, p []float64, trials int) Results {
	var counts [5]int
	for range trials {
		counts[drawn(r, p)]++
	}
	return resultsOf(counts, len(p))
}

// resultsOf converts counts of three or five outcomes, worst first, into results.
func resultsOf(counts [5]int, kinds int) Results {
	if kinds == 3 {
		return Record{Wins: counts[2], Draws: counts[1], Losses: counts[0]}
	}
	return Pairs(counts)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
