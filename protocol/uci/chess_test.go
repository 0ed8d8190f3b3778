package uci_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/player/program"
	"oxo/protocol/uci"
	"oxo/search"
)

// positions is the number of positions of each kind of chess that a judge checks. Ten
// thousand were checked by hand.
var positions = flag.Int("positions", 60, "how many positions of chess a judge sees")

// chessJudge starts a program, or skips the test if it is not installed.
func chessJudge(t *testing.T, name string, arguments ...string) judge {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/games/" + name) // Debian's folder of games, which is not on every PATH
	}
	if err != nil {
		t.Skipf("%s is not installed: apt-get install %[1]s does it on Debian, and this test is run then", name)
	}
	prog, err := program.Start(context.Background(), "", append([]string{path}, arguments...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = prog.Close() })
	return judge{t, prog}
}

// TestChessByStockfish: over random games Stockfish and Fairy-Stockfish list the same
// moves as oxo, and the moves lead to the same positions.
func TestChessByStockfish(t *testing.T) {
	for _, c := range []struct{ program, game string }{
		{"stockfish", "chess"},
		{"stockfish", "chess,960=0"},
		{"stockfish", "chess,960=359"},
		{"stockfish", "chess,960=959"},
		{"fairy-stockfish", "chess"},
		{"fairy-stockfish", "chess,960=518"},
		{"fairy-stockfish", "chess:5x5"},
		{"fairy-stockfish", "chess:6x6"},
	} {
		t.Run(c.program+" "+c.game, func(t *testing.T) {
			j := chessJudge(t, c.program)
			g := find(t, c.game).(uci.Variant)
			option := board.FactsOf(g).Chess960
			j.send(fmt.Sprintf("setoption name UCI_Chess960 value %v", option.On))
			if c.program != "stockfish" {
				j.send("setoption name UCI_Variant value " + option.With(false).(uci.Variant).Variant())
			}
			rng := rand.New(rand.NewPCG(18, 2))
			for seen := 0; seen < *positions; {
				seen += j.chessGame(g, rng, *positions-seen)
			}
		})
	}
}

// chessGame plays a random game of at most a number of positions.
func (j judge) chessGame(g uci.Variant, rng *rand.Rand, most int) (seen int) {
	j.t.Helper()
	p := g.Start()
	line := "position fen " + g.FormatFEN(p) + " moves"
	for ; seen < most; seen++ {
		j.send(line)
		moves := p.Moves(nil)
		var ours []string
		for _, m := range moves {
			ours = append(ours, g.FormatUCI(p, m))
		}
		slices.Sort(ours)
		theirs := j.legal()
		if p.Outcome() == oxo.Drawn && len(theirs) > 0 {
			j.tooFew(g.FormatPosition(p))
		} else if !slices.Equal(ours, theirs) {
			j.t.Fatalf("%s, %s: the moves are\n%v, the program has\n%v", g.Name(), line, ours, theirs)
		}
		if p.Outcome() != oxo.Ongoing {
			j.chessEnd(p, line, theirs)
			return seen + 1
		}
		j.sameFEN(g, p, line)
		m := moves[rng.IntN(len(moves))]
		line += " " + g.FormatUCI(p, m)
		p.Make(m)
	}
	return seen
}

// tooFew checks that a draw in which the program still has moves is due to
// insufficient material.
func (j judge) tooFew(text string) {
	j.t.Helper()
	men, _, _ := strings.Cut(text, " ")
	if strings.ContainsAny(men, "QqRrPp") || strings.Count(strings.ToLower(men), "n")+strings.Count(strings.ToLower(men), "b") > 1 && strings.ContainsAny(men, "Nn") {
		j.t.Fatalf("%s is drawn, and the program has moves", text)
	}
}

// chessEnd checks that the program agrees on mate.
func (j judge) chessEnd(p oxo.Position, line string, theirs []string) {
	j.t.Helper()
	if len(theirs) > 0 {
		return
	}
	j.send("go depth 1")
	said := strings.Join(j.until("bestmove"), "\n")
	if mate := strings.Contains(said, "mate 0"); mate != (p.Outcome() == oxo.Lost) {
		j.t.Fatalf("%s: %v, and the program says\n%s", line, p.Outcome(), said)
	}
}

// sameFEN checks that the program's text of a position is read as the same position
// with the same counters.
func (j judge) sameFEN(g uci.Variant, p oxo.Position, line string) {
	j.t.Helper()
	j.send("d")
	for _, said := range j.until("Checkers:") {
		fen, ok := strings.CutPrefix(said, "Fen: ")
		if !ok {
			continue
		}
		q, err := g.ParseFEN(fen)
		if err != nil || q.Hash() != p.Hash() || g.FormatFEN(q) != g.FormatFEN(p) {
			j.t.Fatalf("%s: %s, the program has %s: %v", line, g.FormatFEN(p), fen, err)
		}
		return
	}
	j.t.Fatal("the program shows no position")
}

// TestChessWithPrograms: short games against chess programs, from both sides, without
// a protocol error.
func TestChessWithPrograms(t *testing.T) {
	for _, c := range []struct {
		program, game string
		arguments     []string
	}{{"stockfish", "chess", nil}, {"stockfish", "chess,960=7", nil}, {"gnuchess", "chess", []string{"--uci"}}} {
		t.Run(c.program+" "+c.game, func(t *testing.T) {
			playChess(t, chessJudge(t, c.program, c.arguments...).prog, c.game)
		})
	}
}

func playChess(t *testing.T, prog *program.Program, name string) {
	t.Helper()
	g := find(t, name)
	c, err := uci.Connect(t.Context(), prog, g, nil)
	if err != nil {
		t.Fatal(err)
	}
	turn := player.Turn{Game: g, Start: g.Start(), Now: g.Start(), Clock: player.Clock{Limits: search.Limits{Time: 5 * time.Millisecond}}}
	rng := rand.New(rand.NewPCG(18, 3))
	for len(turn.Moves) < 24 && turn.Now.Outcome() == oxo.Ongoing {
		moves := turn.Now.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		if len(turn.Moves)%2 == 0 {
			choice, err := player.Ask(t.Context(), c, turn)
			if err != nil {
				t.Fatalf("after %v: %v", catalog.FormatLine(g, turn.Start, turn.Moves), err)
			}
			m = choice.Move
		}
		turn.Now.Make(m)
		turn.Moves = append(turn.Moves, m)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
