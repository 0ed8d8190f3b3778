package uci_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/race"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/uci"
	"oxo/search"
)

// fairyGames are games that Fairy-Stockfish knows: the first without a file of
// variants, the others with ours.
var fairyGames = []string{"breakthrough", "tictactoe", "mnk:5x5x4", "mnk:4x3x3", "mnk:12x10x5", "cfour", "cfour8x7", "breakthrough6", "breakthrough:5x7"}

// fairy starts Fairy-Stockfish, if it is installed, and returns it with the file of
// variants that defines the games' rules.
func fairy(t *testing.T) (prog *program.Program, variants string) {
	t.Helper()
	path, err := exec.LookPath("fairy-stockfish")
	if err != nil {
		path = "/usr/games/fairy-stockfish" // Debian's folder of games, which is not on every PATH
	}
	if _, err := os.Stat(path); err != nil {
		t.Skip("Fairy-Stockfish is not installed: apt-get install fairy-stockfish does it on Debian, and this test is run then")
	}
	var all []oxo.Game
	for _, name := range fairyGames {
		all = append(all, find(t, name))
	}
	text, err := uci.VariantsFile(all)
	if err != nil {
		t.Fatal(err)
	}
	variants = filepath.Join(t.TempDir(), "variants.ini")
	if err := os.WriteFile(variants, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	prog, err = program.Start(context.Background(), "", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = prog.Close() })
	return prog, variants
}

// judge is Fairy-Stockfish as a judge of legal moves.
type judge struct {
	t    *testing.T
	prog *program.Program
}

func (j judge) send(line string) {
	j.t.Helper()
	if err := j.prog.Send(line); err != nil {
		j.t.Fatal(err)
	}
}

// until returns the lines up to one that begins with a word.
func (j judge) until(word string) []string {
	j.t.Helper()
	ctx, cancel := context.WithTimeout(j.t.Context(), longWait)
	defer cancel()
	var lines []string
	for {
		line, err := j.prog.Line(ctx)
		if err != nil {
			j.t.Fatal(err)
		}
		lines = append(lines, line)
		if strings.HasPrefix(line, word) {
			return lines
		}
	}
}

// legal returns the legal moves that Fairy-Stockfish lists in the position, sorted.
func (j judge) legal() []string {
	j.t.Helper()
	j.send("go perft 1")
	var moves []string
	for _, line := range j.until("Nodes searched:") {
		if m, ok := strings.CutSuffix(line, ": 1"); ok && !strings.Contains(m, " ") {
			moves = append(moves, m)
		}
	}
	slices.Sort(moves)
	return moves
}

// TestLegalByFairy: over random games Fairy-Stockfish lists the same moves as oxo,
// reads and writes the same positions, and agrees on the ends.
func TestLegalByFairy(t *testing.T) {
	prog, variants := fairy(t)
	j := judge{t, prog}
	j.send("setoption name VariantPath value " + variants)
	rng := rand.New(rand.NewPCG(16, 0))
	played := 12
	if testing.Short() {
		played = 1
	}
	for _, name := range fairyGames {
		g := find(t, name).(uci.Variant)
		j.send("setoption name UCI_Variant value " + g.Variant())
		positions := 0
		for range played {
			p, line := g.Start(), "position startpos moves"
			for p.Outcome() == oxo.Ongoing {
				j.send(line)
				j.samePosition(g, p)
				moves := p.Moves(nil)
				var ours []string
				for _, m := range moves {
					ours = append(ours, g.FormatUCI(p, m))
				}
				slices.Sort(ours)
				if theirs := j.legal(); !slices.Equal(ours, theirs) {
					t.Fatalf("%s, %s: the moves are\n%v, Fairy-Stockfish has\n%v", name, line, ours, theirs)
				}
				m := moves[rng.IntN(len(moves))]
				line += " " + g.FormatUCI(p, m)
				p.Make(m)
				positions++
			}
			j.send(line)
			j.samePosition(g, p)
			j.sameEnd(g, p, line)
		}
		t.Logf("%s: %d positions of %d games", name, positions, played)
	}
}

// samePosition checks that oxo and Fairy-Stockfish write a position in the same way,
// and that Fairy-Stockfish reads oxo's text as the same position.
func (j judge) samePosition(g uci.Variant, p oxo.Position) {
	j.t.Helper()
	board := func(fen string) string { return strings.Join(strings.Fields(fen)[:2], " ") }
	j.send("d")
	ours, theirs := g.FormatFEN(p), ""
	for _, line := range j.until("Key:") {
		if fen, ok := strings.CutPrefix(line, "Fen: "); ok {
			theirs = fen
		}
	}
	if board(ours) != board(theirs) || strings.Contains(ours, "[") && ours != theirs {
		j.t.Fatalf("%s: the position is %s, Fairy-Stockfish has %s", g.Name(), ours, theirs)
	}
	if again, err := g.ParseFEN(theirs); err != nil || again.Hash() != p.Hash() {
		j.t.Fatalf("%s: %s is read as %v, %v", g.Name(), theirs, again, err)
	}
	j.send("position fen " + ours)
}

// sameEnd checks that Fairy-Stockfish agrees on the end and the winner.
func (j judge) sameEnd(g uci.Variant, p oxo.Position, line string) {
	j.t.Helper()
	j.send("go depth 1")
	said := strings.Join(j.until("bestmove"), "\n")
	want := map[oxo.Outcome]string{oxo.Lost: "score mate 0", oxo.Drawn: "score cp 0"}[p.Outcome()]
	if !strings.Contains(said, want) || !strings.HasSuffix(said, "bestmove (none)") {
		j.t.Fatalf("%s, %s: %v, and Fairy-Stockfish says\n%s", g.Name(), line, catalog.Verdict(g, p), said)
	}
}

// TestMatchesWithFairy: whole games against Fairy-Stockfish, from both sides, without
// a protocol error; oxo never loses noughts and crosses.
func TestMatchesWithFairy(t *testing.T) {
	prog, variants := fairy(t)
	think, names := 15*time.Millisecond, fairyGames
	if testing.Short() {
		think, names = 3*time.Millisecond, fairyGames[:4]
	}
	if race.Enabled { // oxo's search has one thread, and takes nearly all the time
		names = []string{"tictactoe"}
	}
	first := find(t, fairyGames[0])
	c, err := uci.Connect(t.Context(), prog, first, map[string]string{"VariantPath": variants, "Hash": "1", "Skill Level": "20"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		g := find(t, name)
		for side := range 2 {
			oxoPlays := oxo.Side(side)
			players := [2]player.Player{c, c}
			players[oxoPlays] = player.NewThinker(search.Options{TableBytes: 1 << 20}, search.Limits{})
			turn := player.Turn{Game: g, Start: g.Start(), Now: g.Start(), Clock: player.Clock{Limits: search.Limits{Time: think}}}
			for _, p := range players {
				if err := player.Begin(t.Context(), p, g); err != nil {
					t.Fatal(err)
				}
			}
			for turn.Now.Outcome() == oxo.Ongoing {
				asked := turn
				if turn.Now.Turn() == oxoPlays { // the same on every machine
					asked.Clock.Limits = search.Limits{Nodes: 20_000}
				}
				choice, err := player.Ask(t.Context(), players[turn.Now.Turn()], asked)
				if err != nil {
					t.Fatalf("%s after %v: %v", name, catalog.FormatLine(g, turn.Start, turn.Moves), err)
				}
				turn.Now.Make(choice.Move)
				turn.Moves = append(turn.Moves, choice.Move)
			}
			winner, won := turn.Now.Outcome().Winner(turn.Now.Turn())
			if name == "tictactoe" && won && winner != oxoPlays {
				t.Errorf("oxo lost noughts and crosses: %v", catalog.FormatLine(g, turn.Start, turn.Moves))
			}
			t.Logf("%s: oxo is %v, %d plies: %s", name, oxoPlays, len(turn.Moves), catalog.Verdict(g, turn.Now))
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
