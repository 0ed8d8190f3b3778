package oxotest

import (
	"slices"
	"strings"
	"testing"

	"oxo"

	"pgregory.net/rapid"
)

// state is everything that a position tells of itself.
type state struct {
	text    string
	hash    uint64
	key     oxo.Key
	turn    oxo.Side
	outcome oxo.Outcome
	moves   []oxo.Move
}

func (c *checker) state(p oxo.Position) state {
	s := state{text: c.g.FormatPosition(p), hash: p.Hash(), turn: p.Turn(), outcome: p.Outcome(), moves: p.Moves(nil)}
	if k, ok := p.(oxo.Keyed); ok {
		s.key = k.Key()
	}
	return s
}

func (s state) equal(o state) bool {
	return s.text == o.text && s.hash == o.hash && s.key == o.key && s.turn == o.turn &&
		s.outcome == o.outcome && slices.Equal(s.moves, o.moves)
}

// name checks that the game is found by its name.
func (c *checker) name(t *testing.T) {
	name := c.g.Name()
	if strings.ContainsAny(name, ":, ") {
		return // it has parameters: only its family can make it again
	}
	g, err := oxo.Lookup([]oxo.Family{oxo.Single(c.g, "")}, name)
	if err != nil || g.Name() != name {
		t.Errorf("the game is not found by its name %q: %v", name, err)
	}
}

// moves checks the list of moves, and that Make and Unmake are inverse.
func (c *checker) moves(t *rapid.T) {
	p, made := c.game(t)
	before := c.state(p)
	if (before.outcome == oxo.Ongoing) != (len(before.moves) > 0) {
		t.Fatalf("after %v the game is %v with %d moves", c.history(made), before.outcome, len(before.moves))
	}
	if sorted := slices.Sorted(slices.Values(before.moves)); len(slices.Compact(sorted)) != len(before.moves) {
		t.Fatalf("after %v a move is listed twice: %v", c.history(made), before.moves)
	}
	if got := p.Moves([]oxo.Move{77}); len(got) != len(before.moves)+1 || got[0] != 77 {
		t.Fatalf("after %v Moves does not append to its buffer", c.history(made))
	}
	for _, m := range before.moves {
		p.Make(m)
		after := c.state(p)
		p.Unmake(m)
		name := c.g.FormatMove(p, m)
		if after.turn == before.turn {
			t.Fatalf("after %v the move %s does not pass the turn", c.history(made), name)
		}
		if after.hash == before.hash {
			t.Fatalf("after %v the move %s does not change the hash", c.history(made), name)
		}
		if got := c.state(p); !got.equal(before) {
			t.Fatalf("after %v, %s made and unmade leaves\n%+v, was\n%+v", c.history(made), name, got, before)
		}
	}
	for _, m := range slices.Backward(made) {
		p.Unmake(m)
	}
	if got, want := c.state(p), c.state(c.g.Start()); !got.equal(want) {
		t.Fatalf("%v taken back leads to\n%+v, not to the start\n%+v", c.history(made), got, want)
	}
}

// clone checks that a copy and its original do not disturb each other.
func (c *checker) clone(t *rapid.T) {
	p, made := c.game(t)
	before := c.state(p)
	q := p.Clone()
	if got := c.state(q); !got.equal(before) {
		t.Fatalf("after %v the copy is\n%+v, not\n%+v", c.history(made), got, before)
	}
	if len(before.moves) == 0 {
		return
	}
	m := rapid.SampledFrom(before.moves).Draw(t, "move of the copy")
	q.Make(m)
	if got := c.state(p); !got.equal(before) {
		t.Fatalf("after %v a move of the copy changes the original", c.history(made))
	}
	after := c.state(q)
	p.Make(m)
	p.Unmake(m)
	if got := c.state(q); !got.equal(after) {
		t.Fatalf("after %v a move of the original changes the copy", c.history(made))
	}
}

// notation checks that moves and positions survive being written and read,
// and that rubbish is refused.
func (c *checker) notation(t *rapid.T) {
	p, made := c.game(t)
	before := c.state(p)
	q, err := c.g.ParsePosition(before.text)
	if err != nil {
		t.Fatalf("after %v the position %q cannot be read: %v", c.history(made), before.text, err)
	}
	if got := c.state(q); !got.equal(before) {
		t.Fatalf("after %v the position %q is read as\n%+v, was\n%+v", c.history(made), before.text, got, before)
	}
	seen := map[string]bool{}
	for _, m := range before.moves {
		name := c.g.FormatMove(p, m)
		if got, err := c.g.ParseMove(p, name); err != nil || got != m {
			t.Fatalf("after %v the move %q is read as %v, %v, want %v", c.history(made), name, got, err, m)
		}
		if seen[name] {
			t.Fatalf("after %v two moves are written %q", c.history(made), name)
		}
		seen[name] = true
	}
	c.otherMoves(t, p, made, seen)
	text := rapid.OneOf(rapid.String(), rapid.StringN(0, 4, 8)).Draw(t, "rubbish")
	m, err := c.g.ParseMove(p, text)
	switch {
	case err == nil && !slices.Contains(before.moves, m):
		t.Fatalf("after %v the text %q is read as the illegal move %v", c.history(made), text, m)
	case err == nil && before.outcome != oxo.Ongoing:
		t.Fatalf("after %v, with the game over, %q is read as a move", c.history(made), text)
	case err != nil && err.Error() == "":
		t.Fatalf("after %v the text %q gives an empty error", c.history(made), text)
	}
	if q, err := c.g.ParsePosition(text); err == nil {
		if again, err := c.g.ParsePosition(c.g.FormatPosition(q)); err != nil || !c.state(q).equal(c.state(again)) {
			t.Fatalf("the text %q is read as a position that does not survive being written: %v", text, err)
		}
	}
}

// otherMoves checks that moves which were legal earlier in the game, and are
// not now, are refused.
func (c *checker) otherMoves(t *rapid.T, p oxo.Position, made []oxo.Move, legal map[string]bool) {
	q := c.g.Start()
	for _, m := range made {
		for _, other := range q.Moves(nil) {
			name := c.g.FormatMove(q, other)
			if got, err := c.g.ParseMove(p, name); err == nil && !legal[name] {
				t.Fatalf("after %v the illegal move %q is read as %v", c.history(made), name, got)
			}
		}
		q.Make(m)
	}
}

// identity checks that two orders of moves that lead to the same text lead to
// the same state, and other texts to other hashes.
func (c *checker) identity(t *rapid.T) {
	p, made := c.game(t)
	q, madeToo := c.game(t)
	a, b := c.state(p), c.state(q)
	if a.text == b.text && !a.equal(b) {
		t.Fatalf("%v and %v lead to the same text %q, but to\n%+v and\n%+v", c.history(made), c.history(madeToo), a.text, a, b)
	}
	if a.text != b.text && a.hash == b.hash {
		t.Fatalf("%v and %v lead to different positions with the same hash", c.history(made), c.history(madeToo))
	}
	if _, keyed := p.(oxo.Keyed); keyed && a.text != b.text && a.key == b.key {
		t.Fatalf("%v and %v lead to different positions with the same key", c.history(made), c.history(madeToo))
	}
}

// grid checks that a board stays within its size.
func (c *checker) grid(t *rapid.T) {
	p, made := c.game(t)
	b, ok := p.(oxo.Grid)
	if !ok {
		return
	}
	columns, rows := b.Size()
	if columns < 1 || rows < 1 {
		t.Fatalf("the board has %d columns and %d rows", columns, rows)
	}
	if c, r := b.Labels(); c != nil && len(c) != columns || r != nil && len(r) != rows {
		t.Fatalf("%d columns and %d rows have the labels %q and %q", columns, rows, c, r)
	}
	for row := range rows {
		for column := range columns {
			b.At(oxo.Square{Column: column, Row: row})
		}
	}
	for _, s := range b.Line() {
		if s.Column < 0 || s.Column >= columns || s.Row < 0 || s.Row >= rows {
			t.Fatalf("after %v the deciding line runs over %v, outside the board", c.history(made), s)
		}
	}
	if p.Outcome() == oxo.Ongoing && b.Line() != nil {
		t.Fatalf("after %v the game goes on with a deciding line", c.history(made))
	}
}
