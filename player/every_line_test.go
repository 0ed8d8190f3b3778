package player_test

import (
	"context"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/player"
	"oxo/prove/census"
)

func solve(t *testing.T, g oxo.Game) *census.Table {
	t.Helper()
	table, err := census.Solve(context.Background(), g, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestEveryLineOfPlay lets every algorithm play X and O against every line of play on
// 3x3. Its move must always keep the value of the position, plies included: so it
// never loses a drawn or won position, wins in the fewest plies, and loses in the
// most. Minimax without depth only keeps the result.
func TestEveryLineOfPlay(t *testing.T) {
	boards := []string{"tictactoe", "tictactoe,misere", "tictactoe,torus"}
	if race.Enabled {
		boards = boards[:1] // parallel tests share the tables of the players; one board is enough
	}
	for _, name := range boards {
		g := gametest.Game(t, name)
		table := solve(t, g)
		for _, who := range player.Names() {
			slow := who == player.Minimax || who == player.MinimaxDepth
			if slow && (name != "tictactoe" || testing.Short()) || who == player.Random {
				continue // the slowest players play on one board only
			}
			t.Run(name+"/"+who, func(t *testing.T) {
				t.Parallel()
				e, err := player.ByName(context.Background(), who, g, player.Options{})
				if err != nil {
					t.Fatal(err)
				}
				for _, side := range []oxo.Side{oxo.First, oxo.Second} {
					l := everyLine{t: t, g: g, player: e, side: side, table: table, seen: map[uint64]bool{}, noPlies: who == player.Minimax}
					l.play(g.Start())
					if start, _, _ := table.Lookup(g.Start()); start == oxo.Draw && l.lost > 0 {
						t.Errorf("as the %v side it lost %d games", side, l.lost)
					}
				}
			})
		}
	}
}

// everyLine lets a player play one side against every legal move of the other.
type everyLine struct {
	t      *testing.T
	g      oxo.Game
	player player.Player
	side   oxo.Side
	table  *census.Table
	seen   map[uint64]bool
	lost   int
	// noPlies: the player ignores plies, and wins sooner or later.
	noPlies bool
}

// same compares a value with the true one; with noPlies only its sign.
func (l *everyLine) same(got, want oxo.Score) bool {
	if l.noPlies {
		return got.Sign() == want.Sign()
	}
	return got == want
}

func (l *everyLine) play(p oxo.Position) {
	if l.seen[p.Hash()] {
		return
	}
	l.seen[p.Hash()] = true
	if o := p.Outcome(); o != oxo.Ongoing {
		if winner, ok := o.Winner(p.Turn()); ok && winner != l.side {
			l.lost++
		}
		return
	}
	if p.Turn() != l.side {
		for _, m := range p.Moves(nil) {
			p.Make(m)
			l.play(p)
			p.Unmake(m)
		}
		return
	}
	value, _, _ := l.table.Lookup(p)
	c, err := l.player.Move(context.Background(), p)
	if err != nil || !c.Value.Proven || !l.same(c.Value.Score, value) {
		l.t.Fatalf("%s: %+v, %v, the value is %v", l.g.FormatPosition(p), c, err, value)
	}
	p.Make(c.Move)
	if after, _, _ := l.table.Lookup(p); !l.same(after.ToParent(), value) {
		l.t.Fatalf("%s: the move %s is worth %v, the position %v", l.g.FormatPosition(p), l.g.FormatMove(p, c.Move), after.ToParent(), value)
	}
	l.play(p)
	p.Unmake(c.Move)
}
