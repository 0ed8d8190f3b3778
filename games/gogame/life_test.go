//go:build !race

package gogame

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"oxo"
)

// solved has every state of a small board with simple ko, and its value. A longer cycle is a
// draw, so the game is a graph with loops: the values are computed backwards from the ends
// for each question "at least n for black".
type solved struct {
	g      *game
	number map[oxo.Key]int
	states []string
	next   [][]int32
	prev   [][]int32
	black  []bool // to move
	end    []int  // of finished states the margin for black, otherwise unfinished
	value  []int
}

const unfinished = 1 << 20

// solveAll visits all states that can be reached from the given ones, and computes their values.
func solveAll(tb testing.TB, g *game, from ...string) *solved {
	s := &solved{g: g, number: map[oxo.Key]int{}}
	for _, text := range append(from, g.FormatPosition(g.Start())) {
		p, err := g.ParsePosition(text)
		if err != nil {
			tb.Fatal(err)
		}
		s.visit(p.(*position))
	}
	for i := 0; i < len(s.states); i++ {
		p, err := g.ParsePosition(s.states[i])
		if err != nil {
			tb.Fatal(err)
		}
		b := p.(*position)
		for _, m := range b.Moves(nil) {
			b.Make(m)
			to := s.visit(b)
			b.Unmake(m)
			s.next[i] = append(s.next[i], int32(to))
			s.prev[to] = append(s.prev[to], int32(i))
		}
	}
	s.solve()
	return s
}

func (s *solved) visit(p *position) int {
	key := p.Key()
	n, ok := s.number[key]
	if !ok {
		n = len(s.states)
		s.number[key] = n
		s.states = append(s.states, s.g.FormatPosition(p))
		s.next, s.prev = append(s.next, nil), append(s.prev, nil)
		s.black = append(s.black, p.turn == oxo.First)
		end := unfinished
		if p.passes == lastPass {
			if end = p.Margin(); p.turn == oxo.Second {
				end = -end
			}
		}
		s.end = append(s.end, end)
	}
	return n
}

// solve finds, for each margin, the states that force it. For a margin above 0 black must reach
// an end with at least that margin: a cycle is not enough. For 0 and below white must force an
// end with less, and a cycle is enough for black.
func (s *solved) solve() {
	s.value = make([]int, len(s.states))
	most := s.g.points + max(s.g.komi, -s.g.komi)
	for i := range s.value {
		s.value[i] = -most
	}
	for n := -most + 1; n <= most; n++ {
		blackForces := n > 0
		won := s.forced(blackForces, func(end int) bool { return (end >= n) == blackForces })
		for i := range s.value {
			if won[i] == blackForces {
				s.value[i] = n
			}
		}
	}
}

// forced returns the states from which a side forces an end that is good for it.
func (s *solved) forced(black bool, good func(end int) bool) []bool {
	won, left := make([]bool, len(s.states)), make([]int, len(s.states))
	var queue []int32
	for i, end := range s.end {
		left[i] = len(s.next[i])
		if end != unfinished && good(end) {
			won[i] = true
			queue = append(queue, int32(i))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, i := range s.prev[queue[0]] {
			if left[i]--; !won[i] && (s.black[i] == black || left[i] == 0) {
				won[i] = true
				queue = append(queue, i)
			}
		}
	}
	return won
}

var certainOn = flag.String("certain", "", "the size of one more board for TestCertain, 3x4: that takes minutes and 3 GB")

// TestCertain: the guide's bounds hold in every state of small boards with simple ko.
func TestCertain(t *testing.T) {
	sizes := [][2]int{{2, 2}, {2, 3}, {3, 2}, {2, 4}}
	if !testing.Short() {
		sizes = append(sizes, [2]int{3, 3})
	}
	if *certainOn != "" {
		var more [2]int
		if _, err := fmt.Sscanf(*certainOn, "%dx%d", &more[0], &more[1]); err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, more)
	}
	for _, size := range sizes {
		for _, komi := range []int{0, 3} {
			if komi > 0 && size[0]*size[1] > 8 {
				continue
			}
			g, err := newGame(size[0], size[1], komi, true)
			if err != nil {
				t.Fatal(err)
			}
			s := solveAll(t, g)
			told, exact := 0, 0
			for i, text := range s.states {
				q, _ := g.ParsePosition(text)
				p := q.(*position)
				_, b := p.Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
				value := oxo.By(s.value[i])
				if p.turn == oxo.Second {
					value = -value
				}
				if value < b.Lo() || value > b.Hi() {
					t.Fatalf("%s: the guide says %v to %v, the value is %v", text, b.Lo(), b.Hi(), value)
				}
				own, opp := p.bits[0], p.bits[1]
				if p.guide.safety.certain(own, opp)|p.guide.safety.certain(opp, own) != 0 {
					told++
				}
				if b.Exact() {
					exact++
				}
			}
			t.Logf("%s: %d states, from the start %d; of %d points are certain, of %d all", g.Name(), len(s.states), s.value[s.number[g.Start().(*position).Key()]], told, exact)
		}
	}
}

// TestStaysAlive: chains that Benson's algorithm calls alive stay on the board however long the
// other side plays alone, and so do the points called certain where nothing must be taken.
func TestStaysAlive(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	found := 0
	for i := range 3000 {
		g, err := newGame(2+i%6, 3+i%5, 0, i%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start().(*position)
		for range rng.IntN(4 * g.points) {
			moves := p.Moves(nil)
			p.Make(moves[rng.IntN(max(len(moves)-1, 1))])
			if p.passes > 0 {
				break
			}
		}
		side := p.turn
		p.Guide()
		stones, _ := p.guide.safety.alive(p.bits[side], p.bits[side.Opponent()])
		if stones == 0 {
			continue
		}
		found++
		for range 4 * g.points {
			p.passes = 0
			p.Make(pass) // the side with the living stones
			moves := p.Moves(nil)
			if len(moves) == 0 || moves[0] == pass {
				break
			}
			p.Make(moves[rng.IntN(len(moves)-1)])
		}
		if p.bits[side]&stones != stones {
			t.Fatalf("%s: of %d stones of %v that live, %d are left", g.FormatPosition(p), bits.OnesCount64(stones), side, bits.OnesCount64(p.bits[side]&stones))
		}
	}
	if found < 50 {
		t.Errorf("only %d positions have living stones", found)
	}
}
