package board

import "oxo"

// Term is a part of an estimate.
type Term struct {
	// Text continues "estimated at +7:", and names the side: "X has 2 open lines with
	// 1 mark".
	Text string
	// Score is the amount that it adds to the estimate, for the side to move.
	Score oxo.Score
}

// Explained is an [oxo.Evaluator] that can list the parts of its estimate.
type Explained interface {
	oxo.Evaluator
	// Terms returns the terms whose exact sum is the value of Evaluate, for an
	// unfinished game, without terms of 0. It returns nil if the value is not such a
	// sum because it was clamped to the limits of estimates.
	Terms() []Term
}
