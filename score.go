package oxo

import (
	"fmt"
	"strconv"
)

// Score is a value for the side to move: 0 is a draw, [Win](n) a win with the
// n-th ply (single move) from here, [Loss](n) a loss with it, [By](n) a win
// by a margin of n, [By](-n) a loss by it, and any other value an estimate.
//
//	-Infinity  Loss(0)..Loss(MaxPlies)  By(-MaxMargin)..By(-1)  -MaxEstimate..
//	0  ..MaxEstimate  By(1)..By(MaxMargin)  Win(MaxPlies)..Win(0)  Infinity
type Score int32

// Limits of scores.
const (
	Draw        Score = 0
	MaxEstimate Score = 1<<28 - 1
	MaxMargin         = 1 << 28
	MaxPlies          = int(winNow - winLast) // longer wins score the same
	Infinity    Score = winNow + 1            // above every score

	winNow  Score = 1 << 30
	winLast Score = MaxEstimate + MaxMargin + 1
)

// Win returns the score of a win with the n-th ply from here.
func Win(n int) Score { return winNow - Score(min(max(n, 0), MaxPlies)) }

// Loss returns the score of a loss with the n-th ply from here: -Win(n).
func Loss(n int) Score { return -Win(n) }

// By returns the score of a win by a positive margin, a loss by a negative one, and a
// draw for 0.
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

// Plies returns the distance of a win or loss in plies, 0 for other scores.
func (s Score) Plies() int {
	switch {
	case s >= winLast:
		return int(winNow - s)
	case s <= -winLast:
		return int(winNow + s)
	}
	return 0
}

// Margin returns the margin of a win, negative for a loss, or 0 for other scores.
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

// ToParent converts the score of a position to the score of the move that leads to
// it, for the side that makes the move: the sign changes, and the distance of an end
// grows by one ply. -Infinity and Infinity become Win(0) and Loss(0).
func (s Score) ToParent() Score {
	// Estimates, margins, and ends too far away to be counted only change the sign. A
	// shift by 31 makes -1 of a negative number. So no branch depends on the score:
	// processors predict such branches badly.
	win, loss := (winLast-s)>>31, (s+winLast)>>31
	return loss - win - s
}

// ToChild is the inverse of [Score.ToParent], for windows: a move is worth more than
// alpha if and only if the position after it is worth less than alpha.ToChild().
// (Ends [MaxPlies] away may count as less.)
func (s Score) ToChild() Score {
	win, loss := (winLast-1-s)>>31, (s+winLast-1)>>31
	return -max(min(s-win+loss, Infinity), -Infinity)
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

// OrBetter writes s as a lower bound: "win in 7 or sooner", "win by 12 or more",
// "draw or better", "loss by 2 or better". "Loss by 2 or less" would be ambiguous.
func (s Score) OrBetter() string {
	if s.IsWin() {
		return s.String() + s.certain()
	}
	return s.String() + " or better"
}

// OrWorse writes s as an upper bound: "loss in 4 or sooner", "loss by 2 or more",
// "draw or worse", "win by 3 or worse".
func (s Score) OrWorse() string {
	if s.IsLoss() {
		return s.String() + s.certain()
	}
	return s.String() + " or worse"
}

// certain returns the suffix for a win that may be better, or a loss that may be
// worse.
func (s Score) certain() string {
	if s.CountsPlies() {
		return " or sooner"
	}
	return " or more"
}
