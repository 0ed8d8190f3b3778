package arena_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// scripted is a player with the behaviour that a test needs.
type scripted func(ctx context.Context, p oxo.Position) (player.Choice, error)

// Move implements [player.Player].
func (s scripted) Move(ctx context.Context, p oxo.Position) (player.Choice, error) { return s(ctx, p) }

// first makes the first legal move.
func first(_ context.Context, p oxo.Position) (player.Choice, error) {
	return player.Choice{Move: p.Moves(nil)[0], Notes: player.Notes{NoValue: true}}, nil
}

// TestFaults: whatever a player does, its game ends with the right result, and the
// following games are played.
func TestFaults(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	for _, c := range []struct {
		name   string
		reason arena.Reason
		move   scripted
	}{
		{"hangs", arena.ByTime, func(ctx context.Context, _ oxo.Position) (player.Choice, error) {
			<-ctx.Done()
			return player.Choice{}, ctx.Err()
		}},
		{"is gone", arena.ByCrash, func(context.Context, oxo.Position) (player.Choice, error) {
			return player.Choice{}, fmt.Errorf("%w: exit status 1", program.ErrGone)
		}},
		{"answers rubbish", arena.ByIllegal, func(context.Context, oxo.Position) (player.Choice, error) {
			return player.Choice{}, &player.RubbishError{Answer: "xyz", Reason: "not a move"}
		}},
		{"moves illegally", arena.ByIllegal, func(context.Context, oxo.Position) (player.Choice, error) {
			return player.Choice{Move: 999}, nil
		}},
		{"resigns", arena.ByResigning, func(context.Context, oxo.Position) (player.Choice, error) {
			return player.Choice{Notes: player.Notes{Resigns: true}}, nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan(4)
			limits := p.Time
			if c.reason == arena.ByTime {
				limits = arena.Time{Move: 20 * time.Millisecond, Margin: 10 * time.Millisecond, Patience: time.Hour}
			}
			all := run(t, &arena.Arena{Plan: p, Game: g, Threads: 2, Entrants: []arena.Entrant{
				entrant("a", limits, func() player.Player { return c.move }),
				entrant("b", p.Time, func() player.Player { return scripted(first) }),
			}})
			if len(all) != 4 {
				t.Fatalf("%d games of 4", len(all))
			}
			s := arena.NewStandings(p)
			for i := range all {
				s.Add(&all[i])
				if all[i].Reason != c.reason {
					t.Errorf("game %d: %s, %s", i+1, all[i].Reason, all[i].Detail)
				}
			}
			if v := s.Versus[0][1]; v.Losses != 4 || v.Pairs[0] != 2 {
				t.Errorf("it lost %d of 4 games", v.Losses)
			}
		})
	}
}

// TestOwnFault: an internal failure of a player of oxo ends the arena with its error.
func TestOwnFault(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(4)
	broken := errors.New("broken")
	a := arena.Arena{Plan: p, Game: g, Threads: 1, Keep: func(*arena.Record) (bool, error) { return true, nil }, Entrants: []arena.Entrant{
		entrant("a", p.Time, func() player.Player {
			return scripted(func(context.Context, oxo.Position) (player.Choice, error) { return player.Choice{}, broken })
		}),
		entrant("b", p.Time, func() player.Player { return scripted(first) }),
	}}
	if err := a.Run(context.Background()); !errors.Is(err, broken) {
		t.Errorf("%v, want the player's error", err)
	}
}

// TestEnough: when no more games are wanted, an arena stops at once and drops the
// games under way.
func TestEnough(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(100)
	kept := 0
	hangs := func(ctx context.Context, _ oxo.Position) (player.Choice, error) {
		<-ctx.Done()
		return player.Choice{}, ctx.Err()
	}
	var threads atomic.Int32 // the second thread's games do not end
	a := arena.Arena{Plan: p, Game: g, Threads: 2, Entrants: []arena.Entrant{
		entrant("a", p.Time, func() player.Player {
			if threads.Add(1) == 2 {
				return scripted(hangs)
			}
			return scripted(first)
		}),
		entrant("b", p.Time, func() player.Player { return scripted(first) }),
	}, Keep: func(*arena.Record) (bool, error) { kept++; return kept < 3, nil }}
	if err := a.Run(context.Background()); err != nil || kept != 3 {
		t.Errorf("%d games, %v; want 3 games", kept, err)
	}
}

// closing is a player that takes time to close, as a program does.
type closing struct {
	scripted
	until chan struct{}
}

// Close waits until the other thread has ended.
func (c closing) Close() error {
	<-c.until
	time.Sleep(20 * time.Millisecond)
	return nil
}

// TestKeepFails: an arena that cannot keep a game ends with that error, even if
// another thread that had to stop ends first.
func TestKeepFails(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(100)
	playing, stopped := make(chan struct{}), make(chan struct{})
	full := errors.New("no space left")
	var threads atomic.Int32
	a := arena.Arena{Plan: p, Game: g, Threads: 2, Entrants: []arena.Entrant{
		entrant("a", p.Time, func() player.Player {
			if threads.Add(1) == 2 {
				return scripted(func(ctx context.Context, _ oxo.Position) (player.Choice, error) {
					close(playing)
					<-ctx.Done()
					close(stopped)
					return player.Choice{}, ctx.Err()
				})
			}
			return closing{scripted(func(ctx context.Context, p oxo.Position) (player.Choice, error) {
				<-playing // otherwise the run could end before the other player is asked, and nothing would have to stop
				return first(ctx, p)
			}), stopped}
		}),
		entrant("b", p.Time, func() player.Player { return scripted(first) }),
	}, Keep: func(*arena.Record) (bool, error) { return false, full }}
	if err := a.Run(context.Background()); !errors.Is(err, full) {
		t.Errorf("%v, want %v", err, full)
	}
}

// TestJudge: a game ends with the right result when its value is proven, when both
// players agree, and when it is too long.
func TestJudge(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	says := func(score oxo.Score) scripted { // score is for the first side
		return func(_ context.Context, p oxo.Position) (player.Choice, error) {
			mine := score
			if p.Turn() == oxo.Second {
				mine = -score
			}
			return player.Choice{Move: p.Moves(nil)[0], Value: search.Value{Score: mine}}, nil
		}
	}
	for name, c := range map[string]struct {
		judge  arena.Judge
		score  oxo.Score
		reason arena.Reason
		plays  int
		result arena.Result
	}{
		"proof":     {arena.Judge{Nodes: 100_000}, 0, arena.ByProof, 1, ""},
		"win":       {arena.Judge{WinMoves: 2, WinScore: 50}, 60, arena.ByAgreement, 4, arena.FirstWins},
		"loss":      {arena.Judge{WinMoves: 2, WinScore: 50}, -60, arena.ByAgreement, 4, arena.SecondWins},
		"draw":      {arena.Judge{DrawMoves: 1, DrawScore: 5, DrawFrom: 5}, 4, arena.ByAgreement, 3, arena.Drawn},
		"no accord": {arena.Judge{WinMoves: 2, WinScore: 70, DrawMoves: 2, DrawScore: 5}, 60, arena.ByRules, 0, ""},
		"length":    {arena.Judge{MostPlies: 4}, 0, arena.ByLength, 2, arena.Drawn},
	} {
		t.Run(name, func(t *testing.T) {
			p := plan(2)
			p.Judge = c.judge
			create := func() player.Player { return says(c.score) }
			for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Threads: 1, Entrants: []arena.Entrant{entrant("a", p.Time, create), entrant("b", p.Time, create)}}) {
				if r.Reason != c.reason || c.plays > 0 && len(r.Plays) != c.plays || c.result != "" && r.Result != c.result {
					t.Errorf("%s after %d moves, %s: %s", r.Reason, len(r.Plays), r.Result, r.Detail)
				}
				if c.reason == arena.ByProof && r.Result != proven(t, g, &r) {
					t.Errorf("%v is judged a %s", r.Texts(), r.Result)
				}
			}
		})
	}
}

// proven returns the result that another search proves from the judged position.
func proven(t *testing.T, g oxo.Game, r *arena.Record) arena.Result {
	t.Helper()
	replayed, err := arena.Replay(g, r)
	if err != nil {
		t.Fatal(err)
	}
	found := search.New(search.Options{}).Search(context.Background(), replayed.End, search.Limits{})
	turn := replayed.End.Turn()
	switch found.Score.Sign() {
	case 0:
		return arena.Drawn
	case -1:
		turn = turn.Opponent()
	}
	return []arena.Result{arena.FirstWins, arena.SecondWins}[turn]
}

// TestClock: a side that uses up its time loses; one with time left continues.
func TestClock(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(2)
	p.Plies = 0
	slow := func(ctx context.Context, pos oxo.Position) (player.Choice, error) {
		time.Sleep(30 * time.Millisecond)
		return first(ctx, pos)
	}
	for _, c := range []struct {
		time   arena.Time
		reason arena.Reason
	}{
		{arena.Time{Base: 75 * time.Millisecond, Margin: time.Millisecond, Patience: time.Minute}, arena.ByTime},
		{arena.Time{Base: time.Hour, Margin: time.Millisecond, Patience: time.Hour}, arena.ByRules},
		{arena.Time{Base: 75 * time.Millisecond, Increment: time.Hour, Margin: time.Hour, Patience: time.Hour}, arena.ByRules},
		{arena.Time{Base: 75 * time.Millisecond, MovesToGo: 1, Margin: time.Hour, Patience: time.Hour}, arena.ByRules},
	} {
		all := run(t, &arena.Arena{Plan: p, Game: g, Threads: 1, Entrants: []arena.Entrant{
			entrant("a", c.time, func() player.Player { return scripted(slow) }),
			entrant("b", p.Time, func() player.Player { return scripted(first) }),
		}})
		for _, r := range all {
			if r.Reason != c.reason {
				t.Errorf("%+v: %s, %s", c.time, r.Reason, r.Detail)
			}
		}
	}
}
