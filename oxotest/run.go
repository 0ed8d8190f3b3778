// Package oxotest checks that a game keeps the promises of package oxo: that
// making and unmaking a move restores everything, that notation goes both
// ways, that hashes, keys and symmetries agree with the state, and that a
// guide never contradicts the oracle. The games of this module are tested by
// it, and yours can be. What it cannot know is who ought to win: test a known
// ending of your game by hand.
//
//	func TestRules(t *testing.T) {
//		oxotest.Run(t, mygame.Game{}, oxotest.Options{Perft: []uint64{1, 3, 9, 27}})
//	}
package oxotest

import (
	"context"
	"testing"

	"oxo"

	"pgregory.net/rapid"
)

// Options say what is known of a game. The zero value checks what can be
// checked without knowing anything.
type Options struct {
	// Perft holds the number of lines of 0, 1, 2... plies from the start.
	Perft []uint64
	// OracleNodes is how many positions plain alpha-beta may visit for one
	// value; positions that would take more are not asked. 0 is 20,000.
	OracleNodes uint64
	// MaxPlies ends a random game that is longer. 0 is 1,000.
	MaxPlies int
}

// Run checks a game. Each check is a subtest; a failure names the moves that
// lead to it.
func Run(t *testing.T, g oxo.Game, opts Options) {
	t.Helper()
	if opts.OracleNodes == 0 {
		opts.OracleNodes = 20_000
	}
	if opts.MaxPlies == 0 {
		opts.MaxPlies = 1_000
	}
	c := &checker{g: g, opts: opts}
	t.Run("start", c.start)
	t.Run("name", c.name)
	t.Run("perft", c.perft)
	c.property(t, "moves", c.moves)
	c.property(t, "clone", c.clone)
	c.property(t, "notation", c.notation)
	c.property(t, "identity", c.identity)
	c.property(t, "grid", c.grid)
	c.property(t, "symmetry", c.symmetry)
	c.property(t, "values", c.values)
	c.property(t, "guide", c.guide)
}

// checker is a run of the suite on one game.
type checker struct {
	g    oxo.Game
	opts Options
}

// property checks one thing on random games, in a subtest.
func (c *checker) property(t *testing.T, name string, check func(*rapid.T)) {
	t.Run(name, func(t *testing.T) { rapid.Check(t, check) })
}

func (c *checker) start(t *testing.T) {
	p := c.g.Start()
	if c.g.Name() == "" {
		t.Error("the game has no name")
	}
	if o := p.Outcome(); o != oxo.Ongoing {
		t.Errorf("the game is over before it begins: %v", o)
	}
	if p.Turn() != oxo.First {
		t.Errorf("the %v side begins: the first should", p.Turn())
	}
	if q := c.g.Start(); q.Hash() != p.Hash() || c.g.FormatPosition(q) != c.g.FormatPosition(p) {
		t.Error("two starts differ")
	}
}

func (c *checker) perft(t *testing.T) {
	p := c.g.Start()
	for depth, want := range c.opts.Perft {
		got, err := oxo.Perft(context.Background(), p, depth)
		if err != nil || got != want {
			t.Errorf("perft(%d) = %d, %v, want %d", depth, got, err, want)
		}
	}
}

// game draws a random game: its moves, and the position they lead to, which
// may be anywhere between the start and the end.
func (c *checker) game(t *rapid.T) (oxo.Position, []oxo.Move) {
	return c.play(t, rapid.IntRange(0, c.opts.MaxPlies).Draw(t, "plies"))
}

// ending draws a random game and takes back a few plies, so that the oracle
// can tell the value.
func (c *checker) ending(t *rapid.T) (oxo.Position, []oxo.Move) {
	p, made := c.play(t, c.opts.MaxPlies)
	for range min(rapid.IntRange(1, 9).Draw(t, "taken back"), len(made)) {
		p.Unmake(made[len(made)-1])
		made = made[:len(made)-1]
	}
	return p, made
}

// play draws so many moves, or fewer when the game ends before.
func (c *checker) play(t *rapid.T, plies int) (oxo.Position, []oxo.Move) {
	p := c.g.Start()
	var made []oxo.Move
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		p.Make(m)
		made = append(made, m)
	}
	return p, made
}

// history writes a game's moves, for a failure's message.
func (c *checker) history(made []oxo.Move) []string {
	p := c.g.Start()
	var names []string
	for _, m := range made {
		names = append(names, c.g.FormatMove(p, m))
		p.Make(m)
	}
	return names
}
