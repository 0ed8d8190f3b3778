package simulate

import (
	"math"
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// Game is a synthetic game: an AND/OR tree whose values and sizes are drawn from a
// seed. The size of a position is the work of settling it in a single job. If the
// side to move loses, all moves must be refuted, and their sizes add up to the
// position's. If it wins, one move suffices, and all are as large as the position or
// somewhat smaller.
type Game struct {
	Seed uint64
	// Holds is the value of the root.
	Holds bool
	// Size is the size of the root, in budgets of a job.
	Size float64
	// Branching is the mean number of moves, at least 2.
	Branching float64
	// Skew is the standard deviation of the logarithm of the sizes of moves that must
	// all be refuted.
	Skew float64
	// Order is the mean logarithm of a ratio: the proof number of the false verdict
	// divided by the proof number of the true one. Noise is the standard deviation of
	// both. A large Order and a Noise of 0 describe a search that never errs.
	Order, Noise float64
}

// place is a position.
type place struct {
	hash            uint64
	size            float64 // in budgets
	holds, claiming bool
}

func (g *Game) root() place {
	return place{hash: mix(g.Seed), size: g.Size, holds: g.Holds, claiming: true}
}

// shrinks is the maximum size of a move relative to its position: it makes the tree
// finite.
const shrinks = 0.95

// children returns the positions after the moves.
func (g *Game) children(p place) []place {
	n := max(2, int(math.Round(g.Branching*(0.5+unit(p.hash, 1)))))
	all := make([]place, n)
	sum := 0.0
	for i := range all {
		hash := mix(p.hash ^ uint64(i+1)*0x9e3779b97f4a7c15)
		all[i] = place{hash: hash, size: math.Exp(g.Skew * normal(hash, 2)), holds: p.holds, claiming: !p.claiming}
		sum += all[i].size
	}
	if p.claiming != p.holds {
		for i := range all {
			all[i].size = p.size * min(all[i].size/sum, shrinks)
		}
		return all
	}
	wins := int(unit(p.hash, 3) * float64(n))
	for i := range all {
		all[i].size = p.size * (0.5 + unit(all[i].hash, 4)*(shrinks-0.5))
		if i != wins {
			all[i].holds = !p.holds
		}
	}
	return all
}

// numbers estimates the work to prove and to refute, in quarters of a hundredth of a
// budget.
func (g *Game) numbers(p place) (proof, disproof uint64) {
	number := func(log float64) uint64 {
		return uint64(min(max(knowledge.Unit*100*p.size*math.Exp(log), 1), 1<<24))
	}
	right, wrong := number(g.Noise*normal(p.hash, 5)), number(g.Order+g.Noise*normal(p.hash, 6))
	if p.holds {
		return right, wrong
	}
	return wrong, right
}

// question is the claim of a synthetic game.
type question struct {
	game *Game
	path []place
}

func newQuestion(g *Game) *question { return &question{g, []place{g.root()}} }

func (q *question) here() place { return q.path[len(q.path)-1] }

// Expand implements [knowledge.Claim]: the game knows no verdict without a search.
func (q *question) Expand(buf []knowledge.Child) ([]knowledge.Child, knowledge.Verdict) {
	for i, p := range q.game.children(q.here()) {
		proof, disproof := q.game.numbers(p)
		buf = append(buf, knowledge.Child{Move: oxo.Move(i), Proof: proof, Disproof: disproof})
	}
	return buf, knowledge.Open
}

// Narrow implements [knowledge.Claim]: it makes no difference.
func (q *question) Narrow(int) bool { return false }

// Claiming implements [knowledge.Claim].
func (q *question) Claiming() bool { return q.here().claiming }

// Make implements [knowledge.Claim].
func (q *question) Make(m oxo.Move) { q.path = append(q.path, q.game.children(q.here())[m]) }

// Unmake implements [knowledge.Claim].
func (q *question) Unmake(oxo.Move) { q.path = q.path[:len(q.path)-1] }

// Key implements [knowledge.Claim]. Its second half prevents collisions in a large
// tree.
func (q *question) Key() (oxo.Key, bool) {
	h := q.here().hash
	return oxo.Key{Hi: h, Lo: mix(h + uint64(len(q.path)))}, false
}

// Position implements [knowledge.Claim].
func (q *question) Position() (oxo.Key, bool) { return oxo.Key{}, false }

// Weights implements [knowledge.Claim]: numbers of work are added up.
func (q *question) Weights() (uint64, uint64) { return 0, 0 }

// Clone implements [knowledge.Claim].
func (q *question) Clone() knowledge.Claim { return &question{q.game, slices.Clone(q.path)} }

// mix spreads the bits of a number: the end of SplitMix64 [Steele14].
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// unit returns a pseudo-random number in [0, 1). Different purposes give independent
// numbers.
func unit(hash, purpose uint64) float64 {
	return float64(mix(hash+purpose*0xd1342543de82ef95)>>11) / (1 << 53)
}

// normal returns a pseudo-random number of the standard normal distribution
// [BoxMuller58].
func normal(hash, purpose uint64) float64 {
	u, v := 1-unit(hash, 100+2*purpose), unit(hash, 101+2*purpose)
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*v)
}
