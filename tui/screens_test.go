//go:build unix || windows

package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"oxo/game/catalog"
	"oxo/player"
)

var update = flag.Bool("update", false, "write the screens into the golden files and docs/do/terminal.md")

// picture is a screen with a golden file, and how to reach it.
type picture struct {
	name string
	game string // "" begins with the list of games
	o    func(*Options)
	do   func(*script)
}

// pictures returns all screens, with all kinds of boards.
func pictures() []picture {
	keys := func(names ...string) func(*script) {
		return func(s *script) { s.press(names...) }
	}
	none := keys()
	return []picture{
		{"menu", "", nil, none},
		{"menu-search", "", nil, func(s *script) { s.typed("chess") }},
		{"setup", "connect4", func(o *Options) { o.Ask = true }, keys("down", "down", "down", "left")},
		{"hash", "tictactoe", nil, keys("s", "e", "t", "enter")},
		{"frame", "connect4", begun("4", "4", "4", "4", "4", "2", "3"), none},
		{"crossings", "gomoku", begun("h8", "i9", "i8", "g8", "h9"), none},
		{"barred", "renju", begun("h7", "a1", "h9", "a3", "g8", "a5", "i8", "a7"), none},
		{"scrolled", "mnk:20x20x5", begun("a1", "t20", "k10"), func(s *script) { s.play.cursor.Column, s.play.cursor.Row = 17, 2 }},
		{"territory", "go:5x5", begun("C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "pass"), none},
		{"chequered", "chess", begun("e2e4", "e7e5", "g1f3"), func(s *script) { s.point(1, 7) }},
		{"promotion", "chess", at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), func(s *script) { s.point(0, 6); s.point(0, 7) }},
		{"draughtsmen", "checkers", begun("11-15", "22-18"), func(s *script) { s.point(4, 4) }},
		{"plain", "othello", begun("d3", "c5"), none},
		{"tray", "2048", nil, none},
		{"heaps", "nim", begun("a2"), none},
		{"list", "tree:((3 5) (2 9))", func(o *Options) { o.Human = [2]bool{true, true} }, keys("s", "down")},
		{"help", "connect4", nil, keys("?")},
		{"position", "tictactoe", begun("b2", "a3"), keys("o")},
		{"review", "tictactoe", begun("b2", "b1", "a1", "c3", "a3", "c1", "a2"), func(s *script) { s.press("v", "down", "down", "enter") }},
		{"question", "tictactoe", begun("b2"), keys("q")},
		{"typing", "chess", begun("e2e4"), func(s *script) { s.press(":"); s.typed("e7e5") }},
		{"refused", "chess", begun("e2e4"), func(s *script) { s.press(":"); s.typed("e7e4"); s.press("enter") }},
		{"watch", "connect4", watched(3, 8, "4", "4", "3", "3"), none},
		{"over", "tictactoe", begun("b2", "b1", "a1", "c3", "a3", "c1", "a2"), none},
	}
}

// at starts a game at a position.
func at(text string) func(*Options) {
	return func(o *Options) {
		o.Human = [2]bool{true, true}
		p, err := o.Game.ParsePosition(text)
		if err != nil {
			panic(err)
		}
		o.Start = p
	}
}

// watched lets two levels play each other, paused after some moves.
func watched(first, second player.Level, moves ...string) func(*Options) {
	return func(o *Options) {
		begun(moves...)(o)
		o.Human = [2]bool{}
		o.Level = first
		o.second = second
		o.held = true
	}
}

var attributes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// plain returns the window without colours and other attributes.
func (s *script) plain() string { return attributes.ReplaceAllString(s.text(), "") + "\n" }

// sizes are the sizes of the pictures.
var sizes = [][2]int{{80, 24}, {40, 15}, {120, 40}}

// take draws a screen and returns its text.
func (p *picture) take(t *testing.T, width, height int) string {
	var s *script
	if p.game == "" {
		s = newScript(t, width, height, options())
	} else {
		s = onGame(t, width, height, p.game, p.o)
	}
	p.do(s)
	text := s.plain()
	for i, line := range strings.Split(text, "\n") {
		if n := len([]rune(line)); n > width || i > height {
			t.Errorf("%s at %dx%d: line %d has %d columns", p.name, width, height, i+1, n)
		}
	}
	return text
}

// TestScreens compares every screen with its golden file, in three sizes.
func TestScreens(t *testing.T) {
	for _, p := range pictures() {
		t.Run(p.name, func(t *testing.T) {
			var all strings.Builder
			for _, size := range sizes {
				fmt.Fprintf(&all, "%dx%d\n%s\n", size[0], size[1], p.take(t, size[0], size[1]))
			}
			golden(t, filepath.Join("testdata", p.name+".txt"), all.String())
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: go test ./tui -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs: go test ./tui -update writes what there is now:\n%s", file, got)
	}
}

// TestDocument compares the pictures in docs/do/terminal.md: each block names its
// picture.
func TestDocument(t *testing.T) {
	const file = "../docs/do/terminal.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```text ([a-z]+) ([0-9]+)x([0-9]+)\n.*?```")
	seen := map[string]bool{}
	got := block.ReplaceAllStringFunc(string(data), func(old string) string {
		var name string
		var width, height int
		head, _, _ := strings.Cut(old, "\n")
		if _, err := fmt.Sscanf(head, "```text %s %dx%d", &name, &width, &height); err != nil {
			t.Errorf("%q: %v", head, err)
		}
		seen[fmt.Sprintf("%dx%d", width, height)] = true
		for _, p := range pictures() {
			if p.name == name {
				return head + "\n" + p.take(t, width, height) + "```"
			}
		}
		t.Errorf("no picture is called %q", name)
		return old
	})
	for _, size := range sizes {
		if !seen[fmt.Sprintf("%dx%d", size[0], size[1])] {
			t.Errorf("%s has no picture of %dx%d", file, size[0], size[1])
		}
	}
	golden(t, file, got)
}

// point clicks on a square.
func (s *script) point(column, row int) {
	s.t.Helper()
	f := s.play.layout(s.body()).frame
	x, y, seen := f.middle(square(column, row))
	if !seen {
		s.play.cursor = square(column, row)
		f = s.play.layout(s.body()).frame
		x, y, _ = f.middle(square(column, row))
	}
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// say plays a move by typing it.
func (s *script) say(text string) {
	s.t.Helper()
	s.press(":")
	s.typed(text)
	s.press("enter")
}

// legalNames lists the moves that may be typed.
func (s *script) legalNames() (names []string) {
	for _, m := range catalog.Playable(s.play.position().Clone(), nil) {
		names = append(names, s.play.game.FormatMove(s.play.position(), m))
	}
	return names
}
