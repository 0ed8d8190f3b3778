//go:build !race

package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestAlike: no tool has an interval for results that are all equal. These are
// Wilson's, n/(n+z²) at the far end [Wilson27]. For draws the same reasoning by hand:
// the likeliest distribution with mean 1/2+d has only draws and wins, so n d² = z²
// (d/2 - d²).
func TestAlike(t *testing.T) {
	const z2 = quantile * quantile
	inf := math.Inf(1)
	for _, n := range []int{1, 2, 10, 1000} {
		far := float64(n) / (float64(n) + z2)
		d := z2 / 2 / (float64(n) + z2)
		for _, c := range []struct {
			results Results
			want    Interval
		}{
			{Record{Wins: n}, Interval{inf, eloOf(far), inf}},
			{Record{Losses: n}, Interval{-inf, -inf, -eloOf(far)}},
			{Record{Draws: n}, Interval{0, eloOf(0.5 - d), eloOf(0.5 + d)}},
			{Pairs{4: n}, Interval{inf, eloOf(far), inf}},
			{Pairs{0: n}, Interval{-inf, -inf, -eloOf(far)}},
			{Pairs{2: n}, Interval{0, eloOf(0.5 - d), eloOf(0.5 + d)}},
		} {
			e := c.results.Estimate()
			for _, x := range [][2]float64{{e.Elo.Value, c.want.Value}, {e.Elo.Low, c.want.Low}, {e.Elo.High, c.want.High}} {
				// An unseen outcome counts as 0.001, which matters for a single game.
				if x[0] != x[1] && !(math.Abs(x[0]-x[1]) < 0.01*math.Abs(x[1])+0.01) {
					t.Errorf("%v: Elo %v, want %v", c.results, e.Elo, c.want)
				}
			}
		}
	}
}

// TestLopsided: where the normal interval would extend beyond the end, Wilson's is
// used: 19 of 20 gives 0.764 to 0.991 [Wilson27].
func TestLopsided(t *testing.T) {
	s := Record{Wins: 19, Losses: 1}.Estimate().Score
	if math.Abs(s.Low-0.7639) > 0.001 || math.Abs(s.High-0.9911) > 0.001 {
		t.Errorf("score %v", s)
	}
}

// TestNothing: without games the intervals are unlimited.
func TestNothing(t *testing.T) {
	for _, r := range []Results{Record{}, Pairs{}} {
		e := r.Estimate()
		if !math.IsInf(e.Elo.Low, -1) || !math.IsInf(e.NormalizedElo.High, 1) || e.Score != (Interval{0.5, 0, 1}) || e.Superiority != 0.5 || e.Games != 0 {
			t.Errorf("%v: %+v", r, e)
		}
	}
}

// sane checks properties of all results.
func sane(t *testing.T, r, reversed Results) {
	t.Helper()
	e, back := r.Estimate(), reversed.Estimate()
	for name, pair := range map[string][2]Interval{"score": {e.Score, back.Score}, "Elo": {e.Elo, back.Elo}, "normalised Elo": {e.NormalizedElo, back.NormalizedElo}} {
		i, j := pair[0], pair[1]
		if !(i.Low <= i.Value && i.Value <= i.High) {
			t.Errorf("%v: %s %v", r, name, i)
		}
		mirrored := -j.High
		if name == "score" {
			mirrored = 1 - j.High
		}
		if i.Low != mirrored && !(math.Abs(i.Low-mirrored) <= 1e-5*(1+math.Abs(i.Low))) {
			t.Errorf("%v: %s %v, but the other way round %v", r, name, i, j)
		}
	}
	if !(0 <= e.Superiority && e.Superiority <= 1) || math.Abs(e.Superiority+back.Superiority-1) > 1e-12 {
		t.Errorf("%v: likelihoods of superiority %v and %v", r, e.Superiority, back.Superiority)
	}
	for _, model := range []Model{logistic, Normalized} {
		llr, _, err := SPRT{-10, 200, 0.05, 0.05, model}.Test(r)
		other, _, _ := SPRT{-200, 10, 0.05, 0.05, model}.Test(reversed)
		if err != nil || !(math.Abs(llr+other) <= 1e-6*(1+math.Abs(llr))) {
			t.Errorf("%v: LLR %v %v, the other way round %v", r, model, llr, other)
		}
	}
}

// TestSane: whatever the results, no figure is NaN, each interval contains its value,
// and the second player gets the same figures with the opposite sign.
func TestSane(t *testing.T) {
	for a := range 3 {
		for b := range 3 {
			for c := range 3 {
				r := Record{a, b, c}
				sane(t, r, r.Reversed())
				for d := range 3 {
					for e := range 3 {
						p := Pairs{a, b, c, d, e}
						sane(t, p, p.reversed())
					}
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range matches() / 10 {
		var p Pairs
		for i, most := 0, math.Pow(10, 8*r.Float64()); i < 5; i++ {
			if r.IntN(3) > 0 {
				p[i] = int(most * math.Pow(r.Float64(), 8))
			}
		}
		sane(t, p, p.reversed())
	}
}

// TestPairsOfIndependentGames: pairs of independent games give the same estimate as
// the games, since the variance of a pair's mean is half a game's.
func TestPairsOfIndependentGames(t *testing.T) {
	p := pairLaw(40, 120, 0)
	g := gameLaw(40, 120)
	const n = 10_000_000
	var pairs Pairs
	for i := range pairs {
		pairs[i] = int(n * p[i])
	}
	games := Record{int(2 * n * g[2]), int(2 * n * g[1]), int(2 * n * g[0])}
	a, b := pairs.Estimate(), games.Estimate()
	for _, x := range [][2]float64{
		{a.Elo.Value, b.Elo.Value},
		{a.Elo.High - a.Elo.Low, b.Elo.High - b.Elo.Low},
		{a.NormalizedElo.Value, b.NormalizedElo.Value},
	} {
		if math.Abs(x[0]/x[1]-1) > 1e-4 {
			t.Errorf("pairs %+v\ngames %+v", a, b)
		}
	}
}

func TestIntervalJSON(t *testing.T) {
	text, err := json.Marshal(Record{Wins: 10}.Estimate().Elo)
	if err != nil || !strings.HasPrefix(string(text), `{"value":null,"low":166.2`) || !strings.HasSuffix(string(text), `,"high":null}`) {
		t.Errorf("%s %v", text, err)
	}
}

func TestCheck(t *testing.T) {
	if (Record{1, 2, -1}).Check() == nil || (Pairs{0, 0, -1}).Check() == nil || (Record{}).Check() != nil || (Pairs{}).Check() != nil {
		t.Error("counts are checked wrongly")
	}
}
