package judge

import (
	"math"
	"slices"

	"oxo"
)

// traced is a position whose moves come in the order of a trace, followed by those
// that the trace omits. So a textbook search visits the moves that the program should
// have visited.
type traced struct {
	oxo.Position
	game oxo.Game
	at   []*visit // from the root; nil outside the trace
}

// tracedMargined is a traced position of a game that ends with a margin.
type tracedMargined struct {
	*traced
	margined oxo.Margined
}

// Margin implements [oxo.Margined].
func (t tracedMargined) Margin() int { return t.margined.Margin() }

// newTraced makes a traced position, which uses p itself.
func newTraced(g oxo.Game, p oxo.Position, root *visit) (*traced, oxo.Position) {
	t := &traced{Position: p, game: g, at: []*visit{root}}
	if m, ok := p.(oxo.Margined); ok {
		return t, tracedMargined{t, m}
	}
	return t, t
}

// Repeated implements [oxo.Looping]; in a game without loops it never reports a
// repetition.
func (t *traced) Repeated() (plies int, value oxo.Score) {
	if l, ok := t.Position.(oxo.Looping); ok {
		return l.Repeated()
	}
	return 0, 0
}

// here returns the current node of the trace, or nil.
func (t *traced) here() *visit { return t.at[len(t.at)-1] }

// readChildren parses the moves below a node of a position.
func (n *visit) readChildren(g oxo.Game, p oxo.Position) {
	if n.read {
		return
	}
	n.read = true
	legal := p.Moves(nil)
	for _, c := range n.children {
		c.move, c.err = g.ParseMove(p, c.text)
		if c.err == nil && !slices.Contains(legal, c.move) {
			c.err = oxo.ErrGameOver
		}
	}
}

// Moves implements [oxo.Position].
func (t *traced) Moves(buf []oxo.Move) []oxo.Move {
	from := len(buf)
	if n := t.here(); n != nil {
		n.readChildren(t.game, t.Position)
		for _, c := range n.children {
			if c.err == nil && !slices.Contains(buf[from:], c.move) {
				buf = append(buf, c.move)
			}
		}
	}
	for _, m := range t.Position.Moves(nil) {
		if !slices.Contains(buf[from:], m) {
			buf = append(buf, m)
		}
	}
	return buf
}

// Make implements [oxo.Position].
func (t *traced) Make(m oxo.Move) {
	t.at = append(t.at, t.here().by(m))
	t.Position.Make(m)
}

// by returns the child of a move, or nil.
func (n *visit) by(m oxo.Move) *visit {
	if n != nil {
		for _, c := range n.children {
			if c.err == nil && c.move == m {
				return c
			}
		}
	}
	return nil
}

// Unmake implements [oxo.Position].
func (t *traced) Unmake(m oxo.Move) {
	t.Position.Unmake(m)
	t.at = t.at[:len(t.at)-1]
}

// unit is the unit of a trace's estimates: it keeps three decimals.
const unit = 1000

// estimate returns the trace's value of the current position, converted from MAX's
// view to the side to move; 0 without one.
func (t *traced) estimate(s scale) oxo.Score {
	n := t.here()
	if n == nil || n.value == nil {
		return 0
	}
	x := s.turned(*n.value, len(t.at)-1)
	x = math.Round(max(-float64(oxo.MaxEstimate), min(float64(oxo.MaxEstimate), x*unit)))
	if len(t.at)%2 == 0 { // MIN is to move
		x = -x
	}
	return oxo.Score(x)
}
