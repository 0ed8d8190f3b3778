package judge

// The kinds of faults that the tests provoke.
const (
	Crash      = crash
	Hang       = hang
	Flood      = flood
	NoMove     = noMove
	Illegal    = illegalMove
	WinToLoss  = winToLoss
	DrawToLoss = drawToLoss
	WinToDraw  = winToDraw
	Slow       = slow
	OverMoved  = overMoved
	OverFailed = overFailed
)

// The kinds of differences that the tests provoke.
const (
	Illegitimate = illegitimate
	Missing      = missing
	Twice        = twice
	WrongWindow  = wrongWindow
	WrongValue   = wrongValue
	WrongOrder   = wrongOrder
)

// Throws reports whether a move, or a resignation, threw away a result.
func (k Kind) Throws() bool { return k.throws() }
