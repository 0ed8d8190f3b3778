package mcts

import (
	"math"
	"math/rand/v2"
	"slices"

	"oxo"
)

// worker is one thread of a search, with a position of its own.
type worker struct {
	s   *Searcher
	rng *rand.Rand
	game
	path     []uint32 // from the root to the leaf, which is last
	made     []oxo.Move
	played   []oxo.Move // by the play-out
	moves    []oxo.Move
	children []oxo.Child
	given    []float32 // the game's priors
	weights  []float32
	later    [2][laterSize]later // the moves of the play-out, by the parity of their ply
	stamp    uint32
}

func newWorker(s *Searcher, number int) *worker {
	return &worker{s: s, rng: newRand(s.opts.Seed, number)}
}

// newRand returns a worker's random numbers.
func newRand(seed uint64, number int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(number))) }

// bind makes the worker search a position.
func (w *worker) bind(p oxo.Position) { w.game = newGame(p, &w.s.opts) }

// leaf is the end of a path with the value found there, for its side to move.
type leaf struct {
	first  bool // this is its first visit
	expand bool
	grown  bool // its children are listed
	// settled says that it has moves, but all of them are decided.
	settled bool
	flags   flags
	bounds  oxo.Bounds
	result  result
	score   oxo.Score // the score of the play-out
}

// playOut makes one play-out: it descends the tree, evaluates the leaf, and counts the result
// on the way back.
func (w *worker) playOut() {
	t := &w.s.tree
	t.mu.Lock()
	l := w.descend(t)
	t.mu.Unlock()
	for _, m := range w.made {
		w.p.Make(m)
	}
	w.visit(&l)
	traced := w.s.opts.Trace
	if traced != nil {
		traced.visited(w, &l)
	}
	for _, m := range slices.Backward(w.made) {
		w.p.Unmake(m)
	}
	t.mu.Lock()
	w.grow(t, &l)
	w.backUp(t, &l)
	if traced != nil {
		traced.backedUp(w)
	}
	t.mu.Unlock()
}

// descend chooses a path, and claims the work at its end.
func (w *worker) descend(t *tree) leaf {
	w.path, w.made, w.played = append(w.path[:0], 0), w.made[:0], w.played[:0]
	i, above := uint32(0), uint16(1)
	t.nodes[0].pending++
	for t.nodes[i].first != 0 {
		next := t.choose(&t.nodes[i])
		if next == 0 {
			break
		}
		if w.s.opts.Trace != nil {
			w.s.opts.Trace.chose(t, i, next)
		}
		above = t.nodes[i].children
		i = next
		t.nodes[i].pending++
		w.path, w.made = append(w.path, i), append(w.made, t.nodes[i].move)
	}
	n := &t.nodes[i]
	l := leaf{first: n.visits == 0 && i != 0, flags: n.flags &^ expanding, bounds: after(n.bounds())}
	if n.first != 0 { // all its moves are decided
		l.result, l.settled = result{value: t.best(n)}, true
		return l
	}
	// A node with many siblings must have enough visits to be worth the memory of its children.
	const brothers = 32
	if n.flags&(expanding|repeated|forbidden) == 0 && !t.full && uint32(above/brothers) <= n.visits {
		l.expand = true
		n.flags |= expanding
	}
	return l
}

// best returns the value of the best decided move of a node, for the side to move.
func (t *tree) best(n *node) float64 {
	best := 0.0
	for _, c := range t.below(n) {
		if c.flags&forbidden == 0 {
			best = max(best, c.mean())
		}
	}
	return best
}

// visit evaluates the position of the leaf: whether it is over, whether it was reached before,
// what its guide proves, and how a play-out ends.
func (w *worker) visit(l *leaf) {
	if l.settled {
		return
	}
	if l.flags&(repeated|forbidden) != 0 {
		l.result = result{value: 0.5}
		return
	}
	if l.first && w.looping != nil {
		if plies, _ := w.looping.Repeated(); plies > 0 && (plies <= len(w.made) || w.forbids) {
			l.flags, l.result, l.expand = repeated, result{value: 0.5}, false
			if w.forbids {
				l.flags = forbidden
			}
			return
		}
	}
	if w.p.Outcome() != oxo.Ongoing {
		score := oxo.Final(w.p)
		l.bounds, l.result, l.expand = oxo.Exactly(score), worth(score, 0), false
		return
	}
	if l.expand {
		w.moves = w.p.Moves(w.moves[:0])
		var bounds oxo.Bounds
		w.children, bounds = w.expand(w.moves, w.children[:0])
		l.bounds = l.bounds.And(bounds)
		l.grown = len(w.children) > 0
		w.order()
	}
	if _, ok := l.bounds.Result(); ok {
		l.result = worth(l.bounds.Clamp(oxo.Draw), 0)
		return
	}
	w.roll(l)
}

// roll makes the play-out from the leaf.
func (w *worker) roll(l *leaf) {
	var score oxo.Score
	switch plies := w.s.opts.Plies; {
	case w.playouts != nil && plies <= 0:
		w.played, score = w.playouts.Playout(w.rng, w.played)
	case plies > 0:
		score = w.playRandomly(plies)
	case w.estimates():
		score = w.playRandomly(defaultPlies)
	default:
		score = w.playRandomly(maxPlies)
	}
	l.score, l.result = score, worth(score, w.s.tree.scale)
}

// estimates reports whether most results are estimates of the game.
func (w *worker) estimates() bool {
	plies := w.s.opts.Plies
	return w.evaluator != nil && (plies > 0 || plies == 0 && w.playouts == nil)
}

// playRandomly plays random legal moves, and takes them back. It returns the score for the side
// to move at the start.
func (w *worker) playRandomly(plies int) oxo.Score {
	p := w.p
	score, over := oxo.Draw, false
	for len(w.played) < plies {
		w.moves = p.Moves(w.moves[:0])
		if len(w.moves) == 0 {
			score, over = oxo.Final(p), true
			break
		}
		if over = !w.draw(); over {
			break
		}
	}
	if !over && p.Outcome() != oxo.Ongoing {
		score, over = oxo.Final(p), true
	}
	if !over && w.evaluator != nil {
		score = w.evaluator.Evaluate()
	}
	if len(w.played)&1 != 0 {
		score = -score // its plies do not count
	}
	for _, m := range slices.Backward(w.played) {
		p.Unmake(m)
	}
	return score
}

// draw makes a random move. It reports false if the position was reached before, or if no move
// may be made.
func (w *worker) draw() bool {
	for len(w.moves) > 0 {
		i := w.rng.IntN(len(w.moves))
		m := w.moves[i]
		w.p.Make(m)
		if w.looping != nil {
			if plies, _ := w.looping.Repeated(); plies > 0 && w.forbids {
				w.p.Unmake(m)
				w.moves[i] = w.moves[len(w.moves)-1]
				w.moves = w.moves[:len(w.moves)-1]
				continue
			} else if plies > 0 {
				w.played = append(w.played, m)
				return false
			}
		}
		w.played = append(w.played, m)
		return true
	}
	return false
}

// grow adds the leaf's moves and bounds to the tree.
func (w *worker) grow(t *tree, l *leaf) {
	i := w.path[len(w.path)-1]
	n := &t.nodes[i]
	if l.expand {
		n.flags &^= expanding
	}
	n.flags |= l.flags &^ expanding
	if l.flags&(repeated|forbidden) != 0 {
		return
	}
	n.prove(l.bounds.ToParent())
	if l.grown && n.first == 0 && (!t.decided(n) || i == 0) {
		t.add(i, w.children, w.weights)
	}
}

// backUp counts the result along the path, from the leaf to the root.
func (w *worker) backUp(t *tree, l *leaf) {
	r := l.result.other() // for the side that made the last move
	w.noteLater(t)
	counts := l.flags&forbidden == 0
	changed := true
	for ply, i := range slices.Backward(w.path) {
		n := &t.nodes[i]
		n.pending--
		if ply < len(w.path)-1 {
			changed = changed && t.tighten(n)
		}
		if t.useRAVE && counts {
			w.countLater(t, n, ply, 1-r.value)
		}
		if counts {
			n.visits++
			n.sum += r.value
			n.margin += (float32(r.margin) - n.margin) / float32(n.visits)
			// A decided move gets no more play-outs, but its side can always choose it.
			if mean := n.sum / float64(n.visits); mean < value(n.lo) {
				r.value = value(n.lo)
			} else if mean > value(n.hi) {
				r.value = value(n.hi)
			}
		}
		r = r.other()
	}
}

// order fills weights with the children's priors and sorts by them, highest first. Without
// priors of the game they follow from the guide's order.
func (w *worker) order() {
	w.weights = w.weights[:0]
	switch {
	case w.priors != nil:
		w.byPriors()
	case w.guide != nil && !w.s.opts.NoPriors:
		w.byOrder()
	default:
		return
	}
	sum := float32(0)
	for _, weight := range w.weights {
		sum += weight
	}
	for i := range w.weights {
		if sum > 0 {
			w.weights[i] /= sum
		}
	}
	w.sort()
}

// byPriors takes the priors of the game.
func (w *worker) byPriors() {
	w.given = w.priors.Priors(w.given[:0])
	for i, c := range w.children {
		at := i
		if i >= len(w.moves) || w.moves[i] != c.Move {
			at = slices.Index(w.moves, c.Move)
		}
		weight := float32(0)
		if at >= 0 && at < len(w.given) {
			weight = w.given[at]
		}
		w.weights = append(w.weights, weight)
	}
}

// byOrder makes priors from the guide's order: the Order of a winning threat makes a move e
// times as likely.
func (w *worker) byOrder() {
	const threat = 16
	most := int32(math.MinInt32)
	for _, c := range w.children {
		most = max(most, c.Order)
	}
	for _, c := range w.children {
		w.weights = append(w.weights, float32(math.Exp(float64(c.Order-most)/threat)))
	}
}

// sort puts the moves with the highest weight first, equal ones as listed. It is an insertion
// sort, since guides list moves nearly in order.
func (w *worker) sort() {
	for i := 1; i < len(w.weights); i++ {
		for j := i; j > 0 && w.weights[j] > w.weights[j-1]; j-- {
			w.weights[j], w.weights[j-1] = w.weights[j-1], w.weights[j]
			w.children[j], w.children[j-1] = w.children[j-1], w.children[j]
		}
	}
}

// calibrate returns the typical size of an estimate: half of the mean size in some random
// games. It returns 0 if the game has no estimates.
func (w *worker) calibrate() float64 {
	if w.evaluator == nil {
		return 0
	}
	const games, plies = 8, 60
	rng := rand.New(rand.NewPCG(w.s.opts.Seed, math.MaxUint64))
	sum, count := 0.0, 0.0
	for range games {
		p := w.p.Clone()
		e := p.(oxo.Evaluator)
		for range plies {
			if w.moves = p.Moves(w.moves[:0]); len(w.moves) == 0 {
				break
			}
			sum, count = sum+math.Abs(float64(e.Evaluate())), count+1
			p.Make(w.moves[rng.IntN(len(w.moves))])
		}
	}
	return max(sum/max(count, 1)/2, 1)
}
