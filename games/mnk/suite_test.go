//go:build !race

package mnk

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"oxo"
)

var updateSuite = flag.Int("update-suite", 0, "write testdata/threats.txt again, with this number of positions of each kind, and verify all of it")

// suiteFile has positions of gomoku: the stones in the order of the game, and the plies of a win of the side to move that the
// search finds, or 0 where the other side has such a win, so the side to move has none.
const suiteFile = "testdata/threats.txt"

// The suite has wins of some numbers of moves of the attacker, at most maxSameMoves of each number.
const (
	shortest     = 5
	longest      = 25
	maxSameMoves = 14
	suiteSize    = 200
	suiteSeed    = 63
)

// threatCase is a position of the suite.
type threatCase struct {
	stones string
	plies  int
}

// position returns the position, without anything remembered.
func (c *threatCase) position(t testing.TB, g *game) *wide {
	t.Helper()
	w := newWide(g)
	for rest := c.stones; rest != ""; {
		end := 1 + strings.IndexFunc(rest[1:], func(r rune) bool { return r >= 'a' })
		if end == 0 {
			end = len(rest)
		}
		m, err := g.ParseMove(&tacticalWide{*w}, rest[:end])
		if err != nil {
			t.Fatal(err)
		}
		w.Make(m)
		rest = rest[end:]
	}
	return w
}

func readSuite(t testing.TB) (cases []threatCase) {
	t.Helper()
	text, err := os.ReadFile(suiteFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var c threatCase
		if _, err := fmt.Sscan(line, &c.stones, &c.plies); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

func gomoku(t testing.TB) *game {
	t.Helper()
	g, err := gameOf(rules{Columns: 15, Rows: 15, K: 5})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestThreatSuite: the search finds the 200 wins of the suite, and none in the 200 positions where the other side wins. It
// verifies some of the wins against every defence; with -update-suite all of them.
func TestThreatSuite(t *testing.T) {
	g := gomoku(t)
	if *updateSuite > 0 {
		writeSuite(t, g, *updateSuite)
	}
	every := 20
	if testing.Short() {
		every = 100
	}
	found, without, moves := 0, 0, map[int]int{}
	for i, c := range readSuite(t) {
		w := c.position(t, g)
		mine := w.ply & 1
		if c.plies == 0 {
			without++
			n, _ := w.proveThreats(mine, testedThreats)
			again, _ := w.winByThreats(mine, testedThreats/10)
			if fours := w.winByFours(mine, testedThreats/10); n+again+fours > 0 {
				t.Errorf("%s: found wins in %d, %d and %d plies in a lost position", c.stones, n, again, fours)
			}
			continue
		}
		if n, _ := w.proveThreats(mine, patientThreats); n == 0 {
			t.Errorf("%s: found no win, one in %d is known", c.stones, c.plies)
			continue
		}
		found++
		moves[(c.plies+1)/2]++
		if i%every == 0 || *updateSuite > 0 {
			if err := checkReplies(w).attack(0); err != nil {
				t.Errorf("%s: %v", c.stones, err)
			}
		}
	}
	t.Logf("wins by the attacker's moves: %v", moves)
	if *updateSuite == 0 && (found != suiteSize || without != suiteSize) {
		t.Errorf("%d wins and %d positions without one, want %d of each", found, without, suiteSize)
	}
}

// allReplies verifies a forced win of five in a row on 15x15 against every legal reply of the defender. It uses the search
// only for the attacker's moves, and looks for complete rows itself.
type allReplies struct {
	defences
	replies int
}

func checkReplies(w *wide) *allReplies {
	b := &allReplies{}
	b.w = w
	b.find = func(attacker, limit int) (plies, first int) {
		if plies, first = w.proveThreats(attacker, limit); plies == 0 {
			plies, first = w.winByThreats(attacker, limit)
		}
		return plies, first
	}
	b.cells = append(b.cells, w.cells...)
	b.known = map[string]bool{}
	return b
}

// errRefuted says that a defence holds: the win is not there.
var errRefuted = errors.New("the win is refuted")

// fives lists the squares where a stone of a side completes five.
func (b *allReplies) fives(side int8) (squares []int) {
	for sq := range b.cells {
		if b.cells[sq] != none {
			continue
		}
		b.cells[sq] = side
		if b.fiveAt(sq) {
			squares = append(squares, sq)
		}
		b.cells[sq] = none
	}
	return squares
}

// attack makes the attacker's move and tries all replies. If the attacker then completes five on a square, all
// other replies lose, since the defender has no five of its own; so only that reply is tried.
func (b *allReplies) attack(at int) error {
	mine := int8(b.w.ply & 1)
	n, m := b.find(int(mine), patientThreats)
	if n == 0 || at > maxForced || b.cells[m] != none {
		return fmt.Errorf("no win is found at ply %d of %v", at, b.cells)
	}
	b.place(m, mine)
	defer b.take(m)
	name := string(asBytes(b.cells))
	if b.fiveAt(m) || b.known[name] {
		return nil
	}
	b.known[name] = true
	if len(b.fives(1-mine)) > 0 {
		return fmt.Errorf("%w at ply %d of %v", errRefuted, at, b.cells)
	}
	fives := b.fives(mine)
	if len(fives) > 1 {
		return nil
	}
	replies := fives
	for sq := range b.cells {
		if len(fives) == 0 && b.cells[sq] == none {
			replies = append(replies, sq)
		}
	}
	for _, sq := range replies {
		b.replies++
		b.place(sq, 1-mine)
		err := b.attack(at + 2)
		b.take(sq)
		if err != nil {
			return err
		}
	}
	return nil
}

// toQuiet plays the win to the first move that makes no four, and returns the moves. The defender is then to move, and may
// choose. If there is no such move, it returns the first move.
func (b *allReplies) toQuiet() (stones string) {
	first := ""
	for {
		mine := int8(b.w.ply & 1)
		_, m := b.find(int(mine), patientThreats)
		stones += b.w.g.squareName(m)
		if first == "" {
			first = stones
		}
		b.place(m, mine)
		fives := b.fives(mine)
		switch {
		case b.fiveAt(m), len(fives) > 1:
			return first
		case len(fives) == 0:
			return stones
		}
		b.place(fives[0], 1-mine)
		stones += b.w.g.squareName(fives[0])
	}
}

// writeSuite writes the suite: it finds wins in games at random, which are drawn from the likeliest moves. The positions
// without a win are from the same wins, with the defender to move.
func writeSuite(t *testing.T, g *game, size int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(suiteSeed, suiteSeed))
	var wins, without strings.Builder
	moves, found, games := map[int]int{}, 0, 0
	for ; found < size; games++ {
		c := findWin(t, g, rng, moves)
		if c.plies == 0 {
			continue
		}
		if err := checkReplies(c.position(t, g)).attack(0); err != nil {
			t.Logf("%s: left out: %v", c.stones, err)
			if errors.Is(err, errRefuted) {
				t.Errorf("%s: a win in %d that is not there", c.stones, c.plies)
			}
			continue
		}
		found++
		moves[(c.plies+1)/2]++
		fmt.Fprintln(&wins, c.stones, c.plies)
		fmt.Fprintln(&without, c.stones+checkReplies(c.position(t, g)).toQuiet(), 0)
	}
	t.Logf("%d games, wins by the attacker's moves: %v", games, moves)
	if err := os.WriteFile(suiteFile, []byte(wins.String()+without.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// findWin plays a game at random, and returns the first position with a win. The plies are 0 if the suite does not want it.
func findWin(t *testing.T, g *game, rng *rand.Rand, moves map[int]int) (c threatCase) {
	t.Helper()
	p := g.Start().(*tacticalWide)
	for p.Outcome() == oxo.Ongoing && p.ply < 60 {
		if p.ply > 8 {
			if n, _ := p.proveThreats(p.ply&1, testedThreats); n > 0 {
				n, _ := c.position(t, g).proveThreats(p.ply&1, patientThreats)
				if a := (n + 1) / 2; a >= shortest && a <= longest && moves[a] < maxSameMoves {
					c.plies = n
				}
				return c
			}
		}
		list, _ := p.shortlist(1, nil)
		m := list[min(rng.IntN(3)*rng.IntN(5), len(list)-1)]
		c.stones += g.squareName(int(m))
		p.Make(m)
	}
	return c
}
