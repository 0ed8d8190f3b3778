package othello

import (
	"math"
	"math/bits"

	"oxo"
)

// Sample is a position and the final margin of its game, for the side to move.
type Sample struct {
	Position oxo.Position
	Margin   int
}

// fitted is a sample in the form used by the fit.
type fitted struct {
	states   [patternsOf]uint16
	features [features]int32
	late     float32 // from 0 with no disc to 1 on a full board
	margin   float32
}

// Fit returns the weights of the estimate on 8x8, in the form that games/othello embeds, fitted
// to samples by least squares. Each weight has a value for an empty board and one for a full
// board, interpolated by the number of discs. Fit goes over the samples in order, as often as
// rounds says, and reduces each weight by a part of the error, a smaller part for weights met
// often (AdaGrad, [DuchiHazanSinger11]). A state met less often than seldom says has weight 0.
// From every 20,000 samples 1,000 are kept for testing: Fit returns the root mean square error
// on them, in discs.
func Fit(samples []Sample, rounds, seldom int) (weights []byte, missed float64) {
	f := newFit(samples)
	for range rounds {
		sum, n := 0.0, 0
		for i := range f.samples {
			x := &f.samples[i]
			err := float64(x.margin) - f.value(x)
			if i/block%blocks == 0 {
				sum += err * err
				n++
				continue
			}
			f.learn(x, err)
		}
		missed = math.Sqrt(sum / float64(max(n, 1)))
	}
	return f.bytes(seldom), missed
}

// Among this number of blocks of samples one is kept for testing.
const (
	block  = 1000
	blocks = 20
)

// fit is the state of a fit: the weights for an empty and for a full board.
type fit struct {
	samples []fitted
	same    []uint16 // of each state, the state that holds its weight
	weights [][2]float64
	squares [][2]float64 // sums of squares of the gradients
	met     []int
}

func newFit(samples []Sample) *fit {
	const all = patternWeights + features
	f := &fit{same: sameStates(), weights: make([][2]float64, all), squares: make([][2]float64, all), met: make([]int, all)}
	for _, s := range samples {
		p := s.Position.(*position)
		own, opp := p.sides()
		x := fitted{features: p.g.features(own, opp), late: float32(bits.OnesCount64(own|opp)) / 64, margin: float32(s.Margin)}
		p.g.states(own, opp, &x.states)
		for i, state := range x.states {
			x.states[i] = f.same[state]
			f.met[f.same[state]]++
		}
		f.samples = append(f.samples, x)
	}
	return f
}

// sameStates lists, for each state of each kind, the state that holds its weight.
func sameStates() []uint16 {
	var same []uint16
	for _, k := range patternKinds() {
		for state := range int(math.Pow(3, float64(k.squares))) {
			same = append(same, uint16(k.from+sameState(state, k.squares)))
		}
	}
	return same
}

// parts returns how much the weights for an empty and for a full board count.
func (x *fitted) parts() [2]float64 { return [2]float64{1 - float64(x.late), float64(x.late)} }

// value returns the estimate by the current weights.
func (f *fit) value(x *fitted) float64 {
	part, sum := x.parts(), 0.0
	for _, state := range x.states {
		w := &f.weights[state]
		sum += part[0]*w[0] + part[1]*w[1]
	}
	for i, n := range x.features {
		w := &f.weights[patternWeights+i]
		sum += float64(n) * (part[0]*w[0] + part[1]*w[1])
	}
	return sum
}

// learn reduces the weights by a part of an error.
func (f *fit) learn(x *fitted, err float64) {
	part := x.parts()
	for _, state := range x.states {
		f.move(int(state), err, 1, part)
	}
	for i, n := range x.features {
		f.move(patternWeights+i, err, float64(n), part)
	}
}

// rate is the step size; shrink is the part of a weight that it loses at each step.
const (
	rate   = 0.2
	shrink = 2e-5
)

func (f *fit) move(at int, err, n float64, part [2]float64) {
	w, squares := &f.weights[at], &f.squares[at]
	for i := range w {
		gradient := err * n * part[i]
		squares[i] += gradient * gradient
		w[i] += rate*gradient/math.Sqrt(squares[i]+1) - shrink*w[i]
	}
}

// bytes encodes the weights in steps of 1/perDisc disc, once for states that share one: first
// all for an empty board, then all for a full one.
func (f *fit) bytes(seldom int) []byte {
	var b []byte
	for i := range 2 {
		for at, w := range f.weights {
			switch v := 0.0; {
			case at < patternWeights && int(f.same[at]) != at:
			case at >= patternWeights:
				// Features are counts in the tens, so they need finer steps.
				n := int16(math.Round(w[i] * 256))
				b = append(b, byte(n), byte(n>>8))
			default:
				if f.met[at] >= seldom {
					v = math.Round(max(-127, min(127, w[i]*perDisc)))
				}
				b = append(b, byte(int8(v)))
			}
		}
	}
	return b
}

// perDisc is the number of steps per disc in a file of weights.
const perDisc = 8
