//go:build unix || windows

package tui

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"oxo/games"
	"oxo/player"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// TestColours: themes for true colour, 256 and 16 colours and none use only the
// colours that they may.
func TestColours(t *testing.T) {
	for _, c := range []struct {
		profile   colorprofile.Profile
		noColour  bool
		want, not string
	}{
		{colorprofile.TrueColor, false, `\x1b\[[0-9;]*38;2;`, `[;\[]38;5;`},
		{colorprofile.ANSI256, false, `\x1b\[[0-9;]*38;5;`, `[;\[]38;2;`},
		{colorprofile.ANSI, false, `\x1b\[[0-9;]*(3|9)[0-7][;m]`, `[;\[][34]8;`},
		{colorprofile.ASCII, false, `\x1b\[1m`, `[;\[](3|4|9|10)[0-9][;m]`},
		{colorprofile.TrueColor, true, `\x1b\[1m`, `[;\[](3|4|9|10)[0-9][;m]`},
	} {
		for _, game := range []string{"chess", "tictactoe", "gomoku"} {
			s := onGame(t, 80, 24, game, func(o *Options) { o.NoColour, o.Human = c.noColour, [2]bool{true, true} })
			s.send(tea.ColorProfileMsg{Profile: c.profile})
			if text := s.text(); !regexp.MustCompile(c.want).MatchString(text) || regexp.MustCompile(c.not).MatchString(text) {
				t.Errorf("%s with %v, NoColour %v: want %s and not %s in %q", game, c.profile, c.noColour, c.want, c.not, text)
			}
		}
	}
}

// TestASCII: a terminal with another locale gets only ASCII.
func TestASCII(t *testing.T) {
	for _, p := range pictures() {
		if p.game == "" {
			continue
		}
		s := onGame(t, 80, 24, p.game, func(o *Options) {
			if p.o != nil {
				p.o(o)
			}
			o.Unicode = false
		})
		p.do(s)
		if i := strings.IndexFunc(s.plain(), func(r rune) bool { return r > '~' }); i >= 0 {
			t.Errorf("%s has %q", p.name, s.plain()[i:i+3])
		}
	}
}

// TestResize: a window that becomes too small says so, and shows the game again when
// it grows.
func TestResize(t *testing.T) {
	s := onGame(t, 80, 24, "gomoku", func(o *Options) { o.Human = [2]bool{true, true} })
	for _, size := range [][2]int{{120, 40}, {40, 15}, {39, 15}, {40, 14}, {10, 3}, {1, 1}, {0, 0}, {200, 60}, {80, 24}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		text := s.plain()
		small := size[0] < LeastColumns || size[1] < LeastRows
		if shown := strings.Contains(text, "oxo: Gomoku"); shown == small {
			t.Errorf("%v shows the game: %v\n%s", size, shown, text)
		}
		if small && size[0] > 9 && !strings.Contains(text, "too small") {
			t.Errorf("%v does not say that it is too small:\n%s", size, text)
		}
		s.press("right") // must have no effect
	}
	s.send(tea.WindowSizeMsg{Width: 30, Height: 10})
	if cmd := s.command("q"); cmd == nil || cmd() != tea.Quit() {
		t.Error("q does not leave a small window")
	}
}

// TestScrolling follows the cursor over a board that does not fit.
func TestScrolling(t *testing.T) {
	s := onGame(t, 40, 15, "mnk:20x20x5", func(o *Options) { o.Human = [2]bool{true, true} })
	s.press("home", "pgup", "enter", "end", "pgdown", "enter")
	if got := strings.Join(s.moves(), " "); got != "a20 t1" {
		t.Errorf("the corners are %s", got)
	}
	v := s.View()
	f := s.play.layout(s.body()).frame
	if x, y, seen := f.middle(s.play.cursor); !seen || v.Cursor == nil || v.Cursor.X != x || v.Cursor.Y != y {
		t.Errorf("the terminal's cursor is at %+v, that of the board at %d, %d", v.Cursor, x, y)
	}
}

// TestLeaving: Ctrl-C interrupts on every screen; q and esc ask first in a game that has
// begun.
func TestLeaving(t *testing.T) {
	for _, p := range pictures() {
		var s *script
		if p.game == "" {
			s = newScript(t, 80, 24, options())
		} else {
			s = onGame(t, 80, 24, p.game, p.o)
		}
		p.do(s)
		_, cmd := s.Update(key("ctrl+c"))
		if cmd == nil {
			t.Errorf("%s: Ctrl-C does nothing", p.name)
		} else if _, ok := cmd().(tea.InterruptMsg); !ok {
			t.Errorf("%s: Ctrl-C gives %v", p.name, cmd())
		}
		if v := s.View(); !v.AltScreen || v.MouseMode != tea.MouseModeCellMotion {
			t.Errorf("%s is not on the alternate screen with the mouse", p.name)
		}
	}
	s := onGame(t, 80, 24, "tictactoe", begun("b2"))
	s.press("q", "x", "esc", "x")
	if s.play.asked != "" || s.at != playScreen {
		t.Error("another key than y does not stay")
	}
	s.press("esc", "y")
	if s.at != setupScreen {
		t.Errorf("esc and y lead to the screen %d", s.at)
	}
	s = onGame(t, 80, 24, "tictactoe", nil)
	if cmd := s.command("q"); s.at != playScreen || cmd == nil || cmd() != tea.Quit() {
		t.Error("q asks before a game without moves is left")
	}
	s.press("esc", "esc")
	if s.at != menuScreen {
		t.Errorf("esc leads to the screen %d", s.at)
	}
	if cmd := s.command("esc"); cmd == nil || cmd() != tea.Quit() {
		t.Error("esc does not leave the list of games")
	}
}

// TestSetup changes the choices, and plays the chosen game.
func TestSetup(t *testing.T) {
	s := newScript(t, 80, 24, options())
	s.typed("k in a")
	s.press("enter", "right", "right", "right", "down", "right") // columns and rows
	if s.at != setupScreen || !strings.HasPrefix(s.setup.game.Name(), "mnk:") {
		t.Fatalf("screen %d, %s", s.at, s.setup.game.Name())
	}
	for label, change := range map[string]int{"torus": 1, "you play": 2} {
		for i, c := range s.setup.choices() {
			if c.label == label {
				s.setup.at = i
			}
		}
		for range change {
			s.press("right")
		}
	}
	name := s.setup.game.Name()
	if !strings.HasSuffix(name, ",torus") || s.setup.sides.human != [2]bool{true, true} {
		t.Errorf("%s, %v", name, s.setup.sides.human)
	}
	s.press("enter")
	if s.at != playScreen || s.play.game.Name() != name {
		t.Errorf("screen %d: %v", s.at, s.setup.err)
	}
	s.press("esc", "esc")
	s.press("esc") // clears the typed text
	s.send(tea.MouseClickMsg{X: 5, Y: 2, Button: tea.MouseLeft})
	if s.at != setupScreen || s.setup.game.Name() != "mnk:3x3x3" {
		t.Errorf("a click on the list leads to screen %d", s.at)
	}
}

// TestSetupEveryGame: the choices of every game lead to games; an impossible
// combination is reported.
func TestSetupEveryGame(t *testing.T) {
	for _, e := range newMenu(games.All()).entries {
		s := newScript(t, 80, 24, options())
		s.choose(e.example)
		if s.at != setupScreen {
			t.Errorf("%s: %s", e.name, s.menu.message)
			continue
		}
		if len(e.example) < 5 {
			for i := range s.setup.choices() {
				s.setup.at = i
				s.press("left", "right")
			}
		}
		if s.setup.err != nil {
			t.Errorf("%s: %v", e.name, s.setup.err)
		}
	}
	s := newScript(t, 80, 24, options())
	s.choose("tictactoe")
	s.setup.at = 2
	s.press("right", "enter")
	if text, _ := s.setup.status(); s.at != setupScreen || s.setup.err == nil || text == "" {
		t.Errorf("4 in a row on 3x3 begins: %q", text)
	}
}

// TestCrash: a panic of a search is raised again where the terminal is restored.
func TestCrash(t *testing.T) {
	var l lane
	cmd := l.start(t.Context(), func(context.Context, *reporter) { panic("a broken game") })
	defer func() {
		if v, ok := recover().(string); !ok || !strings.HasPrefix(v, "a broken game") {
			t.Errorf("the panic is %v", v)
		}
		l.wait()
	}()
	cmd()
	t.Error("no panic")
}

// TestLane: jobs of a lane never run at the same time, even if one was cancelled
// before it began.
func TestLane(t *testing.T) {
	var l lane
	running := make(chan int, 1)
	work := func(ctx context.Context, _ *reporter) {
		running <- 1 // full while another job runs
		<-ctx.Done()
		if len(running) != 1 {
			t.Error("two jobs run")
		}
		<-running
	}
	first := l.start(t.Context(), work)
	go first()
	for len(running) == 0 { //nolint:revive // until it runs
	}
	l.start(t.Context(), work) // never run
	third := l.start(t.Context(), func(_ context.Context, r *reporter) {
		select {
		case running <- 1:
		default:
			t.Error("the third job runs beside the first")
		}
		<-running
		r.tell(another{})
	})
	if msg, ok := third().(report); !ok || msg.msg != (another{}) {
		t.Errorf("the third job reports %v", msg)
	}
	l.wait()
}

// TestOptions: impossible options are refused.
func TestOptions(t *testing.T) {
	o := options()
	o.Time = 0
	if _, err := newModel(t.Context(), o); err == nil || !strings.Contains(err.Error(), "as in 500ms") {
		t.Errorf("no time: %v", err)
	}
	if _, err := newModel(t.Context(), Options{Time: 1}); err == nil || !strings.Contains(err.Error(), "one family") {
		t.Errorf("no games: %v", err)
	}
	o = options()
	o.Ask, o.Level = true, player.Level(4)
	s := onGame(t, 80, 24, "connect4", func(p *Options) { p.Ask, p.Level = o.Ask, o.Level })
	if s.at != setupScreen || !strings.Contains(s.plain(), "< level 4 >") {
		t.Errorf("the level is not shown:\n%s", s.plain())
	}
}
