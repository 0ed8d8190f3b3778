//go:build !race

package mnk_test

import (
	"testing"

	"oxo"
	"oxo/games/mnk"
)

// TestEveryBoardHasAGuide plays the first plies of every board of up to 64 squares, and of some
// larger ones, by its guide, with the smallest and the largest k: none exceeds the tables.
func TestEveryBoardHasAGuide(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 3
	}
	for columns := 1; columns <= mnk.MaxSide; columns += step {
		for rows := 1; rows <= mnk.MaxSide; rows += step {
			longest := max(columns, rows)
			if columns*rows > 64 && (columns+rows)%7 != 0 {
				continue
			}
			for k := 1; k <= longest; k++ {
				if k > 4 && k < longest-3 {
					continue
				}
				for options := range 8 {
					rules := mnk.Rules{Columns: columns, Rows: rows, K: k, Misere: options&1 != 0, Torus: options&2 != 0, Exact: options&4 != 0}
					if rules.Torus && columns*rows > 100 {
						continue // thousands of symmetries each
					}
					if options != 0 && (rows > columns || (columns+rows+k+options)%2 != 0) {
						continue // a tested set of options differs by one option from each skipped one; with rows > columns it is the same board turned
					}
					g, err := mnk.New(rules)
					if err != nil {
						t.Fatal(err)
					}
					playByGuide(t, g)
				}
			}
		}
	}
}

func playByGuide(t *testing.T, g oxo.Game) {
	t.Helper()
	p := g.Start()
	guide := p.(oxo.Guided).Guide()
	for range 6 {
		children, b := guide.Expand(-oxo.Infinity, oxo.Infinity, nil)
		if p.Outcome() != oxo.Ongoing {
			return
		}
		if len(children) == 0 || b.Lo() > b.Hi() {
			t.Fatalf("%s %s: %d moves in %v", g.Name(), g.FormatPosition(p), len(children), b)
		}
		p.(oxo.Evaluator).Evaluate()
		p.Make(children[len(children)-1].Move)
	}
}
