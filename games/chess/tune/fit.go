package main

import (
	"math"
	"slices"

	"oxo/games/chess"
)

// fit is the state of the gradient descent. Each parameter has two values.
type fit struct {
	learn, test []sample
	before      [chess.ParametersCount][2]float64
	values      [chess.ParametersCount][2]float64
	used        [chess.ParametersCount]int // number of samples in which a parameter counts
	scale, pull float64
}

// heldBack: one of this number of positions is kept back, to test whether the learned
// weights suit other positions.
const heldBack = 10

func newFit(all []sample, pull float64) *fit {
	f := &fit{pull: pull}
	_, start := chess.Parameters()
	for i, v := range start {
		f.before[i] = [2]float64{float64(v[0]), float64(v[1])}
	}
	f.values = f.before
	// Neighbours are from one game, so whole stretches are kept back.
	const stretch = 200
	for i := 0; i < len(all); i += stretch {
		part := all[i:min(i+stretch, len(all))]
		if i/stretch%heldBack == heldBack-1 {
			f.test = append(f.test, part...)
		} else {
			f.learn = append(f.learn, part...)
		}
	}
	for i := range f.learn {
		for _, c := range f.learn[i].counts {
			f.used[c.parameter]++
		}
	}
	f.scale = f.bestScale()
	return f
}

// bestScale returns the scale that fits the untuned estimates best.
func (f *fit) bestScale() float64 {
	best, least := 0.0, math.Inf(1)
	for scale := 150.0; scale <= 900; scale += 25 {
		f.scale = scale
		if loss := f.loss(f.learn); loss < least {
			best, least = scale, loss
		}
	}
	return best
}

// estimate returns the evaluation for white, in centipawns.
func (f *fit) estimate(s *sample) float64 {
	var middle, end float64
	for _, c := range s.counts {
		v := &f.values[c.parameter]
		middle += v[0] * float64(c.times)
		end += v[1] * float64(c.times)
	}
	return (middle*s.middle+end*(1-s.middle))*s.chances + s.toMove
}

// loss returns the mean square error.
func (f *fit) loss(samples []sample) float64 {
	sum := 0.0
	for i := range samples {
		d := expected(f.estimate(&samples[i]), f.scale) - samples[i].aim
		sum += d * d
	}
	return sum / float64(max(len(samples), 1))
}

// descend follows the gradient in Adam steps [Kingma15], and keeps the values with the least
// error on the positions kept back.
func (f *fit) descend(rounds int) {
	const first, second, most = 0.9, 0.999, 1e-9
	var mean, square [chess.ParametersCount][2]float64
	best, least := f.values, f.loss(f.test)
	for round := 1; round <= rounds; round++ {
		g := f.gradient()
		rate := 0.4 * math.Pow(0.1, float64(round)/float64(rounds))
		for i := range g {
			for half := range 2 {
				slope := g[i][half] + 2*f.pull*(f.values[i][half]-f.before[i][half])
				m, s := &mean[i][half], &square[i][half]
				*m = first**m + (1-first)*slope
				*s = second**s + (1-second)*slope*slope
				grown := *m / (1 - math.Pow(first, float64(round)))
				spread := *s / (1 - math.Pow(second, float64(round)))
				f.values[i][half] -= rate * grown / (math.Sqrt(spread) + most)
			}
		}
		if loss := f.loss(f.test); round%10 == 0 && loss < least {
			best, least = f.values, loss
		}
	}
	f.values = best
}

// gradient returns the derivative of the error by each value.
func (f *fit) gradient() (g [chess.ParametersCount][2]float64) {
	for i := range f.learn {
		s := &f.learn[i]
		e := expected(f.estimate(s), f.scale)
		slope := 2 * (e - s.aim) * e * (1 - e) * math.Ln10 / f.scale * s.chances / float64(len(f.learn))
		for _, c := range s.counts {
			g[c.parameter][0] += slope * s.middle * float64(c.times)
			g[c.parameter][1] += slope * (1 - s.middle) * float64(c.times)
		}
	}
	return g
}

// corrections returns the differences to the untuned values: none for parameters that hardly
// ever count, and none that does not fit into a small number.
func (f *fit) corrections() (list [chess.ParametersCount][2]int) {
	const seldom = 100
	for i := range list {
		if f.used[i] < seldom {
			continue
		}
		for half := range 2 {
			d := math.Round(f.values[i][half] - f.before[i][half])
			list[i][half] = slices.Max([]int{-127, min(127, int(d))})
		}
	}
	return list
}
