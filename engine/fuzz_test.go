package engine_test

import (
	"testing"

	"oxo/engine"
)

func FuzzParseLevel(f *testing.F) {
	for _, seed := range []string{"1", "10", "perfect", "", "0", "11", "-1", "1e1", "９"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		level, err := engine.ParseLevel(text)
		if err == nil && (level < 1 || level > engine.Perfect) {
			t.Fatalf("%q is level %d", text, level)
		}
	})
}
