// Package certtest makes random boards of lines and random trees of nodes, and seals files, for tests of the checker,
// the writer and the walker of certificates.
package certtest

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// Guesser writes trees of nodes at random, most of them wrong.
type Guesser struct {
	Random *rand.Rand
	Board  *lines.Board
	Kinds  [certificate.Better + 1]int // of the nodes written
	Given  int                         // nodes that set aside pairs with a square in other lines
}

// Checked runs the checker over a tree.
func (g *Guesser) Checked(tree []byte, mine bool) (lines.Squares, bool) {
	zone, err := certificate.NewReader(bytes.NewReader(tree), certificate.Deaf{}).Prevention(g.Board, nil, lines.Squares{}, mine)
	return zone, err == nil
}

// Empties returns the empty squares in any order.
func (g *Guesser) Empties() (all []oxo.Move) {
	for m := range oxo.Move(g.Board.Count) {
		if g.Board.Empty(m) {
			all = append(all, m)
		}
	}
	g.Random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// Pairs writes pairs of squares of lines.
func (g *Guesser) Pairs(kind byte) []byte {
	free, n := g.Empties(), 0
	var list []byte
	for range g.Random.IntN(4) {
		line := g.Board.Lines[g.Random.IntN(len(g.Board.Lines))]
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

// MatesOf returns the pairs of a node that Pairs has written.
func MatesOf(node []byte) (partner lines.Mates) {
	for pair := range slices.Chunk(node[2:], 2) {
		partner.Join(oxo.Move(pair[0]), oxo.Move(pair[1]))
	}
	return partner
}

// Node writes a node with the other side to move, of a kind that the checker accepts if a few tries find one.
func (g *Guesser) Node(depth int) []byte {
	for _, kind := range []byte{certificate.Found, certificate.Better} {
		if _, ok := g.Checked([]byte{kind}, false); ok && g.Random.IntN(6) == 0 {
			g.Kinds[kind]++
			return []byte{kind}
		}
	}
	for range 6 {
		tree := g.Pairs([]byte{certificate.Pairs, certificate.Rest}[g.Random.IntN(2)])
		if _, ok := g.Checked(tree, false); ok {
			g.Kinds[tree[0]]++
			return tree
		}
	}
	if g.Random.IntN(2) == 0 {
		if tree, ok := g.Aside(depth); ok {
			return tree
		}
	}
	if depth == 0 {
		return []byte{certificate.Pairs, 0}
	}
	return g.zone(depth)
}

// Aside writes pairs that are set aside, and a node after them, and reports whether it found some.
func (g *Guesser) Aside(depth int) ([]byte, bool) {
	for range 20 {
		tree := g.Pairs(certificate.Aside)
		partner := MatesOf(tree)
		left, ok := g.Board.Without(partner)
		if !ok || len(partner) == 0 || len(left.Lines) == 0 {
			continue
		}
		back := g.Board.Narrow(left)
		tree = append(tree, g.Node(depth)...)
		back()
		g.Kinds[certificate.Aside]++
		g.Given += min(len(left.Given), 1)
		return tree, true
	}
	return nil, false
}

func (g *Guesser) zone(depth int) []byte {
	tree := []byte{certificate.Zone}
	var answered, zone lines.Squares
	unsettled := lines.AllSquares()
	g.Kinds[certificate.Zone]++
	for {
		first, open := g.Board.Unanswered(g.Board.Counted(nil), &unsettled, &answered, &lines.Squares{})
		if !open || len(tree) > 1 && g.Random.IntN(12) == 0 { // too soon, it may be
			return append(tree, 0)
		}
		m := first
		for _, other := range g.Empties() {
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
func (g *Guesser) answer(m oxo.Move, depth int) (tree []byte, zone lines.Squares) {
	g.Board.Owner[m] = 1
	defer func() { g.Board.Owner[m] = -1 }()
	if g.Board.Full() {
		tree = []byte{certificate.End}
		zone, _ = g.Checked(tree, true)
		return tree, zone
	}
	for _, reply := range g.Empties() {
		g.Board.Owner[reply] = 0
		tree = append([]byte{certificate.Move, byte(reply)}, g.Node(depth-1)...)
		g.Board.Owner[reply] = -1
		var ok bool
		if zone, ok = g.Checked(tree, true); ok {
			break
		}
	}
	return tree, zone
}
