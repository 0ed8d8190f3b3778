package api_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo/api"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
)

// edited are games of every family, in their forms.
func edited() []string {
	return []string{
		"tictactoe", "mnk:3x3x3,misere", "mnk:6x5x4,torus", "gomoku", "connect4", "connect4:5x4", "nim", "sticks", "breakthrough", "breakthrough:5x6",
		"clashofpawns,teleport", "othello", "othello:6x6", "checkers", "draughts", "checkers:6x6", "checkers:8x8,fewkings", "chess", "chess960", "gardner", "losalamos", "go:5x5",
		"go:4x3,ko=simple", "2048",
	}
}

// TestEdit: positions of random games are taken apart and put together again, square by square,
// with what the reply offers; the text is the same.
func TestEdit(t *testing.T) {
	s := api.New(games.All())
	for _, name := range edited() {
		t.Run(name, func(t *testing.T) {
			g := gametest.Game(t, name)
			if board.FactsOf(g).Setup == nil {
				t.Fatal("it has no setup")
			}
			rng := rand.New(rand.NewPCG(7, 7))
			for range 20 {
				p := g.Start()
				for range rng.IntN(60) {
					moves := p.Moves(nil)
					if len(moves) == 0 {
						break
					}
					p.Make(moves[rng.IntN(len(moves))])
				}
				again(t, s, g.Name(), g.FormatPosition(p), catalog.FormatPosition(g, p))
			}
		})
	}
}

// again builds a position from an empty board.
func again(t *testing.T, s *api.Service, game string, text, clocked string) {
	t.Helper()
	edit := func(r api.EditRequest) *api.Edited {
		t.Helper()
		r.Game = game
		e, err := s.Edit(r)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		return e
	}
	from := edit(api.EditRequest{Position: clocked})
	if !from.Legal || !from.Read || from.Fault != "" || from.Text != clocked {
		t.Fatalf("%s: %+v", clocked, from)
	}
	next := edit(api.EditRequest{Position: text, Clear: true})
	var puts []string
	for i, c := range from.State.Cells {
		for n, offered := range from.Setup.Palette {
			if c == offered {
				puts = append(puts, fmt.Sprintf("%d=%d", i, n+1))
			}
		}
	}
	if len(puts) > 0 {
		next = edit(api.EditRequest{Position: next.Text, Put: strings.Join(puts, ".")})
	}
	if from.Setup.Turn {
		next = edit(api.EditRequest{Position: next.Text, Turn: []string{"first", "second"}[from.State.Turn]})
	}
	for i, value := range from.Fields {
		next = edit(api.EditRequest{Position: next.Text, Field: i + 1, Value: value})
	}
	if !next.Legal || withoutNumber(next.Text) != withoutNumber(clocked) {
		t.Errorf("%s became %s: %s", clocked, next.Text, next.Fault)
	}
}

// withoutNumber leaves out the number of the move, the last field of a whole FEN: it is not part of a position.
func withoutNumber(text string) string {
	if fields := strings.Fields(text); len(fields) == 6 {
		return strings.Join(fields[:5], " ")
	}
	return text
}

// TestEditFaults: if a position is impossible, the reply says why, draws it, and lets it be
// changed.
func TestEditFaults(t *testing.T) {
	s := api.New(games.All())
	for _, c := range []struct{ game, position, fault string }{
		{"tictactoe", "XX./.../...", "2 X and 0 O"},
		{"tictactoe", "XXX/OOO/...", "3 in a row"},
		{"connect4:5x4", "X..../...../...../.....", "in the air"},
		{"chess", "8/8/8/8/8/8/8/K7 w - -", "black has 0 kings"},
		{"chess", "k7/8/8/8/8/8/8/K6r b - -", "in check"},
		{"chess", "k7/8/8/8/8/8/8/K7 w - - x", "not a number"},
		{"checkers", "B:W1,2,3:B", "it is a king"},
		{"othello", "......../......../......../......../......../......../......../........ black", "middle"},
		{"go:3x3", "XXX/XXX/XXX black", "no liberty"},
		{"breakthrough:5x5", "w..../...../...../...../b.... white", "won"},
		{"2048", ".,.,.,./.,.,.,./.,.,.,./.,.,.,. slider", "empty"},
		{"nim", "9+0+0 first", "not a heap"},
	} {
		e, err := s.Edit(api.EditRequest{Game: c.game, Position: c.position})
		if err != nil || e.Legal || !e.Read || !strings.Contains(e.Fault, c.fault) || len(e.State.Legal) > 0 {
			t.Errorf("%s %s: %+v, %v, want %q", c.game, c.position, e, err, c.fault)
			continue
		}
		if e.Text != c.position {
			t.Errorf("the text %s became %s", c.position, e.Text)
		}
		if len(e.Setup.Palette) == 0 {
			continue
		}
		put, err := s.Edit(api.EditRequest{Game: c.game, Position: c.position, Clear: true, Put: "0=1"})
		if err != nil || put.State.Cells[0] != put.Setup.Palette[0] || put.State.Cells[1].Text != "" {
			t.Errorf("%s: %+v, %v", c.game, put, err)
		}
	}
}

// TestEditRights: a right to castle goes with its rook, and a pawn that just moved is forgotten when the
// other side is to move.
func TestEditRights(t *testing.T) {
	s := api.New(games.All())
	e, err := s.Edit(api.EditRequest{Game: "chess", Put: "0=0"})
	if err != nil || e.Text != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq -" || e.Fields[1] != "" || len(e.Changed) > 0 {
		t.Errorf("%+v, %v", e, err)
	}
	e, err = s.Edit(api.EditRequest{Game: "chess", Position: "k7/8/8/8/3pP3/8/8/K7 b - e3", Turn: "first"})
	if err != nil || e.Text != "k7/8/8/8/3pP3/8/8/K7 w - -" {
		t.Errorf("%+v, %v", e, err)
	}
	e, err = s.Edit(api.EditRequest{Game: "chess", Position: "k7/8/8/8/8/8/8/K7 w KQ -"})
	if err != nil || !e.Legal || len(e.Changed) == 0 {
		t.Errorf("a reader of FEN with a right too many is not told: %+v, %v", e, err)
	}
}

// TestEditRefuses: a request that cannot be understood is refused, and a text without a setup can only be read.
func TestEditRefuses(t *testing.T) {
	s := api.New(games.All())
	for _, r := range []api.EditRequest{
		{Game: "no such"},
		{Game: "tictactoe", Put: "9=1"},
		{Game: "tictactoe", Put: "0=3"},
		{Game: "tictactoe", Put: "x"},
		{Game: "tictactoe", Turn: "third"},
		{Game: "tictactoe", Field: 1},
		{Game: "checkers", Put: "1=1"},
		{Game: "tictactoe", Position: "rubbish", Put: "0=1"},
		{Game: "tree:(1 2)", Put: "0=1"},
	} {
		if e, err := s.Edit(r); err == nil {
			t.Errorf("%+v gives %+v", r, e)
		}
	}
	e, err := s.Edit(api.EditRequest{Game: "tictactoe", Position: "rubbish"})
	if err != nil || e.Read || e.Legal || e.Fault == "" || len(e.State.Cells) != 9 {
		t.Errorf("%+v, %v", e, err)
	}
	e, err = s.Edit(api.EditRequest{Game: "tree:(1 2)"})
	if err != nil || e.Setup != nil || !e.Legal {
		t.Errorf("%+v, %v", e, err)
	}
}
