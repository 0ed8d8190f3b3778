package mcts

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"oxo"
)

// node is a listed move, and the position after it. Its counts are for the side that makes the
// move. Its children are adjacent in memory.
type node struct {
	visits   uint32
	first    uint32 // the first child; 0 means none, since 0 is the root
	children uint16
	pending  uint16 // threads on a path through this node
	move     oxo.Move
	sum      float64 // of the results, each from 0 to 1
	margin   float32 // the mean
	prior    float32 // how likely the move is the best, before it is tried
	raveSum  float32 // sum over play-outs in which the move was played later
	rave     float32 // number of these play-outs
	lo, hi   oxo.Score
	flags    flags
}

// flags are further facts about a node.
type flags uint8

const (
	expanding flags = 1 << iota // some thread is listing its children
	repeated                    // the position was reached before: it counts as a draw here
	forbidden                   // it was reached before, and the move may not be played
)

const nodeBytes = int64(unsafe.Sizeof(node{}))

// mean returns the mean result of a node, within its proven bounds.
func (n *node) mean() float64 {
	lo, hi := value(n.lo), value(n.hi)
	if n.visits == 0 {
		return min(max(0.5, lo), hi)
	}
	return min(max(n.sum/float64(n.visits), lo), hi)
}

// value converts a proven bound to a result: 0 is lost.
func value(s oxo.Score) float64 { return float64(1+s.Sign()) / 2 }

// bounds returns the proven bounds of the move.
func (n *node) bounds() oxo.Bounds { return oxo.Between(n.lo, n.hi) }

// after converts bounds of a move to bounds of the position after it.
func after(b oxo.Bounds) oxo.Bounds { return oxo.Between(b.Hi().ToChild(), b.Lo().ToChild()) }

// tree is the tree that all threads grow. One lock guards it. A thread holds it while it
// chooses a path and while it counts results, not while it makes a play-out [ChaslotEtc08].
type tree struct {
	mu    sync.Mutex
	nodes []node // the root first
	most  int
	full  bool         // there was no room for a move
	exact bool         // plies and margins matter, not only the result
	at    oxo.Position // the position of the root
	all   bool         // the root has every legal move
	known oxo.Bounds   // of the root, by its guide
	scale float64      // the typical size of estimates; 0 without estimates

	explore, rave, widening float64
	useRAVE, usePriors      bool
}

func (t *tree) clear() {
	t.nodes, t.at, t.full, t.all, t.known = t.nodes[:0], nil, false, false, oxo.Bounds{}
}

// rank returns the part of a score that matters: all of it, or only its sign.
func (t *tree) rank(s oxo.Score) oxo.Score {
	if t.exact {
		return s
	}
	return oxo.Score(s.Sign())
}

// decided reports whether a node needs no more play-outs.
func (t *tree) decided(n *node) bool { return t.rank(n.lo) == t.rank(n.hi) }

// below returns the children of a node.
func (t *tree) below(n *node) []node {
	return t.nodes[n.first : n.first+uint32(n.children)]
}

// bounds returns what the moves of a node prove for the side to move: the best move is worth at
// least each lower bound, and at most the highest upper bound. Forbidden moves do not count.
func (t *tree) bounds(n *node) (lo, hi oxo.Score) {
	lo, hi = -oxo.Infinity, -oxo.Infinity
	none := true
	for i := range t.below(n) {
		if c := &t.nodes[n.first+uint32(i)]; c.flags&forbidden == 0 {
			lo, hi, none = max(lo, c.lo), max(hi, c.hi), false
		}
	}
	if none {
		return -oxo.Infinity, oxo.Infinity
	}
	return lo, hi
}

// tighten updates the bounds of a node from the bounds of its children, and reports whether
// they changed.
func (t *tree) tighten(n *node) bool {
	lo, hi := t.bounds(n)
	return n.prove(oxo.Between(lo, hi).ToParent())
}

// prove intersects the bounds of a node with b.
func (n *node) prove(b oxo.Bounds) bool {
	b = n.bounds().And(b)
	if b.Lo() == n.lo && b.Hi() == n.hi {
		return false
	}
	n.lo, n.hi = b.Lo(), b.Hi()
	return true
}

// solved reports whether the root is solved, and a move is proven to keep its value. If all
// moves are requested, it reports whether each move is solved.
func (t *tree) solved() bool {
	root := &t.nodes[0]
	if root.first == 0 {
		return false
	}
	if t.all {
		return !slices.ContainsFunc(t.below(root), func(c node) bool { return c.flags&forbidden == 0 && !t.decided(&c) })
	}
	lo, hi := t.bounds(root)
	return t.rank(lo) >= t.rank(min(hi, t.known.Hi()))
}

// choose returns the most promising child among those that can still change the value of the
// node, or 0 if none can.
func (t *tree) choose(n *node) uint32 { return t.chooseExcept(n, 0) }

// chooseExcept is choose without one child; 0 excludes none.
func (t *tree) chooseExcept(n *node, except uint32) uint32 {
	lo, _ := t.bounds(n)
	least := t.rank(lo)
	if t.all && n == &t.nodes[0] {
		least = -oxo.Infinity
	}
	c := t.chooser(n)
	best, most := uint32(0), math.Inf(-1)
	considered := int(n.children)
	if t.widening > 0 {
		considered = 1 + int(t.widening*math.Sqrt(float64(n.visits+1)))
	}
	for i := range t.below(n) {
		child := &t.nodes[n.first+uint32(i)]
		if child.flags&forbidden != 0 || t.decided(child) || t.rank(child.hi) <= least {
			continue
		}
		if mean, bonus := c.promise(child); mean+bonus > most && n.first+uint32(i) != except {
			best, most = n.first+uint32(i), mean+bonus
		}
		if considered--; considered <= 0 {
			break
		}
	}
	return best
}

// chooser holds the terms that the promises of a node's moves share.
type chooser struct {
	t        *tree
	explore  float64
	untried  float64 // the expected value of a move before it is tried
	rave     float64
	priors   bool
	usesRAVE bool
}

// firstPlay is how much lower an untried move is valued than the moves tried before it.
const firstPlay = 0.1

func (t *tree) chooser(n *node) chooser {
	visits := float64(n.visits) + float64(n.pending)
	c := chooser{t: t, untried: math.Inf(1), rave: t.rave, priors: t.usePriors, usesRAVE: t.useRAVE}
	if c.priors {
		c.explore = t.explore * math.Sqrt(visits+1)
		c.untried = 1 - n.mean() - firstPlay
	} else {
		c.explore = t.explore * math.Sqrt(math.Log(visits+1))
	}
	return c
}

// promise returns an optimistic value of a move: its expected value, and a bonus for
// uncertainty, by UCB1 [KocsisSzepesvari06], or with priors by PUCT [SilverEtc17]; RAVE adds
// later plays of the move. A thread below the node counts as a loss until it returns (virtual
// loss).
func (c *chooser) promise(n *node) (mean, bonus float64) {
	visits := float64(n.visits) + float64(n.pending)
	mean = c.untried
	if visits > 0 {
		mean = n.sum / visits
		mean = min(max(mean, value(n.lo)), value(n.hi))
	}
	if c.usesRAVE && n.rave > 0 {
		rave := c.later(n)
		if visits == 0 {
			mean = rave
		} else {
			mean += c.share(visits) * (rave - mean)
		}
	}
	if c.priors {
		return mean, c.explore * float64(n.prior) / (1 + visits)
	}
	return mean, c.explore / math.Sqrt(visits+1)
}

// share returns the weight of RAVE in the value of a move [GellySilver07].
func (c *chooser) share(visits float64) float64 { return math.Sqrt(c.rave / (3*visits + c.rave)) }

// doubt is a number of invented later plays, valued like an untried move. They are added to
// the real later plays of a move with priors, since one or two real ones alone mean little.
const doubt = 8

// later returns the mean of the play-outs in which a move was played later.
func (c *chooser) later(n *node) float64 {
	if !c.priors {
		return float64(n.raveSum / n.rave)
	}
	return (float64(n.raveSum) + doubt*c.untried) / (float64(n.rave) + doubt)
}

// lead returns the visits of the root's two most visited moves.
func (t *tree) lead() (best, second uint32) {
	for i := range t.below(&t.nodes[0]) {
		switch v := t.nodes[1+i].visits; {
		case t.nodes[1+i].flags&forbidden != 0:
		case v > best:
			best, second = v, best
		case v > second:
			second = v
		}
	}
	return best, second
}

// add appends the children of a node, or records that the tree is full.
func (t *tree) add(n uint32, children []oxo.Child, priors []float32) {
	if len(t.nodes)+len(children) > t.most && n != 0 || len(children) > math.MaxUint16 {
		t.full = true
		return
	}
	first := uint32(len(t.nodes))
	if need := len(t.nodes) + len(children); need > cap(t.nodes) {
		larger := make([]node, len(t.nodes), max(min(2*need+1000, t.most), need))
		copy(larger, t.nodes)
		t.nodes = larger
	}
	for i := range children {
		c := &children[i]
		to := node{move: c.Move, lo: c.Lo(), hi: c.Hi()}
		if len(priors) > 0 {
			to.prior = priors[i]
		}
		t.nodes = append(t.nodes, to)
	}
	parent := &t.nodes[n]
	parent.first, parent.children = first, uint16(len(children))
	t.tighten(parent)
}
