package othello

import (
	"fmt"
	"math/bits"

	"oxo"

	_ "embed"
)

// perDiscShown is the unit of the estimate: hundredths of a disc.
const perDiscShown = 100

//go:embed 8x8.weights
var embedded []byte

// weights holds the weights of all states and of the features, in 256ths of a disc, each for an
// empty and for a full board.
type weights struct {
	states   [patternWeights][2]int8
	features [features][2]int16
}

// readWeights decodes what Fit writes.
func readWeights(b []byte) (*weights, error) {
	w, same := new(weights), sameStates()
	for i := range 2 {
		for at := range w.states {
			if int(same[at]) != at {
				w.states[at][i] = w.states[same[at]][i]
				continue
			}
			if len(b) == 0 {
				return nil, fmt.Errorf("the weights end at state %d of %d: write them again by the command in games/othello/fit", at, patternWeights)
			}
			w.states[at][i] = int8(b[0])
			b = b[1:]
		}
		for at := range w.features {
			if len(b) < 2 {
				return nil, fmt.Errorf("the weights end at feature %d of %d: write them again by the command in games/othello/fit", at, features)
			}
			w.features[at][i] = int16(b[0]) | int16(b[1])<<8
			b = b[2:]
		}
	}
	return w, nil
}

// The parts of an estimate, which is their sum.
const (
	cornerPart   = iota // corners and edges
	diagonalPart        // diagonals, and the rows next to the edges
	movePart            // moves
	laterPart           // empty squares next to discs, which are future moves
	tempoPart           // whose move it is, and which side has the last one
	parts
)

// estimate returns the parts, in hundredths of a disc, for the side to move, with the
// discs own.
func (g *game) estimate(own, opp uint64) [parts]int32 {
	if g.weights == nil {
		return g.plain(own, opp)
	}
	w := g.weights
	var states [patternsOf]uint16
	g.states(own, opp, &states)
	edgesEarly, edgesLate := w.sum(states[:4])
	cornersEarly, cornersLate := w.sum(states[patternsOf-4:])
	linesEarly, linesLate := w.sum(states[4 : patternsOf-4])
	const unit = 256 / perDisc
	early := [parts]int32{cornerPart: unit * (edgesEarly + cornersEarly), diagonalPart: unit * linesEarly}
	late := [parts]int32{cornerPart: unit * (edgesLate + cornersLate), diagonalPart: unit * linesLate}
	for i, n := range g.features(own, opp) {
		part := min(movePart+i, tempoPart)
		early[part] += n * int32(w.features[i][0])
		late[part] += n * int32(w.features[i][1])
	}
	discs := int32(bits.OnesCount64(own | opp))
	for i := range early {
		early[i] = (early[i]*(64-discs) + late[i]*discs) * perDiscShown / (64 * 256)
	}
	return early
}

// sum adds up the weights of some states.
func (w *weights) sum(states []uint16) (early, late int32) {
	for _, state := range states {
		of := &w.states[state]
		early += int32(of[0])
		late += int32(of[1])
	}
	return early, late
}

// The values of a corner, of another stable disc on an edge, of a move and of a future move, in
// hundredths of a disc, on boards without fitted weights.
const (
	plainCorner = 400
	plainEdge   = 100
	plainMove   = 100
	plainLater  = 30
)

// plain is the estimate without weights.
func (g *game) plain(own, opp uint64) [parts]int32 {
	f := g.features(own, opp)
	s := g.stableOnEdges(own, opp)
	count := func(x, y uint64) int32 { return int32(bits.OnesCount64(x) - bits.OnesCount64(y)) }
	return [parts]int32{
		cornerPart: plainCorner*count(own&g.corners, opp&g.corners) + plainEdge*count(own&s, opp&s),
		movePart:   plainMove * f[0],
		laterPart:  plainLater * f[1],
	}
}

// value returns the sum of the parts.
func (g *game) value(own, opp uint64) int32 {
	sum := int32(0)
	for _, n := range g.estimate(own, opp) {
		sum += n
	}
	return sum
}

// Evaluate estimates the margin in hundredths of a disc: on 8x8 by fitted weights of patterns,
// on other boards by corners, stable discs on edges and moves.
func (p *position) Evaluate() oxo.Score {
	own, opp := p.sides()
	return oxo.Score(p.g.value(own, opp))
}
