//go:build !race

package player_test

import (
	"context"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// shortBook is a book for the positions of a single ply.
type shortBook struct {
	moves map[string][]search.MoveResult // by the text of the position
	game  oxo.Game
}

func (b *shortBook) Openings(p oxo.Position) []search.MoveResult {
	return slices.Clone(b.moves[b.game.FormatPosition(p)])
}

func (b *shortBook) Lookup(oxo.Position) (oxo.Score, bool) { return 0, false }

// bookOf makes a book of one position with moves of given values.
func bookOf(t *testing.T, g oxo.Game, p oxo.Position, moves ...string) *shortBook {
	t.Helper()
	b := &shortBook{moves: map[string][]search.MoveResult{}, game: g}
	var all []search.MoveResult
	for i, text := range moves {
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, search.MoveResult{Move: m, Value: search.Value{Score: oxo.Score(-5 * i)}, Line: []oxo.Move{m}, ByBook: true})
	}
	b.moves[g.FormatPosition(p)] = all
	return b
}

// TestRepertoire: the seed draws among the moves within the margin and no others; the
// value is an estimate.
func TestRepertoire(t *testing.T) {
	g := gametest.Game(t, "connect4")
	p := g.Start()
	book := bookOf(t, g, p, "4", "3", "5", "1")
	for margin, want := range map[oxo.Score]int{0: 1, 4: 1, 5: 2, 10: 3, 1000: 4} {
		seen := map[oxo.Move]int{}
		for seed := range uint64(400) {
			r := player.RepertoireOf(book, margin, seed)
			c, ok := r.Opening(p)
			again, _ := r.Opening(p)
			if !ok || c.Proven || !c.ByBook || !c.HasMove || again.Best != c.Best || !slices.Equal(c.Line, []oxo.Move{c.Best}) {
				t.Fatalf("margin %d, seed %d: %+v", margin, seed, c)
			}
			seen[c.Best]++
		}
		if len(seen) != want {
			t.Errorf("margin %d: %v", margin, seen)
		}
		for m, n := range seen {
			if n < 400/want/2 {
				t.Errorf("margin %d: move %d is played %d times of 400", margin, m, n)
			}
		}
	}
	if _, ok := (&player.Repertoire{}).Opening(p); ok {
		t.Error("a move without a book")
	}
	none := player.RepertoireOf(nil, 0, 0)
	if _, ok := none.Opening(p); ok {
		t.Error("a move from no book")
	}
}

// TestRepertoireInPlay: a perfect player takes its moves from the book without a
// search until the book ends; a lower level does not use it.
func TestRepertoireInPlay(t *testing.T) {
	g := gametest.Game(t, "connect4")
	p := g.Start()
	book := bookOf(t, g, p, "1") // a search would not play it
	for _, keep := range []bool{false, true} {
		who, err := player.ByName(context.Background(), player.Search, g, player.Options{Book: book, Keep: keep, Limits: search.Limits{Nodes: 500}})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range []player.Player{who, player.Another(who)} {
			c, err := one.Move(context.Background(), p)
			if err != nil || g.FormatMove(p, c.Move) != "1" || c.Nodes != 0 || c.Value.Proven {
				t.Errorf("keep %v: %+v, %v", keep, c, err)
			}
			c, err = player.Ask(context.Background(), one, player.NewSession(g, p).Turn(player.Clock{}))
			if err != nil || g.FormatMove(p, c.Move) != "1" {
				t.Errorf("keep %v: %+v, %v", keep, c, err)
			}
			q := p.Clone()
			q.Make(c.Move)
			if c, err := one.Move(context.Background(), q); err != nil || c.Nodes == 0 {
				t.Errorf("keep %v: after the book %+v, %v", keep, c, err)
			}
		}
	}
	for level := player.Level(1); level <= player.MaxLevel; level++ {
		with, err := player.ByName(context.Background(), player.Search, g, player.Options{Book: book, Level: level, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		got, err1 := with.Move(context.Background(), p)
		want, err2 := player.NewLeveled(g, level, 7, search.Limits{}).Move(context.Background(), p)
		if err1 != nil || err2 != nil || got.Move != want.Move {
			t.Errorf("level %d: %v, without the book %v", level, got.Move, want.Move)
		}
	}
}

// TestRepertoireReseeded: another seed makes other choices, the same seed the same.
func TestRepertoireReseeded(t *testing.T) {
	g := gametest.Game(t, "connect4")
	p := g.Start()
	r := player.RepertoireOf(bookOf(t, g, p, "4", "3", "5"), 100, 0)
	thinker := player.NewThinker(search.Options{}, search.Limits{Nodes: 100}).WithRepertoire(r)
	leveled := player.NewLeveled(g, player.Perfect, 0, search.Limits{Nodes: 100}).WithRepertoire(r)
	seen := map[oxo.Move]bool{}
	for seed := range uint64(40) {
		thinker.Reseed(seed)
		leveled.Reseed(seed)
		a, err1 := thinker.Move(context.Background(), p)
		b, err2 := leveled.Move(context.Background(), p)
		if err1 != nil || err2 != nil || a.Move != b.Move {
			t.Fatalf("%v, %v, %v, %v", a, b, err1, err2)
		}
		seen[a.Move] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d of 3 moves are played", len(seen))
	}
}

// TestRepertoireRepeats: a book move that returns to an earlier position is not
// played.
func TestRepertoireRepeats(t *testing.T) {
	g := gametest.Game(t, "chess")
	p := g.Start()
	for _, text := range []string{"Nf3", "Nf6", "Ng1"} {
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	want, err := g.ParseMove(p, "d5")
	if err != nil {
		t.Fatal(err)
	}
	r := player.RepertoireOf(bookOf(t, g, p, "Ng8", "d5"), 0, 0)
	if c, ok := r.Opening(p); !ok || c.Best != want {
		t.Errorf("%v, %v", c, ok)
	}
	r = player.RepertoireOf(bookOf(t, g, p, "Ng8"), 0, 0)
	if c, ok := r.Opening(p); ok {
		t.Errorf("%v goes back", c)
	}
}
