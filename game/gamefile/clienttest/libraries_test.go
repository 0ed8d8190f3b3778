// Package clienttest tests files of games with other projects' libraries: they read what
// oxo writes, and oxo reads what they write. It contains only tests.
package clienttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/games"
)

// sample is a game in the form that the libraries get, with the expected reading.
type sample struct {
	Text  string   `json:"text"`
	FEN   string   `json:"fen"`
	Moves []string `json:"moves"` // in the notation of UCI, or points of SGF

	game *gamefile.Game
}

// answer holds the libraries' readings of the samples, by kind, library and sample.
type answer struct {
	Read    map[string]map[string][][]string `json:"read"`
	Written map[string]map[string][]string   `json:"written"`
}

// TestLibraries: JavaScript libraries read the right moves from games that oxo has written,
// and oxo reads the same moves from the games that the libraries write.
func TestLibraries(t *testing.T) {
	install(t)
	rng := rand.New(rand.NewPCG(29, 11))
	samples := map[string][]sample{}
	for kind, names := range map[string][]string{"chess": {"chess"}, "chess960": {"chess960"}, "sgf": {"go:9x9", "go:19x19", "othello", "gomoku"}} {
		for _, name := range names {
			g, err := catalog.Lookup(games.All(), name)
			if err != nil {
				t.Fatal(err)
			}
			for n := range 6 {
				samples[kind] = append(samples[kind], newSample(t, rng, g, n%2 == 1))
			}
		}
	}
	got := ask(t, samples)
	for kind, all := range samples {
		for library, games := range got.Read[kind] {
			for i, moves := range games {
				if !slices.Equal(moves, all[i].Moves) {
					t.Errorf("%s reads %v, want %v, of\n%s", library, moves, all[i].Moves, all[i].Text)
				}
			}
		}
		for library, texts := range got.Written[kind] {
			for i, text := range texts {
				if err := same(all[i].game, text); err != nil {
					t.Errorf("what %s writes: %v\n%s", library, err, text)
				}
			}
		}
	}
}

// install installs the libraries, or ends the test.
func install(t *testing.T) {
	t.Helper()
	without := t.Skipf
	if os.Getenv("CLIENTS") == "required" {
		without = t.Fatalf
	}
	if out, err := exec.Command("node", "-e", "process.exit(process.versions.node.split('.')[0] < 20 ? 1 : 0)").CombinedOutput(); err != nil {
		without("the libraries need Node.js 20 or newer, with npm: %v %s", err, out)
	}
	if out, err := exec.Command("npm", "ci", "--silent", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
		without("npm could not install the libraries: %v %s", err, out)
	}
}

// newSample plays a random game, on request from another position than the start, and adds
// comments, marks and better lines to its moves.
func newSample(t *testing.T, rng *rand.Rand, g oxo.Game, elsewhere bool) sample {
	t.Helper()
	game := &gamefile.Game{Rules: g, Start: g.Start(), Names: [2]string{"A [n] é", "B: (x) {y} ;z"}, Event: "random", Result: gamefile.FirstWins}
	_, algebraic := g.(gamefile.Algebraic)
	if elsewhere && algebraic {
		play(rng, game.Start, 30)
		var err error
		if game.Start, err = g.ParsePosition(g.FormatPosition(game.Start)); err != nil {
			t.Fatal(err)
		}
	}
	p := game.Start.Clone()
	game.Moves = play(rng, p, 120)
	q := game.Start.Clone()
	s := sample{game: game}
	for _, m := range game.Moves {
		n := gamefile.Note{Mark: gamefile.Mark(rng.IntN(4))}
		if rng.IntN(3) == 0 {
			n.Comment = []string{"said } ] ) \\ ;[%clk 0:01]", "1-0 * (", "two\nlines", "% 1. e4", "it ends with \\"}[rng.IntN(5)]
		}
		if rng.IntN(8) == 0 {
			n.Better = play(rng, q.Clone(), 3)
		}
		game.Notes = append(game.Notes, n)
		s.Moves = append(s.Moves, moveText(g, q, m))
		q.Make(m)
	}
	format := gamefile.SGF
	if a, ok := g.(gamefile.Algebraic); ok {
		format, s.FEN = gamefile.PGN, a.FormatFEN(game.Start)
	}
	var err error
	if s.Text, err = gamefile.Write(game, format); err != nil {
		t.Fatal(err)
	}
	return s
}

// play makes and returns random moves.
func play(rng *rand.Rand, p oxo.Position, plies int) (made []oxo.Move) {
	for len(made) < plies && p.Outcome() == oxo.Ongoing {
		moves := catalog.Playable(p, nil)
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		made = append(made, m)
	}
	return made
}

// moveText writes a move in the libraries' notation: UCI's, or a point of SGF.
func moveText(g oxo.Game, p oxo.Position, m oxo.Move) string {
	if u, ok := g.(interface {
		gamefile.Algebraic
		FormatUCI(p oxo.Position, m oxo.Move) string
	}); ok {
		return u.FormatUCI(p, m)
	}
	columns, rows := p.(board.Grid).Labels()
	for x, column := range columns {
		for y, row := range rows {
			if strings.EqualFold(column+row, g.FormatMove(p, m)) {
				return string([]byte{'a' + byte(x), 'a' + byte(len(rows)-1-y)})
			}
		}
	}
	return ""
}

// ask lets the libraries read and write the samples.
func ask(t *testing.T, samples map[string][]sample) (got answer) {
	t.Helper()
	input, err := json.Marshal(samples)
	if err != nil {
		t.Fatal(err)
	}
	var out, wrong bytes.Buffer
	libraries := exec.Command("node", "libraries.mjs")
	libraries.Stdin, libraries.Stdout, libraries.Stderr = bytes.NewReader(input), &out, &wrong
	if err := libraries.Run(); err != nil {
		t.Fatalf("%v\n%s", err, wrong.Bytes())
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if n := len(got.Read["chess"]) + len(got.Read["chess960"]) + len(got.Read["sgf"]); n != 8 {
		t.Fatalf("%d readers, want 8", n)
	}
	return got
}

// same reports whether a text contains the game: the same first position and the same
// moves.
func same(game *gamefile.Game, text string) error {
	found, err := gamefile.Find(game.Rules, text, 1)
	if err != nil {
		return err
	}
	read, err := found.Play(gamefile.All)
	if err != nil {
		return err
	}
	at, want := game.Rules.FormatPosition(read.Start), game.Rules.FormatPosition(game.Start)
	if at != want || !slices.Equal(read.Moves, game.Moves) {
		return fmt.Errorf("read as %v from %s, want %v from %s", catalog.FormatLine(game.Rules, read.Start, read.Moves), at, catalog.FormatLine(game.Rules, game.Start, game.Moves), want)
	}
	return nil
}
