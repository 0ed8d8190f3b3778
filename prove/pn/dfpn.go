package pn

import (
	"math"

	"oxo"
	"oxo/game/knowledge"
)

// worker searches one copy of a claim.
type worker struct {
	s     *Solver
	claim knowledge.Claim
	// weights holds the amounts that each open move after the first adds to the largest number among the moves, in
	// quarters. With weight 0 the numbers of all moves are added up instead. The first weight is for the claimant's
	// moves, the second for the other side's moves.
	weights [2]uint64
	frames  []*frame
	known   expansions
	nodes   uint64 // visited since the last report
	noted   []Settled
}

// frame is the working memory of a position on the path from the root.
type frame struct {
	moves []knowledge.Child
	nodes []child
}

// child is a move with the numbers of the position after it, for the side to move there.
type child struct {
	move    oxo.Move
	busy    int16 // number of other workers searching it, near the root
	late    bool  // its key is not computed yet: see [worker.lateFrom]
	numbers numbers
	key     oxo.Key // of the position after the move, if it may be looked up
}

func (w *worker) frame(ply int) *frame {
	for len(w.frames) <= ply {
		w.frames = append(w.frames, &frame{})
	}
	return w.frames[ply]
}

// visit searches a position until one of its numbers reaches its limit. It returns the numbers
// and the positions visited. It is the multiple iterative deepening of df-pn [Nagai02]: it
// leaves the position as soon as another one is better to work on.
func (w *worker) visit(ply int, key oxo.Key, limit numbers) (numbers, uint64) {
	// 1. What the game knows, and the moves with the table's numbers.
	w.count()
	f := w.frame(ply)
	n, decided := w.expand(f)
	if decided {
		w.s.table.store(key, n, 1)
		return n, 1
	}
	work, split := uint64(1), w.s.splits(ply)
	for {
		// 2. The numbers of this position, computed from its moves.
		if known, ok := w.solvedByOther(ply, key); ok {
			return known, work
		}
		if split {
			w.renew(f.nodes)
		}
		best, second := w.best(f.nodes)
		n = combine(f.nodes, w.weight())
		if n.own >= limit.own || n.other >= limit.other || n.solved() || w.s.stopped() {
			w.keep(key, n, work)
			return n, work
		}
		// 3. Search the move with the least work, until another move has less.
		c := &f.nodes[best]
		if w.catchUp(c) {
			continue
		}
		w.claim.Make(c.move)
		to := w.limits(f.nodes, best, second, n, limit)
		if split {
			to = joined(c.numbers, to)
			w.s.enter(c.key)
		}
		var more uint64
		c.numbers, more = w.visit(ply+1, c.key, to)
		w.claim.Unmake(c.move)
		if work += more; split {
			w.s.leave(c.key)
		}
	}
}

// count counts a visit. Every reportEvery visits it reports to the solver.
func (w *worker) count() {
	if w.nodes++; w.nodes >= reportEvery {
		w.s.report(w)
	}
}

// expand fills in a frame. If the position is decided, it reports so and returns its numbers.
func (w *worker) expand(f *frame) (numbers, bool) {
	var known bool
	f.nodes = f.nodes[:0]
	position, keep := w.claim.Position()
	if keep {
		f.nodes, known = w.known.recall(position, f.nodes)
	}
	if known {
		for i := range f.nodes {
			if !f.nodes[i].late {
				w.s.table.fetch(f.nodes[i].key)
			}
		}
		for i := range f.nodes {
			w.lookUp(&f.nodes[i])
		}
	} else {
		if n, decided := w.ask(f); decided {
			return n, true
		}
		if keep {
			w.known.keep(position, f.nodes)
		}
	}
	n := combine(f.nodes, w.weight())
	return n, n.solved()
}

// ask fills in a frame from the game. If one move decides the position, it reports so and returns the numbers.
func (w *worker) ask(f *frame) (numbers, bool) {
	var verdict knowledge.Verdict
	f.moves, verdict = w.claim.Expand(f.moves[:0])
	if verdict != knowledge.Open {
		n := numbersOf(verdict, w.claim.Claiming())
		if len(f.moves) > 0 && n.own == 0 {
			f.nodes = append(f.nodes, child{move: f.moves[0].Move, numbers: numbers{n.other, n.own}})
		}
		return n, true
	}
	// A move is looked up after the next one's key is computed: meanwhile its entry is
	// prefetched.
	late := w.lateFrom(f.moves)
	for i := range f.moves {
		c := w.child(&f.moves[i], f.moves[i].Disproof >= late)
		if !c.late {
			w.s.table.fetch(c.key)
		}
		f.nodes = append(f.nodes, c)
		if i > 0 && w.succeeds(&f.nodes[i-1]) || i == len(f.moves)-1 && w.succeeds(&f.nodes[i]) {
			return numbers{0, infinity}, true
		}
	}
	return numbers{}, false
}

// succeeds looks up a move, and reports whether it decides the claim in favour of the side to move.
func (w *worker) succeeds(c *child) bool {
	w.lookUp(c)
	return c.numbers.other == 0
}

// lookUp takes the table's numbers of a move.
func (w *worker) lookUp(c *child) {
	if c.late || c.numbers.solved() {
		return
	}
	if n, ok := w.s.table.probe(c.key); ok {
		c.numbers = n
	}
}

// lateShare is how many times the disproof number of a late reply exceeds the easiest one's. A
// late reply is not looked up before its turn. (Three fifths of the replies of (8,8,5) are
// late. For one in 2,000 of them the table knows that it refutes the claim. Looking up all of
// them makes three openings a tenth slower.)
const lateShare = 2

// lateFrom returns the disproof number from which moves are late. Moves can be late only if one
// of them is enough to refute the claim, and only for relaxed claims: with strict ones (5,5,4)
// takes 1.3 times the positions.
func (w *worker) lateFrom(moves []knowledge.Child) uint64 {
	least := infinity
	if w.claim.Claiming() || w.s.table != w.s.tables[relaxed] {
		return math.MaxUint64
	}
	for i := range moves {
		if moves[i].Verdict == knowledge.Open {
			least = min(least, moves[i].Disproof)
		}
	}
	return lateShare*max(least, 1) + 1
}

// catchUp looks up a move if it is late, and reports whether it was.
func (w *worker) catchUp(c *child) bool {
	if !c.late {
		return false
	}
	c.key, c.late = w.keyAfter(c.move), false
	w.lookUp(c)
	if position, keep := w.claim.Position(); keep {
		w.known.amend(position, c)
	}
	return true
}

// child makes a child from what the game knows of a move.
func (w *worker) child(m *knowledge.Child, late bool) child {
	claiming := !w.claim.Claiming() // after the move
	if m.Verdict != knowledge.Open {
		return child{move: m.Move, numbers: numbersOf(m.Verdict, claiming)}
	}
	n := numbers{m.Proof, m.Disproof}
	if !claiming {
		n = numbers{m.Disproof, m.Proof}
	}
	if late {
		return child{move: m.Move, numbers: n, late: true}
	}
	return child{move: m.Move, numbers: n, key: w.keyAfter(m.Move)}
}

// keyAfter returns the key of the position after a move.
func (w *worker) keyAfter(m oxo.Move) oxo.Key {
	w.claim.Make(m)
	key, _ := w.claim.Key()
	w.claim.Unmake(m)
	return key
}

// numbersOf returns the numbers of a verdict for the side to move.
func numbersOf(v knowledge.Verdict, claiming bool) numbers {
	if (v == knowledge.Holds) == claiming {
		return numbers{0, infinity}
	}
	return numbers{infinity, 0}
}

// best returns the move that leaves the other side the least work, and the numbers of the next
// best one that no worker is searching.
func (w *worker) best(nodes []child) (best int, second uint64) {
	best, second = -1, infinity
	for i := range nodes {
		switch o := nodes[i].numbers.other; {
		case nodes[i].busy > 0 || nodes[i].numbers.solved():
		case best < 0:
			best = i
		case o < nodes[best].numbers.other:
			best, second = i, nodes[best].numbers.other
		case o < second:
			second = o
		}
	}
	return best, second
}

// combine returns the numbers of a position. Its side needs one move that succeeds; the other side must answer all of
// them. With a weight, the work for all moves is the work for the hardest move plus a little for each other open
// move: the positions after the moves share most of what must be proven [UedaEtc08].
func combine(nodes []child, weight uint64) numbers {
	n := numbers{own: infinity}
	open := uint64(0)
	for i := range nodes {
		c := nodes[i].numbers
		n.own = min(n.own, c.other)
		if c.own == 0 {
			continue
		}
		open++
		if weight == 0 {
			n.other = min(n.other+c.own, MostWork)
		} else {
			n.other = max(n.other, c.own)
		}
	}
	switch {
	case n.own == 0:
		n.other = infinity
	case open > 1 && weight > 0 && n.other < infinity:
		n.other = min(n.other+weight*(open-1), MostWork)
	}
	return n
}

// weight returns the weight for the moves of the current position. The method replies returns the weight for the
// moves after each of them.
func (w *worker) weight() uint64 {
	if w.claim.Claiming() {
		return w.weights[0]
	}
	return w.weights[1]
}

func (w *worker) replies() uint64 {
	if w.claim.Claiming() {
		return w.weights[1]
	}
	return w.weights[0]
}

// limits returns how far a move is searched: until the next best move is better by a margin [PawlewiczLew07], or the
// position reaches its own limits. Below the root it is called after the move is made. So it uses the weights of the
// side that moves next, instead of the weights of the position with the moves. The two differ only for relaxed
// claims. With the weights of the position, openings of (8,8,5) took 1.03 and 1.08 times the positions.
func (w *worker) limits(nodes []child, best int, second uint64, n, limit numbers) numbers {
	c := nodes[best].numbers
	margin := second
	if second < infinity {
		margin = second + knowledge.Unit + second/4
		if w.replies() > 0 { // a narrower margin if numbers grow slowly
			margin = second + knowledge.Unit + second/8
		}
		margin = min(margin, infinity)
	}
	other := min(limit.own, margin)
	own := limit.other
	if weight := w.weight(); limit.other < infinity {
		if weight == 0 {
			own = limit.other - n.other + c.own
		} else {
			open := uint64(0)
			for i := range nodes {
				if nodes[i].numbers.own != 0 {
					open++
				}
			}
			own = max(limit.other-min(weight*(open-1), limit.other), c.own+1)
		}
	}
	return numbers{own: own, other: other}
}
