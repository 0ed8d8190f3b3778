package oxo

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Score is the value of a position for the side to move: 0 a draw, [Win](n)
// a win with the n-th ply from here, [Loss](n) a loss with it, anything
// between an estimate. A sooner win is higher, a later loss is higher, and
// every win is above every estimate, however long the game.
//
//	-Infinity  Loss(0) .. Loss(MaxPlies)  -MaxEstimate .. 0 .. MaxEstimate  Win(MaxPlies) .. Win(0)  Infinity
type Score int32

const (
	// Draw is the score of a drawn game.
	Draw Score = 0
	// MaxEstimate is the greatest estimate; -MaxEstimate is the least.
	MaxEstimate Score = 1<<29 - 1
	// Infinity is above every score, -Infinity below: the ends of a window
	// that asks for everything.
	Infinity Score = winNow + 1
	// MaxPlies is the longest distance that is told apart: a win that takes
	// longer scores as Win(MaxPlies), still a win.
	MaxPlies = int(winNow - MaxEstimate - 1)

	winNow Score = 1 << 30
)

// Win returns the score of a win with the n-th ply from here; n below 0
// counts as 0, n above [MaxPlies] as MaxPlies.
func Win(n int) Score { return winNow - Score(min(max(n, 0), MaxPlies)) }

// Loss returns the score of a loss with the n-th ply from here: -Win(n).
func Loss(n int) Score { return -Win(n) }

// IsWin reports whether s is a win for the side to move.
func (s Score) IsWin() bool { return s > MaxEstimate }

// IsLoss reports whether s is a loss for the side to move.
func (s Score) IsLoss() bool { return s < -MaxEstimate }

// Plies returns how many plies away the end is, for a win or a loss; 0 for
// any other score.
func (s Score) Plies() int {
	switch {
	case s.IsWin():
		return int(winNow - s)
	case s.IsLoss():
		return int(winNow + s)
	}
	return 0
}

// Sign returns 1 for a win, -1 for a loss and 0 for anything else.
func (s Score) Sign() int {
	switch {
	case s.IsWin():
		return 1
	case s.IsLoss():
		return -1
	}
	return 0
}

// Back returns the score, for the side that made the move, of a move that
// leads to a position of score s: the sign changes, and an end n plies away
// is n+1 plies away. Infinity is no score of a position, and Back of it is the
// end nearest to it: Loss(0).
func (s Score) Back() Score {
	switch {
	case s > MaxEstimate+1:
		return 1 - s
	case s < -MaxEstimate-1:
		return -1 - s
	}
	return -s // estimates, and ends so far away that they are not counted further
}

// Forward is the inverse of [Score.Back], for window bounds: a move is worth
// more than alpha if and only if the position behind it is worth less than
// alpha.Forward(). (Ends [MaxPlies] away, which are not told apart any more,
// may count as less.)
func (s Score) Forward() Score {
	switch {
	case s > MaxEstimate:
		return -min(s+1, Infinity)
	case s < -MaxEstimate:
		return -max(s-1, -Infinity)
	}
	return -s
}

// String returns "win in 3", "draw", "loss in 2", or an estimate with its
// sign, "+12". A result that was not proven is better told by [Value].
func (s Score) String() string {
	switch {
	case s == Infinity:
		return "+inf"
	case s == -Infinity:
		return "-inf"
	case s.IsWin():
		return "win in " + strconv.Itoa(s.Plies())
	case s.IsLoss():
		return "loss in " + strconv.Itoa(s.Plies())
	case s == Draw:
		return "draw"
	}
	return fmt.Sprintf("%+d", int32(s))
}

// Value is a score and whether it is proven: the exact value under best
// play of both sides, rather than an estimate or a bound.
type Value struct {
	Score  Score
	Proven bool
}

// String returns the score if it is proven; else "about +12", or "win in 7 or
// sooner" for a forced win that may not be the fastest, or "loss in 6 or sooner"
// for a loss that is certain and may come faster.
func (v Value) String() string {
	switch {
	case v.Proven:
		return v.Score.String()
	case v.Score.IsWin():
		return fmt.Sprintf("win in %d or sooner", v.Score.Plies())
	case v.Score.IsLoss():
		return fmt.Sprintf("loss in %d or sooner", v.Score.Plies())
	}
	return fmt.Sprintf("about %+d", int32(v.Score))
}

// MarshalJSON writes {"result":"win","plies":3} for a proven value,
// {"result":"draw"} for a proven draw, and {"estimate":12} for one that is
// not proven. An unproven value that is a forced win or loss as far as it was
// searched has both: {"result":"win","plies":7,"proven":false}.
func (v Value) MarshalJSON() ([]byte, error) {
	type result struct {
		Result string `json:"result"`
		Plies  *int   `json:"plies,omitempty"`
		Proven *bool  `json:"proven,omitempty"`
	}
	type estimate struct {
		Estimate int32 `json:"estimate"`
	}
	if !v.Proven && v.Score.Sign() == 0 {
		return json.Marshal(estimate{int32(v.Score)})
	}
	r := result{Result: [...]string{"loss", "draw", "win"}[v.Score.Sign()+1]}
	if v.Score.Sign() != 0 {
		r.Plies = new(v.Score.Plies())
	}
	if !v.Proven {
		r.Proven = new(bool)
	}
	return json.Marshal(r)
}
