//go:build unix || windows

package tui

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// TestMonkey presses keys, clicks and resizes the window at random, on every screen
// and with every kind of game: nothing fails, and the screen fits the window exactly.
func TestMonkey(t *testing.T) {
	events := 50
	if testing.Short() {
		events = 15
	}
	keys := strings.Fields(`up down left right up down left right enter enter enter space esc tab backspace home end pgup pgdown
		u r n s e t v o m p ? : / 1 2 3 4 b2 q y x g w + - . f1 ctrl+y`)
	for i, name := range everyGame() {
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		s := onGame(t, 80, 24, name, func(o *Options) {
			o.Time, o.ChanceTime, o.Level, o.Human = time.Millisecond, time.Millisecond, 1, [2]bool{true, i%2 == 0}
		})
		var done []string
		for range events {
			var msg tea.Msg
			switch rng.IntN(12) {
			case 0:
				msg = tea.WindowSizeMsg{Width: 20 + rng.IntN(120), Height: 8 + rng.IntN(40)}
			case 1, 2:
				msg = tea.MouseClickMsg{X: rng.IntN(s.width + 1), Y: rng.IntN(s.height + 1), Button: tea.MouseLeft}
			case 3:
				msg = tea.MouseWheelMsg{Button: tea.MouseWheelDown}
			default:
				name := keys[rng.IntN(len(keys))]
				done = append(done, name)
				msg = key(name)
			}
			_, cmd := s.Update(msg)
			if s.setup != nil {
				s.setup.sides.time = time.Millisecond // no waiting in this test
			}
			if s.play == nil || !s.play.watching() { // watching takes time
				s.most = 30
				s.run(cmd)
			}
			for line := range strings.SplitSeq(strings.TrimSuffix(s.plain(), "\n"), "\n") {
				if n := len([]rune(line)); n > s.width {
					t.Fatalf("%s after %v: %d columns of %d: %q", name, done, n, s.width, line)
				}
			}
		}
		s.Close()
	}
}
