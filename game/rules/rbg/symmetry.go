package rbg

import (
	"context"
	"math/rand/v2"
	"slices"

	"oxo"
	"oxo/game/rules"
	"oxo/game/rules/automorphism"
)

// symmetry maps the squares, hubs and actions of a program onto themselves, and the rules onto the same rules.
type symmetry struct {
	squares []int32
	likeness
	weights []oxo.Key // by square and piece: what the piece adds to the key of the image
	back    int       // the symmetry that undoes it
}

// turn finds the symmetries of a game. If the rules do not show that the keeper has one move at most, which is then the same up to
// symmetries, random games have to show it, and play checks it.
func (g *Game) turn(ctx context.Context) {
	c := newComparer(g.program)
	if c.spent() {
		return
	}
	all := symmetries(g, c)
	if len(all) < 2 || !closed(all) {
		return
	}
	n, ok := numbered(g.program)
	if !ok {
		return
	}
	if g.keeperChecked = !c.decides(); g.keeperChecked && !g.oneMove(ctx) {
		g.keeperChecked = false
		return
	}
	g.symmetries, g.numbering = all, n
	g.first.imagine()
	g.first.level().known = false
}

// oneMove reports whether the keeper has one move in random games.
func (g *Game) oneMove(ctx context.Context) (ok bool) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case rules.Broken:
			ok = false
		default:
			panic(v)
		}
	}()
	s := &surveyor{Game: g, most: surveySteps, rng: rand.New(rand.NewPCG(5, 9)), points: map[[2]int32]bool{}}
	for n := 0; n < surveyGames && s.work < surveyWork; n++ {
		if s.play(ctx, g.first.copy()) != nil {
			return false
		}
	}
	return true
}

// closed reports whether the symmetries one after the other are as a third one says, for hubs and actions too. It notes which undo
// which.
func closed(all []symmetry) bool {
	for i := range all {
		for j := range all {
			both := compose(all[i].squares, all[j].squares)
			k := slices.IndexFunc(all, func(s symmetry) bool { return slices.Equal(s.squares, both) })
			if k < 0 || !slices.Equal(all[k].hubs, compose(all[i].hubs, all[j].hubs)) || !slices.Equal(all[k].ops, compose(all[i].ops, all[j].ops)) {
				return false
			}
			if k == 0 {
				all[i].back = j
			}
		}
	}
	return true
}

// compose returns what becomes of numbers by one table and then by another. -1 stays.
func compose(first, second []int32) []int32 {
	both := slices.Clone(first)
	for i, to := range first {
		if to >= 0 {
			both[i] = second[to]
		}
	}
	return both
}

// symmetries returns the symmetries of the rules that keep the position of the start; the first changes nothing.
func symmetries(g *Game, c *comparer) []symmetry {
	s := &symmetrist{comparer: c, g: g}
	var all []symmetry
	for _, turn := range automorphism.Group(s) {
		l := s.likeness(turn)
		if l == nil {
			return nil
		}
		all = append(all, symmetry{squares: turn, likeness: *l, weights: g.packing.turned(turn)})
	}
	return all
}

// symmetrist looks for symmetries: its parts are the squares.
type symmetrist struct {
	*comparer
	g *Game
}

// Size implements [automorphism.Structure].
func (s *symmetrist) Size() (first, all int) { return len(s.graph.names), len(s.graph.names) }

// Colours implements [automorphism.Structure]: a square has the colour of its piece.
func (s *symmetrist) Colours() []uint64 {
	colours := make([]uint64, len(s.graph.names))
	for v, piece := range s.graph.start {
		colours[v] = uint64(piece)
	}
	return colours
}

// Around implements [automorphism.Structure]: an edge is an edge, whatever its label.
func (s *symmetrist) Around(colours []uint64) []uint64 {
	next := make([]uint64, len(colours))
	for _, row := range s.graph.leads {
		s.work += len(row)
		for v, w := range row {
			if w >= 0 {
				next[v] += automorphism.Mixed(colours[w], 1)
				next[w] += automorphism.Mixed(colours[v], 2)
			}
		}
	}
	for v, c := range colours {
		next[v] = automorphism.Mixed(c, next[v])
	}
	return next
}

// Spent implements [automorphism.Structure].
func (s *symmetrist) Spent() bool { return s.spent() }

// Holds implements [automorphism.Structure].
func (s *symmetrist) Holds(turn []int32) bool { return s.likeness(turn) != nil }

// likeness returns what becomes of the hubs and actions, or nil.
func (s *symmetrist) likeness(turn []int32) *likeness {
	for v, piece := range s.graph.start {
		if s.graph.start[turn[v]] != piece {
			return nil
		}
	}
	l := s.compare(turn, s.start, s.start)
	if l == nil || l.hubs[s.g.first.hub] != s.g.first.hub {
		return nil
	}
	for _, fixed := range s.g.packing.fixed { // a key does not say what the place in the rules says
		for h, to := range l.hubs {
			if fixed != nil && to >= 0 && fixed[h] != fixed[to] {
				return nil
			}
		}
	}
	return l
}

// turned returns what the pieces add to the key of an image.
func (w *packing) turned(turn []int32) []oxo.Key {
	all := make([]oxo.Key, len(w.weights))
	for v, to := range turn {
		copy(all[v*w.pieces:(v+1)*w.pieces], w.weights[int(to)*w.pieces:])
	}
	return all
}
