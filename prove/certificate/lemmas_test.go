package certificate

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/prove/certificate/lines"
)

// holds reports by brute force whether the preventing side keeps the other from every line.
type holds struct {
	lines [][]oxo.Move
	known map[[2]uint64]bool
}

func (h *holds) of(b *lines.Board, mine bool) bool {
	var mineSet, others uint64
	for m, owner := range b.Owner {
		switch owner {
		case 0:
			mineSet |= 1 << m
		case 1:
			others |= 1 << m
		}
	}
	if mine {
		mineSet |= 1 << 63
	}
	key := [2]uint64{mineSet, others}
	if v, ok := h.known[key]; ok {
		return v
	}
	v := h.look(b, mine)
	h.known[key] = v
	return v
}

func (h *holds) look(b *lines.Board, mine bool) bool {
	for _, line := range h.lines {
		if !slices.ContainsFunc(line, func(m oxo.Move) bool { return b.Owner[m] != 1 }) {
			return false
		}
	}
	if b.Full() {
		return true
	}
	for m := range b.Owner {
		if b.Owner[m] >= 0 {
			continue
		}
		b.Owner[m] = 1
		if mine {
			b.Owner[m] = 0
		}
		v := h.of(b, !mine)
		b.Owner[m] = -1
		if v == mine {
			return mine
		}
	}
	return !mine
}

// guesser writes trees of nodes at random, most of them wrong.
type guesser struct {
	random *rand.Rand
	b      *lines.Board
	kinds  [Better + 1]int // of the nodes written
	given  int             // nodes that set aside pairs with a square in other lines
}

// checked runs the checker over a tree.
func (g *guesser) checked(tree []byte, mine bool) (lines.Squares, bool) {
	c := &prevention{b: g.b, r: &reader{in: bufio.NewReader(bytes.NewReader(tree)), sum: newSum()}}
	zone, err := c.node(mine)
	return zone, err == nil
}

// empties returns the empty squares in any order.
func (g *guesser) empties() (all []oxo.Move) {
	for m := range oxo.Move(g.b.Count) {
		if g.b.Empty(m) {
			all = append(all, m)
		}
	}
	g.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// pairs writes pairs of squares of lines.
func (g *guesser) pairs(kind byte) []byte {
	free, n := g.empties(), 0
	var list []byte
	for range g.random.IntN(4) {
		line := g.b.Lines[g.random.IntN(len(g.b.Lines))]
		in := slices.DeleteFunc(slices.Clone(free), func(m oxo.Move) bool { return !slices.Contains(line, m) })
		if len(in) < 2 {
			continue
		}
		list = append(list, byte(in[0]), byte(in[1]))
		free = slices.DeleteFunc(free, func(m oxo.Move) bool { return m == in[0] || m == in[1] })
		n++
	}
	return append([]byte{kind, byte(n)}, list...)
}

// node writes a node with the other side to move, of a kind that the checker accepts if a few tries find one.
func (g *guesser) node(depth int) []byte {
	for _, kind := range []byte{Found, Better} {
		if _, ok := g.checked([]byte{kind}, false); ok && g.random.IntN(6) == 0 {
			g.kinds[kind]++
			return []byte{kind}
		}
	}
	for range 6 {
		tree := g.pairs([]byte{Pairs, Rest}[g.random.IntN(2)])
		if _, ok := g.checked(tree, false); ok {
			g.kinds[tree[0]]++
			return tree
		}
	}
	if g.random.IntN(2) == 0 {
		if tree, ok := g.aside(depth); ok {
			return tree
		}
	}
	if depth == 0 {
		return []byte{Pairs, 0}
	}
	return g.zone(depth)
}

func (g *guesser) aside(depth int) ([]byte, bool) {
	for range 20 {
		tree := g.pairs(Aside)
		var partner lines.Mates
		for i := 2; i < len(tree); i += 2 {
			partner.Join(oxo.Move(tree[i]), oxo.Move(tree[i+1]))
		}
		left, ok := g.b.Without(partner)
		if !ok || len(partner) == 0 || len(left.Lines) == 0 {
			continue
		}
		back := g.b.Narrow(left)
		tree = append(tree, g.node(depth)...)
		back()
		g.kinds[Aside]++
		g.given += min(len(left.Given), 1)
		return tree, true
	}
	return nil, false
}

func (g *guesser) zone(depth int) []byte {
	tree := []byte{Zone}
	var answered, zone lines.Squares
	unsettled := lines.AllSquares()
	g.kinds[Zone]++
	for {
		first, open := g.b.Unanswered(g.b.Counted(nil), &unsettled, &answered, &lines.Squares{})
		if !open || len(tree) > 1 && g.random.IntN(12) == 0 { // too soon, it may be
			return append(tree, 0)
		}
		m := first
		for _, other := range g.empties() {
			if unsettled.Has(other) && !answered.Has(other) {
				m = other
				break
			}
		}
		answer, z := g.answer(m, depth)
		tree = append(binary.AppendUvarint(tree, uint64(m)+1), answer...)
		answered.Add(m)
		zone.Union(&z)
		unsettled.Intersect(&z)
	}
}

// answer writes what follows a move of the other side: the best of a few tries.
func (g *guesser) answer(m oxo.Move, depth int) (tree []byte, zone lines.Squares) {
	g.b.Owner[m] = 1
	defer func() { g.b.Owner[m] = -1 }()
	if g.b.Full() {
		tree = []byte{End}
		zone, _ = g.checked(tree, true)
		return tree, zone
	}
	for _, reply := range g.empties() {
		g.b.Owner[reply] = 0
		tree = append([]byte{Move, byte(reply)}, g.node(depth-1)...)
		g.b.Owner[reply] = -1
		var ok bool
		if zone, ok = g.checked(tree, true); ok {
			break
		}
	}
	return tree, zone
}

// little returns an empty board with a few lines of any squares.
func little(random *rand.Rand, count int) *lines.Board {
	b := &lines.Board{Count: count, Owner: slices.Repeat([]int8{-1}, count)}
	for range 3 + random.IntN(6) {
		line := []oxo.Move{}
		for _, m := range random.Perm(count)[:2+random.IntN(3)] {
			line = append(line, oxo.Move(m))
		}
		b.Lines = append(b.Lines, line)
	}
	b.Kin = lines.NewKin(b.Lines, b.Count)
	return b
}

// TestLemmas: where the checker accepts a tree, of any nodes on any lines, the preventing side holds by
// brute force, even if the other side is given every square outside of the zone.
func TestLemmas(t *testing.T) {
	const count = 8
	random := rand.New(rand.NewPCG(7, 7))
	tries, accepted, given := 1500, 0, 0
	if testing.Short() {
		tries = 300
	}
	var kinds [Better + 1]int
	exchanges := 0
	for range tries {
		b := little(random, count)
		b.Owner[random.IntN(count)] = 0
		g := &guesser{random: random, b: b}
		tree := g.node(3)
		zone, ok := g.checked(tree, false)
		if !ok {
			continue
		}
		accepted++
		for kind, n := range g.kinds {
			kinds[kind] += n
		}
		exchanges += g.given
		for m := range oxo.Move(count) {
			if b.Empty(m) && !zone.Has(m) {
				b.Owner[m] = 1
				given++
			}
		}
		if h := (&holds{b.Lines, map[[2]uint64]bool{}}); !h.of(b, false) {
			t.Fatalf("lines %v, tree %v, zone %v: it is accepted, and the other side completes a line; with all outside the zone: %v", b.Lines, tree, zone, b.Owner)
		}
	}
	t.Log(tries, "tries,", accepted, "accepted,", given, "squares given; nodes by kind:", kinds, "exchanges:", exchanges)
	if exchanges < accepted/50 {
		t.Errorf("only %d pairs were set aside with a square in other lines", exchanges)
	}
	for _, kind := range []byte{Zone, Pairs, Aside, Rest, Found, Better} {
		if kinds[kind] < accepted/50 {
			t.Errorf("only %d nodes of kind %d", kinds[kind], kind)
		}
	}
}

// TestAsideEnds: pairs are set aside only with a line, so that a file of such nodes within each other is refused
// and cannot use up the stack.
func TestAsideEnds(t *testing.T) {
	b := &lines.Board{Count: 6, Owner: slices.Repeat([]int8{-1}, 6), Lines: [][]oxo.Move{{0, 1}, {2, 3, 4, 5}}}
	g := &guesser{b: b}
	for name, tree := range map[string][]byte{
		"once":  {Aside, 1, 0, 1, Pairs, 0},
		"twice": {Aside, 1, 0, 1, Aside, 1, 0, 1, Pairs, 0},
		"none":  {Aside, 0, Pairs, 0},
	} {
		if _, ok := g.checked(tree, false); ok != (name == "once") {
			t.Errorf("%s: accepted is %v", name, ok)
		}
	}
}
