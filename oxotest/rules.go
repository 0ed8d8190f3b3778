package oxotest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/textbook"
)

// Promises that more than one check covers.
const (
	promiseInverse = "Unmake is the exact inverse of Make"
	promiseTurn    = "the turn passes with every move"
	promiseText    = "FormatPosition writes the whole state, and ParsePosition reads it back"
	promiseMoves   = "a game is Ongoing exactly as long as it has moves, each listed once, in the same order every time"
)

// state holds all that a position reports about its state, but nothing about earlier
// moves.
type state struct {
	text    string
	hash    uint64
	key     oxo.Key
	class   oxo.Key
	board   string
	turn    oxo.Side
	outcome oxo.Outcome
	margin  int // of a finished game
	moves   []oxo.Move
}

func (c *checker) state(p oxo.Position) state {
	s := state{text: c.g.FormatPosition(p), hash: p.Hash(), turn: p.Turn(), outcome: p.Outcome(), moves: p.Moves(nil)}
	if k, ok := p.(oxo.Keyed); ok {
		s.key = k.Key()
	}
	if y, ok := p.(oxo.Symmetric); ok {
		s.class, _ = y.Canonical()
	}
	if b, ok := p.(board.Grid); ok {
		s.board = drawing(b)
	}
	if m, ok := p.(oxo.Margined); ok && s.outcome != oxo.Ongoing {
		s.margin = m.Margin()
	}
	return s
}

func (s state) equal(o state) bool {
	return s.text == o.text && s.hash == o.hash && s.key == o.key && s.class == o.class && s.board == o.board &&
		s.turn == o.turn && s.outcome == o.outcome && s.margin == o.margin && slices.Equal(s.moves, o.moves)
}

// difference describes the difference.
func (s state) difference(o state) string {
	for _, d := range []struct {
		name     string
		was, now any
	}{
		{"text", s.text, o.text},
		{"turn", s.turn, o.turn},
		{"outcome", s.outcome, o.outcome},
		{"margin", s.margin, o.margin},
		{"moves", s.moves, o.moves},
		{"hash", s.hash, o.hash},
		{"key", s.key, o.key},
		{"canonical key", s.class, o.class},
		{"board", s.board, o.board},
	} {
		if was, now := fmt.Sprint(d.was), fmt.Sprint(d.now); was != now {
			return fmt.Sprintf("the %s was %s and is %s", d.name, was, now)
		}
	}
	return "nothing differs"
}

func (c *checker) start() string {
	p := c.g.Start()
	switch {
	case c.g.Name() == "":
		c.fail("a game has a name", nil, "Name returns nothing")
	case p.Outcome() != oxo.Ongoing:
		c.fail("a game is ongoing at its start", p, "it is %v before it begins", p.Outcome())
	case p.Turn() != oxo.First:
		c.fail("First moves first", p, "the %v side begins", p.Turn())
	}
	before := c.state(p)
	if other := c.state(c.g.Start()); !before.equal(other) {
		c.fail("all starts are equal", p, "%s", before.difference(other))
	}
	if len(before.moves) > 0 {
		p.Make(before.moves[0])
		other := c.state(c.g.Start())
		p.Unmake(before.moves[0])
		if !before.equal(other) {
			c.fail("Start returns a position of its own each time", p, "after a move in another one, %s", before.difference(other))
		}
	}
	return ""
}

func (c *checker) name() string {
	name := c.g.Name()
	if word, _, _ := strings.Cut(strings.NewReplacer(":", ",").Replace(name), ","); strings.ContainsAny(word, " \t\n") {
		c.fail("a name begins with a word", nil, "%q: a blank in %q, so the game cannot be named on a command line", name, word)
	}
	if strings.ContainsAny(name, ":, ") {
		return "the name has parameters: only its family can make the game again"
	}
	g, err := catalog.Lookup([]catalog.Family{catalog.Single(c.g, "")}, name)
	if err != nil || g.Name() != name {
		c.fail("a game is found by its name", nil, "%q: %v", name, err)
	}
	return ""
}

func (c *checker) perft() string {
	for depth, want := range c.opts.Perft {
		got, err := textbook.Perft(context.Background(), c.g.Start(), depth)
		if err != nil || got != want {
			c.fail("the number of lines is the known one", c.g.Start(), "perft(%d) = %d, %v, want %d", depth, got, err, want)
		}
	}
	if len(c.opts.Perft) == 0 {
		return "no numbers of lines are given: Options.Perft"
	}
	return ""
}

// moves checks the list of moves, and that Unmake is the inverse of Make.
func (c *checker) moves() string {
	c.games(func(p oxo.Position) {
		before := c.state(p)
		before.moves = slices.Clone(before.moves)
		c.callers(p, before.moves)
		if (before.outcome == oxo.Ongoing) != (len(before.moves) > 0) {
			c.fail(promiseMoves, p, "the game is %v, with %d moves", before.outcome, len(before.moves))
		}
		if listed := slices.Sorted(slices.Values(before.moves)); len(slices.Compact(listed)) != len(before.moves) {
			c.fail(promiseMoves, p, "a move is listed twice: %v", before.moves)
		}
		if again := c.state(p); !again.equal(before) {
			c.fail(promiseMoves, p, "asked again, %s", before.difference(again))
		}
		if got := p.Moves([]oxo.Move{77}); len(got) != len(before.moves)+1 || got[0] != 77 {
			c.fail("Moves appends to its buffer", p, "Moves([77]) returns %v", got)
		}
		for _, m := range c.some(before.moves) {
			p.Make(m)
			after := c.state(p)
			p.Unmake(m)
			name := c.g.FormatMove(p, m)
			switch now := c.state(p); {
			case after.turn == before.turn:
				c.fail(promiseTurn, p, "%s does not pass it: an extra move is a forced pass of the other side", name)
			case after.hash == before.hash:
				c.fail("other states have other hashes", p, "%s does not change the hash", name)
			case !now.equal(before):
				c.fail(promiseInverse, p, "after %s is made and unmade, %s", name, before.difference(now))
			}
		}
		for _, m := range slices.Backward(c.made) {
			p.Unmake(m)
		}
		if got, want := c.state(p), c.state(c.g.Start()); !got.equal(want) {
			c.fail(promiseInverse, p, "taking back all moves does not lead to the start: %s", want.difference(got))
		}
	})
	c.lastMoves()
	return ""
}

// lastMoves checks the moves that end games: the turn passes, and they and all
// earlier moves can be taken back.
func (c *checker) lastMoves() {
	for range c.turns() {
		p := c.play(c.opts.MaxPlies)
		if len(c.made) == 0 {
			continue
		}
		after, last := c.state(p), c.made[len(c.made)-1]
		p.Unmake(last)
		before := c.state(p)
		p.Make(last)
		if before.turn == after.turn {
			c.fail(promiseTurn, p, "the last move does not pass it")
		}
		if again := c.state(p); !again.equal(after) {
			c.fail(promiseInverse, p, "after the last move is taken back and made again, %s", after.difference(again))
		}
		hashes := c.hashes()
		for ply, m := range slices.Backward(c.made) {
			p.Unmake(m)
			c.made = c.made[:ply]
			if p.Hash() != hashes[ply] {
				c.fail(promiseInverse, p, "taking back move %d of the game does not restore the hash", ply+1)
			}
		}
	}
}

// callers checks that a list returned by Moves belongs to the caller: it does not
// change, and changing it has no effect.
func (c *checker) callers(p oxo.Position, moves []oxo.Move) {
	if len(moves) == 0 {
		return
	}
	list := p.Moves(nil)
	changed := list[0] + 1
	list[0] = changed
	if again := p.Moves(nil); list[0] != changed || !slices.Equal(again, moves) {
		c.fail("a list that Moves returned belongs to the caller", p, "the next list is in the same memory")
	}
}

// some returns a few of the moves, if there are many.
func (c *checker) some(moves []oxo.Move) []oxo.Move {
	const most = 12
	if len(moves) <= most {
		return moves
	}
	picked := make([]oxo.Move, 0, most)
	for range most {
		picked = append(picked, moves[c.rng.IntN(len(moves))])
	}
	return picked
}

// end checks that games end.
func (c *checker) end() string {
	if _, ok := c.g.Start().(oxo.Looping); ok {
		return "the game may loop"
	}
	for range 3 {
		if p := c.play(100 * c.opts.MaxPlies); p.Outcome() == oxo.Ongoing {
			c.made = nil
			c.fail("a game that is not Looping ends, whatever is played", p, "a random game is still ongoing after %d plies", 100*c.opts.MaxPlies)
		}
	}
	return ""
}
