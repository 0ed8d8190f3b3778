package search

import "oxo"

// Tactical is a position of a game such as chess or checkers, in which single moves
// change an estimate by much more than all others: its estimates are only good where
// no such move is left. Deepening searches it selectively, see selective.go; a proof
// never does.
type Tactical interface {
	oxo.Evaluator
	// Noisy appends the legal moves that change the estimate at once (captures,
	// promotions), those that are probably best first. Where the side to move is [Tactical]
	// Threatened it appends all legal moves.
	Noisy(buf []oxo.Move) []oxo.Move
	// Threatened reports whether the side to move may not simply wait: it is in
	// check, or has to capture. The estimate says nothing then.
	Threatened() bool
	// Unit returns what one of the smallest men is worth, in the unit of Evaluate.
	Unit() oxo.Score
	// Idle returns a number for Make and Unmake that passes the turn and changes
	// nothing else, and whether that may be tried: it may not be by a side that is
	// threatened, or for which having to move may be a disadvantage (zugzwang).
	Idle() (m oxo.Move, ok bool)
	// Quiet reports whether a legal move is not a noisy one.
	Quiet(m oxo.Move) bool
	// Exchange reports whether a legal move gains at least least, in the unit of
	// Evaluate, by the captures on its target square alone, each side free to stop:
	// a static exchange evaluation.
	Exchange(m oxo.Move, least oxo.Score) bool
}

// Shortlisting is a [Tactical] position of a game with many legal moves, most of which are
// hardly worth a look: gomoku.
type Shortlisting interface {
	Tactical
	// Shortlist appends the moves that a selective search looks at, likeliest best first,
	// and returns what is proven of the value for the side to move. An ongoing game has
	// one move at least. The first keeps what the bounds prove, if they say more than
	// nothing. At depth 0 no moves are needed but those of a side that is Threatened.
	Shortlist(depth int, buf []oxo.Move) ([]oxo.Move, oxo.Bounds)
}

// Threatening is a [Tactical] position that knows which moves threaten the other side: a
// selective search leaves none of them out.
type Threatening interface {
	Tactical
	// Threatens reports whether the other side is Threatened after a legal move. It may
	// miss some.
	Threatens(m oxo.Move) bool
}

// Foreseeing is a [Tactical] position that tells quickly to which hash a move leads. Then the table's
// entry of that position can be fetched before the move is made.
type Foreseeing interface {
	Tactical
	// HashAfter returns what Hash will be after a legal move. It may be wrong now and then.
	HashAfter(m oxo.Move) uint64
}
