package oxo

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Score is a value for the side to move: 0 a draw, [Win](n) a win with the
// n-th ply (single move) from here, [Loss](n) a loss with it, [By](n) a win
// by a margin of n, [By](-n) a loss by it, anything between an estimate. A
// sooner win, a later loss and a greater margin are higher; every win is
// above every estimate.
//
//	-Infinity  Loss(0)..Loss(MaxPlies)  By(-MaxMargin)..By(-1)  -MaxEstimate..
//	0  ..MaxEstimate  By(1)..By(MaxMargin)  Win(MaxPlies)..Win(0)  Infinity
type Score int32

// The limits of scores.
const (
	Draw Score = 0
	// MaxEstimate is the greatest estimate; -MaxEstimate is the least.
	MaxEstimate Score = 1<<28 - 1
	// MaxMargin is the greatest margin.
	MaxMargin = 1 << 28
	// MaxPlies is the longest distance that is told apart: a win that takes
	// longer scores as Win(MaxPlies), still a win.
	MaxPlies = int(winNow - winLast)
	// Infinity is above every score, -Infinity below.
	Infinity Score = winNow + 1

	winNow  Score = 1 << 30
	winLast Score = MaxEstimate + MaxMargin + 1
)

// Win returns the score of a win with the n-th ply from here, n from 0 to
// [MaxPlies]; others count as the nearest.
func Win(n int) Score { return winNow - Score(min(max(n, 0), MaxPlies)) }

// Loss returns the score of a loss with the n-th ply from here: -Win(n).
func Loss(n int) Score { return -Win(n) }

// By returns the score of a win by a margin n above 0, a loss by a margin
// below, a draw for 0; n is within ±[MaxMargin], others count as the nearest.
func By(n int) Score {
	switch {
	case n > 0:
		return MaxEstimate + Score(min(n, MaxMargin))
	case n < 0:
		return -MaxEstimate + Score(max(n, -MaxMargin))
	}
	return Draw
}

// IsWin reports whether s is a win for the side to move, by plies or margin.
func (s Score) IsWin() bool { return s > MaxEstimate }

// IsLoss reports whether s is a loss for the side to move.
func (s Score) IsLoss() bool { return s < -MaxEstimate }

// CountsPlies reports whether s is a win or loss counted in plies.
func (s Score) CountsPlies() bool { return s >= winLast || s <= -winLast }

// Plies returns how many plies away the end of a win or loss is; 0 for any
// other score, and for one by a margin.
func (s Score) Plies() int {
	switch {
	case s >= winLast:
		return int(winNow - s)
	case s <= -winLast:
		return int(winNow + s)
	}
	return 0
}

// Margin returns the margin of a win, or of a loss, then below 0; 0 for any
// other score.
func (s Score) Margin() int {
	switch {
	case s.CountsPlies():
		return 0
	case s.IsWin():
		return int(s - MaxEstimate)
	case s.IsLoss():
		return int(s + MaxEstimate)
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

// Result returns "win", "draw" or "loss"; an estimate counts as a draw.
func (s Score) Result() string { return [...]string{"loss", "draw", "win"}[s.Sign()+1] }

// ToParent returns the score, for the side that made the move, of a move
// that leads to a position of score s: the sign changes, and an end n plies
// away is n+1 plies away. -Infinity and Infinity become Win(0) and Loss(0).
func (s Score) ToParent() Score {
	switch {
	case s > winLast:
		return 1 - s
	case s < -winLast:
		return -1 - s
	}
	return -s // estimates, margins, and ends too far away to be counted
}

// ToChild is the inverse of [Score.ToParent], for windows: a move is worth
// more than alpha if and only if the position behind it is worth less than
// alpha.ToChild(). (Ends [MaxPlies] away may count as less.)
func (s Score) ToChild() Score {
	switch {
	case s >= winLast:
		return -min(s+1, Infinity)
	case s <= -winLast:
		return -max(s-1, -Infinity)
	}
	return -s
}

// String returns "win in 3", "win by 12", "draw", "loss in 2", or an estimate
// with its sign, "+12".
func (s Score) String() string {
	switch {
	case s == Infinity:
		return "+inf"
	case s == -Infinity:
		return "-inf"
	case s.CountsPlies():
		return s.Result() + " in " + strconv.Itoa(s.Plies())
	case s.Sign() != 0:
		return s.Result() + " by " + strconv.Itoa(s.Sign()*s.Margin())
	case s == Draw:
		return "draw"
	}
	return fmt.Sprintf("%+d", int32(s))
}

// Value is a score and whether it is proven: the exact value under best play
// of both sides, rather than an estimate or a bound.
type Value struct {
	Score  Score
	Proven bool
}

// String returns the score if it is proven; else "about +12", or "win in 7 or
// sooner", "win by 12 or more" for a forced win that may be better still, and
// likewise for a loss that may be worse.
func (v Value) String() string {
	switch {
	case v.Proven:
		return v.Score.String()
	case v.Score.CountsPlies():
		return v.Score.String() + " or sooner"
	case v.Score.Sign() != 0:
		return v.Score.String() + " or more"
	}
	return fmt.Sprintf("about %+d", int32(v.Score))
}

// MarshalJSON writes {"result":"win","plies":3}, {"result":"win","margin":12}
// or {"result":"draw"} for a proven value, with "proven":false for a forced
// win or loss that is not exact, and {"estimate":12} for an estimate.
func (v Value) MarshalJSON() ([]byte, error) {
	type value struct {
		Result   string `json:"result,omitempty"`
		Plies    *int   `json:"plies,omitempty"`
		Margin   *int   `json:"margin,omitempty"`
		Proven   *bool  `json:"proven,omitempty"`
		Estimate *int32 `json:"estimate,omitempty"`
	}
	if !v.Proven && v.Score.Sign() == 0 {
		return json.Marshal(value{Estimate: new(int32(v.Score))})
	}
	r := value{Result: v.Score.Result()}
	switch {
	case v.Score.CountsPlies():
		r.Plies = new(v.Score.Plies())
	case v.Score.Sign() != 0:
		r.Margin = new(v.Score.Sign() * v.Score.Margin())
	}
	if !v.Proven {
		r.Proven = new(bool)
	}
	return json.Marshal(r)
}
