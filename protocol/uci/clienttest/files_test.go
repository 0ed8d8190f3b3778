package clienttest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/gamefile"

	"github.com/corentings/chess/v2"
)

// TestFilesAgree: the library reads the same moves, names and results as oxo from
// games with comments, marks and variations; and oxo reads what the library writes.
func TestFilesAgree(t *testing.T) {
	g := chessGame(t)
	rng := rand.New(rand.NewPCG(23, 11))
	for n := range 40 {
		game := &gamefile.Game{Rules: g, Start: g.Start(), Names: [2]string{fmt.Sprint("A", n), "B"}, Event: "x", Result: gamefile.SecondWins}
		p := g.Start()
		for len(game.Moves) < 60 && p.Outcome() == oxo.Ongoing {
			note := gamefile.Note{Mark: gamefile.Mark(rng.IntN(4))}
			if rng.IntN(3) == 0 {
				note.Comment = "[%eval 0.3] said"
			}
			if rng.IntN(6) == 0 {
				note.Better = randomLine(rng, p.Clone(), 1+rng.IntN(4))
			}
			m := randomLine(rng, p.Clone(), 1)[0]
			game.Moves, game.Notes = append(game.Moves, m), append(game.Notes, note)
			p.Make(m)
		}
		text, err := gamefile.Write(game, gamefile.PGN)
		if err != nil {
			t.Fatal(err)
		}
		theirs := libraryReads(t, text)
		if want := uciOf(g, game); !slices.Equal(libraryMoves(theirs), want) || theirs.GetTagPair("White") != game.Names[0] || theirs.Outcome() != chess.BlackWon {
			t.Fatalf("the library reads %v, %s; want %v\n%s", libraryMoves(theirs), theirs.Outcome(), want, text)
		}
		again := theirs.String()
		found, err := gamefile.Find(g, again, 1)
		if err != nil {
			t.Fatalf("%v\n%s", err, again)
		}
		ours, err := found.Play(gamefile.All)
		if err != nil || !slices.Equal(ours.Moves, game.Moves) || ours.Names != game.Names || ours.Result != game.Result {
			t.Fatalf("%v: %+v is read of\n%s", err, ours, again)
		}
	}
}

func libraryReads(t *testing.T, text string) *chess.Game {
	t.Helper()
	read, err := chess.PGN(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return chess.NewGame(read)
}

// libraryMoves returns the moves of the library's main line in UCI notation.
func libraryMoves(g *chess.Game) (moves []string) {
	for _, m := range g.Moves() {
		moves = append(moves, m.String())
	}
	return moves
}

// uciOf returns the moves of a game in UCI notation.
func uciOf(g algebraic, game *gamefile.Game) (moves []string) {
	p := game.Start.Clone()
	for _, m := range game.Moves {
		moves = append(moves, g.FormatUCI(p, m))
		p.Make(m)
	}
	return moves
}

// randomLine makes random moves, at least one.
func randomLine(rng *rand.Rand, p oxo.Position, plies int) (line []oxo.Move) {
	for len(line) < plies && p.Outcome() == oxo.Ongoing {
		moves := p.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		line = append(line, m)
	}
	return line
}

// TestWhyOurOwnReader checks the statements of docs/lookup/dependencies.md about the
// library's reader: if one of these cases no longer fails, the library may be able to
// replace oxo's reader.
func TestWhyOurOwnReader(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		plies int // that the game has
	}{
		"a comment to the end of the line": {"[Event \"x\"]\n\n1. e4 ; the square\ne5 *\n", 2},
		"a line for programs":              {"[Event \"x\"]\n\n1. e4\n% d4\ne5 *\n", 2},
		"castling with zeros":              {"[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 *\n", 7},
		"a quotation mark in a tag":        {"[White \"A \\\"B\\\"\"]\n\n1. e4 *\n", 1},
		"a long comment":                   {"[Event \"x\"]\n\n1. e4 {" + strings.Repeat("a ", 40000) + "} e5 *\n", 2},
		"a position without counters":      {"[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/7K w - -\"]\n\n1. a8=Q+ *\n", 1},
		"Chess960":                         {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3PPPPP/3QB1KR w H - 0 1\"]\n\n1. O-O *\n", 1},
		"a small board":                    {"[SetUp \"1\"]\n[FEN \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"]\n\n1. a4 *\n", 1},
	} {
		s := chess.NewScanner(strings.NewReader(c.text))
		if !s.HasNext() {
			continue
		}
		if g, err := s.ParseNext(); err == nil && len(g.Moves()) == c.plies {
			t.Errorf("%s is read now", name)
		}
	}
	s, games := chess.NewScanner(strings.NewReader("[Site \"x\"]\n\n1. e4 *\n\n[Site \"y\"]\n\n1. d4 *\n")), 0
	for s.HasNext() {
		if _, err := s.ParseNext(); err != nil {
			t.Fatal(err)
		}
		games++
	}
	if games != 1 {
		t.Errorf("tags that do not begin with Event: %d games", games)
	}
}
