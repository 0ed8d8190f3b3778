//go:build unix || windows

package tui

import (
	"strings"
	"testing"

	"oxo/game/catalog"
	"oxo/games"
)

// passing are moves of Othello on 4x4 after which black can only pass.
var passing = []string{"a2", "a1", "d3", "a3", "b1", "c1"}

// TestForcedPass: a side that can only pass does so by itself, undo goes back to the last
// choice, and redo to the next.
func TestForcedPass(t *testing.T) {
	both := func(o *Options) { begun(passing[:5]...)(o); o.Human = [2]bool{true, true} }
	s := onGame(t, 80, 24, "othello:4x4", both)
	s.say("c1")
	if got := strings.Join(s.moves(), " "); got != strings.Join(passing, " ")+" pass" || !strings.Contains(s.plain(), "Black passes: no other move is legal.") {
		t.Fatalf("after c1 the moves are %s:\n%s", got, s.plain())
	}
	s.press("u")
	if got := strings.Join(s.moves(), " "); got != strings.Join(passing[:5], " ") {
		t.Errorf("undo leads to %s", got)
	}
	s.press("r")
	if got := len(s.moves()); got != 7 {
		t.Errorf("redo leads to move %d", got)
	}
}

// TestSilence: a key that does nothing says so, and so does a move that is typed after the end.
func TestSilence(t *testing.T) {
	s := onGame(t, 80, 24, "tictactoe", begun("b2", "b1", "a1", "c3", "a3", "c1", "a2"))
	for keys, want := range map[string]string{
		"x":       "The key x does nothing here: ? lists the keys.",
		": b 3":   "The game is over: n begins another, u takes back a move.",
		"m":       "The game is over: n begins another, u takes back a move.",
		"v x":     "The key x does nothing here: ? lists the keys.",
		"v n n":   "After 1... b1.",
		"v end n": "After 1... b1.",
	} {
		for name := range strings.FieldsSeq(keys) {
			s.press(name)
		}
		if strings.HasPrefix(keys, ":") {
			s.press("enter")
		}
		if got := s.plain(); !strings.Contains(got, want) {
			t.Errorf("%s: want %q:\n%s", keys, want, got)
		}
		if strings.HasPrefix(keys, "v") {
			s.press("esc")
		}
	}
}

// TestTitles: games are named in words.
func TestTitles(t *testing.T) {
	for name, want := range map[string]string{
		"tictactoe": "Noughts and crosses", "mnk:4x3x3,torus": "k in a row, 4x3x3, torus", "connect4": "Connect Four", "connect4:5x4": "Connect Four, 5x4",
		"chess": "Chess", "chess960": "Chess, 960=518", "go:5x5": "Go, 5x5", "nim": "Nim",
	} {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := titleOf(games.All(), g); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestOtherNames: the list is searched by the other names of games, too.
func TestOtherNames(t *testing.T) {
	m := newMenu(games.All())
	for typed, want := range map[string]string{"weiqi": "go", "reversi": "othello", "tic-tac-toe": "tictactoe", "noughts": "tictactoe", "baduk": "go"} {
		m.filter.text = typed
		if got := m.shown(); len(got) == 0 || got[0].name != want {
			t.Errorf("%s finds %v, want %s first", typed, got, want)
		}
	}
}

// TestTallWindow: the board takes the room of a tall window.
func TestTallWindow(t *testing.T) {
	for _, name := range []string{"tictactoe", "connect4", "chess", "othello", "go:9x9", "2048"} {
		s := onGame(t, 120, 40, name, nil)
		if l := s.play.layout(s.body()); l.frame.wholeHeight() < s.body().height*3/5 || l.panel.width < widePanel-3 {
			t.Errorf("%s: a board of %d lines, a panel of %d columns in a window of 40 and 120", name, l.frame.wholeHeight(), l.panel.width)
		}
	}
}
