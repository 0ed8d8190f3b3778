package chances

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"oxo/game/board"
)

// Fit is a curve fitted to samples by the greatest likelihood.
type Fit struct {
	Scale            float64 // see [board.Chances]
	Low, High        float64 // the ends of its 95% interval, by drawing games again
	Games, Positions int
	// Loss is the mean cross-entropy of the curve in bits, and Even the loss if every chance is 50%.
	Loss, Even float64
	Groups     []Group
}

// Group is a part of the samples with similar chances.
type Group struct {
	Positions     int
	Chance, Score float64 // the mean chance by the curve, and the mean result
}

// NewFit fits a curve to samples. Without any, the zero value is returned.
func NewFit(samples []Sample) Fit {
	if len(samples) == 0 {
		return Fit{}
	}
	f := Fit{Scale: scaleOf(samples), Positions: len(samples)}
	byGame := map[int][]Sample{}
	for _, s := range samples {
		byGame[s.Game] = append(byGame[s.Game], s)
	}
	f.Games = len(byGame)
	f.Loss, f.Even = loss(samples, f.Scale), loss(samples, math.Inf(1))
	f.Low, f.High = interval(byGame)
	f.Groups = groups(samples, f.Scale)
	return f
}

// loss returns the mean cross-entropy of a curve, in bits.
func loss(samples []Sample, scale float64) float64 {
	const least = 1e-9
	sum := 0.0
	for _, s := range samples {
		c := min(max(chance(s, scale), least), 1-least)
		sum -= s.Result*math.Log2(c) + (1-s.Result)*math.Log2(1-c)
	}
	return sum / float64(len(samples))
}

// chance returns the chance of the first side.
func chance(s Sample, scale float64) float64 { return board.Chances{Scale: scale}.Of(s.Estimate) }

// scaleOf returns the scale with the least loss, to four digits. The loss has one minimum
// in the inverse of the scale.
func scaleOf(samples []Sample) float64 {
	lo, hi := math.Log(1e-3), math.Log(1e7)
	for hi-lo > 1e-4 {
		a, b := lo+(hi-lo)*0.382, lo+(hi-lo)*0.618
		if loss(samples, math.Exp(a)) < loss(samples, math.Exp(b)) {
			hi = b
		} else {
			lo = a
		}
	}
	return math.Exp((lo + hi) / 2)
}

// interval returns the middle 95% of the scales that fit games drawn with replacement. It
// draws games, not positions, since all positions of a game have one result.
func interval(byGame map[int][]Sample) (low, high float64) {
	const draws = 200
	games := make([][]Sample, 0, len(byGame))
	for _, s := range byGame {
		games = append(games, s)
	}
	slices.SortFunc(games, func(a, b []Sample) int { return cmp.Compare(a[0].Game, b[0].Game) })
	rng := rand.New(rand.NewPCG(1, 1))
	scales := make([]float64, draws)
	for i := range scales {
		var drawn []Sample
		for range games {
			drawn = append(drawn, games[rng.IntN(len(games))]...)
		}
		scales[i] = scaleOf(drawn)
	}
	slices.Sort(scales)
	return scales[draws*25/1000], scales[draws*975/1000]
}

// groups splits samples into ten parts by the chance of the curve, from 0 to 1.
func groups(samples []Sample, scale float64) []Group {
	all := make([]Group, 10)
	for _, s := range samples {
		c := chance(s, scale)
		g := &all[min(int(c*10), 9)]
		g.Positions++
		g.Chance += c
		g.Score += s.Result
	}
	for i := range all {
		n := float64(max(all[i].Positions, 1))
		all[i].Chance /= n
		all[i].Score /= n
	}
	return all
}
