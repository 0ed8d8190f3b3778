//go:build !race

package breakthrough

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"oxo"
)

var every = flag.String("races", "", "a board, such as 4x4, of which to compare all positions with the tables of races, in 2*3^squares bytes")

// exhaustive computes the value of each position of a small board by the rules alone: plies to
// the end, positive for a win of the side to move, negative for a loss.
type exhaustive struct {
	g      *game
	values []int8 // by the pawns to base 3, and the turn
	power  []int
}

func newExhaustive(g *game) *exhaustive {
	e := &exhaustive{g: g, power: []int{1}}
	for range g.columns * g.rows {
		e.power = append(e.power, 3*e.power[len(e.power)-1])
	}
	e.values = make([]int8, 2*e.power[g.columns*g.rows])
	return e
}

func (e *exhaustive) value(s stones, turn oxo.Side) int {
	index := int(turn)
	for side, b := range s {
		for ; b != 0; b &= b - 1 {
			index += 2 * (side + 1) * e.power[bits.TrailingZeros64(b)]
		}
	}
	if e.values[index] == 0 {
		win, loss := 0, 0
		for own := s[turn]; own != 0; own &= own - 1 {
			for step := -1; step <= 1; step++ {
				switch v := e.moved(s, turn, bits.TrailingZeros64(own), step); {
				case v > 0 && (win == 0 || v < win):
					win = v
				case v < 0:
					loss = min(loss, v)
				}
			}
		}
		if win == 0 {
			win = loss
		}
		e.values[index] = int8(win)
	}
	return int(e.values[index])
}

// moved returns the value of a pawn's step for the side that makes it, or 0 if it is not legal.
func (e *exhaustive) moved(s stones, turn oxo.Side, from, step int) int {
	to, column, opponent := from+e.g.columns+step, from%e.g.columns+step, turn.Opponent()
	if turn == oxo.Second {
		to = from - e.g.columns + step
	}
	if column < 0 || column >= e.g.columns || s[turn]>>to&1 != 0 || step == 0 && s[opponent]>>to&1 != 0 {
		return 0
	}
	s[turn] ^= 1<<from | 1<<to
	s[opponent] &^= 1 << to
	if row := to / e.g.columns; s[opponent] == 0 || turn == oxo.First && row == e.g.rows-1 || turn == oxo.Second && row == 0 {
		return 1
	}
	if v := e.value(s, opponent); v > 0 {
		return -v - 1
	} else {
		return -v + 1
	}
}

// compare ends the test if the table's bounds do not hold for a position, and reports whether
// they decide it.
func (e *exhaustive) compare(t *testing.T, table *races, s stones, turn oxo.Side) bool {
	t.Helper()
	b, v := table.bounds(&s, turn), e.value(s, turn)
	if b.Lo().IsWin() && (v < 0 || v > b.Lo().Plies()) || b.Hi().IsLoss() && (v > 0 || -v > b.Hi().Plies()) {
		t.Fatalf("%s, depth %d: white %x, black %x, %s to move: %v, is %d", e.g.Name(), table.depth, s[0], s[1], e.g.sideName(turn), b, v)
	}
	return b.Lo().IsWin() || b.Hi().IsLoss()
}

// compareAll compares all unfinished positions with any pawns.
func (e *exhaustive) compareAll(t *testing.T, table *races) {
	t.Helper()
	squares, known, all := e.g.columns*e.g.rows, 0, 0
	var put func(sq int, s stones)
	put = func(sq int, s stones) {
		if sq < squares {
			put(sq+1, s)
			if sq < squares-e.g.columns {
				put(sq+1, stones{s[0] | 1<<sq, s[1]})
			}
			if sq >= e.g.columns {
				put(sq+1, stones{s[0], s[1] | 1<<sq})
			}
			return
		}
		for turn := oxo.First; turn <= oxo.Second && s[0] != 0 && s[1] != 0; turn++ {
			if all++; e.compare(t, table, s, turn) {
				known++
			}
		}
	}
	put(0, stones{})
	t.Logf("%s, depth %d: %d of %d positions decided", e.g.Name(), table.depth, known, all)
	if 10*known < 8*all {
		t.Errorf("%s, depth %d: %d of %d positions decided, want four of five", e.g.Name(), table.depth, known, all)
	}
}

// TestRaces compares the verdicts with the values of all positions of small
// boards, and of random ones of 3x5.
func TestRaces(t *testing.T) {
	boards := [][3]int{{2, 4, 3}, {2, 5, 3}, {2, 5, 4}, {3, 4, 3}, {2, 6, 3}, {2, 6, 4}}
	if testing.Short() {
		boards = boards[:4]
	}
	if *every != "" {
		var c, r int
		if n, err := fmt.Sscanf(*every, "%dx%d", &c, &r); n != 2 {
			t.Fatal(err)
		}
		boards = [][3]int{{c, r, 3}, {c, r, 4}}[:min(2, max(1, r-3))]
	}
	for _, c := range boards {
		g, err := newGame(c[0], c[1])
		if err != nil {
			t.Fatal(err)
		}
		newExhaustive(g).compareAll(t, newRaces(g, c[2]))
	}
}

func TestRacesOfRandomPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("tables of 29 MB")
	}
	g, _ := newGame(3, 5)
	e, shallow, deep := newExhaustive(g), newRaces(g, 3), newRaces(g, 4)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		first, second := rng.Uint64()&rng.Uint64()&0xfff, rng.Uint64()&rng.Uint64()&0xfff<<3
		if second &^= first; first != 0 && second != 0 {
			turn := oxo.Side(rng.IntN(2))
			e.compare(t, shallow, stones{first, second}, turn)
			e.compare(t, deep, stones{first, second}, turn)
		}
	}
}
