package label

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"oxo"
)

// Item is a position to label.
type Item struct {
	Position oxo.Position
	// Written is the text that the position was read from, or "".
	Written string
	Line    int // its number in the input, from 1, or 0
}

// DefaultMaxPositions is the default of [Set].MaxPositions.
const DefaultMaxPositions = 10_000_000

// Set says which positions of a game are made.
type Set struct {
	Plies  int // with Exact: the positions after this number of plies
	Exact  bool
	All    bool   // all positions that the game can reach
	Random int    // this number of different positions of random games
	Seed   uint64 // of the random games
	// WithoutMirrors keeps one position of those that turns and mirrors of the board map onto each
	// other.
	WithoutMirrors bool
	// MaxPositions ends the work with an error beyond this number.
	MaxPositions int
	// Progress, if set, is called now and then with the number of positions found so far.
	Progress func(found int)

	keep func(p oxo.Position) bool // of a form; nil keeps unfinished positions
}

// Check returns an error if the set has no meaning for a game.
func (s *Set) Check(g oxo.Game) error {
	_, symmetric := g.Start().(oxo.Symmetric)
	switch {
	case s.Exact && s.Plies < 0:
		return fmt.Errorf("--plies %d: want 0 or more", s.Plies)
	case s.Random < 0:
		return fmt.Errorf("--random %d: want 1 or more", s.Random)
	case s.All && (s.Exact || s.Random > 0):
		return errors.New("--all: want it without --plies and --random, which choose some of the positions")
	case s.MaxPositions < 1:
		return fmt.Errorf("--max-positions %d: want 1 or more", s.MaxPositions)
	case s.WithoutMirrors && !symmetric:
		return fmt.Errorf("--without-mirrors: want a game whose board can be turned or mirrored, and oxo knows no symmetry of %s", g.Name())
	}
	return nil
}

// Make returns the positions of the set. They are always the same ones in the same order.
func (s *Set) Make(ctx context.Context, g oxo.Game) ([]Item, error) {
	if s.Random > 0 {
		return s.random(ctx, g)
	}
	return s.walk(ctx, g)
}

func (s *Set) kept(p oxo.Position) bool {
	if s.keep != nil {
		return s.keep(p)
	}
	return p.Outcome() == oxo.Ongoing
}

// identity returns a text that is equal for equal positions alone, and for images of a position if
// mirrors are one.
func identity(g oxo.Game, p oxo.Position, mirrors bool) string {
	symmetric, ok := p.(oxo.Symmetric)
	keyed, exact := p.(oxo.Keyed)
	exact = exact && keyed.KeyBits() > 0
	var key oxo.Key
	switch {
	case ok && mirrors:
		key, _ = symmetric.Canonical()
	case exact:
		key = keyed.Key()
	default:
		return g.FormatPosition(p)
	}
	return string(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, key.Hi), key.Lo))
}

// Mirrors remembers positions, and their images by turns and mirrors of the board.
type Mirrors struct {
	game oxo.Game
	seen map[string]bool
}

// NewMirrors makes an empty memory.
func NewMirrors(g oxo.Game) *Mirrors { return &Mirrors{g, map[string]bool{}} }

// New reports whether neither the position nor an image of it has been asked for before.
func (m *Mirrors) New(p oxo.Position) bool {
	id := identity(m.game, p, true)
	known := m.seen[id]
	m.seen[id] = true
	return !known
}

// walk visits the game ply by ply.
func (s *Set) walk(ctx context.Context, g oxo.Game) ([]Item, error) {
	start := g.Start()
	var found []Item
	_, loops := start.(oxo.Looping)
	seen := map[string]bool{identity(g, start, s.WithoutMirrors): true}
	visited := 1
	for ply, here := 0, []oxo.Position{start}; len(here) > 0; ply++ {
		if s.All || ply == s.Plies {
			found = append(found, s.keptOf(g, here)...)
		}
		if !s.All && ply == s.Plies {
			break
		}
		if !loops && !s.All {
			clear(seen)
		}
		var next []oxo.Position
		for _, p := range here {
			for _, m := range p.Moves(nil) {
				p.Make(m)
				if id := identity(g, p, s.WithoutMirrors); !seen[id] {
					seen[id] = true
					next = append(next, p.Clone())
					visited++
				}
				p.Unmake(m)
				if visited > s.MaxPositions {
					return nil, fmt.Errorf("%s has too many positions, more than %d: want --random, fewer --plies, or a larger --max-positions", g.Name(), s.MaxPositions)
				}
			}
			if err := s.look(ctx, visited); err != nil {
				return nil, err
			}
		}
		here = next
	}
	return found, nil
}

// look reports progress and checks the context.
func (s *Set) look(ctx context.Context, found int) error {
	if s.Progress != nil {
		s.Progress(found)
	}
	return ctx.Err()
}

// keptOf returns the positions of a ply that belong to the set, images of a position one after the
// other: they have the same values.
func (s *Set) keptOf(g oxo.Game, all []oxo.Position) []Item {
	type known struct {
		class, id string
		item      Item
	}
	var kept []known
	for _, p := range all {
		if s.kept(p) {
			kept = append(kept, known{identity(g, p, true), identity(g, p, false), Item{Position: p}})
		}
	}
	slices.SortFunc(kept, func(a, b known) int { return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.id, b.id)) })
	items := make([]Item, len(kept))
	for i := range kept {
		items[i] = kept[i].item
	}
	return items
}

// The bounds of random games: the plies of a game that might not end, and the number of games in a
// row that bring no new position, after which there are likely no others.
const (
	maxPlies  = 400
	maxFailed = 20_000
)

// random returns different positions from games of random moves.
func (s *Set) random(ctx context.Context, g oxo.Game) ([]Item, error) {
	rng := rand.New(rand.NewPCG(s.Seed, 0))
	seen := map[string]bool{}
	var found []Item
	for failed := 0; len(found) < min(s.Random, s.MaxPositions); failed++ {
		if failed > maxFailed {
			return nil, fmt.Errorf("--random %d: want fewer, random games of %s found %d different positions", s.Random, g.Name(), len(found))
		}
		if err := s.look(ctx, len(found)); err != nil {
			return nil, err
		}
		p := s.draw(g, rng)
		if p == nil || !s.kept(p) {
			continue
		}
		if id := identity(g, p, s.WithoutMirrors); !seen[id] {
			seen[id] = true
			found = append(found, Item{Position: p})
			failed = 0
		}
	}
	return found, nil
}

// draw plays a random game and returns one of its positions, or nil if it ends before the ply that
// the set wants.
func (s *Set) draw(g oxo.Game, rng *rand.Rand) oxo.Position {
	p := g.Start()
	var moves []oxo.Move
	var buf []oxo.Move
	for len(moves) < maxPlies && (!s.Exact || len(moves) < s.Plies) {
		if buf = p.Moves(buf[:0]); len(buf) == 0 {
			break
		}
		m := buf[rng.IntN(len(buf))]
		moves = append(moves, m)
		p.Make(m)
	}
	if s.Exact {
		if len(moves) < s.Plies {
			return nil
		}
		return p
	}
	p = g.Start()
	for _, m := range moves[:rng.IntN(max(len(moves), 1))] {
		p.Make(m)
	}
	return p
}
