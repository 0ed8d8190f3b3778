//go:build unix || windows

package tui

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/games"
	"oxo/player"

	tea "charm.land/bubbletea/v2"
)

// everyGame lists the games of the menu, and a few more.
func everyGame() []string {
	names := []string{"mnk:20x20x5", "mnk:5x4x3,torus", "connect4:8x7", "checkers:10x10", "sticks:21", "go:19x19", "tree:((3 5) (2 9))"}
	for _, f := range games.All() {
		for _, a := range f.Aliases {
			names = append(names, a.Name)
		}
		names = append(names, usual(&f))
	}
	return names
}

// TestEveryGameIsPlayed plays moves of every game by pointing, alternately with the
// keys and the mouse, and by typing.
func TestEveryGameIsPlayed(t *testing.T) {
	plies := 9
	if testing.Short() {
		plies = 4
	}
	for _, name := range everyGame() {
		t.Run(name, func(t *testing.T) {
			s := onGame(t, 80, 24, name, func(o *Options) { o.Human = [2]bool{true, true} })
			rng := rand.New(rand.NewPCG(1, 2))
			for i := 0; i < plies && !s.play.over(); i++ {
				m := s.play.legal[rng.IntN(len(s.play.legal))]
				if i%3 == 2 {
					s.say(m.name)
				} else {
					s.playByPointing(m, i%2 == 0)
				}
				if made := s.moves(); len(made) != i+1 || made[i] != m.name {
					t.Fatalf("after %v the move %s was pointed at by %v: %v; %s", made, m.name, m.path, s.play.picked, s.play.message)
				}
			}
		})
	}
}

// playByPointing makes a move without typing: by the squares of its path, by the list
// if several moves have the same path, by its key if it has no square.
func (s *script) playByPointing(m pointed, keys bool) {
	s.t.Helper()
	before := len(s.moves())
	_, grid := s.play.position().(board.Grid)
	switch {
	case !grid:
	case steered(s.play.legal):
		s.press(m.name)
		return
	case m.column >= 0:
		s.pointAt(square(m.column, 0), keys)
		return
	case len(m.path) == 0:
		s.press("p")
	}
	for _, sq := range m.path {
		if len(s.moves()) == before && s.play.list == nil {
			s.pointAt(sq, keys)
		}
	}
	if s.play.list != nil && len(s.moves()) == before {
		at := slices.IndexFunc(s.play.list.moves, func(l pointed) bool { return l.move == m.move })
		if at < 0 {
			s.t.Fatalf("%s is not in the list", m.name)
		}
		for range at {
			s.press("down")
		}
		s.press("enter")
	}
}

// pointAt picks a square with the keys, or clicks on it.
func (s *script) pointAt(sq board.Square, keys bool) {
	s.t.Helper()
	if !keys {
		s.point(sq.Column, sq.Row)
		return
	}
	for s.play.cursor != sq {
		switch c := s.play.cursor; {
		case c.Column < sq.Column:
			s.press("right")
		case c.Column > sq.Column:
			s.press("left")
		case c.Row < sq.Row:
			s.press("up")
		default:
			s.press("down")
		}
	}
	s.press("enter")
}

// TestPaths: the squares of long moves can be picked one by one, or only the last if
// that is unambiguous, and unpicked.
func TestPaths(t *testing.T) {
	// Black jumps twice.
	s := onGame(t, 80, 24, "checkers", at("B:W17,25:B14,1"))
	var long pointed
	for _, m := range s.play.legal {
		if len(m.path) > len(long.path) {
			long = m
		}
	}
	if len(long.path) < 3 {
		t.Fatalf("no double jump among %v", s.legalNames())
	}
	first, last := long.path[0], long.path[len(long.path)-1]
	s.pointAt(first, true)
	s.pointAt(first, true)
	if s.play.picked != nil {
		t.Errorf("picking a man twice leaves %v picked", s.play.picked)
	}
	s.pointAt(first, false)
	s.pointAt(last, false)
	if got := s.moves(); len(got) != 1 || got[0] != long.name {
		t.Errorf("from %v to %v made %v, want %s", first, last, got, long.name)
	}
	// The list offers two paths between the same squares.
	s = onGame(t, 80, 24, "checkers", at("B:W18,26,17,25:B14,1"))
	s.pointAt(first, true)
	s.pointAt(last, true)
	if s.play.list == nil || len(s.play.list.moves) != 2 {
		t.Fatalf("two ways are not listed: %+v", s.play.list)
	}
	s.press("down", "enter")
	if len(s.moves()) != 1 {
		t.Error("no way was chosen")
	}
}

// TestPass makes a pass by its key if it is the only move.
func TestPass(t *testing.T) {
	s := onGame(t, 80, 24, "go:3x3", begun("B2"))
	s.press("p", "p")
	if got := s.moves(); len(got) != 3 || got[1] != "pass" || !s.play.over() {
		t.Errorf("two passes made %v", got)
	}
	s = onGame(t, 80, 24, "tictactoe", nil)
	s.press("p")
	if text, _ := s.play.status(); !strings.Contains(text, "no pass") {
		t.Errorf("a pass of a game without: %q", text)
	}
}

// TestAgainstOxo: oxo answers, undo also takes its answer back, redo restores both,
// another move discards them.
func TestAgainstOxo(t *testing.T) {
	s := onGame(t, 80, 24, "tictactoe", nil)
	s.press("enter")
	made := slices.Clone(s.moves())
	if len(made) != 2 || made[0] != "b2" {
		t.Fatalf("after b2: %v", made)
	}
	s.press("u")
	if len(s.moves()) != 0 || len(s.play.redo) != 2 {
		t.Fatalf("undo leaves %v, to redo %v", s.moves(), s.play.redo)
	}
	s.press("u")
	if text, _ := s.play.status(); !strings.Contains(text, "no move of yours") {
		t.Errorf("undo at the start says %q", text)
	}
	s.press("r")
	if !slices.Equal(s.moves(), made) {
		t.Fatalf("redo makes %v, want %v", s.moves(), made)
	}
	s.press("u")
	s.say("a1")
	if len(s.moves()) != 2 || s.moves()[0] != "a1" || len(s.play.redo) != 0 {
		t.Errorf("another move: %v, to redo %v", s.moves(), s.play.redo)
	}
	s.press("r")
	if text, _ := s.play.status(); !strings.Contains(text, "No move has been taken back") {
		t.Errorf("redo without an undo says %q", text)
	}
	s.press("n")
	if len(s.moves()) != 0 {
		t.Errorf("a new game has the moves %v", s.moves())
	}
}

// TestOxoBegins: a person plays the second side to the end of the game.
func TestOxoBegins(t *testing.T) {
	s := onGame(t, 80, 24, "tictactoe", func(o *Options) { o.Human = [2]bool{false, true} })
	if len(s.moves()) != 1 {
		t.Fatalf("oxo has made %v", s.moves())
	}
	for !s.play.over() {
		before := len(s.moves())
		s.say(s.legalNames()[0])
		if len(s.moves()) == before {
			t.Fatal(s.play.message)
		}
	}
	if text, _ := s.play.status(); !strings.Contains(text, "has won") && !strings.Contains(text, "draw") {
		t.Errorf("the end says %q", text)
	}
	if strings.Contains(s.plain(), "to move") {
		t.Error("somebody is to move in a finished game")
	}
}

// TestTypedWithoutColon: a single letter is a key, so after b2 without a colon the
// message says to type one.
func TestTypedWithoutColon(t *testing.T) {
	s := onGame(t, 80, 24, "mnk:4x4x4", func(o *Options) { o.Human = [2]bool{true, true} })
	s.press("c", "2", "enter")
	if text := s.play.message; len(s.moves()) != 0 || !strings.Contains(text, "Type : before a move that begins with a letter, as in :") {
		t.Errorf("c2 without a colon says %q after %v", text, s.moves())
	}
}

// TestTyped: typed text is a move, a word of the line mode, or refused with the
// correct form.
func TestTyped(t *testing.T) {
	s := onGame(t, 80, 24, "connect4", func(o *Options) { o.Human = [2]bool{true, true} })
	s.press("4", "enter") // a digit begins a move
	s.say("9")
	if text, _ := s.play.status(); len(s.moves()) != 1 || !strings.Contains(text, "7") {
		t.Errorf("column 9 says %q after %v", text, s.moves())
	}
	if text, _ := s.play.status(); strings.Contains(text, "Type :") {
		t.Errorf("in a game of digits a colon is asked for: %q", text)
	}
	s.say("undo")
	if len(s.moves()) != 0 {
		t.Errorf("the word undo leaves %v", s.moves())
	}
	s.press(":", "x", "backspace", "backspace")
	if s.play.typed != nil {
		t.Error("backspace does not leave an empty text")
	}
	s.send(tea.PasteMsg{Content: "3\n"})
	s.press("enter")
	if got := s.moves(); len(got) != 1 || got[0] != "3" {
		t.Errorf("a pasted move made %v", got)
	}
	s.say("help")
	if s.at != helpScreen {
		t.Error("the word help shows no help")
	}
}

// TestNewMoveCancels: the search of a position ends when it is left, and its late
// messages have no effect.
func TestNewMoveCancels(t *testing.T) {
	s := onGame(t, 80, 24, "gomoku", func(o *Options) { o.Human, o.Time = [2]bool{true, true}, time.Hour })
	_, cmd := s.Update(key("s"))
	first := s.play.advisers.now
	msg := cmd() // the result for the first position
	s.Update(key("enter"))
	if first.ctx.Err() == nil || s.play.advisers.now == first {
		t.Fatal("the analysis goes on after the move")
	}
	s.Update(msg)
	s.Update(report{first, analysis{moves: []worth{{name: "late"}}}})
	if len(s.play.analysed.moves) != 0 {
		t.Error("what was thought of another position is shown")
	}
	s.Close()
	select {
	case <-first.done:
	default:
		t.Error("the analysis still runs when the model is closed")
	}
	s = onGame(t, 80, 24, "gomoku", func(o *Options) { o.Time = time.Hour })
	s.command("s")
	first = s.play.advisers.now
	s.command("enter")
	if first.ctx.Err() == nil || !s.play.movers.running() {
		t.Error("the analysis goes on while oxo is to move")
	}
	thinks := s.play.movers.now
	s.command("u")
	if thinks.ctx.Err() == nil || len(s.moves()) != 0 {
		t.Error("oxo thinks on after undo")
	}
}

// TestSticks takes all sticks from the clicked one with one click.
func TestSticks(t *testing.T) {
	s := onGame(t, 80, 24, "nim", func(o *Options) { o.Human = [2]bool{true, true} })
	s.point(1, 0) // the second of five
	if got := s.moves(); len(got) != 1 || got[0] != "c4" {
		t.Errorf("the second stick of five made %v", got)
	}
}

// TestCount counts a win for the player, whichever side it plays.
func TestCount(t *testing.T) {
	for _, swapped := range []bool{false, true} {
		s := onGame(t, 80, 24, "tictactoe", watched(1, 2, "b2", "b1", "a1", "c3", "a3", "c1"))
		s.play.swapped = swapped
		m, err := s.play.game.ParseMove(s.play.position(), "a2")
		if err != nil {
			t.Fatal(err)
		}
		s.play.make(m)
		if want := map[bool][2]int{false: {1, 0}, true: {0, 1}}[swapped]; s.play.won != want {
			t.Errorf("swapped %v: %v won, want %v", swapped, s.play.won, want)
		}
	}
}

// TestWatch: oxo against itself stops, continues, makes one move, changes its rate,
// counts the games and changes sides.
func TestWatch(t *testing.T) {
	s := onGame(t, 80, 24, "tictactoe", func(o *Options) { o.Human, o.Level, o.held = [2]bool{}, 1, true })
	s.press(".")
	if len(s.moves()) != 1 || !s.play.paused {
		t.Fatalf("one move made %v", s.moves())
	}
	for s.play.rate > 0 {
		s.press("+")
	}
	s.press("-", "+")
	if s.play.pause() != 0 {
		t.Errorf("the fastest rate waits %v", s.play.pause())
	}
	players := s.play.players
	s.most = 40 // messages: until the second game
	s.press("space")
	if s.play.games < 2 || s.play.won[0]+s.play.won[1]+s.play.drawn != int(s.play.games)-1 {
		t.Fatalf("%d games: %v won, %d drawn", s.play.games, s.play.won, s.play.drawn)
	}
	if s.play.games == 2 && s.play.seat(oxo.First) != players[1] {
		t.Error("the players do not change sides")
	}
	s.press("space")
	if !s.play.paused || !strings.Contains(s.plain(), "Paused.") {
		t.Errorf("after space it goes on: %s", s.plain())
	}
	if n := len(s.moves()); n > 0 {
		s.press("u")
		if len(s.moves()) != n-1 {
			t.Errorf("undo leaves %d moves of %d", len(s.moves()), n)
		}
	}
}

// TestSteered plays 2048 with the arrow keys against chance.
func TestSteered(t *testing.T) {
	s := onGame(t, 80, 24, "2048", func(o *Options) { o.ChanceTime = 10 * time.Millisecond })
	for range 4 {
		before := len(s.moves())
		s.press(s.play.legal[0].name)
		if len(s.moves()) != before+2 {
			t.Fatalf("an arrow made %v", s.moves()[before:])
		}
	}
	s.press("s")
	if len(s.play.analysed.moves) == 0 || !s.play.analysed.done {
		t.Error("the moves of 2048 have no worth")
	}
}

// TestPlayers: every player of the command line plays.
func TestPlayers(t *testing.T) {
	for _, name := range player.Names() {
		s := onGame(t, 80, 24, "tictactoe", func(o *Options) {
			o.Player, o.Time = name, 20*time.Millisecond
			begun("b2", "a1", "c3")(o)
			o.Human = [2]bool{true, false}
		})
		if len(s.moves()) != 4 {
			t.Errorf("%s: %v; %s", name, s.moves(), s.play.message)
		}
	}
}

// TestFailure: an error of a player is shown.
func TestFailure(t *testing.T) {
	s := onGame(t, 80, 24, "gomoku", func(o *Options) { o.Player, o.Human = "nobody", [2]bool{false, true} })
	if text, _ := s.play.status(); !strings.Contains(text, `oxo cannot move: no player "nobody"`) {
		t.Errorf("an unknown player: %q", text)
	}
}
