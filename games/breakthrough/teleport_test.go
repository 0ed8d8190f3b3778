//go:build !race

package breakthrough_test

import (
	"slices"
	"strings"
	"testing"

	"oxo/internal/gametest"
)

// TestTeleport checks every teleport of the contest's board against its sheet of rules and its
// referee: one row forward, between teleport squares, to an empty one. The example of the sheet
// is that a black pawn on (6,2) or (6,3) can move to (5,8) and (5,9).
func TestTeleport(t *testing.T) {
	g := gametest.Game(t, "clashofpawns,teleport")
	line := func(cells map[int]byte) string {
		row := []byte("............")
		for column, c := range cells {
			row[column] = c
		}
		return string(row)
	}
	empty := strings.Repeat(".", 12)
	// moves returns the moves of the pawn in one of two rows, given from the top of oxo's
	// board.
	moves := func(side string, row5, row6 string) []string {
		rows := []string{"bbb.........", empty, empty, empty, empty, row6, row5, empty, empty, empty, empty, "www........."}
		p, err := g.ParsePosition(strings.Join(rows, "/") + " " + side)
		if err != nil {
			t.Fatal(err)
		}
		var to []string
		for _, m := range p.Moves(nil) {
			if name := g.FormatMove(p, m); strings.Contains("67", name[1:2]) {
				to = append(to, name)
			}
		}
		slices.Sort(to)
		return to
	}
	// Row 5 of the contest is rank 6 here, column 2 is c.
	for _, c := range []struct {
		side       string
		row5, row6 map[int]byte
		want       string
	}{
		{"white", map[int]byte{2: 'w'}, nil, "c6b7 c6c7 c6d7 c6i7 c6j7"},
		{"white", map[int]byte{3: 'w'}, nil, "d6c7 d6d7 d6e7 d6i7 d6j7"},
		{"white", map[int]byte{8: 'w'}, nil, "i6c7 i6d7 i6h7 i6i7 i6j7"},
		{"white", map[int]byte{9: 'w'}, map[int]byte{2: 'b', 3: 'w'}, "d7c8 d7d8 d7e8 j6i7 j6j7 j6k7"},
		{"black", nil, map[int]byte{2: 'b'}, "c7b6 c7c6 c7d6 c7i6 c7j6"},
		{"black", map[int]byte{8: 'w'}, map[int]byte{3: 'b'}, "d7c6 d7d6 d7e6 d7j6"},
		{"black", map[int]byte{2: 'b'}, nil, "c6b5 c6c5 c6d5"},                               // past the middle
		{"white", map[int]byte{4: 'w'}, nil, "e6d7 e6e7 e6f7"},                               // next to the block
		{"white", nil, map[int]byte{2: 'w'}, "c7b8 c7c8 c7d8"},                               // past the middle
		{"black", nil, map[int]byte{7: 'b'}, "h7g6 h7h6 h7i6"},                               // into a block
		{"white", map[int]byte{2: 'w', 9: 'b'}, map[int]byte{8: 'b'}, "c6b7 c6c7 c6d7 c6j7"}, // captures nothing
	} {
		if got := strings.Join(moves(c.side, line(c.row5), line(c.row6)), " "); got != c.want {
			t.Errorf("%s, %s over %s: %s, want %s", c.side, line(c.row6), line(c.row5), got, c.want)
		}
	}
	plain := gametest.Game(t, "clashofpawns")
	if p, err := plain.ParsePosition(g.FormatPosition(g.Start())); err != nil || plain.Name() == g.Name() {
		t.Error(p, err)
	}
}
