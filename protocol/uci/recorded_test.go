package uci_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/protocol/uci"
)

// TestRecordedByFairy: oxo has the same positions, legal moves and results as games
// recorded with Fairy-Stockfish. Debian's release does not know all of these games.
func TestRecordedByFairy(t *testing.T) {
	text, err := os.ReadFile("testdata/fairy.txt")
	if err != nil {
		t.Fatal(err)
	}
	var g uci.Variant
	var p oxo.Position
	games, passes := 0, 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if name, ok := strings.CutPrefix(line, "game "); ok {
			g = find(t, name).(uci.Variant)
			p = g.Start()
			games++
			continue
		}
		columns := strings.Split(line, " | ")
		fen := strings.Fields(g.FormatFEN(p))
		squares, _, _ := strings.Cut(fen[0], "[")
		if got := squares + " " + fen[1]; got != columns[0] {
			t.Fatalf("%s: the position is %s, recorded is %s", g.Variant(), got, columns[0])
		}
		if len(columns) == 2 {
			if got := result(p); got != columns[1] {
				t.Errorf("%s: %s ends %s, recorded is %s", g.Variant(), columns[0], got, columns[1])
			}
			continue
		}
		var moves []string
		for _, m := range p.Moves(nil) {
			moves = append(moves, g.FormatUCI(p, m))
		}
		if slices.Sort(moves); strings.Join(moves, " ") != columns[1] {
			t.Fatalf("%s: in %s the moves are %v, recorded are %s", g.Variant(), columns[0], moves, columns[1])
		}
		m, err := g.ParseUCI(p, columns[2])
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(columns[2], "@") && strings.HasPrefix(g.Variant(), "flipello") {
			passes++
		}
		p.Make(m)
	}
	if games != 7 || passes == 0 {
		t.Errorf("%d games with %d passes are recorded", games, passes)
	}
}

// result writes a result as in chess; "*" for an unfinished game.
func result(p oxo.Position) string {
	winner, won := p.Outcome().Winner(p.Turn())
	switch {
	case won && winner == oxo.First:
		return "1-0"
	case won:
		return "0-1"
	case p.Outcome() == oxo.Drawn:
		return "1/2-1/2"
	}
	return "*"
}
