//go:build !race

package mnk_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/oxotest"
)

var update = flag.Bool("update", false, "record the playthroughs again")

// TestPlaythrough replays recorded games by the present rules.
func TestPlaythrough(t *testing.T) {
	for _, name := range []string{"3x3x3", "4x4x3,misere", "3x3x3,torus", "9x8x5", "6x5x3,exact"} {
		got := oxotest.Playthrough(game(t, name), 1, 200)
		file := filepath.Join("testdata", "playthrough", strings.ReplaceAll(name, ",", "_")+".txt")
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || string(want) != got {
			t.Errorf("%s: the game that is recorded in %s is now another (%v): write it again with -update if that is intended", name, file, err)
		}
	}
}

// TestHotPathsDoNotAllocate: Make, Unmake and Moves are called at every node.
func TestHotPathsDoNotAllocate(t *testing.T) {
	for name := range boards() {
		g := game(t, name)
		p := g.Start()
		buf := p.Moves(nil)
		m := buf[len(buf)/2]
		if n := testing.AllocsPerRun(100, func() {
			p.Make(m)
			p.Outcome()
			p.Hash()
			buf = p.Moves(buf[:0])
			p.Unmake(m)
		}); n > 0 {
			t.Errorf("%s: a move allocates %v times", name, n)
		}
	}
}

func BenchmarkRules(b *testing.B) {
	for _, name := range []string{"3x3x3", "5x5x4", "8x8x5", "15x15x5"} {
		p := game(b, name).Start()
		buf := p.Moves(nil)
		m := buf[len(buf)/2]
		b.Run("Make and Unmake/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Make(m)
				p.Unmake(m)
			}
		})
		b.Run("Moves/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buf = p.Moves(buf[:0])
			}
		})
		b.Run("Expand/"+name, func(b *testing.B) {
			guide := p.(oxo.Guided).Guide()
			var children []oxo.Child
			b.ReportAllocs()
			for b.Loop() {
				children, _ = guide.Expand(-oxo.Infinity, oxo.Infinity, children[:0])
			}
		})
	}
}
