//go:build !race

package player_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// TestValueNeverDrops plays against random moves: the value that the player has
// proven never gets worse, and is the result at the end. Only the search plays the
// larger boards; the textbook would not finish there.
func TestValueNeverDrops(t *testing.T) {
	all := []string{player.Search, player.Table, player.AlphaBeta}
	for _, b := range []struct {
		name    string
		games   int
		players []string
	}{
		{"mnk:3x3x3,misere", 60, append(all, player.MinimaxDepth)},
		{"mnk:3x3x3,torus", 60, append(all, player.MinimaxDepth)},
		{"mnk:4x3x3", 20, all},
		{"mnk:4x3x3,misere", 6, all},
		{"mnk:4x4x4", 60, all[:1]},
		{"mnk:4x4x4,torus", 20, all[:1]},
		{"mnk:4x4x4,misere", 6, all[:1]},
		{"mnk:5x5x5", 30, all[:1]},
		{"mnk:5x5x4", 6, all[:1]},
		{"mnk:6x6x5", 4, all[:1]},
	} {
		g := gametest.Game(t, b.name)
		for _, name := range b.players {
			t.Run(b.name+"/"+name, func(t *testing.T) {
				games := b.games
				if name == player.Minimax || testing.Short() {
					games = min(games, 2)
				}
				neverDrops(t, g, name, games)
			})
		}
	}
}

// neverDrops plays games against random moves, on alternate sides. The opening of X
// is random, so that the textbook need not search a whole game.
func neverDrops(t *testing.T, g oxo.Game, name string, games int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	player, err := player.ByName(context.Background(), name, g, player.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range games {
		side := oxo.Side(n & 1)
		p := g.Start()
		best := -oxo.Infinity
		for ply := 0; p.Outcome() == oxo.Ongoing; ply++ {
			if p.Turn() != side || ply == 0 {
				moves := p.Moves(nil)
				p.Make(moves[rng.IntN(len(moves))])
				continue
			}
			c, err := player.Move(context.Background(), p)
			if err != nil || !c.Value.Proven || c.Value.Score < twoPliesLater(best) {
				t.Fatalf("%s: the value drops to %v from %v, %v", g.FormatPosition(p), c.Value, best, err)
			}
			best = c.Value.Score
			p.Make(c.Move)
		}
		if winner, ok := p.Outcome().Winner(p.Turn()); ok && winner != side && best.Sign() >= 0 {
			t.Fatalf("%s: lost from %v", g.FormatPosition(p), best)
		}
	}
}

// twoPliesLater returns a value after two plies of best play.
func twoPliesLater(s oxo.Score) oxo.Score {
	switch {
	case s.IsWin():
		return oxo.Win(s.Plies() - 2)
	case s.IsLoss():
		return oxo.Loss(s.Plies() - 2)
	}
	return s
}

// TestLevels checks what every level promises, on random positions.
func TestLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"tictactoe", "mnk:4x4x4", "mnk:5x5x4", "mnk:9x9x5", "tictactoe,misere"} {
		if testing.Short() && (name == "mnk:9x9x5" || name == "mnk:5x5x4") {
			continue // their levels visit many positions
		}
		g := gametest.Game(t, name)
		for level := player.Level(1); level <= player.MaxLevel; level++ {
			player := player.NewLeveled(g, level, 9, search.Limits{})
			for range 6 {
				p := threatened(g, rng)
				c, err := player.Move(context.Background(), p)
				if err != nil {
					t.Fatal(err)
				}
				wins, blocks := urgent(p)
				switch {
				case level >= 3 && len(wins) > 0 && !wins[c.Move]:
					t.Fatalf("%s level %d misses its win at %s: plays %s", name, level, g.FormatPosition(p), g.FormatMove(p, c.Move))
				case level >= 4 && len(wins) == 0 && len(blocks) > 0 && !blocks[c.Move]:
					t.Fatalf("%s level %d lets the opponent win at %s: plays %s", name, level, g.FormatPosition(p), g.FormatMove(p, c.Move))
				}
			}
		}
	}
}

// threatened plays at random until a position has a win or a threat.
func threatened(g oxo.Game, rng *rand.Rand) oxo.Position {
	for {
		p := g.Start()
		for p.Outcome() == oxo.Ongoing {
			moves := p.Moves(nil)
			if wins, blocks := urgent(p); len(wins) > 0 || len(blocks) < len(moves) {
				return p
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
}

// urgent returns the moves that win at once, and those after which the
// opponent cannot win at once.
func urgent(p oxo.Position) (wins, blocks map[oxo.Move]bool) {
	wins, blocks = map[oxo.Move]bool{}, map[oxo.Move]bool{}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		switch p.Outcome() {
		case oxo.Lost:
			wins[m] = true
		case oxo.Won: // the move loses at once: no block
		default:
			if !canWin(p) {
				blocks[m] = true
			}
		}
		p.Unmake(m)
	}
	return wins, blocks
}

func canWin(p oxo.Position) bool {
	for _, m := range p.Moves(nil) {
		p.Make(m)
		won := p.Outcome() == oxo.Lost
		p.Unmake(m)
		if won {
			return true
		}
	}
	return false
}

// TestLevelsAreDeterministic: the same seed plays the same game, another seed
// sometimes another one.
func TestLevelsAreDeterministic(t *testing.T) {
	g := gametest.Game(t, "mnk:4x4x4")
	play := func(seed uint64) string {
		a, b := player.NewLeveled(g, 2, seed, search.Limits{}), player.NewLeveled(g, 1, seed, search.Limits{})
		p := g.Start()
		for p.Outcome() == oxo.Ongoing {
			player := a
			if p.Turn() == oxo.Second {
				player = b
			}
			c, err := player.Move(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(c.Move)
		}
		return g.FormatPosition(p)
	}
	games := map[string]bool{}
	for seed := range uint64(8) {
		first := play(seed)
		if again := play(seed); again != first {
			t.Fatalf("seed %d plays %s and %s", seed, first, again)
		}
		games[first] = true
	}
	if len(games) < 2 {
		t.Error("eight seeds play one game")
	}
}

// TestStrengthRises: a level far above another scores more than it.
func TestStrengthRises(t *testing.T) {
	g := gametest.Game(t, "mnk:5x5x4")
	for _, pair := range [][2]player.Level{{1, 5}, {3, 9}, {1, player.Perfect}} {
		points := 0
		for n := range 20 {
			players := [2]*player.Leveled{
				player.NewLeveled(g, pair[0], uint64(n), search.Limits{}), player.NewLeveled(g, pair[1], uint64(n), search.Limits{}),
			}
			strong := oxo.Side(n & 1)
			p := g.Start()
			for p.Outcome() == oxo.Ongoing {
				player := players[0]
				if p.Turn() == strong {
					player = players[1]
				}
				c, err := player.Move(context.Background(), p)
				if err != nil {
					t.Fatal(err)
				}
				p.Make(c.Move)
			}
			if winner, ok := p.Outcome().Winner(p.Turn()); ok && winner == strong {
				points += 2
			} else if !ok {
				points++
			}
		}
		t.Log(pair, points)
		if points < 23 {
			t.Errorf("%v scores %d of 40 half points against %v", pair[1], points, pair[0])
		}
	}
}

func TestParseLevel(t *testing.T) {
	for text, want := range map[string]player.Level{"1": 1, "10": 10, "perfect": player.Perfect, "Perfect": player.Perfect} {
		if got, err := player.ParseLevel(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "11", "-1", "strong", "1.5", "99999999999999999999"} {
		if got, err := player.ParseLevel(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestFinishedGame(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p, err := g.ParsePosition("XXX/OO./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range player.Names() {
		player, err := player.ByName(context.Background(), name, g, player.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := player.Move(context.Background(), p); !errors.Is(err, oxo.ErrGameOver) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := player.NewLeveled(g, 4, 0, search.Limits{}).Move(context.Background(), p); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("level 4: %v", err)
	}
}

func TestSession(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	s := player.NewSession(g, g.Start())
	if err := s.Undo(1); !errors.Is(err, player.ErrNothingToUndo) {
		t.Errorf("undo at the start: %v", err)
	}
	for _, m := range []string{"b2", "a1", "c3"} {
		if _, err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Play("b2"); err == nil {
		t.Error("an occupied square is taken")
	}
	if got := s.Notation(); len(got) != 3 || got[2] != "c3" {
		t.Errorf("moves %v", got)
	}
	if err := s.Undo(5); err != nil || len(s.Moves()) != 0 || s.Position().Hash() != g.Start().Hash() {
		t.Errorf("undo: %v, %v", err, s.Moves())
	}
}
