//go:build unix || windows

package tui

import (
	"strings"
	"testing"
)

// TestProve: the key w proves who wins by the prover that suits, and a move forgets it.
func TestProve(t *testing.T) {
	for game, want := range map[string]string{
		"mnk:7x6x4":    "X to move: win, proven by 349 nodes of proof-number search",
		"tictactoe":    "X to move: draw, proven by 18 nodes of alpha-beta",
		"checkers:4x4": "black to move: draw, proven by 2409 positions solved backwards",
	} {
		s := onGame(t, 90, 30, game, func(o *Options) { o.Human = [2]bool{true, true} })
		s.press("w")
		if !strings.HasPrefix(s.play.proof, want) || !strings.Contains(s.text(), want) {
			t.Errorf("%s: %q, want %q on the screen:\n%s", game, s.play.proof, want, s.text())
		}
		s.say(s.play.legal[0].name)
		if s.play.proof != "" {
			t.Errorf("%s: after a move it still says %q", game, s.play.proof)
		}
	}
}

// TestProveStops: the key stops a long proof, and a move does.
func TestProveStops(t *testing.T) {
	s := onGame(t, 90, 30, "connect4:8x7", func(o *Options) { o.Human = [2]bool{true, true} })
	begin := func() {
		cmd := s.command("w")
		s.Update(cmd()) // the first report; the next ones are not waited for
		if !s.play.advisers.running() || !strings.HasPrefix(s.play.proof, "Proving: ") {
			t.Fatalf("%q", s.play.proof)
		}
	}
	begin()
	s.command("w")
	if s.play.advisers.running() || s.play.proof != "" || !strings.Contains(s.text(), "The proof is stopped.") {
		t.Errorf("%q is not stopped:\n%s", s.play.proof, s.text())
	}
	begin()
	s.say("4")
	if s.play.advisers.running() || s.play.proof != "" {
		t.Errorf("%q goes on after a move", s.play.proof)
	}
	s.play.close()
}
