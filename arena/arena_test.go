package arena_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/board"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// plan is a match of two on 3x3.
func plan(games int) *arena.Plan {
	return &arena.Plan{
		Game: "mnk:3x3x3", Players: []string{"a", "b"}, Names: []string{"a", "b"}, Format: arena.RoundRobin, Games: games, Plies: 2, Seed: 7,
		Time: arena.Time{Margin: time.Second, Patience: time.Minute},
	}
}

// entrant is a player that is made by a function.
func entrant(name string, limits arena.Time, create func() player.Player) arena.Entrant {
	return arena.Entrant{Name: name, Time: limits, Make: func(context.Context) (player.Player, error) { return create(), nil }}
}

// levels are entrants of two levels.
func levels(g oxo.Game, p *arena.Plan, a, b player.Level) []arena.Entrant {
	var all []arena.Entrant
	for i, level := range []player.Level{a, b} {
		all = append(all, entrant(p.Names[i], p.Time, func() player.Player { return player.NewLeveled(g, level, 0, search.Limits{}) }))
	}
	return all
}

// run plays a plan, and returns its games by number.
func run(t *testing.T, a *arena.Arena) []arena.Record {
	t.Helper()
	var all []arena.Record
	a.Keep = func(r *arena.Record) (bool, error) {
		all = append(all, *r)
		return true, nil
	}
	if err := a.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(x, y arena.Record) int { return x.N - y.N })
	return all
}

// timeless forgets what differs from run to run.
func timeless(all []arena.Record) []arena.Record {
	for i := range all {
		all[i].Began, all[i].Seconds = time.Time{}, 0
		for k := range all[i].Plays {
			all[i].Plays[k].Seconds = 0
		}
	}
	return all
}

// TestSameGames: the same seed gives the same games, however many threads play.
func TestSameGames(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(40)
	one := timeless(run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 5), Threads: 1}))
	four := timeless(run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 5), Threads: 4}))
	if !reflect.DeepEqual(one, four) {
		t.Error("four threads play other games than one")
	}
	other := *p
	other.Seed++
	if reflect.DeepEqual(one, timeless(run(t, &arena.Arena{Plan: &other, Game: g, Entrants: levels(g, p, 2, 5), Threads: 1}))) {
		t.Error("another seed plays the same games")
	}
}

// TestFixtures: every pair of players meets as often from each side, and both games
// of a pair have openings that are images of each other.
func TestFixtures(t *testing.T) {
	for format, pairings := range map[arena.Format]int{arena.RoundRobin: 6, arena.Gauntlet: 3, arena.Ladder: 3} {
		p := plan(10)
		p.Players, p.Names, p.Format = []string{"a", "b", "c", "d"}, []string{"a", "b", "c", "d"}, format
		met := map[[2]int]int{}
		for i, f := range p.Fixtures() {
			if f.N != i+1 {
				t.Fatalf("%s: game %d has number %d", format, i+1, f.N)
			}
			met[f.Players]++
		}
		if len(met) != 2*pairings || p.Len() != 10*pairings {
			t.Fatalf("%s: %v", format, met)
		}
		for players, n := range met {
			if n != 5 {
				t.Errorf("%s: %v meet %d times, not 5", format, players, n)
			}
		}
	}
	g := gametest.Game(t, "tictactoe")
	p := plan(60)
	turned := 0
	all := run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 1, 1), Threads: 2})
	for i := 0; i < len(all); i += 2 {
		a, b := after(t, g, all[i].Opening), after(t, g, all[i+1].Opening)
		if a != b {
			t.Fatalf("the openings %v and %v are not images of each other", all[i].Opening, all[i+1].Opening)
		}
		if !slices.Equal(all[i].Opening, all[i+1].Opening) {
			turned++
		}
	}
	if turned == 0 {
		t.Error("no opening is turned")
	}
}

// after is the canonical key of the position after moves.
func after(t *testing.T, g oxo.Game, moves []string) oxo.Key {
	t.Helper()
	p := g.Start()
	for _, text := range moves {
		m, err := g.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	key, _ := p.(oxo.Symmetric).Canonical()
	return key
}

// scripted is a player that does what a test says.
type scripted func(ctx context.Context, p oxo.Position) (player.Choice, error)

// Move implements [player.Player].
func (s scripted) Move(ctx context.Context, p oxo.Position) (player.Choice, error) { return s(ctx, p) }

// first makes the first move that there is.
func first(_ context.Context, p oxo.Position) (player.Choice, error) {
	return player.Choice{Move: p.Moves(nil)[0], NoValue: true}, nil
}

// TestFaults: whatever a player does, its game ends with the right result, and the
// games after it are played.
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
			return player.Choice{}, &player.RubbishError{Answer: "xyz", Reason: "no move"}
		}},
		{"moves illegally", arena.ByIllegal, func(context.Context, oxo.Position) (player.Choice, error) {
			return player.Choice{Move: 999}, nil
		}},
		{"resigns", arena.ByResigning, func(context.Context, oxo.Position) (player.Choice, error) {
			return player.Choice{Resigns: true}, nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan(4)
			limits := arena.Time{Move: 20 * time.Millisecond, Margin: 10 * time.Millisecond, Patience: time.Minute}
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

// TestOwnFault: a player of oxo's own that fails ends the arena with its error.
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

// TestEnough: an arena that has what it wanted stops at once, and drops the games that
// are under way.
func TestEnough(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(100)
	kept := 0
	hangs := func(ctx context.Context, _ oxo.Position) (player.Choice, error) {
		<-ctx.Done()
		return player.Choice{}, ctx.Err()
	}
	var threads atomic.Int32 // the second one's games do not end
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

// TestJudge: a game ends where its value is proven, where both agree, and where it
// is long; with the result that fits.
func TestJudge(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	says := func(score oxo.Score) scripted { // for the first side
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

// proven is the result of a game from where it was judged, by another search.
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

// TestClock: a side that uses up its time loses, one that does not goes on.
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
		{arena.Time{Base: time.Minute, Margin: time.Millisecond, Patience: time.Minute}, arena.ByRules},
		{arena.Time{Base: 75 * time.Millisecond, Increment: time.Minute, Margin: time.Minute, Patience: time.Minute}, arena.ByRules},
		{arena.Time{Base: 75 * time.Millisecond, MovesToGo: 1, Margin: time.Minute, Patience: time.Minute}, arena.ByRules},
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

// TestFile: what was written is read again, a line cut off by a crash is removed, and
// rubbish is refused.
func TestFile(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(6)
	name := filepath.Join(t.TempDir(), "games.jsonl")
	file, err := arena.Create(name, *p)
	if err != nil {
		t.Fatal(err)
	}
	all := run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 1, 4), Threads: 1})
	for i := range all[:3] {
		if err := file.Append(&all[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := arena.Resume(name); err == nil || !strings.Contains(err.Error(), "another arena") {
		t.Errorf("a second writer: %v", err)
	}
	_ = file.Close()
	if _, err := arena.Create(name, *p); err == nil || !strings.Contains(err.Error(), "resume") {
		t.Errorf("a file that is there: %v", err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for cut := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 2; cut < len(whole); cut += 7 {
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		resumed, err := arena.Resume(name)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(resumed.Plan, *p) || !reflect.DeepEqual(resumed.Records, all[:2]) {
			t.Fatalf("cut at %d: %d games", cut, len(resumed.Records))
		}
		if err := resumed.Append(&all[2]); err != nil {
			t.Fatal(err)
		}
		_ = resumed.Close()
		if now, _ := os.ReadFile(name); !bytes.Equal(now, whole) {
			t.Fatalf("cut at %d: the file is not whole again", cut)
		}
	}
	for text, want := range map[string]string{
		"":                    "no file of games",
		"{}\n":                "no file of games",
		"nonsense\n":          "no file of games",
		string(whole) + "x\n": "line 5 is no game",
		strings.Replace(string(whole), `"oxo_arena":1`, `"oxo_arena":2`, 1):        "version 2",
		strings.Replace(string(whole), `"n":2`, `"n":1`, 1):                        "there already",
		strings.Replace(string(whole), `"games":6`, `"games":5`, 1):                "even number",
		strings.Replace(string(whole), `"format":"round-robin"`, `"format":""`, 1): "no format",
		strings.Replace(string(whole), "}\n{\"n\":3", "}{\"n\":3", 1):              "something stands behind it",
		strings.Replace(string(whole), `"result":"`, `"result":"x`, 1):             "has the result",
		strings.Replace(string(whole), `["b","a"]`, `["a","b"]`, 1):                "is between",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := arena.Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestCreateAgain: a plan whose first game could not begin is no reason to refuse a
// better one, and any other text is.
func TestCreateAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	for _, seed := range []uint64{1, 2} {
		p := plan(4)
		p.Seed = seed
		file, err := arena.Create(name, *p)
		if err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
		if got, _, err := arena.Read(name); err != nil || got.Seed != seed {
			t.Errorf("seed %d, want %d: %v", got.Seed, seed, err)
		}
	}
	for _, text := range []string{"mine\n", "mine", "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := arena.Create(name, *plan(2)); err == nil {
			t.Errorf("%q was overwritten", text)
		}
	}
}

// TestExportFrom: where the second side begins, PGN numbers its move so.
func TestExportFrom(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(2)
	p.Plies, p.Openings = 0, []string{".../.X./..."}
	for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 3), Threads: 1}) {
		pgn, err := arena.PGN(g, &r)
		want := "\n\n1... " + r.Plays[0].Move + " {"
		if err != nil || !strings.Contains(pgn, want) || !strings.Contains(strings.Join(strings.Fields(pgn), " "), "} 2. "+r.Plays[1].Move) {
			t.Errorf("%v, %q is not in\n%s", err, want, pgn)
		}
	}
}

// TestNoFile: a device is no place for games, and is not read: some never end.
func TestNoFile(t *testing.T) {
	if _, err := arena.Create(os.DevNull, *plan(2)); err == nil || !strings.Contains(err.Error(), "ordinary file") {
		t.Errorf("a device: %v", err)
	}
}

// TestExport: PGN and SGF have all moves, and a game shown ends as it ended.
func TestExport(t *testing.T) {
	for _, name := range []string{"tictactoe", "mnk:5x4x4", "othello:4x4", "connect4:5x4"} {
		g := gametest.Game(t, name)
		p := plan(4)
		p.Game = g.Name()
		for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 3), Threads: 1}) {
			pgn, err := arena.PGN(g, &r)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(pgn, "{"); got != len(r.Plays) {
				t.Errorf("%s: the PGN has %d comments for %d moves", name, got, len(r.Plays))
			}
			text, replayed, err := arena.Show(g, &r)
			if err != nil || replayed.End.Outcome() == oxo.Ongoing || strings.Count(text, "\n") < len(r.Plays) {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
			sgf, err := arena.SGF(g, &r)
			if _, stones := g.(arena.SmartGame); !stones {
				if err == nil {
					t.Errorf("%s is no game of stones, and has SGF", name)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			checkSGF(t, sgf, replayed)
		}
	}
}

// checkSGF finds each move of stones in a game's SGF, by the square that it fills.
func checkSGF(t *testing.T, sgf string, r *arena.Replayed) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(sgf), "\n;")[1:]
	if len(lines) != len(r.Moves) {
		t.Fatalf("%d moves in SGF, %d in the game:\n%s", len(lines), len(r.Moves), sgf)
	}
	p := r.Start.Clone()
	for i, m := range r.Moves {
		turn := p.Turn()
		before := p.Clone().(board.Grid)
		p.Make(m)
		now := p.(board.Grid)
		_, rows := now.Size()
		if lines[i][:1] != "BW"[turn:turn+1] {
			t.Errorf("move %d is %s", i+1, lines[i])
		}
		if lines[i][2] == ']' {
			continue // a pass
		}
		at := board.Square{Column: int(lines[i][2] - 'a'), Row: rows - 1 - int(lines[i][3]-'a')}
		if before.At(at).Text != "" || now.At(at).Owner != turn || now.At(at).Text == "" {
			t.Errorf("move %d, %s, puts no stone there", i+1, lines[i])
		}
	}
}

// TestPerfect: perfect loses a game only where its opening is lost already.
func TestPerfect(t *testing.T) {
	for _, name := range []string{"tictactoe", "mnk:4x4x4", "connect4:5x4", "breakthrough:4x4"} {
		g := gametest.Game(t, name)
		p := plan(60)
		p.Game, p.Plies = g.Name(), 3
		all := []arena.Entrant{
			entrant("a", p.Time, func() player.Player { return player.NewThinker(search.Options{}, search.Limits{}) }),
			entrant("b", p.Time, func() player.Player { return player.NewLeveled(g, 8, 0, search.Limits{}) }),
		}
		for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Entrants: all, Threads: 2}) {
			won := map[string]arena.Result{"a": arena.SecondWins, "b": arena.FirstWins}[r.Players[0]]
			if r.Result != won {
				continue // perfect has not lost
			}
			opening := r
			opening.Plays = nil
			if got := proven(t, g, &opening); got != won {
				t.Errorf("%s, game %d: perfect lost after %v, which is worth %s", name, r.N, r.Opening, got)
			}
		}
	}
}

// TestPlanCheck: a plan that cannot be meant is refused before anything is played.
func TestPlanCheck(t *testing.T) {
	for want, spoil := range map[string]func(*arena.Plan){
		"all together": func(p *arena.Plan) {
			p.Games, p.Players, p.Names = 1_000_000, append(p.Players, "c"), append(p.Names, "c")
		},
		"0 is level":     func(p *arena.Plan) { p.Judge.WinMoves = 1 },
		"printable text": func(p *arena.Plan) { p.Names[0] = "a\x1b[2J" },
		"by name=":       func(p *arena.Plan) { p.Names[0] = strings.Repeat("a", 65) },
	} {
		p := plan(2)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestLongOpening: an error shows the beginning of a line, not megabytes.
func TestLongOpening(t *testing.T) {
	p := plan(2)
	p.Openings = []string{strings.Repeat("x", 1<<20)}
	if err := p.Try(gametest.Game(t, "tictactoe")); err == nil || len(err.Error()) > 1000 {
		t.Errorf("%.2000v", err)
	}
}

// TestTry: an opening that random plies can only end is found before the first game.
func TestTry(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(10)
	p.Openings = []string{"b2", "b2 a1 c1 a3 a2 c2 b3 b1"}
	if err := p.Try(g); err == nil || !strings.Contains(err.Error(), "opening 2") {
		t.Errorf("%v", err)
	}
}
