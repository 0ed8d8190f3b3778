//go:build !race

package write_test

import (
	"bytes"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate/write"
)

// TestAnswered: for a position near the beginning of a prevention, each call counts one more move with an answer. The
// number of all moves does not grow, since an answer may settle others. This also holds where a part is taken over.
func TestAnswered(t *testing.T) {
	proven := branched(t, "mnk:5x5x4", 2)
	file := prooftest.Certificate(t, proven)
	for _, taken := range []int{0, len(file) / 2, len(file)} {
		all := []map[string]counts{{}, {}}
		last, g := "", gametest.Game(t, "mnk:5x5x4")
		proven.Answered = func(line []oxo.Move, answered, open int) {
			if len(line)%2 != 0 || len(line) > 2 {
				t.Fatalf("a line of %d moves", len(line))
			}
			name := lineOf(g, line)
			before, again := all[len(line)/2][name]
			if answered != before.answered+1 || again && answered+open > before.all {
				t.Errorf("after %q: %d answered and %d open, before that %+v", name, answered, open, before)
			}
			all[len(line)/2][name] = counts{answered, answered + open}
			last = name
		}
		proven.Unfinished = &write.Unfinished{From: bytes.NewReader(file[:taken]), Keep: func(int64) error { return nil }}
		prooftest.Certificate(t, proven)
		if t.Log(all); len(all[0]) != 1 || last != "" || len(all[1]) == 0 {
			t.Errorf("%d bytes taken over: lines %v, and the last was %q", taken, all, last)
		}
	}
}

type counts struct{ answered, all int }

func lineOf(g oxo.Game, line []oxo.Move) string {
	return strings.Join(catalog.FormatLine(g, g.Start(), line), " ")
}
