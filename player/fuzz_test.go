//go:build !race

package player_test

import (
	"testing"

	"oxo/player"
)

func FuzzParseLevel(f *testing.F) {
	for _, seed := range []string{"1", "10", "perfect", "", "0", "11", "-1", "1e1", "９"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		level, err := player.ParseLevel(text)
		if err == nil && (level < 1 || level > player.Perfect) {
			t.Fatalf("%q is level %d", text, level)
		}
	})
}
