//go:build !race

package gogame_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
)

var gnugoGames = flag.Int("gnugo", 6, "how many random games are compared with GNU Go's rules, and a third as many with its scores")

// gnugo is GNU Go, controlled by GTP.
type gnugo struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

func startGnugo(t *testing.T, options ...string) *gnugo {
	path, err := exec.LookPath("gnugo")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/gnugo"); err != nil {
			t.Skip("GNU Go is not installed: apt-get install gnugo")
		}
	}
	c := exec.Command(path, append([]string{"--mode", "gtp"}, options...)...)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(in.Close(), c.Wait()); err != nil {
			t.Error(err)
		}
	})
	return &gnugo{t, in, bufio.NewScanner(out)}
}

// ask returns the answer to a command.
func (g *gnugo) ask(format string, args ...any) string {
	g.t.Helper()
	command := fmt.Sprintf(format, args...)
	fmt.Fprintln(g.in, command)
	var lines []string
	for g.out.Scan() {
		if line := g.out.Text(); line != "" {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			break
		}
	}
	text := strings.Join(lines, " ")
	if !strings.HasPrefix(text, "=") {
		g.t.Fatalf("GNU Go answers %q to %q", text, command)
	}
	return strings.TrimSpace(text[1:])
}

// begin sets up the board of a game.
func (g *gnugo) begin(game oxo.Game) {
	var n int
	komi := 7.5
	if _, err := fmt.Sscanf(game.Name(), "go:%d", &n); err != nil {
		g.t.Fatal(err)
	}
	if n <= 6 {
		komi = 0
	}
	g.ask("boardsize %d", n)
	g.ask("clear_board")
	g.ask("komi %g", komi)
}

func colourName(s oxo.Side) string { return [...]string{"black", "white"}[s] }

// sameMoves compares the legal moves, and the stones of the side to move.
func (g *gnugo) sameMoves(game oxo.Game, p oxo.Position) {
	var ours []string
	for _, m := range catalog.Playable(p, nil) {
		if name := game.FormatMove(p, m); name != "pass" {
			ours = append(ours, name)
		}
	}
	theirs := strings.Fields(g.ask("all_legal %s", colourName(p.Turn())))
	slices.Sort(ours)
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		g.t.Fatalf("%s\nmoves:    %v\nGNU Go's: %v", game.FormatPosition(p), ours, theirs)
	}
	text := game.FormatPosition(p)
	for i, side := range []oxo.Side{oxo.First, oxo.Second} {
		if ours, theirs := strings.Count(text, [...]string{"X", "O"}[i]), len(strings.Fields(g.ask("list_stones %s", colourName(side)))); ours != theirs {
			g.t.Fatalf("%s: %d stones, GNU Go has %d", text, ours, theirs)
		}
	}
}

// TestRulesOfGnuGo compares captures, suicide, ko and superko with GNU Go in random games. A
// thousand games: -gnugo 1000.
func TestRulesOfGnuGo(t *testing.T) {
	for option, rule := range map[string]string{"--positional-superko": "", "--simple-ko": ",ko=simple"} {
		t.Run(option, func(t *testing.T) {
			g := startGnugo(t, option, "--chinese-rules")
			rng := rand.New(rand.NewPCG(7, 7))
			plies, refused := 0, 0
			for i := range *gnugoGames / 2 {
				size := []int{2, 3, 4, 5, 7, 9, 13}[i%7]
				game := gametest.Game(t, fmt.Sprintf("go:%dx%d%s", size, size, rule))
				p := game.Start()
				g.begin(game)
				for ply := 0; p.Outcome() == oxo.Ongoing && ply < 3*size*size; ply++ {
					g.sameMoves(game, p)
					moves := catalog.Playable(p, nil)
					refused += len(p.Moves(nil)) - len(moves)
					m := moves[rng.IntN(len(moves))]
					if len(moves) > 1 && rng.IntN(8) > 0 { // few passes
						m = moves[rng.IntN(len(moves)-1)]
					}
					g.ask("play %s %s", colourName(p.Turn()), game.FormatMove(p, m))
					p.Make(m)
					plies++
				}
			}
			t.Logf("%d positions, %d moves refused by superko", plies, refused)
		})
	}
}

// TestScoresOfGnuGo: games played to their end by quick moves have the score that GNU Go gives.
func TestScoresOfGnuGo(t *testing.T) {
	if testing.Short() {
		t.Skip("GNU Go takes its time to score")
	}
	g := startGnugo(t, "--chinese-rules", "--simple-ko")
	rng := rand.New(rand.NewPCG(8, 8))
	dead, same := 0, 0
	for i := range *gnugoGames / 3 {
		game := gametest.Game(t, []string{"go:5x5,ko=simple", "go:7x7,ko=simple", "go:9x9,ko=simple"}[i%3])
		p := game.Start()
		g.begin(game)
		moves, score := p.(playouter).Playout(rng, nil)
		for _, m := range moves {
			if p.Outcome() != oxo.Ongoing {
				break
			}
			g.ask("play %s %s", colourName(p.Turn()), game.FormatMove(p, m))
			p.Make(m)
		}
		if p.Outcome() == oxo.Ongoing {
			continue
		}
		if got := oxo.Final(p); p.Turn() == oxo.First && got != score || p.Turn() == oxo.Second && got != -score {
			t.Errorf("%s: %v, and the play-out said %v", game.FormatPosition(p), got, score)
		}
		if g.ask("final_status_list dead") != "" {
			dead++ // a quick move may refuse to put itself into atari, and so leave dead stones
			continue
		}
		var points float64
		theirs := g.ask("final_score")
		if theirs != "0" {
			if _, err := fmt.Sscanf(theirs[2:], "%g", &points); err != nil {
				t.Fatal(err)
			}
		}
		margin := int(points + 0.5)
		if theirs[0] == 'W' {
			margin = -margin
		}
		ours := p.(oxo.Margined).Margin()
		if p.Turn() == oxo.Second {
			ours = -ours
		}
		if ours != margin {
			t.Errorf("%s: %d, and GNU Go says %s", game.FormatPosition(p), ours, theirs)
			continue
		}
		same++
	}
	t.Logf("%d scores are the same; %d games were not played out, by GNU Go's judgement", same, dead)
	if same == 0 {
		t.Error("no game was played out")
	}
}
