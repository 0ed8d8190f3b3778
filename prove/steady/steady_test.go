package steady_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/prove/steady"
	"oxo/search"
)

// asker answers the questions of a build by search.
type asker struct {
	g       oxo.Game
	s, best *search.Searcher
}

func newAsker(t testing.TB, name string) *asker {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return &asker{g, search.New(search.Options{ResultOnly: true, KeepTable: true}), search.New(search.Options{KeepTable: true})}
}

func (a *asker) after(moves []uint8) oxo.Position {
	p := a.g.Start()
	for _, m := range moves {
		p.Make(oxo.Move(m))
	}
	return p
}

func (a *asker) keeps(ctx context.Context, moves []uint8) (bool, error) {
	r := a.s.Ask(ctx, a.after(moves), search.Question{AtLeast: oxo.Draw})
	return r.Bounds.Hi() < oxo.Draw, context.Cause(ctx)
}

func (a *asker) advise(ctx context.Context, moves []uint8) (uint8, error) {
	r := a.best.Search(ctx, a.after(moves), search.Limits{})
	if !r.HasMove || r.Score <= oxo.Draw {
		return 0, errors.New("no move wins")
	}
	return uint8(r.Best), nil
}

func (a *asker) options(width, height int, start ...uint8) steady.Options {
	for i := range start {
		start[i]--
	}
	return steady.Options{Width: width, Height: height, Start: start, Advise: a.advise, Keeps: a.keeps, Effort: 20_000, Improve: 30}
}

// TestBuild: strategies from positions that a side wins are right by the package's own check, with the side to move and with the
// other side to move; and a file gives the strategy back.
func TestBuild(t *testing.T) {
	a := newAsker(t, "connect4:5x4")
	for _, c := range []struct {
		start  []uint8
		second bool
	}{
		{[]uint8{3, 5, 3, 3, 2, 1}, true},
		{[]uint8{2, 2, 3}, true},
		{[]uint8{3, 1, 3, 5}, false},
	} {
		o := a.options(5, 4, slices.Clone(c.start)...)
		o.Second = c.second
		s, err := steady.Build(t.Context(), o)
		if err != nil {
			t.Errorf("%v: %v", c.start, err)
			continue
		}
		if err := s.Check(); err != nil {
			t.Errorf("%v: %v", c.start, err)
		}
		states, branches := s.Counts()
		if states == 0 || branches == 0 {
			t.Errorf("%v: %d steady states, %d branches: want some of both", c.start, states, branches)
		}
		var file bytes.Buffer
		if err := s.Write(&file); err != nil {
			t.Fatal(err)
		}
		back, err := steady.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s, back) {
			t.Errorf("%v: what was read is not what was written", c.start)
		}
	}
}

// TestDamaged: a strategy in which a mark, a move or a reply is another one is refused, or it wins by the package's own play.
func TestDamaged(t *testing.T) {
	a := newAsker(t, "connect4:5x4")
	o := a.options(5, 4, 2, 2, 3)
	o.Second = true
	s, err := steady.Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		was := *n
		damaged := []steady.Node{{Moves: was.Moves, Next: nil}, {Moves: append(slices.Clone(was.Moves), 1), Rows: was.Rows, Next: was.Next}}
		if was.Rows != "" {
			stone := []byte(was.Rows)
			j := bytes.IndexAny(stone, "12")
			stone[j] = '1' + '2' - stone[j]
			damaged = append(damaged, steady.Node{Moves: was.Moves, Rows: string(stone)})
		} else if len(was.Next) > 1 {
			damaged[0].Next = was.Next[1:]
		}
		for _, d := range damaged {
			if *n = d; s.Check() == nil && len(was.Next)+len(was.Rows) > 0 {
				t.Errorf("node %d: %+v is accepted for %+v", i, d, was)
			}
		}
		*n = was
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

// TestMarks: the precedence of the marks, on the bottom row of an empty board.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		row  string
		want int // column from 1, or 0
	}{
		{"!@|+=-  ", 1}, // urgent
		{"!!|+=-", 0},   // two of the same kind
		{" @|+=-", 2},   // miai, where one square can be played
		{" @@|+=", 4},   // miai says nothing where two can be played
		{" | +=-", 2},   // a bar claims an odd row
		{"   +=-", 4},   // a blank claims even rows only
		{"    =-", 5},
		{"     -", 6},
		{"      ", 0},
	} {
		row := c.row[:6]
		if got := steady.FirstMove(6, 4, row); got != c.want {
			t.Errorf("%q: column %d, want %d", row, got, c.want)
		}
	}
}
