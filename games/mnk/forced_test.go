//go:build !race

package mnk

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"oxo"
)

var updateForced = flag.Bool("update-forced", false, "write testdata/forced.txt again, from games at random, and verify all of it")

// The limits of a search for a forced win, in positions: a fraction of a second each.
const (
	patientThreats = 200_000
	testedThreats  = 20_000
)

// forcedFile has 20 positions that the side to move wins by force, with the plies that the
// search finds, and 20 that it loses by force, so that it has no win.
const forcedFile = "testdata/forced.txt"

// TestForcedWins finds the wins of the file, and none in the lost positions. It verifies the
// shortest wins against every defence; with -update-forced all of them, in a minute.
func TestForcedWins(t *testing.T) {
	g, err := gameOf(rules{Columns: 15, Rows: 15, K: 5})
	if err != nil {
		t.Fatal(err)
	}
	if *updateForced {
		writeForced(t, g)
	}
	wins, losses := 0, 0
	for line := range strings.Lines(string(readForced(t))) {
		var text string
		var plies int
		if _, err := fmt.Sscan(line, &text, &plies); err != nil {
			t.Fatal(err)
		}
		w := wideOf(t, g, text)
		limit := testedThreats
		if *updateForced {
			limit = patientThreats
		}
		n, _ := w.winByThreats(w.ply&1, limit)
		if n != plies {
			t.Errorf("%s: found a win in %d (0: none), not in %d", text, n, plies)
		}
		if plies == 0 {
			losses++
			continue
		}
		if wins++; *updateForced || plies <= 9 && !testing.Short() {
			(&defences{t: t, w: w, find: w.winByThreats, cells: slices.Clone(w.cells), known: map[string]bool{}}).attack(0)
		}
	}
	if wins != 20 || losses != 20 {
		t.Errorf("%d wins and %d losses, not 20 of each", wins, losses)
	}
}

// TestProvenThreats: the search by proof numbers finds the wins of the file, too, and none in the lost positions. A memory
// that is wrong, as by equal hashes, makes it find no win.
func TestProvenThreats(t *testing.T) {
	g, err := gameOf(rules{Columns: 15, Rows: 15, K: 5})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(readForced(t))) {
		var text string
		var plies int
		if _, err := fmt.Sscan(line, &text, &plies); err != nil {
			t.Fatal(err)
		}
		w := wideOf(t, g, text)
		n, first := w.proveThreats(w.ply&1, patientThreats)
		if again, _ := w.proveThreats(w.ply&1, testedThreats); again != n {
			t.Errorf("%s: a win in %d, then in %d", text, n, again)
		}
		switch {
		case plies == 0 && n != 0:
			t.Errorf("%s: found a win in %d in a lost position", text, n)
		case plies == 0:
			lie(w)
			if n, _ := w.proveThreats(w.ply&1, testedThreats); n != 0 {
				t.Errorf("%s: believes a memory that has a win in %d", text, n)
			}
		case n == 0:
			t.Logf("%s: no win found, one in %d is known", text, plies)
		default:
			found++
			if plies <= 9 && !testing.Short() {
				(&defences{t: t, w: w, find: w.proveThreats, cells: slices.Clone(w.cells), known: map[string]bool{}}).attack(0)
			}
			if w.cells[first] != none {
				t.Errorf("%s: the first move %d is on a stone", text, first)
			}
		}
	}
	if found < 18 {
		t.Errorf("found %d of 20 wins", found)
	}
}

// lie makes the memory say that the side to move wins by each empty square.
func lie(w *wide) {
	w.threats.proofs = &proofs{}
	hash := w.hash ^ uint64(w.ply&1+1)*0x9e3779b97f4a7c15
	for sq, cell := range w.cells {
		if cell == none {
			w.threats.proofs.store(hash^w.t.zobrist[w.ply&1][sq], proofNode{disproof: impossible, plies: 9})
		}
	}
}

func readForced(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(forcedFile)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func wideOf(t *testing.T, g *game, text string) *wide {
	t.Helper()
	p, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return &p.(*tacticalWide).wide
}

// defences verifies a forced win of five in a row: it tries every legal reply of the defender, and
// uses the search only for the attacker's moves. It has its own code for complete rows.
type defences struct {
	t     *testing.T
	w     *wide
	find  func(attacker, limit int) (plies, first int)
	cells []int8
	known map[string]bool
	nodes int
}

// attack makes the attacker's move, and tries all replies.
func (d *defences) attack(at int) {
	d.t.Helper()
	mine := int8(d.w.ply & 1)
	n, m := d.find(int(mine), testedThreats)
	if n == 0 || at > maxForced {
		d.t.Fatalf("no win at ply %d of %v", at, d.cells)
	}
	if d.cells[m] != none {
		d.t.Fatalf("square %d is taken", m)
	}
	d.nodes++
	d.place(m, mine)
	defer d.take(m)
	if d.fiveAt(m) {
		return
	}
	name := string(asBytes(d.cells))
	if d.known[name] {
		return
	}
	d.known[name] = true
	for sq := range d.cells {
		if d.cells[sq] != none {
			continue
		}
		d.place(sq, 1-mine)
		if d.fiveAt(sq) {
			d.t.Fatalf("the defender wins with %d at ply %d of %v", sq, at+1, d.cells)
		}
		d.attack(at + 2)
		d.take(sq)
	}
}

func asBytes(cells []int8) []byte {
	b := make([]byte, len(cells))
	for i, c := range cells {
		b[i] = byte(c + 1)
	}
	return b
}

func (d *defences) place(sq int, side int8) {
	d.cells[sq] = side
	d.w.Make(oxo.Move(sq))
}

func (d *defences) take(sq int) {
	d.cells[sq] = none
	d.w.Unmake(oxo.Move(sq))
}

// fiveAt reports whether a stone is in a row of five or more, on a board of 15x15.
func (d *defences) fiveAt(sq int) bool {
	for _, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		run := 1
		for _, sign := range [2]int{1, -1} {
			for i := 1; ; i++ {
				x, y := sq%15+i*sign*step[0], sq/15+i*sign*step[1]
				if x < 0 || y < 0 || x > 14 || y > 14 || d.cells[15*y+x] != d.cells[sq] {
					break
				}
				run++
			}
		}
		if run >= 5 {
			return true
		}
	}
	return false
}

// writeForced writes the file: it finds forced wins in random games, which are drawn from the
// likeliest moves.
func writeForced(t *testing.T, g *game) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	quotas := map[int]int{} // by attacker moves
	for wins := 0; wins < 20; {
		p := g.Start().(*tacticalWide)
		for p.Outcome() == oxo.Ongoing && p.ply < 60 {
			n := 0
			var m int
			if p.ply > 8 {
				n, m = p.winByThreats(p.ply&1, testedThreats)
			}
			if moves := (n + 1) / 2; n > 0 {
				if moves < 5 || moves > 15 || quotas[moves] >= 2 {
					break
				}
				quotas[moves]++
				wins++
				fmt.Fprintln(&text, g.FormatPosition(p), n)
				p.Make(oxo.Move(m))
				fmt.Fprintln(&text, g.FormatPosition(p), 0)
				t.Logf("%d moves", moves)
				break
			}
			list, _ := p.shortlist(1, nil)
			p.Make(list[min(rng.IntN(3)*rng.IntN(5), len(list)-1)])
		}
	}
	if err := os.WriteFile(forcedFile, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
