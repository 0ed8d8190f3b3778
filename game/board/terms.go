package board

import "oxo"

// Term is one of the things that an estimate is made of.
type Term struct {
	// Text says it as the rest of "estimated at +7:", with the side that it is
	// about: "X has 2 open lines with 1 mark".
	Text string
	// Score is what it adds to the estimate, for the side to move.
	Score oxo.Score
}

// Explained is an [oxo.Evaluator] that can say what its estimate is made of.
type Explained interface {
	oxo.Evaluator
	// Terms returns what Evaluate adds up, of an ongoing game: the scores sum up to
	// its value, exactly. What adds nothing is left out. It returns none where the
	// value is no such sum: where it was cut to the limits of estimates.
	Terms() []Term
}
