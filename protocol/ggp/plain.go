package ggp

import (
	"context"
	"math"
	"math/rand/v2"

	"oxo/game/rules"
)

// plain chooses a move where there is no game to search: both roles may move at the same
// time, and the points may add up to anything. It plays random games after each of its moves,
// more of them after better moves (UCB1) [AuerEtc02], and takes the move with the highest mean.
type plain struct {
	state rules.State
	role  int
	rng   *rand.Rand
	moves []int32
	tries []int
	sums  []float64
	plies uint64 // of all random games so far
}

// maxPlies bounds a random game. A longer one counts as half of the points.
const maxPlies = 1000

// fullPoints is the greatest number of points that GDL lets a role get.
const fullPoints = 100

// choose plays random games until ctx ends or, if positions is not 0, until this number of
// positions has been visited. After each game it reports the best move and its mean number of
// points.
func (p *plain) choose(ctx context.Context, positions uint64, report func(move int32, points float64)) {
	p.tries, p.sums = make([]int, len(p.moves)), make([]float64, len(p.moves))
	for games := 0; ctx.Err() == nil && (positions == 0 || p.plies < positions); games++ {
		i := p.next(games)
		points, ok := p.play(ctx, p.moves[i])
		if !ok {
			return
		}
		p.tries[i]++
		p.sums[i] += points
		best := 0
		for j := range p.moves {
			if p.mean(j) > p.mean(best) {
				best = j
			}
		}
		report(p.moves[best], p.mean(best))
	}
}

// mean returns the mean points of a move; -1 if it has not been tried.
func (p *plain) mean(i int) float64 {
	if p.tries[i] == 0 {
		return -1
	}
	return p.sums[i] / float64(p.tries[i])
}

// next returns the move to try: each once, then the one with the highest bound.
func (p *plain) next(games int) int {
	if games < len(p.moves) {
		return games
	}
	best, highest := 0, math.Inf(-1)
	for i, n := range p.tries {
		bound := p.sums[i]/float64(n) + fullPoints*math.Sqrt(2*math.Log(float64(games))/float64(n))
		if bound > highest {
			best, highest = i, bound
		}
	}
	return best
}

// play plays one random game that begins with a move of the role, and returns the role's
// points. ok is false if ctx ends first.
func (p *plain) play(ctx context.Context, first int32) (points float64, ok bool) {
	m := rules.Copy(p.state)
	var all [2][]int32
	for n := range maxPlies {
		if m.Over() {
			got, _ := m.Points(p.role)
			return float64(got), true
		}
		if ctx.Err() != nil {
			return 0, false
		}
		var both [2]int32
		for role := range all {
			all[role] = m.Legal(role, all[role][:0])
			switch {
			case n == 0 && role == p.role:
				both[role] = first
			case len(all[role]) == 0: // against the rules of the language
				return fullPoints / 2, true
			default:
				both[role] = all[role][p.rng.IntN(len(all[role]))]
			}
		}
		m.Make(both[0], both[1])
		p.plies++
	}
	return fullPoints / 2, true
}
