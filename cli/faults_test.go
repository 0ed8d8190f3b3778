//go:build !race

package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
	"oxo/textbook"
)

// oxo began from three systems, A, B and C: see docs/learn/from-the-tutorials.md. Each of their
// faults has a test here by name.

// values asks every algorithm for the value of a position.
func values(t *testing.T, p oxo.Position) map[string]oxo.Score {
	t.Helper()
	got := map[string]oxo.Score{}
	for name, run := range map[string]func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error){
		"minimax": textbook.Minimax, "minimax-depth": textbook.MinimaxDepth, "alphabeta": textbook.AlphaBeta,
	} {
		r, err := run(context.Background(), p, textbook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got[name] = r.Value
	}
	r := search.New(search.Options{}).Search(context.Background(), p, search.Limits{})
	if !r.Proven {
		t.Fatalf("no proof: %+v", r)
	}
	got["search"] = r.Score
	return got
}

// System A: a full board is no terminal state and returns ±INT_MAX.
func TestFaultAFullBoardIsADraw(t *testing.T) {
	_, p := gametest.Position(t, "tictactoe", "XOX/XOO/OXX")
	if p.Outcome() != oxo.Drawn || len(p.Moves(nil)) != 0 {
		t.Errorf("a full board is %v with %d moves", p.Outcome(), len(p.Moves(nil)))
	}
	for name, v := range values(t, p) {
		if v != oxo.Draw {
			t.Errorf("%s: a full board is worth %v", name, v)
		}
	}
	_, p = gametest.Position(t, "tictactoe", "XOX/XOO/OX.")
	for name, v := range values(t, p) {
		if v != oxo.Draw {
			t.Errorf("%s: the last square of a drawn game is worth %v", name, v)
		}
	}
}

// System A: the sign of a win is wrong for one side.
func TestFaultAWinSignOfBothSides(t *testing.T) {
	for _, c := range []struct {
		position string
		sign     int
	}{
		{"XX./OO./...", 1},  // X to move wins
		{"XX./OO./X..", 1},  // O to move wins
		{"XX./O../O.X", -1}, // O to move cannot stop two threats
		{"X.X/O.O/X..", 1},  // O to move wins first, though X threatens
		{"X.X/.O./X.O", -1}, // nor here
		{"XXX/OO./...", -1}, // X has won, O would move
		{"XOX/.X./O.O", 0},  // X to move must block
	} {
		_, p := gametest.Position(t, "tictactoe", c.position)
		for name, v := range values(t, p) {
			if v.Sign() != c.sign {
				t.Errorf("%s: %s is worth %v for %v, want sign %d", name, c.position, v, p.Turn(), c.sign)
			}
		}
	}
}

// System A: a drawn game never ends.
func TestFaultADrawnGameEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	code, stdout, _ := runWith(ctx, "a1\nb2\nc3\nb1\nb3\na3\nc1\nc2\na2\n", "play", "tictactoe", "--as", "both")
	if code != exitDone || !strings.Contains(stdout, "A draw.") || strings.Contains(stdout[strings.Index(stdout, "A draw."):], "to move") {
		t.Errorf("exit %d:\n%s", code, stdout)
	}
}

// Systems A and B: text input loops for ever, an occupied or outside square
// overwrites memory. B also plays (-1,-1) on a full board.
func TestFaultABRubbishOccupiedAndOutsideSquares(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	input := "rubbish\n-1 -1\n0 0\n4 4\n99999999999999999999 99999999999999999999\nb2\nb2\nb2b2\n\n"
	code, stdout, stderr := runWith(ctx, input, "play", "tictactoe", "--as", "both")
	if code != exitDone || stderr != "" {
		t.Errorf("exit %d, stderr %q", code, stderr)
	}
	for _, want := range []string{`"rubbish" is not a square`, `"0 0" is outside the board`, `"4 4" is outside the board`, "b2 is taken"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if got := strings.Count(stdout, " X "); got != 1 {
		t.Errorf("%d stones on the board, want 1:\n%s", got, stdout)
	}
}

// All systems: the end of the input at any prompt is an ordinary end.
func TestFaultEndOfInputAtEveryPrompt(t *testing.T) {
	game := "b2\nhint\na1\nundo\nc1\n"
	for n := range len(game) + 1 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		for _, args := range [][]string{{"play", "tictactoe"}, {"play", "tictactoe", "--as", "second"}, {"play"}} {
			if code, _, stderr := runWith(ctx, game[:n], args...); code != exitDone || stderr != "" {
				t.Errorf("%v with %q: exit %d, stderr %q", args, game[:n], code, stderr)
			}
		}
		cancel()
	}
}

// System C: from 11x11 up a win that is more than 100 plies away scores as a loss.
func TestFaultCWinsOnLargeBoardsAreWins(t *testing.T) {
	for _, size := range []int{11, 20} {
		name := fmt.Sprintf("mnk:%dx%dx%d", size, size, size)
		g, p := gametest.Position(t, name, lateWin(size))
		for alg, v := range values(t, p) {
			if v.Sign() != 1 {
				t.Errorf("%s: %s is worth %v", name, alg, v)
			}
		}
		// The same win seen from a root more than 100 plies earlier.
		score := oxo.Win(1)
		for range 2 * (size*size/2 - 1) {
			score = score.ToParent()
		}
		if !score.IsWin() || score >= oxo.Win(1) || score.Plies() < 100 {
			t.Errorf("%s: a win %d plies away is %v", g.Name(), score.Plies(), score)
		}
	}
}

// lateWin fills a square board except two squares. X is to move, and wins on one of them: the first
// column lacks only its bottom square.
func lateWin(size int) string {
	var rows []string
	x, o := 0, 0
	for r := range size {
		row := make([]byte, size)
		for c := range row {
			switch {
			case c == 0:
				row[c] = 'X'
				x++
			case (c/2+r)%2 == 0: // two and two: no line of the board's size
				row[c] = 'O'
				o++
			default:
				row[c] = 'X'
				x++
			}
		}
		rows = append(rows, string(row))
	}
	board := []byte(strings.Join(rows, "/"))
	empty := func(i int) {
		if board[i] == 'X' {
			x--
		} else {
			o--
		}
		board[i] = '.'
	}
	empty((size - 1) * (size + 1)) // the bottom of the first column
	for i := len(board) - 1; x != o; i-- {
		switch {
		case board[i] == 'X' && x > o && i%(size+1) > 0:
			if x-o >= 2 {
				board[i] = 'O'
				x, o = x-1, o+1
			} else {
				empty(i)
			}
		case board[i] == 'O' && o > x:
			if o-x >= 2 {
				board[i] = 'X'
				o, x = o-1, x+1
			} else {
				empty(i)
			}
		}
	}
	return string(board)
}

// System C: k is always the board's side, and 5x5 never finishes.
func TestFaultCAnyKAndFiveByFiveFinishes(t *testing.T) {
	for _, game := range []string{"mnk:5x5x5", "mnk:5x5x4", "mnk:6x4x3"} {
		g, err := catalog.Lookup(games.All(), game)
		if err != nil {
			t.Fatal(err)
		}
		player, err := player.ByName(context.Background(), player.Search, g, player.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		for p.Outcome() == oxo.Ongoing {
			c, err := player.Move(context.Background(), p)
			if err != nil || !c.Value.Proven {
				t.Fatalf("%s: %+v, %v", g.FormatPosition(p), c, err)
			}
			p.Make(c.Move)
		}
	}
}

// System C: a finished game gives the move (-1,-1). Here every command gives a clear answer.
func TestFaultCFinishedGame(t *testing.T) {
	for _, args := range []string{"analyze tictactoe --position XXX/OO./...", "explain tictactoe --position XXX/OO./...", "play tictactoe --position XXX/OO./..."} {
		code, _, stderr := runWith(context.Background(), "", strings.Fields(args)...)
		if code != exitUsage || !strings.Contains(stderr, "the game is over: X has won") {
			t.Errorf("oxo %s: exit %d, %q", args, code, stderr)
		}
	}
	code, stdout, stderr := runWith(context.Background(), "O\nXXX\nOO_\n___\n", "bot", "hackerrank")
	if code != exitUsage || stdout != "" || !strings.Contains(stderr, "the game is over: X has won") {
		t.Errorf("bot: exit %d, %q, %q", code, stdout, stderr)
	}
	g, p := gametest.Position(t, "tictactoe", "XXX/OO./...")
	if _, err := catalog.Play(g, p, "c1"); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("a move after the end: %v", err)
	}
}

// System C: no time limit. A search without a time limit runs for ever here.
func TestFaultCTimeLimit(t *testing.T) {
	code, stdout, _ := runWith(context.Background(), "", "analyze", "gomoku", "--time", "100ms", "--json")
	if code != exitDone || !strings.Contains(stdout, `"estimate"`) {
		t.Errorf("exit %d, %.200q", code, stdout)
	}
}
