package search

import (
	"oxo"
	"oxo/game/knowledge"
)

// Tactical is a position of a game such as chess or checkers, where single moves change an
// estimate much more than all others. An estimate is only good if no such move is left.
// Deepening searches such games selectively, see selective.go; a proof never does.
type Tactical interface {
	oxo.Evaluator // its unit ([oxo.Facts]) is what one of the smallest men is worth
	// Noisy appends the legal moves that change the estimate at once (captures,
	// promotions), those that are probably best first. Where the side to move is [Tactical]
	// Threatened it appends all legal moves.
	Noisy(buf []oxo.Move) []oxo.Move
	// Threatened reports whether the side to move cannot simply wait: it is in check, or has to
	// capture. Then the estimate means nothing.
	Threatened() bool
	// Idle returns a number for Make and Unmake that passes the turn and changes
	// nothing else, and whether that may be tried. It may not be tried if the side is
	// threatened, or if having to move may be a disadvantage (zugzwang).
	Idle() (m oxo.Move, ok bool)
	// Quiet reports whether a legal move is not noisy.
	Quiet(m oxo.Move) bool
	// Exchange reports whether a legal move gains at least the given amount, in the unit of
	// Evaluate, by the captures on its target square alone, where each side may stop: static
	// exchange evaluation.
	Exchange(m oxo.Move, least oxo.Score) bool
	// Tactics returns what else the game knows for such a search, of this position and not of a
	// copy. A search calls it when it begins with another position than the one before.
	Tactics() knowledge.Tactics
}
