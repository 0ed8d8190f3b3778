//go:build !race

package oxotest_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/oxotest"
)

// mutant is a game with one fault, which breaks one promise of the contract.
type mutant struct {
	name    string
	breaks  string // the interface and method whose promise it is
	game    oxo.Game
	check   string // the check that finds it
	promise string // a part of the promise in the report
}

// spoiltWalk and spoiltRow are the small games with a fault.
func spoiltWalk(spoil func(g *walk)) oxo.Game {
	g := soundWalk(oxo.Draw)
	spoil(g)
	return g
}

func spoiltRow(spoil func(g *row)) oxo.Game {
	g := soundRow()
	spoil(g)
	return g
}

// quick returns options that suffice to find the faults.
func quick() oxotest.Options {
	if testing.Short() {
		return oxotest.Options{Games: 24, OracleNodes: 300, States: 600}
	}
	return oxotest.Options{Games: 40, OracleNodes: 1_000, States: 1_500}
}

// TestSoundGames: games without faults keep all promises, whatever random games the
// checks play.
func TestSoundGames(t *testing.T) {
	for seed := range uint64(3) {
		for _, g := range []oxo.Game{soundWalk(oxo.Draw), soundWalk(oxo.Win(0)), soundRow(), soundTally()} {
			o := quick()
			o.Seed = seed
			if seed == 0 && !testing.Short() {
				o.Games = 100
			}
			for _, f := range oxotest.Check(g, o) {
				t.Errorf("%s, seed %d: %s: %v", g.Name(), seed, f.Check, f)
			}
		}
	}
}

func mutants() []mutant {
	return slices.Concat(loopMutants(), copyMutants(), stateMutants(), passMutants(), marginMutants(), guideMutants(), contractMutants(), clockMutants())
}

// TestMutants: each fault is found by the check for it, not by accident.
func TestMutants(t *testing.T) {
	for _, m := range mutants() {
		t.Run(m.name, func(t *testing.T) {
			var found []string
			named := false
			for _, f := range oxotest.Check(m.game, quick()) {
				found = append(found, f.Check+": "+f.Promise)
				named = named || f.Check == m.check && strings.Contains(f.Promise, m.promise)
			}
			if !named {
				t.Errorf("%s is broken, and the suite says %q, want %s: ...%s...", m.breaks, found, m.check, m.promise)
			}
		})
	}
}

const (
	sayRepeated = "Repeated returns how many plies ago"
	sayCopy     = "a copy shares nothing that changes"
	sayPast     = "the moves that led to a state are not part of it"
)

// stateMutants omit a part of the state from its identity.
func stateMutants() []mutant {
	return []mutant{
		{"the key leaves out the ko", "Keyed.Key", spoiltWalk(func(g *walk) {
			g.bits = func(s places, turn oxo.Side) uint64 { return s.koless().key(turn) }
		}), "states", "two positions have equal keys if and only if"},
		{"keys have a bit more with Second to move", "Keyed.KeyBits", spoiltWalk(func(g *walk) {
			g.keyBits = func(p *walking) int { return 12 + int(p.turn) }
		}), "states", "only the low KeyBits bits"},
		{"keys are exact with First to move", "Keyed.KeyBits", spoiltWalk(func(g *walk) {
			g.keyBits = func(p *walking) int { return [2]int{13, 0}[p.turn] }
		}), "states", "only the low KeyBits bits"},
		{"the hash leaves out the ko", "Position.Hash", spoiltWalk(func(g *walk) {
			g.hash = func(p *walking) uint64 { return oxo.Key{Lo: p.places.koless().key(p.turn)}.Hash() }
		}), "states", "other states almost never do"},
		{"the text leaves out the ko", "Game.FormatPosition", spoiltWalk(func(g *walk) {
			g.ko = func(string) string { return "-" }
		}), "notation", "FormatPosition writes the whole state"},
		{"the canonical key leaves the ko where it was", "Symmetric.Canonical", spoiltWalk(func(g *walk) {
			g.canonical = func(p *walking) (oxo.Key, int) {
				image := p.places.mirrored()
				image.ko = p.places.ko
				if own := p.places.key(p.turn); own <= image.key(p.turn) {
					return oxo.Key{Lo: own}, 0
				}
				return oxo.Key{Lo: image.key(p.turn)}, 1
			}
		}), "symmetry", "with the same canonical key"},
		{"a symmetry maps the pass", "Symmetric.MapMove", spoiltRow(func(g *row) {
			g.mapMove = func(m oxo.Move, symmetry int) oxo.Move {
				if symmetry == 1 {
					m = (2*rowPass - 1 - m) % rowPass
				}
				return m
			}
		}), "symmetry", "UnmapMove is the inverse of MapMove"},
		{"an image forgets its past", "Symmetric", spoiltWalk(func(g *walk) {
			g.repeated = func(p *walking) (int, oxo.Score) {
				if p.g.left(p) {
					return p.back(0), oxo.Draw
				}
				return 0, oxo.Draw
			}
		}), "symmetry", "a symmetry maps a game onto a game of the same rules"},
		{"the hash leaves out the passes", "Position.Hash", spoiltRow(func(g *row) {
			g.hash = func(p *marking) uint64 { return oxo.Key{Lo: p.marks.passless().key(p.turn)}.Hash() }
		}), "states", "other states almost never do"},
		{"the key leaves out the passes", "Keyed.Key", spoiltRow(func(g *row) {
			g.bits = func(s marks, turn oxo.Side) uint64 { return s.passless().key(turn) }
		}), "states", "two positions have equal keys if and only if"},
		{"the key leaves out the side to move", "Keyed.Key", spoiltRow(func(g *row) {
			g.bits = func(s marks, _ oxo.Side) uint64 { return s.key(oxo.First) }
		}), "states", "two positions have equal keys if and only if"},
		{"the text leaves out the passes", "Game.FormatPosition", spoiltRow(func(g *row) {
			g.passes = func(int) string { return "0" }
		}), "notation", "FormatPosition writes the whole state"},
		{"the canonical key leaves out the passes", "Symmetric.Canonical", spoiltRow(func(g *row) {
			g.canonical = func(p *marking) (oxo.Key, int) {
				own, image := p.marks.passless().key(p.turn), p.marks.passless().mirrored().key(p.turn)
				if image < own {
					return oxo.Key{Lo: image}, 1
				}
				return oxo.Key{Lo: own}, 0
			}
		}), "symmetry", "Canonical returns the key of the position that its symmetry leads to"},
	}
}

// left reports whether the game's first move was to the left half, or straight on.
func (*walk) left(p *walking) bool {
	if len(p.undo) == 0 {
		return true
	}
	after := p.places
	if len(p.undo) > 1 {
		after = &p.undo[1]
	}
	return after.kings[0]%3 < 2
}

// passless and koless drop the passes and the ko from a state.
func (s marks) passless() marks { return marks{of: s.of} }
func (s places) koless() places { return places{s.kings, 0} }
