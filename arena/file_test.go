package arena_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"oxo"
	"oxo/arena"
	"oxo/game/board"
	"oxo/game/gamefile"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// TestFile: written games are read again, a last line cut off by a crash is removed,
// and rubbish is refused.
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
		"":                    "not a file of games",
		"{}\n":                "not a file of games",
		"nonsense\n":          "not a file of games",
		string(whole) + "x\n": "line 5 is not a game",
		strings.Replace(string(whole), `"oxo_arena":1`, `"oxo_arena":2`, 1):        "version 2",
		strings.Replace(string(whole), `"n":2`, `"n":1`, 1):                        "given twice",
		strings.Replace(string(whole), `"games":6`, `"games":5`, 1):                "even number",
		strings.Replace(string(whole), `"format":"round-robin"`, `"format":""`, 1): "no format",
		strings.Replace(string(whole), "}\n{\"n\":3", "}{\"n\":3", 1):              "more text follows on the line",
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

// TestCreateAgain: a plan without games may be replaced; any other text may not.
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

// TestExportFrom: if the second side begins, PGN numbers its first move accordingly.
func TestExportFrom(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(2)
	p.Plies, p.Openings = 0, []string{".../.X./..."}
	for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 3), Threads: 1}) {
		pgn, err := arena.Export(g, &r, gamefile.PGN)
		want := "\n\n1... " + r.Plays[0].Move + " {"
		if err != nil || !strings.Contains(pgn, want) || !strings.Contains(strings.Join(strings.Fields(pgn), " "), "} 2. "+r.Plays[1].Move) {
			t.Errorf("%v, %q is not in\n%s", err, want, pgn)
		}
	}
}

// TestNoFile: a device is refused, and not read: some never end.
func TestNoFile(t *testing.T) {
	if _, err := arena.Create(os.DevNull, *plan(2)); err == nil || !strings.Contains(err.Error(), "ordinary file") {
		t.Errorf("a device: %v", err)
	}
}

// TestExport: PGN and SGF contain all moves, and a shown game has its ending.
func TestExport(t *testing.T) {
	for _, name := range []string{"tictactoe", "mnk:5x4x4", "othello:4x4", "connect4:5x4"} {
		g := gametest.Game(t, name)
		p := plan(4)
		p.Game = g.Name()
		for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 3), Threads: 1}) {
			pgn, err := arena.Export(g, &r, gamefile.PGN)
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
			sgf, err := arena.Export(g, &r, gamefile.SGF)
			if board.FactsOf(g).SGF == nil {
				if err == nil {
					t.Errorf("%s is not a game of stones, and has SGF", name)
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

// checkSGF compares the stones in a game's SGF with the squares that the moves fill.
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

// TestPerfect: perfect loses a game only if its opening is already lost.
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

// TestPlanCheck: an impossible plan is refused before anything is played.
func TestPlanCheck(t *testing.T) {
	for want, spoil := range map[string]func(*arena.Plan){
		"games in all": func(p *arena.Plan) {
			p.Games, p.Players, p.Names = 1_000_000, append(p.Players, "c"), append(p.Names, "c")
		},
		"0 is an equal position": func(p *arena.Plan) { p.Judge.WinMoves = 1 },
		"printable text":         func(p *arena.Plan) { p.Names[0] = "a\x1b[2J" },
		"name=NAME":              func(p *arena.Plan) { p.Names[0] = strings.Repeat("a", 65) },
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

// TestLongOpening: an error shows only the beginning of a long line.
func TestLongOpening(t *testing.T) {
	p := plan(2)
	p.Openings = []string{strings.Repeat("x", 1<<20)}
	if err := p.Try(gametest.Game(t, "tictactoe")); err == nil || len(err.Error()) > 1000 {
		t.Errorf("%.2000v", err)
	}
}

// TestTry: if every random opening ends the game, this is found before the first
// game.
func TestTry(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p := plan(10)
	p.Openings = []string{"b2", "b2 a1 c1 a3 a2 c2 b3 b1"}
	if err := p.Try(g); err == nil || !strings.Contains(err.Error(), "opening 2") {
		t.Errorf("%v", err)
	}
}
