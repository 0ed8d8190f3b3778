package machine_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"oxo/game/rules/gdl"
	"oxo/game/rules/machine"
)

// TestChoice: New takes the way with the least work, although it stops to measure a way that takes more than another.
func TestChoice(t *testing.T) {
	files, err := filepath.Glob("../../../examples/sheets/*.kif")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		circuits, err := gdl.Read(t.Context(), string(text), gdl.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		least := math.MaxInt
		for _, c := range circuits {
			for _, p := range machine.All(c) {
				least = min(least, p.Work())
			}
		}
		if got := machine.New(circuits...).Work(); got != least {
			t.Errorf("%s: work %d, want %d", file, got, least)
		}
	}
}
