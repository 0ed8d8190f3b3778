package explain

import (
	"iter"
	"slices"

	"oxo"
	"oxo/game/catalog"
	"oxo/search/trace"
)

// Step is the kind of a moment.
type Step uint8

// Steps of a walk.
const (
	Enter  Step = iota // a node is entered, and its moves will be searched
	End                // a node is entered and has its value at once: it is a leaf, or its subtree is not shown
	Return             // the value of a child reaches its parent
	Cut                // the window has closed: the remaining moves are skipped
	Done               // the last move has been searched: the node has its value
)

// String returns "enter", "end", "return", "cut" or "done".
func (s Step) String() string {
	return [...]string{"enter", "end", "return", "cut", "done"}[s]
}

// Moment is one step of a walk, with the state of its node afterwards.
type Moment struct {
	Step Step
	Node int      // the node that it is about; for [Return] the parent
	Path []string // the moves from the root of the tree to Node
	// Alpha and Beta are the window of Node after the step; infinite if the algorithm
	// has none.
	Alpha, Beta oxo.Score
	// Best is the value of Node so far. HasBest is false until a child has returned.
	Best    oxo.Score
	HasBest bool
	// What describes the event, Why its cause or effect; Why may be empty.
	What, Why string
	// Ask is a question for a learner just before the step, or nil.
	Ask *Prediction
}

// Prediction is a question about the next moment.
type Prediction struct {
	Question string
	Options  []string // at least two
	Right    int      // index in Options
}

// Moments yields the moments of the walk below a node in order, down to a ply counted
// from the root; a deeper subtree is one moment. No moment reveals the outcome of a
// later one.
func (t *Tree) Moments(under, last int) iter.Seq[Moment] {
	return func(yield func(Moment) bool) {
		w := &narrator{t: t, voice: t.Sides(), p: t.Position(under), last: last, yield: yield, under: under}
		w.span()
		w.node(under, t.PathNames(under))
	}
}

// Path lists the moves from the root to a node, in the game's notation.
func (t *Tree) Path(i int) []string { return t.pathBy(i, t.Game.FormatMove) }

// PathNames lists the moves from the root to a node, as players of the game write them.
func (t *Tree) PathNames(i int) []string { return t.pathBy(i, t.named) }

// named writes a legal move as players of the game write it.
func (t *Tree) named(p oxo.Position, m oxo.Move) string { return catalog.NameMove(t.Game, p, m) }

func (t *Tree) pathBy(i int, write func(oxo.Position, oxo.Move) string) []string {
	var numbers []int
	for ; t.Nodes[i].Parent >= 0; i = int(t.Nodes[i].Parent) {
		numbers = append(numbers, i)
	}
	p := t.Start.Clone()
	names := []string{}
	for _, number := range slices.Backward(numbers) {
		if n := &t.Nodes[number]; !n.Question {
			names = append(names, write(p, n.Move))
			p.Make(n.Move)
		}
	}
	return names
}

// narrator walks a tree again and yields its moments.
type narrator struct {
	t     *Tree
	voice Voice
	p     oxo.Position
	under int
	last  int
	yield func(Moment) bool
	over  bool // the caller has stopped the iteration
	// lo and hi hold what the walk proves of each node, by number minus under: the
	// minimax value is at least lo and at most hi.
	lo, hi []oxo.Score
	open   []*opened // from the top to the current node
}

// opened is a node whose moves are being searched.
type opened struct {
	node        int
	name        string // its path
	move        string // the move that led here
	alpha, beta oxo.Score
	best        oxo.Score
	bestName    string // of the child with that value
	seen        int    // children that have returned
	names       []string
	unlooked    []string // moves that a cut-off skips
}

// span computes lo and hi, from the leaves up.
func (w *narrator) span() {
	nodes := w.t.Nodes[w.under : w.under+int(w.t.Nodes[w.under].Below)]
	w.lo, w.hi = make([]oxo.Score, len(nodes)), make([]oxo.Score, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		w.lo[i], w.hi[i] = -oxo.Infinity, oxo.Infinity
		switch {
		case n.Below == 1 || w.t.Algorithm.Name == Engine: // the engine's node itself says what its value means
			w.lo[i], w.hi[i] = windowSpan(n)
		case n.Ending == trace.CutOff:
		case n.Max: // the maximum of its children's lower bounds
			w.hi[i] = -oxo.Infinity
		default:
			w.lo[i] = oxo.Infinity
		}
	}
	if w.t.Algorithm.Name == Engine {
		return
	}
	for i := len(nodes) - 1; i > 0; i-- {
		w.spanParent(nodes, i)
	}
}

// windowSpan returns what a node's value proves, given its window. A value of a
// textbook leaf is exact.
func windowSpan(n *Node) (lo, hi oxo.Score) {
	lo, hi = n.Value, n.Value
	switch n.Ending {
	case trace.Stopped:
		return -oxo.Infinity, oxo.Infinity
	case trace.Table, trace.Guide, trace.Known, trace.CutOff, trace.Complete:
		if n.Value >= n.Beta {
			hi = oxo.Infinity
		}
		if n.Value <= n.Alpha {
			lo = -oxo.Infinity
		}
	}
	return lo, hi
}

// spanParent adds what a node proves to its parent's bounds.
func (w *narrator) spanParent(nodes []Node, i int) {
	up := int(nodes[i].Parent) - w.under
	parent := &nodes[up]
	whole := parent.Ending == trace.Complete
	if parent.Max {
		w.lo[up] = max(w.lo[up], w.lo[i])
		if whole {
			w.hi[up] = max(w.hi[up], w.hi[i])
		}
		return
	}
	w.hi[up] = min(w.hi[up], w.hi[i])
	if whole {
		w.lo[up] = min(w.lo[up], w.lo[i])
	}
}

// node yields the moments of a subtree; w.p is its position.
func (w *narrator) node(i int, path []string) {
	n := &w.t.Nodes[i]
	if n.Below == 1 || int(n.Ply) >= w.last {
		w.say(Moment{Step: End, Node: i, Path: path, Alpha: n.Alpha, Beta: n.Beta, Best: n.Value, HasBest: n.Ending != trace.Stopped}, w.endWords(i, path))
		return
	}
	o := &opened{node: i, name: w.t.nodeName(i, path), alpha: n.Alpha, beta: n.Beta, best: oxo.Infinity, names: namedAll(w.t.MoveNames(i, w.p)), unlooked: namedAll(w.t.Unlooked(i, w.p))}
	if len(path) > 0 {
		o.move = named(path[len(path)-1])
	}
	if n.Max {
		o.best = -oxo.Infinity
	}
	w.tell(o, Enter, path, w.enterWords(i, path))
	w.open = append(w.open, o)
	at, raw := 0, w.t.MoveNames(i, w.p)
	for c := range w.t.Below(i, w.p) {
		below := path
		if raw[at] != "" {
			below = append(slices.Clip(path), raw[at])
		}
		w.node(c, below)
		if w.over {
			break
		}
		words := w.take(o, c, at)
		w.tell(o, Return, path, words)
		at++
	}
	w.open = w.open[:len(w.open)-1]
	switch {
	case w.over:
	case n.Ending == trace.CutOff && !w.t.asks(i):
		w.tell(o, Cut, path, w.cutWords(o))
	default:
		w.tell(o, Done, path, w.doneWords(o))
	}
}

// take returns the value of a child to its parent.
func (w *narrator) take(o *opened, c, at int) saying {
	child := &w.t.Nodes[c]
	before := *o
	switch {
	case child.Ending == trace.Stopped:
		return saying{what: w.t.childName(c, o.names[at]) + " was given up.", why: "It is tried again with a larger node budget."}
	case child.Question:
		if child.Value > child.Alpha {
			o.alpha = max(o.alpha, child.Value)
		}
		if child.Value < child.Beta {
			o.beta = min(o.beta, child.Value)
		}
		o.seen++
		return w.answerWords(c)
	}
	o.seen++
	isMax := w.t.Nodes[o.node].Max
	if o.seen == 1 || (isMax && child.Value > o.best) || (!isMax && child.Value < o.best) {
		o.best, o.bestName = child.Value, o.names[at]
	}
	if w.t.Algorithm.Windows {
		if isMax {
			o.alpha = max(o.alpha, o.best)
		} else {
			o.beta = min(o.beta, o.best)
		}
	}
	return w.returnWords(&before, o, c, o.names[at])
}

// tell yields a moment of an open node.
func (w *narrator) tell(o *opened, step Step, path []string, words saying) {
	m := Moment{Step: step, Node: o.node, Path: path, Alpha: o.alpha, Beta: o.beta}
	if o.seen > 0 && !w.t.asks(o.node) {
		m.Best, m.HasBest = o.best, true
	}
	w.say(m, words)
}

func (w *narrator) say(m Moment, words saying) {
	if w.over {
		return
	}
	m.What, m.Why, m.Ask = upper(words.what), upper(words.why), words.ask
	w.over = !w.yield(m)
}

// Unlooked names the skipped moves of a node as players write them, in the game's order; p is its position.
func (t *Tree) Unlooked(i int, p oxo.Position) []string {
	if t.Nodes[i].Skipped == 0 {
		return nil
	}
	looked := map[oxo.Move]bool{}
	for c := range t.Children(i) {
		looked[t.Nodes[c].Move] = true
	}
	var names []string
	for _, m := range p.Moves(nil) {
		if !looked[m] {
			names = append(names, t.named(p, m))
		}
	}
	return names
}
