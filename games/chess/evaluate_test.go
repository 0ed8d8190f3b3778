//go:build !race

package chess_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"oxo"
	"oxo/internal/gametest"
)

// mirrored exchanges the sides of a position.
func mirrored(text string) string {
	fields := strings.Fields(text)
	rows := strings.Split(fields[0], "/")
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	swap := func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}
	turn := map[string]string{"w": "b", "b": "w"}[fields[1]]
	return strings.Map(swap, strings.Join(rows, "/")) + " " + turn
}

// TestMirrored: a position with the sides exchanged has the same estimate.
func TestMirrored(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	for _, name := range []string{"chess", "chess:5x5", "chess:5x6", "chess:6x6"} {
		g := gametest.Game(t, name)
		for range 60 {
			p := g.Start()
			for range rng.IntN(90) {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
			text := mirrored(g.FormatPosition(p))
			q, err := g.ParsePosition(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if a, b := p.(oxo.Evaluator).Evaluate(), q.(oxo.Evaluator).Evaluate(); a != b {
				t.Fatalf("%s %s: estimated at %d, with sides exchanged %d", name, g.FormatPosition(p), a, b)
			}
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	_, p := gametest.Position(b, "chess", "r1bq1rk1/pp2ppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R b KQ -")
	b.ReportAllocs()
	for b.Loop() {
		p.(oxo.Evaluator).Evaluate()
	}
}
