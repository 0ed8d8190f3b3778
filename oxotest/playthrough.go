package oxotest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
)

// Playthrough plays one random game and records, at each step, everything that the
// rules determine: the position, its hash, the legal moves and the outcome. Kept in a
// file, it reveals any change of the rules. The same seed records the same game, of
// at most maxPlies plies.
func Playthrough(g oxo.Game, seed uint64, maxPlies int) string {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := g.Start()
	var b strings.Builder
	fmt.Fprintf(&b, "game %s, seed %d\n", g.Name(), seed)
	for ply := 0; ; ply++ {
		moves := p.Moves(nil)
		fmt.Fprintf(&b, "\nply %d\nposition %s\nhash %016x\n%s\n", ply, g.FormatPosition(p), p.Hash(), catalog.Verdict(g, p))
		var names []string
		for _, m := range moves {
			names = append(names, g.FormatMove(p, m))
		}
		fmt.Fprintf(&b, "moves %s\n", strings.Join(names, " "))
		if len(moves) == 0 || ply == maxPlies {
			return b.String()
		}
		m := moves[rng.IntN(len(moves))]
		fmt.Fprintf(&b, "plays %s\n", g.FormatMove(p, m))
		p.Make(m)
	}
}

// Recorded compares the playthrough of seed 1, 100 plies long, with the one kept in a
// file, or writes it there if update is set.
func Recorded(t *testing.T, g oxo.Game, file string, update bool) {
	t.Helper()
	got := Playthrough(g, 1, 100)
	if update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("the recorded game has changed (%v): write it again with -update if that is intended", err)
	}
}
