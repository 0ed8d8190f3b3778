//go:build !race

package sticks_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"oxo"
	"oxo/examples/sticks"
	"oxo/oxotest"
	"oxo/search"
)

func TestRules(t *testing.T) {
	oxotest.Run(t, sticks.Game{}, oxotest.Options{Perft: []uint64{1, 3, 9, 27, 81}})
}

// TestTheory: the side to move loses exactly when the number of sticks modulo four is
// one.
func TestTheory(t *testing.T) {
	s := search.New(search.Options{})
	for left := 1; left <= 21; left++ {
		p, err := sticks.Game{}.ParsePosition(fmt.Sprint(left, " first"))
		if err != nil {
			t.Fatal(err)
		}
		r := s.Search(context.Background(), p, search.Limits{})
		if !r.Proven || r.Score.IsLoss() != (left%4 == 1) || r.Score == oxo.Draw {
			t.Errorf("%d sticks: %v", left, r.Value)
		}
	}
}

// TestLength checks the promise of sixty lines and ten.
func TestLength(t *testing.T) {
	for file, most := range map[string]int{"sticks.go": 60, "cmd/sticks/main.go": 10} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range strings.Lines(string(text)) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if lines > most {
			t.Errorf("%s has %d lines, more than %d", file, lines, most)
		}
	}
}
