//go:build !race

package certificate

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/certificate/lines"
)

// winGuesser writes trees by which a side wins, with answers only where the side wins by brute force. For a position
// that it does not win such a tree is not a proof.
type winGuesser struct {
	random *rand.Rand
	side   oxo.Side
	wins   map[uint64]bool // by position
	kinds  [16]int         // number of nodes written, by kind
}

// won reports by brute force whether the side can complete a line first.
func (g *winGuesser) won(p oxo.Position) bool {
	if p.Outcome() != oxo.Ongoing {
		winner, won := p.Outcome().Winner(p.Turn())
		return won && winner == g.side
	}
	if v, ok := g.wins[p.Hash()]; ok {
		return v
	}
	mine := p.Turn() == g.side
	v := slices.ContainsFunc(p.Moves(nil), func(m oxo.Move) bool {
		p.Make(m)
		defer p.Unmake(m)
		return g.won(p) == mine
	}) == mine
	g.wins[p.Hash()] = v
	return v
}

// after calls f after a move.
func after[T any](p oxo.Position, m oxo.Move, f func() T) T {
	p.Make(m)
	defer p.Unmake(m)
	return f()
}

// guess writes the tree of a position.
func (g *winGuesser) guess(p oxo.Position) (tree []byte, zone WinZone) {
	s := &strategy{Goal: Goal{Position: p, Side: g.side, Least: oxo.By(1), ByLines: true}}
	switch {
	case p.Outcome() != oxo.Ongoing:
		return []byte{End}, zone
	case p.Turn() == g.side:
		moves := p.Moves(nil)
		g.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		best := max(slices.IndexFunc(moves, func(m oxo.Move) bool { return after(p, m, func() bool { return g.won(p) }) }), 0)
		p.Make(moves[best])
		defer p.Unmake(moves[best])
		tree, zone = g.guess(p)
		zone.Needs.Add(moves[best])
		return append([]byte{Move, byte(moves[best])}, tree...), zone
	}
	if by, ok := threatOf(s); ok && g.random.IntN(3) > 0 {
		return g.threat(p, s, by)
	}
	return g.some(p)
}

// threatOf returns the move that ends the game after the largest number of replies, if there are at least two.
func threatOf(s *strategy) (best oxo.Move, ok bool) {
	most, times := 1, map[oxo.Move]int{}
	for _, reply := range s.Position.Moves(nil) {
		after(s.Position, reply, func() bool {
			for _, by := range s.Position.Moves(nil) {
				if s.Ends(by) {
					if times[by]++; times[by] > most || times[by] == most && most > 1 && by < best {
						best, most = by, times[by]
					}
				}
			}
			return true
		})
	}
	return best, most > 1
}

func (g *winGuesser) threat(p oxo.Position, s *strategy, by oxo.Move) (tree []byte, zone WinZone) {
	g.kinds[Threat]++
	tree = []byte{Threat, byte(by)}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if !s.Ends(by) {
			more, answer := g.guess(p)
			tree = append(tree, more...)
			s.Stops(by, m, &answer, &zone)
		}
		p.Unmake(m)
	}
	return tree, zone
}

// some writes answers to moves of the other side after which its own side wins. It stops when every move is settled,
// or when the only open moves are not won.
func (g *winGuesser) some(p oxo.Position) (tree []byte, zone WinZone) {
	g.kinds[Zone]++
	b, _ := lines.NewBoard(p.(lines.Lined), g.side)
	tree = []byte{Zone}
	var answered lines.Squares
	free, unsettled := 0, lines.AllSquares()
	moves := p.Moves(nil)
	g.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		if !unsettled.Has(m) || !after(p, m, func() bool { return g.won(p) }) {
			continue
		}
		p.Make(m)
		more, answer := g.guess(p)
		p.Unmake(m)
		tree = append(binary.AppendUvarint(tree, uint64(m)+1), more...)
		exposed := answer.Exposed(b)
		unsettled.Intersect(&exposed)
		answered.Add(m)
		zone.Join(&answer)
		free = max(free, answer.Free)
	}
	zone.Needs.Union(&answered)
	zone.Free = free + 1
	return append(tree, 0), zone
}

// randomSets returns a position with random lines and some stones.
func randomSets(random *rand.Rand) *gametest.Sets {
	const squares = 10
	p := &gametest.Sets{Squares: slices.Repeat([]int8{-1}, squares)}
	for range 7 + random.IntN(6) {
		line := []oxo.Move{}
		for _, m := range random.Perm(squares)[:2+random.IntN(5)/2] {
			line = append(line, oxo.Move(m))
		}
		p.Lines = append(p.Lines, line)
	}
	for range random.IntN(4) {
		if moves := p.Moves(nil); len(moves) > 0 {
			p.Make(moves[random.IntN(len(moves))])
		}
	}
	return p
}

// TestWinZones: if the checker accepts a tree by which a side wins, the side wins by brute force. Some trees answer
// all moves except those that save the other side; the checker accepts none of these.
func TestWinZones(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 42))
	tries, accepted, refused := 6000, 0, 0
	if testing.Short() {
		tries = 1000
	}
	var kinds [16]int
	for range tries {
		p := randomSets(random)
		if !wonByLines(p, oxo.First, oxo.By(1)) || p.Outcome() != oxo.Ongoing {
			continue
		}
		g := &winGuesser{random: random, side: oxo.Side(random.IntN(2)), wins: map[uint64]bool{}}
		tree, zone := g.guess(p)
		s := &strategy{r: NewReader(bytes.NewReader(tree), Deaf{}), Goal: Goal{Position: p, Side: g.side, Least: oxo.By(1), ByLines: true}}
		found, err := s.node()
		switch won := g.won(p); {
		case err == nil && !won:
			t.Fatalf("lines %v, squares %v, a win of the %v side: the tree %v is accepted", p.Lines, p.Squares, g.side, tree)
		case err == nil && found != zone:
			t.Fatalf("lines %v, squares %v, the tree %v: the zone %v, want %v", p.Lines, p.Squares, tree, found, zone)
		case err == nil:
			accepted++
		case won:
			t.Fatalf("lines %v, squares %v: the tree %v of a win is refused: %v", p.Lines, p.Squares, tree, err)
		default:
			refused++
		}
		for kind, n := range g.kinds {
			kinds[kind] += n
		}
	}
	t.Log(accepted, "accepted,", refused, "refused; nodes by kind:", kinds)
	if accepted < tries/20 || refused < tries/20 || kinds[Zone] < tries || kinds[Threat] < tries {
		t.Error("too few of one kind")
	}
}

// TestCounterThreats: the only move that saves the other side, 0, is in the way of neither side. With it the replies to
// threats are threats themselves: with 0 and the forced 3 or 8 a line needs 5 or 10 alone.
//
//	a threat, answered at 3, and then two at once     1 2 3; 1 4 6, 1 4 7       the same again     8 9 2 ...
func TestCounterThreats(t *testing.T) {
	const p1, p2 = 11, 12 // squares that the winner has
	lines := [][]oxo.Move{
		{p1, 1, 3},
		{1, 4, 6},
		{1, 4, 7},
		{0, 3, 5},
		{p2, 2, 8},
		{2, 9, 13},
		{2, 9, 14},
		{0, 8, 10},
	}
	p := &gametest.Sets{Squares: slices.Repeat([]int8{-1}, 15), Side: oxo.Second, Lines: lines}
	p.Squares[p1], p.Squares[p2] = 0, 0
	g := &winGuesser{random: rand.New(rand.NewPCG(1, 1)), side: oxo.First, wins: map[uint64]bool{}}
	for _, m := range p.Moves(nil) {
		if won := after(p, m, func() bool { return g.won(p) }); won == (m == 0) {
			t.Errorf("after %d the first side wins: %v", m, won)
		}
	}
	tree, _ := g.guess(p)
	s := &strategy{r: NewReader(bytes.NewReader(tree), Deaf{}), Goal: Goal{Position: p, Side: oxo.First, Least: oxo.By(1), ByLines: true}}
	if _, err := s.node(); err == nil || !strings.Contains(err.Error(), "square 0 may disturb") {
		t.Errorf("without an answer to 0: %v", err)
	}
}
