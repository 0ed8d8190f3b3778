//go:build unix || windows

package tui

import (
	"reflect"
	"testing"
	"time"

	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/player"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// options are the options of the tests: Unicode, no colour, and a perfect oxo with
// enough time to prove what the tests play.
func options() Options {
	return Options{
		Families: games.All(), Human: [2]bool{true, false}, Level: player.Perfect, Time: time.Minute, Seed: 1, NoColour: true, Unicode: true, all: true,
	}
}

// script is a model that a test drives.
type script struct {
	t *testing.T
	*model
	most int // commands to run before the rest is held back; 0 for all
	held tea.Msg
}

// newScript makes a model of a window.
func newScript(t *testing.T, width, height int, o Options) *script {
	t.Helper()
	m, err := newModel(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{t: t, model: m}
	t.Cleanup(m.Close)
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	s.run(m.Init())
	return s
}

// onGame makes a model that plays a game at once.
func onGame(t *testing.T, width, height int, name string, change func(*Options)) *script {
	t.Helper()
	o := options()
	g, err := catalog.Lookup(o.Families, name)
	if err != nil {
		t.Fatal(err)
	}
	o.Game = g
	if change != nil {
		change(&o)
	}
	return newScript(t, width, height, o)
}

// begun starts a game after some moves.
func begun(moves ...string) func(*Options) {
	return func(o *Options) {
		o.Human = [2]bool{true, true}
		o.Start = o.Game.Start()
		made, err := catalog.ReplayFrom(o.Game, o.Start.Clone(), moves...)
		if err != nil {
			panic(err)
		}
		o.Moves = made
	}
}

// send sends the model a message, and runs the resulting commands until none is left.
func (s *script) send(msg tea.Msg) {
	s.t.Helper()
	_, cmd := s.Update(msg)
	s.run(cmd)
}

func (s *script) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	msg := cmd()
	if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range v.Len() {
			s.run(v.Index(i).Interface().(tea.Cmd))
		}
		return
	}
	if msg == nil {
		return
	}
	if s.most--; s.most == 0 {
		s.held = msg
		return
	}
	s.send(msg)
}

// press presses keys, each by its name: "enter", "down", "a".
func (s *script) press(names ...string) {
	s.t.Helper()
	for _, name := range names {
		s.send(key(name))
	}
}

// key returns the message of a key.
func key(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter, "esc": tea.KeyEscape,
		"tab": tea.KeyTab, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd, "f1": tea.KeyF1,
	}
	switch code, ok := codes[name]; {
	case ok:
		return tea.KeyPressMsg{Code: code}
	case name == "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case name == "ctrl+c":
		return tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	case name == "ctrl+y":
		return tea.KeyPressMsg{Code: 'y', Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// typed types a text, letter by letter.
func (s *script) typed(text string) {
	s.t.Helper()
	for _, r := range text {
		if r == ' ' {
			s.press("space")
			continue
		}
		s.press(string(r))
	}
}

// text returns the contents of the window.
func (s *script) text() string { return s.View().Content }

// moves returns the moves made on the screen.
func (s *script) moves() []string { return s.play.session.Notation() }

func square(column, row int) board.Square { return board.Square{Column: column, Row: row} }

// command presses a key, and returns the resulting command without running it.
func (s *script) command(name string) tea.Cmd {
	_, cmd := s.Update(key(name))
	return cmd
}
