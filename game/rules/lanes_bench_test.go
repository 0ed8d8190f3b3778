package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/game/rules"
	"oxo/game/rules/gdl"
)

// BenchmarkSideBySide reports the positions a second of 512 random games side by side. The sheets are the examples, or with
// OXO_SHEETS=FOLDER all files of a folder that are games with a circuit.
func BenchmarkSideBySide(b *testing.B) {
	folder := os.Getenv("OXO_SHEETS")
	if folder == "" {
		folder = "../../examples/sheets"
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.kif"))
	if err != nil || len(files) == 0 {
		b.Fatal("no sheets in", folder, err)
	}
	for _, file := range files {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(b *testing.B) {
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			g, err := rules.New(b.Context(), file, string(text), gdl.Bounds{})
			if err != nil {
				b.Skip(err)
			}
			b.ResetTimer()
			ended, err := g.PlaySideBySide(b.N)
			if err != nil {
				b.Skip(err)
			}
			b.ReportMetric(512*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
			b.ReportMetric(float64(ended)/float64(b.N), "ends/ply")
		})
	}
}
