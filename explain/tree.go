package explain

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"oxo"
	"oxo/internal/words"
	"oxo/search"
	"oxo/search/trace"
	"oxo/textbook"
)

// Algorithm is a search whose tree can be explained.
type Algorithm struct {
	Name, About string
	Windows     bool // it has a window (alpha, beta)
	walk        func(context.Context, *Tree, Options) error
	// closed reports whether no value is left between alpha and beta.
	closed func(alpha, beta oxo.Score) bool
}

// Engine is the name of the engine's algorithm.
const Engine = "search"

// Algorithms lists the searches of the textbook, and the engine.
func Algorithms() []Algorithm {
	never := func(_, _ oxo.Score) bool { return false }
	equal := func(alpha, beta oxo.Score) bool { return alpha >= beta }
	above := func(alpha, beta oxo.Score) bool { return alpha > beta }
	return []Algorithm{
		{"minimax", "every line to its end; a win is a win, however late", false, textbookWalk(textbook.Minimax), never},
		{"minimax-depth", "minimax that prefers sooner wins and later losses", false, textbookWalk(textbook.MinimaxDepth), never},
		{"alphabeta", "minimax with depth that leaves out what cannot matter", true, textbookWalk(textbook.AlphaBeta), equal},
		{"alphabeta-strict", "alpha-beta that cuts off only where alpha is greater than beta, not where they are equal", true, textbookWalk(textbook.AlphaBetaStrict), above},
		{Engine, "the engine: alpha-beta with a table, the game's own knowledge, and null-window searches", true, func(ctx context.Context, t *Tree, o Options) error { return t.engine(ctx, o) }, equal},
	}
}

// Find returns the algorithm with a name, or with an older name such as "textbook-minimax". Its
// error lists the algorithms, and the names of others, which the caller has in addition.
// "alphabeta-depth" is alphabeta, which counts plies.
func Find(name string, others ...string) (Algorithm, error) {
	var names []string
	known := canonical(name)
	for _, a := range Algorithms() {
		if a.Name == known {
			return a, nil
		}
		names = append(names, a.Name)
	}
	names = append(names, others...)
	if near, ok := words.Nearest(name, names); ok {
		return Algorithm{}, fmt.Errorf("no algorithm %q: did you mean %s?", name, near)
	}
	return Algorithm{}, fmt.Errorf("no algorithm %q: want %s", name, strings.Join(names, ", "))
}

// canonical converts an older or longer name of an algorithm, as players have it, to
// the current one.
func canonical(name string) string {
	switch name {
	case "textbook-minimax":
		return "minimax"
	case "textbook-minimax-depth":
		return "minimax-depth"
	case "textbook-alphabeta", "alphabeta-depth":
		return "alphabeta"
	}
	return name
}

// Options limit a walk.
type Options struct {
	// Depth is the number of plies to look ahead; 0 is no limit. The value of a
	// position at the limit is the game's own evaluation ([oxo.Evaluator]), or 0
	// without one.
	Depth    int
	MaxNodes uint64 // positions to visit; 0 is no limit
}

// Node is one position of a tree.
type Node struct {
	Parent   int32    // index in Tree.Nodes; -1 at the root
	Below    int32    // nodes of the subtree, itself included
	Ply      int16    // from the root
	Move     oxo.Move // the move that led here; meaningless at the root and at a search of it
	Max      bool     // whether MAX is to move
	Question bool     // a search of the root again, with a window of its own
	Ending   trace.Ending
	Skipped  int32 // legal moves that were not searched
	// The window on arrival, infinite if the algorithm has none, and the value, which
	// is a bound if it is outside the window.
	Alpha, Beta, Value oxo.Score
}

// Tree is the record of a walk.
type Tree struct {
	Game      oxo.Game
	Start     oxo.Position // the root; not changed
	Algorithm Algorithm

	Value       search.Value
	CountsPlies bool // false for minimax without depth
	Best        oxo.Move
	HasBest     bool
	// Moves holds the root's moves in the order they were searched; only for the
	// textbook.
	Moves []textbook.MoveValue

	Visited uint64 // positions visited, the root included
	Leaves  uint64 // of these, ends of the game and positions not searched further
	Cutoffs uint64 // positions left before all moves were searched
	Nodes   []Node // in the order of the walk

	estimates bool // a depth limit ended nodes: 0 need not be a draw
}

// Walk searches p with an algorithm and keeps the tree: about 40 bytes a node, and
// for the textbook 150 during the walk. It leaves p unchanged. If ctx or the limit of
// nodes ends the walk, it returns an error.
func Walk(ctx context.Context, g oxo.Game, p oxo.Position, a Algorithm, o Options) (*Tree, error) {
	t := &Tree{Game: g, Start: p.Clone(), Algorithm: a}
	if err := a.walk(ctx, t, o); err != nil {
		return nil, err
	}
	return t, nil
}

// Fit walks as [Walk] does. If that visits more nodes than the limit, it walks the
// greatest depth that fits and returns that depth, otherwise 0. If even one ply is
// too large, it returns an error that wraps [textbook.ErrMaxNodes].
func Fit(ctx context.Context, g oxo.Game, p oxo.Position, a Algorithm, o Options) (t *Tree, plies int, err error) {
	t, err = Walk(ctx, g, p, a, o)
	if !errors.Is(err, textbook.ErrMaxNodes) {
		return t, 0, err
	}
	for depth := 1; ; depth++ {
		o.Depth = depth
		next, failed := Walk(ctx, g, p, a, o)
		switch {
		case failed == nil:
			t, plies = next, depth
		case t != nil:
			return t, plies, nil // also if time ran out for one more ply
		default:
			return nil, 0, failed
		}
	}
}

// Children yields the indices of a node's children.
func (t *Tree) Children(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for c := i + 1; c < i+int(t.Nodes[i].Below); c += int(t.Nodes[c].Below) {
			if !yield(c) {
				return
			}
		}
	}
}

type textbookSearch func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error)

// textbookWalk converts the trace of a textbook search into a tree.
func textbookWalk(run textbookSearch) func(context.Context, *Tree, Options) error {
	return func(ctx context.Context, t *Tree, o Options) error {
		opts := textbook.Options{Depth: o.Depth, MaxNodes: o.MaxNodes, Trace: true}
		if _, ok := t.Start.(oxo.Evaluator); ok && o.Depth > 0 {
			opts.Evaluate = func(p oxo.Position) oxo.Score { return p.(oxo.Evaluator).Evaluate() }
		}
		r, err := run(ctx, t.Start.Clone(), opts)
		if err != nil {
			return err
		}
		t.Value, t.CountsPlies = search.Value{Score: r.Value, Proven: r.Proven}, r.CountsPlies
		t.Best, t.HasBest, t.Moves = r.Best, r.HasMove, r.Moves
		t.Visited, t.Leaves, t.Cutoffs = r.Nodes, r.Leaves, r.Cutoffs
		t.Nodes = make([]Node, 0, r.Nodes)
		t.flatten(r.Tree, -1, 0)
		return nil
	}
}

func (t *Tree) flatten(n *textbook.Node, parent int32, ply int16) {
	i := len(t.Nodes)
	t.estimates = t.estimates || n.Ending == trace.Horizon
	t.Nodes = append(t.Nodes, Node{
		Parent: parent, Ply: ply, Move: n.Move, Max: n.Max, Ending: n.Ending, Skipped: int32(n.Skipped),
		Alpha: n.Alpha, Beta: n.Beta, Value: n.Value,
	})
	for _, child := range n.Children {
		t.flatten(child, int32(i), ply+1)
	}
	t.Nodes[i].Below = int32(len(t.Nodes) - i)
}

// engineTable is the size of the engine's table during a trace: trees that can be
// explained are small.
const engineTable = 8 << 20

// engine traces the search. If the search looked at the root more than once, with
// different windows, an extra node is the parent of those searches.
func (t *Tree) engine(ctx context.Context, o Options) error {
	walked := &search.Trace{Most: int(o.MaxNodes)}
	s := search.New(search.Options{TableBytes: engineTable, Trace: walked})
	r := s.Search(ctx, t.Start.Clone(), search.Limits{Depth: o.Depth})
	switch {
	case walked.Full:
		return fmt.Errorf("%w: stopped after %d positions", textbook.ErrMaxNodes, o.MaxNodes)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	t.Value, t.CountsPlies, t.Best, t.HasBest, t.Visited = r.Value, true, r.Best, r.HasMove, r.Nodes
	above := int32(0)
	if len(walked.Nodes) == 0 || int(walked.Nodes[0].Below) < len(walked.Nodes) {
		above = 1
		t.Nodes = append(t.Nodes, Node{
			Parent: -1, Below: int32(len(walked.Nodes)) + 1, Max: true,
			Alpha: -oxo.Infinity, Beta: oxo.Infinity, Value: r.Score,
		})
	}
	t.fromTrace(walked.Nodes, above)
	t.settleEndings()
	return nil
}

// fromTrace converts the nodes of a trace to MAX's view.
func (t *Tree) fromTrace(nodes []search.TraceNode, above int32) {
	for _, n := range nodes {
		t.estimates = t.estimates || n.Ending == trace.Horizon
		to := Node{Parent: n.Parent + above, Below: n.Below, Move: n.Move, Ending: n.Ending}
		if n.Parent < 0 {
			to.Question = above > 0
		} else {
			to.Ply = t.Nodes[to.Parent].Ply + 1
		}
		to.Max = to.Ply%2 == 0
		to.Alpha, to.Beta, to.Value = atRoot(n.Alpha, to.Ply), atRoot(n.Beta, to.Ply), atRoot(n.Value, to.Ply)
		if !to.Max {
			to.Alpha, to.Beta = to.Beta, to.Alpha
		}
		t.Nodes = append(t.Nodes, to)
	}
}

// atRoot converts a score of a node to the root's view. The largest margin becomes
// infinity: it is the end of a window in a game without a limit on margins.
func atRoot(s oxo.Score, ply int16) oxo.Score {
	switch s.Margin() {
	case oxo.MaxMargin:
		s = oxo.Infinity
	case -oxo.MaxMargin:
		s = -oxo.Infinity
	}
	for range ply {
		if s == oxo.Infinity || s == -oxo.Infinity {
			s = -s
			continue
		}
		s = s.ToParent()
	}
	return s
}

// settleEndings separates finished games from values that the guide knew, and counts
// nodes.
func (t *Tree) settleEndings() {
	p := t.Start.Clone()
	t.Each(func(i int, p oxo.Position) {
		n := &t.Nodes[i]
		if p.Outcome() != oxo.Ongoing && n.Ending != trace.Known {
			n.Ending = trace.GameOver
		}
		switch n.Ending {
		case trace.CutOff, trace.Complete:
			n.Skipped = int32(len(p.Moves(nil)))
			for range t.Children(i) {
				n.Skipped--
			}
			if n.Ending == trace.CutOff {
				t.Cutoffs++
			}
		case trace.Known, trace.Stopped:
		default:
			t.Leaves++
		}
		if t.asks(i) {
			n.Skipped = 0
		}
	}, p)
}

// asksAt reports whether a node has a null window. The textbook has none; its windows
// are shown as they are.
func (t *Tree) asksAt(n *Node) bool {
	return t.Algorithm.Name == Engine && n.Beta == n.Alpha+1
}

// asks reports whether the children of node i are searches of the root position, each with its own
// question.
func (t *Tree) asks(i int) bool {
	return i+1 < len(t.Nodes) && t.Nodes[i+1].Question && t.Nodes[i+1].Parent == int32(i)
}

// Each calls f for every node in the order of the walk, with its position, which f
// must leave unchanged. p is the root's position; Each plays moves on it and restores
// it.
func (t *Tree) Each(f func(i int, p oxo.Position), p oxo.Position) {
	if len(t.Nodes) > 0 {
		t.each(0, p, f)
	}
}

func (t *Tree) each(i int, p oxo.Position, f func(i int, p oxo.Position)) {
	f(i, p)
	for c := range t.Below(i, p) {
		t.each(c, p, f)
	}
}

// Below yields the indices of a node's children. p is the node's position; while a
// child is yielded, p is the child's.
func (t *Tree) Below(i int, p oxo.Position) iter.Seq[int] {
	return func(yield func(int) bool) {
		for c := range t.Children(i) {
			n := &t.Nodes[c]
			if !n.Question {
				p.Make(n.Move)
			}
			more := yield(c)
			if !n.Question {
				p.Unmake(n.Move)
			}
			if !more {
				return
			}
		}
	}
}

// MoveNames writes the moves to a node's children in order, as players of the game write them; a search of the root has
// no move and gives "".
func (t *Tree) MoveNames(i int, p oxo.Position) []string { return t.movesBy(i, p, t.named) }

// MoveTexts is [Tree.MoveNames] in the game's notation.
func (t *Tree) MoveTexts(i int, p oxo.Position) []string { return t.movesBy(i, p, t.Game.FormatMove) }

func (t *Tree) movesBy(i int, p oxo.Position, write func(oxo.Position, oxo.Move) string) []string {
	var names []string
	for c := range t.Children(i) {
		name := ""
		if !t.Nodes[c].Question {
			name = write(p, t.Nodes[c].Move)
		}
		names = append(names, name)
	}
	return names
}

// Plies returns the deepest ply below a node, counted from the root of the tree, such that the
// levels down to it have at most the given number of nodes in total. It includes at least one
// level.
func (t *Tree) Plies(i, most int) int {
	top := int(t.Nodes[i].Ply)
	var levels []int
	for c := i; c < i+int(t.Nodes[i].Below); c++ {
		for len(levels) <= int(t.Nodes[c].Ply)-top {
			levels = append(levels, 0)
		}
		levels[int(t.Nodes[c].Ply)-top]++
	}
	total := 0
	for level, n := range levels {
		if total += n; total > most && level > 0 {
			return top + max(level-1, 1)
		}
	}
	return top + len(levels)
}

// Position returns the position of a node.
func (t *Tree) Position(i int) oxo.Position {
	var moves []oxo.Move
	for ; t.Nodes[i].Parent >= 0; i = int(t.Nodes[i].Parent) {
		if !t.Nodes[i].Question {
			moves = append(moves, t.Nodes[i].Move)
		}
	}
	p := t.Start.Clone()
	for _, m := range slices.Backward(moves) {
		p.Make(m)
	}
	return p
}
