package certificate

import (
	"cmp"
	"math/bits"
	"slices"

	"oxo"
)

// patterns finds an earlier node that a position fits: see [image.fits]. (Zones as stored patterns: arXiv 2510.00689.) A node
// excludes positions in which a square is in a line that is alive, though it was in none there, or in which the other
// side has a square of the zone, though it did not have it there. A block has 64 nodes, and two words for each square q:
//
//	word 2q    bit i: node i excludes positions with q in a line that is alive
//	word 2q+1  bit i: node i excludes positions in which the other side has q
type patterns struct {
	squares int
	first   int        // how many nodes are forgotten
	count   int        // how many are in blocks
	blocks  [][]uint64 // the newest last
	bits    []int      // of each word: how many bits were ever set
	order   []int      // all words; those with the most bits, when the last block began, come first
	asked   []int      // the words of the position at hand, in that order
}

// blockNodes is how many nodes a block has.
const blockNodes = 64

// mostPatterns is how many nodes are looked at, the newest first. (For (8,7,5), with 20 thousand such nodes: with the last 256 of them
// 571,029 nodes, with 1,024 549,178, with 4,096 520,131, and with all 472,378. Without patterns it takes 611,387.)
const mostPatterns = 1 << 16

func newPatterns(b *board) patterns {
	words := 2 * b.count
	p := patterns{squares: b.count, bits: make([]int, words), order: make([]int, words)}
	for w := range words {
		p.order[w] = w
	}
	return p
}

// add adds the node that is noted next.
func (p *patterns) add(i *image, zone *squares) {
	in := p.count % blockNodes
	if in == 0 {
		p.blocks = append(p.blocks, make([]uint64, 2*p.squares))
		slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(p.bits[b], p.bits[a]) })
	}
	block := p.blocks[len(p.blocks)-1]
	set := func(word int) {
		block[word] |= 1 << in
		p.bits[word]++
	}
	for sq := range p.squares {
		m := oxo.Move(sq) //nolint:gosec // a square of a board
		if !i.live.has(m) {
			set(2 * sq)
		}
		if zone.has(m) && !i.taken.has(m) {
			set(2*sq + 1)
		}
	}
	if p.count++; p.count > mostPatterns {
		p.blocks, p.first, p.count = slices.Delete(p.blocks, 0, 1), p.first+blockNodes, p.count-blockNodes
	}
}

// find returns the newest node that a position fits. Few words are enough to exclude all nodes of a block, if those with many
// bits come first. (In any order this was half of the writer's time for (8,8,5).)
func (p *patterns) find(i *image) (n int, ok bool) {
	p.asked = p.asked[:0]
	for _, word := range p.order {
		wanted := &i.live
		if word%2 == 1 {
			wanted = &i.taken
		}
		if wanted.has(oxo.Move(word / 2)) { //nolint:gosec // a square of a board
			p.asked = append(p.asked, word)
		}
	}
	left := p.count % blockNodes
	for at, block := range slices.Backward(p.blocks) {
		out := uint64(0)
		if at == len(p.blocks)-1 && left > 0 { // it is not full
			out = ^uint64(0) << left
		}
		if out = excluded(block, p.asked, out); out != ^uint64(0) {
			return p.first + at*blockNodes + bits.Len64(^out) - 1, true
		}
	}
	return 0, false
}

// excluded returns the nodes of a block that some words exclude, and those in out.
func excluded(block []uint64, words []int, out uint64) uint64 {
	for _, word := range words {
		if out |= block[word]; out == ^uint64(0) {
			break
		}
	}
	return out
}

// see writes a reference to an earlier node, if there is one to refer to: the one with an equal image, turned or not, or else, of those that the
// position fits, the one whose zone settles most moves.
func (t *preventing) see() (zone squares, ok bool) {
	images := t.images()
	for s := range images {
		if n, ok := t.seen[images[s].key()]; ok {
			return t.refer(n, s), true
		}
	}
	if t.b.threats {
		return zone, false
	}
	node, symmetry, least := 0, 0, maxSquares+1
	for s := range images {
		n, ok := t.patterns.find(&images[s])
		if !ok {
			continue
		}
		z := t.here(n, s)
		z.intersect(&t.unsettled)
		if left := z.count(); left < least {
			node, symmetry, least = n, s, left
		}
	}
	if least > maxSquares {
		return zone, false
	}
	return t.refer(node, symmetry), true
}

// images returns the image of the position in each symmetry.
func (t *preventing) images() []image {
	all := []image{t.b.image(func(m oxo.Move) oxo.Move { return m })}
	if t.turns == nil {
		return all
	}
	for s := 1; s < t.turns.Symmetries(); s++ {
		all = append(all, t.b.image(func(m oxo.Move) oxo.Move { return t.turns.MapMove(m, s) }))
	}
	return all
}

// refer writes a reference, and returns its zone.
func (t *preventing) refer(n, symmetry int) squares {
	t.number(See)
	t.number(uint64(n))
	t.number(uint64(symmetry))
	return t.here(n, symmetry)
}

// here returns the zone of a node, turned back.
func (t *preventing) here(n, symmetry int) (zone squares) {
	before := t.zones.at(n)
	before.each(func(m oxo.Move) {
		if symmetry > 0 {
			m = t.turns.UnmapMove(m, symmetry)
		}
		zone.add(m)
	})
	return zone
}
