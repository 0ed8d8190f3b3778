//go:build unix || windows

package tui

import (
	"slices"
	"strings"
	"testing"

	"oxo/game/catalog"
	"oxo/games"

	tea "charm.land/bubbletea/v2"
)

// TestPositionInAndOut: the screen shows the position as text and as a command, and
// reads that text back.
func TestPositionInAndOut(t *testing.T) {
	for name, moves := range map[string][]string{"tictactoe": {"b2", "a1"}, "chess": {"e2e4"}, "checkers": {"11-15"}, "othello": {"d3"}} {
		s := onGame(t, 80, 24, name, begun(moves...))
		want := s.play.game.FormatPosition(s.play.position())
		s.press("o")
		if !strings.Contains(strings.Join(strings.Fields(s.plain()), ""), strings.Join(strings.Fields(want), "")) {
			t.Errorf("%s: %q is not shown:\n%s", name, want, s.plain())
		}
		if command := s.positions.command(); !strings.HasSuffix(command, strings.Join(moves, " ")) {
			t.Errorf("the command %s", command)
		}
		s.press("esc", "n", "o")
		s.send(tea.PasteMsg{Content: want})
		s.press("enter")
		if got := s.play.game.FormatPosition(s.play.position()); got != want || s.at != playScreen {
			t.Errorf("%s: %q is read as %q: %s", name, want, got, s.positions.message)
		}
		s.press("o")
		s.send(tea.PasteMsg{Content: strings.Join(moves, " ")})
		s.press("enter")
		if got := s.moves(); !slices.Equal(got, moves) {
			t.Errorf("%s: the moves %v are read as %v: %s", name, moves, got, s.positions.message)
		}
		s.press("o")
		s.send(tea.PasteMsg{Content: "rubbish"})
		s.press("enter")
		if s.at != positionScreen || !strings.Contains(s.positions.message, "is neither a position") {
			t.Errorf("%s: rubbish: %q", name, s.positions.message)
		}
	}
}

// TestPositionChanged: if a position is read differently than written, it is set up,
// and the screen reports the change until the next key.
func TestPositionChanged(t *testing.T) {
	s := onGame(t, 80, 24, "chess", begun())
	s.press("o")
	s.send(tea.PasteMsg{Content: "7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1"})
	s.press("enter")
	if s.at != positionScreen || !strings.Contains(strings.Join(strings.Fields(s.plain()), " "), "the rights to castle K and Q are left out: the king of white is not on e1") {
		t.Errorf("the screen %d does not say what was changed:\n%s", s.at, s.plain())
	}
	s.press("enter")
	if got := s.play.game.FormatPosition(s.play.position()); got != "7k/5K2/4R3/8/8/8/8/8 w - -" || s.at != playScreen {
		t.Errorf("the position is %q, on screen %d", got, s.at)
	}
	s.press("o")
	if strings.Contains(s.plain(), "are left out") {
		t.Errorf("the screen still says what was changed:\n%s", s.plain())
	}
}

// TestReview judges the moves, explains them, and continues the game from one of
// them.
func TestReview(t *testing.T) {
	s := onGame(t, 80, 24, "tictactoe", begun("b2", "b1", "a1", "c3", "a3", "c1", "a2"))
	s.press("v")
	if m := s.review.found[2]; !s.review.done || m.Judgement != "mistake" || len(m.Better) == 0 {
		t.Fatalf("b1 is judged %+v", m)
	}
	s.press("home", "down", "down", "enter")
	if len(s.review.why) == 0 || !strings.Contains(s.plain(), s.review.names[1]) {
		t.Errorf("no reason: %s", s.review.message)
	}
	s.press("g")
	if got := s.moves(); s.at != playScreen || len(got) != 2 || len(s.play.redo) != 5 {
		t.Errorf("going on from move 2: %v, to redo %d", got, len(s.play.redo))
	}
	s.press("r")
	if got := s.moves(); len(got) != 3 || got[2] != "a1" {
		t.Errorf("redo makes %v", got)
	}
}

// TestSides: an impossible size and an unknown name are refused with a reason.
func TestSides(t *testing.T) {
	s := newScript(t, 80, 24, options())
	s.typed("mnk:3x3x9")
	s.press("enter")
	if text, _ := s.menu.status(); s.at != menuScreen || !strings.Contains(text, "is impossible") {
		t.Errorf("an impossible game says %q", text)
	}
	s.press("esc")
	s.typed("zzz")
	s.press("enter")
	if text, _ := s.menu.status(); !strings.Contains(text, `no game "zzz"`) {
		t.Errorf("an unknown game says %q", text)
	}
	_, err := catalog.Lookup(games.All(), "mnk:3x3x9")
	if err == nil {
		t.Error("3 in a row of 9 is a game")
	}
}

// TestClicks: in every list a click on a line chooses it.
func TestClicks(t *testing.T) {
	for _, size := range sizes {
		s := onGame(t, size[0], size[1], "chess", at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"))
		s.point(0, 6)
		s.point(0, 7)
		s.clickOn("a8=N")
		if got := s.moves(); len(got) != 1 || got[0] != "a7a8n" {
			t.Errorf("%v: the click on the knight made %v", size, got)
		}
		s = onGame(t, size[0], size[1], "tree:((3 5) (2 9))", func(o *Options) { o.Human = [2]bool{true, true} })
		s.clickOn("E")
		if got := s.moves(); len(got) != 1 || got[0] != "E" {
			t.Errorf("%v: the click on E made %v", size, got)
		}
		s = newScript(t, size[0], size[1], options())
		s.clickOn("Connect Four")
		if s.at != setupScreen || s.setup.game.Name() != "connect4:7x6" {
			t.Fatalf("%v: the click on Connect Four leads to screen %d", size, s.at)
		}
		s.clickOn("rows")
		if s.setup.game.Name() != "connect4:7x7" {
			t.Errorf("%v: the click on rows makes %s", size, s.setup.game.Name())
		}
	}
}

// clickOn clicks on a text at the beginning of a line, after its marks.
func (s *script) clickOn(text string) {
	s.t.Helper()
	for y, line := range strings.Split(s.plain(), "\n") {
		x := strings.LastIndex(line, "  "+text)
		if x < 0 {
			x = strings.LastIndex(line, "▸ "+text)
		}
		if x >= 0 {
			s.send(tea.MouseClickMsg{X: len([]rune(line[:x])) + 2, Y: y, Button: tea.MouseLeft})
			return
		}
	}
	s.t.Fatalf("no %q in\n%s", text, s.plain())
}
