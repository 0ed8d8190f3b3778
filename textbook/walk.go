package textbook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"oxo"
	"oxo/search/trace"
)

// Options limits a walk and decides whether it keeps its tree. The zero value walks everything
// and keeps nothing.
type Options struct {
	// Depth is the greatest number of plies to look ahead; 0 is no limit. A position at the
	// limit has the value that Evaluate returns for the side to move, or 0 without it, and the
	// result is no longer proven.
	Depth    int
	Evaluate func(oxo.Position) oxo.Score
	// Flat makes alpha-beta return a win, a draw or a loss, as [Minimax] does, without counting
	// plies: there are fewer different values, so it cuts off more.
	Flat bool
	// Trace keeps every node in Result.Tree, at about 100 bytes each.
	Trace bool
	// MaxNodes stops the walk with an error after this number of positions; 0 is no limit.
	MaxNodes uint64
}

// ErrMaxNodes is wrapped by the error of a walk that Options.MaxNodes stopped.
var ErrMaxNodes = errors.New("the tree is too large")

// ErrTooDeep is wrapped by the error of a walk that found no end of the game: the game returns
// to earlier positions and is not [oxo.Looping], or it is too long for a recursion.
var ErrTooDeep = errors.New("the game does not end")

// Result is the result of a walk.
type Result struct {
	// Value is the value for MAX, the side to move at the root. It is meaningless if an error
	// stopped the walk.
	Value oxo.Score
	// CountsPlies is false for [Minimax], whose wins and losses have no distance.
	CountsPlies bool
	// Proven is true if no position was cut short at Options.Depth.
	Proven bool
	// Best is the first move that reaches Value; HasMove is false in a finished game, which has
	// none.
	Best    oxo.Move
	HasMove bool
	// Moves holds every move of the root in the order of the search.
	Moves []MoveValue

	Nodes   uint64 // positions visited, including the root
	Leaves  uint64 // finished games and positions at the depth limit
	Cutoffs uint64 // positions left before all their moves were searched

	// Tree is the root of the trace, nil unless Options.Trace.
	Tree *Node
}

// MoveValue is the value of one move of the root for MAX.
type MoveValue struct {
	Move  oxo.Move
	Value oxo.Score
	// AtMost is true if alpha-beta left the move early: then it is worth at most Value, and no
	// more than an earlier move.
	AtMost bool
}

// Node is one position of a traced walk.
type Node struct {
	Move        oxo.Move  // the move that led here; meaningless at the root
	Max         bool      // whether MAX is to move
	Alpha, Beta oxo.Score // the window on arrival; the full window if the algorithm has none
	Value       oxo.Score
	Ending      trace.Ending
	Skipped     int     // moves that a cut-off left out
	Children    []*Node // in the order of the search
}

// walk is one run of one algorithm.
type walk struct {
	ctx         context.Context
	p           oxo.Position
	opts        Options
	looping     oxo.Looping // nil if the game cannot return to a state
	countsPlies bool
	closed      func(alpha, beta oxo.Score) bool // reports whether the window is empty

	buf    [][]oxo.Move // one list of moves per ply
	last   oxo.Move     // the move just played
	path   []*Node      // the traced nodes from the root to here
	result Result
	left   uint64 // nodes until the next check of ctx and MaxNodes
	err    error
}

func newWalk(ctx context.Context, p oxo.Position, opts Options) *walk {
	looping, _ := p.(oxo.Looping)
	return &walk{ctx: ctx, p: p, looping: looping, opts: opts, closed: never}
}

// never reports false, for walks without a window.
func never(_, _ oxo.Score) bool { return false }

// root searches every move of the root by calling reply for the value that MIN allows after it,
// and combines the results.
func (w *walk) root(reply func(alpha, beta oxo.Score) oxo.Score) (Result, error) {
	node := w.enter(true, -oxo.Infinity, oxo.Infinity)
	w.result.Proven = true
	w.result.Tree = node
	w.result.CountsPlies = w.countsPlies
	value, ended := w.ended(node, 0)
	if !ended {
		value = -oxo.Infinity
		for _, m := range w.moves(0) {
			w.play(m)
			v := reply(value, oxo.Infinity)
			w.takeBack(m)
			w.result.Moves = append(w.result.Moves, MoveValue{m, v, w.closed(value, v)})
			if v > value {
				value, w.result.Best, w.result.HasMove = v, m, true
			}
			if w.err != nil {
				break
			}
		}
		w.leave(node, value)
	}
	w.result.Value = value
	if w.err != nil {
		w.result.Proven = false
	}
	return w.result, w.err
}

// timersLate is the greatest delay of a timer, where timers fire at all.
const timersLate = 100 * time.Millisecond

// checkEvery is the number of nodes between two checks of the context.
const checkEvery = 1 << 10

// enter counts a node, and in a trace appends it to its parent.
func (w *walk) enter(isMax bool, alpha, beta oxo.Score) *Node {
	if w.err == nil {
		w.result.Nodes++
	}
	if w.left == 0 {
		w.check()
	}
	w.left--
	if !w.opts.Trace {
		return nil
	}
	n := &Node{Move: w.last, Max: isMax, Alpha: alpha, Beta: beta}
	if len(w.path) > 0 {
		parent := w.path[len(w.path)-1]
		parent.Children = append(parent.Children, n)
	}
	w.path = append(w.path, n)
	return n
}

func (w *walk) check() {
	w.left = checkEvery
	if limit := w.opts.MaxNodes; limit > 0 {
		if w.result.Nodes > limit && w.err == nil {
			w.err = fmt.Errorf("%w: stopped after %d positions", ErrMaxNodes, limit)
		}
		if w.result.Nodes <= limit {
			w.left = min(checkEvery, limit-w.result.Nodes+1)
		}
	}
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	// In a browser no timer fires while this runs, so the clock is read too.
	if deadline, ok := w.ctx.Deadline(); ok && w.err == nil && time.Since(deadline) > timersLate {
		w.err = context.DeadlineExceeded
	}
}

// ended returns the value of a position without moves to search: a finished game, at a number
// of plies from the root, or a position at the depth limit. Once the walk is stopped every
// position ends at once.
func (w *walk) ended(node *Node, ply int) (oxo.Score, bool) {
	if w.err != nil {
		return w.leave(node, oxo.Draw), true
	}
	isMax := ply%2 == 0
	if w.p.Outcome() != oxo.Ongoing {
		return w.leaf(node, trace.GameOver, w.valueOf(oxo.Final(w.p), isMax, ply)), true
	}
	if w.looping != nil {
		if plies, value := w.looping.Repeated(); plies > 0 && plies <= ply {
			return w.leaf(node, trace.Repetition, w.valueOf(value, isMax, ply)), true
		}
	}
	if w.opts.Depth > 0 && ply >= w.opts.Depth {
		w.result.Proven = false
		value := oxo.Draw
		if w.opts.Evaluate != nil {
			value = w.opts.Evaluate(w.p)
		}
		return w.leaf(node, trace.Horizon, w.valueOf(value, isMax, ply)), true
	}
	if ply >= maxPlies {
		w.err = tooDeep()
		return w.leave(node, oxo.Draw), true
	}
	return 0, false
}

// valueOf converts a score for the side to move into MAX's value, with plies counted from the
// root if they are counted.
func (w *walk) valueOf(s oxo.Score, isMax bool, ply int) oxo.Score {
	if s.CountsPlies() && w.countsPlies {
		s = oxo.Score(s.Sign()) * oxo.Win(s.Plies()+ply)
	}
	if !isMax {
		s = -s
	}
	return s
}

// leaf ends a node without children.
func (w *walk) leaf(node *Node, why trace.Ending, value oxo.Score) oxo.Score {
	w.result.Leaves++
	if node != nil {
		node.Ending = why
	}
	return w.leave(node, value)
}

// moves lists the moves at a ply, in a buffer of that ply.
func (w *walk) moves(ply int) []oxo.Move {
	for len(w.buf) <= ply {
		w.buf = append(w.buf, nil)
	}
	w.buf[ply] = w.p.Moves(w.buf[ply][:0])
	return w.buf[ply]
}

func (w *walk) play(m oxo.Move)     { w.last = m; w.p.Make(m) }
func (w *walk) takeBack(m oxo.Move) { w.p.Unmake(m) }

// cut records a cut-off that left out a number of moves. If the window closes with the last
// move, nothing is left out, and it is not a cut-off.
func (w *walk) cut(node *Node, skipped int) {
	if skipped == 0 {
		return
	}
	w.result.Cutoffs++
	if node != nil {
		node.Ending, node.Skipped = trace.CutOff, skipped
	}
}

func (w *walk) leave(node *Node, value oxo.Score) oxo.Score {
	if node != nil {
		node.Value = value
		w.path = w.path[:len(w.path)-1]
	}
	return value
}
