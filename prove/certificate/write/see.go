package write

import (
	"cmp"
	"math/bits"
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// patterns finds an earlier node that a position fits: see [image.fits]. (arXiv 2510.00689 stores zones as patterns,
// too.) A node excludes a position in two cases: a square is in a live line of the position but was in none at the
// node; or the other side has a square of the zone that it did not have at the node. A block has 64 nodes, and two
// words for each square q:
//
//	word 2q    bit i: node i excludes positions with q in a live line
//	word 2q+1  bit i: node i excludes positions in which the other side has q
//
// Most blocks are far away in the tree, and one word excludes all of their nodes. Such words are noted for all blocks
// at once:
//
//	alone[word]  bit i: the word excludes all nodes of block i
type patterns struct {
	squares int
	count   int        // nodes added so far; blocks holds the last of them
	from    int        // earlier nodes are never found: see skipTo
	blocks  [][]uint64 // block i has the nodes 64i to 64i+63, modulo maxPatterns
	alone   []([blockBits]uint64)
	bits    []int // for each word, how many bits were ever set
	order   []int // all words, by falling number of bits when the last block began
	asked   []int // the words of the current position, in that order
}

// blockNodes is how many nodes a block has.
const blockNodes = 64

// maxPatterns is how many nodes are searched, the newest first. ((8,7,5) without patterns takes 611,387 nodes, some
// 20 thousand of them nodes of this kind. With the last 256 of these it takes 571,029, with 1,024 549,178, with 4,096
// 520,131, and with all 472,378.)
const maxPatterns = 1 << 16

const (
	maxBlocks = maxPatterns / blockNodes
	blockBits = maxBlocks / 64 // words with a bit for each block
)

func newPatterns(b *lines.Board) patterns {
	words := 2 * b.Count
	p := patterns{squares: b.Count, alone: make([][blockBits]uint64, words), bits: make([]int, words), order: make([]int, words)}
	for w := range words {
		p.order[w] = w
	}
	return p
}

// addImage adds the next node of the notes.
func (p *patterns) addImage(i *lines.Image, zone *lines.Squares) {
	at, in := p.count/blockNodes%maxBlocks, p.count%blockNodes
	if in == 0 {
		p.startBlock(at)
	}
	block := p.blocks[at]
	set := func(word int) {
		block[word] |= 1 << in
		p.bits[word]++
	}
	for sq := range p.squares {
		m := oxo.Move(sq) //nolint:gosec // a square of a board
		if !i.Live.Has(m) {
			set(2 * sq)
		}
		if zone.Has(m) && !i.Taken.Has(m) {
			set(2*sq + 1)
		}
	}
	if p.count++; in == blockNodes-1 {
		for word, out := range block {
			if out == ^uint64(0) {
				p.alone[word][at/64] |= 1 << (at % 64)
			}
		}
	}
}

// startBlock makes a block for the next nodes. If there are maxBlocks blocks already, it replaces the oldest one.
func (p *patterns) startBlock(at int) {
	block := make([]uint64, 2*p.squares) // a branch may still read the old one
	if at < len(p.blocks) {
		p.blocks[at] = block
		for word := range p.alone {
			p.alone[word][at/64] &^= 1 << (at % 64)
		}
	} else {
		p.blocks = append(p.blocks, block)
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(p.bits[b], p.bits[a]) })
}

// skipTo sets the number of nodes to count without any images: no position fits these nodes.
func (p *patterns) skipTo(count int) {
	p.count, p.from, p.blocks = count, count, p.blocks[:0]
	skipped := make([]uint64, 2*p.squares)
	for range maxBlocks {
		p.blocks = append(p.blocks, skipped)
	}
	clear(p.alone)
	if count%blockNodes != 0 { // this block will get more nodes
		p.blocks[count/blockNodes%maxBlocks] = make([]uint64, 2*p.squares)
	}
}

// newestFit returns the newest node that a position fits. If the words with many bits come first, a few words are
// enough to exclude all nodes of a block. (With the words in any order this took half of the writer's time for
// (8,8,5).)
func (p *patterns) newestFit(i *lines.Image) (n int, ok bool) {
	if p.count == 0 {
		return 0, false
	}
	p.asked = p.asked[:0]
	for _, word := range p.order {
		wanted := &i.Live
		if word%2 == 1 {
			wanted = &i.Taken
		}
		if wanted.Has(oxo.Move(word / 2)) { //nolint:gosec // a square of a board
			p.asked = append(p.asked, word)
		}
	}
	near, newest := p.near(), (p.count-1)/blockNodes
	last := newest % maxBlocks
	for step := range blockBits + 1 { // from the word of near with the newest block, around to the same word
		at := (last/64 - step + blockBits) % blockBits
		blocks := near[at]
		switch older := uint64(1)<<(last%64)<<1 - 1; step { // last%64 = 63 gives all bits: the shift gives 0
		case 0:
			blocks &= older
		case blockBits:
			blocks &^= older
		}
		for blocks != 0 {
			i := bits.Len64(blocks) - 1
			blocks &^= 1 << i
			number := newest - (last-64*at-i+maxBlocks)%maxBlocks
			if n, ok := p.look(number); ok {
				return n, n >= p.from
			}
		}
	}
	return 0, false
}

// look returns the newest node of a block that the current position fits.
func (p *patterns) look(number int) (n int, ok bool) {
	out := uint64(0)
	if left := p.count - number*blockNodes; left < blockNodes { // it is not full
		out = ^uint64(0) << left
	}
	out = excluded(p.blocks[number%maxBlocks], p.asked, out)
	return number*blockNodes + bits.Len64(^out) - 1, out != ^uint64(0)
}

// near returns the blocks that no single word of asked rules out.
func (p *patterns) near() (all [blockBits]uint64) {
	for _, word := range p.asked {
		alone := &p.alone[word]
		for i := range all {
			all[i] |= alone[i]
		}
	}
	for i := range all {
		all[i] = ^all[i]
		if left := len(p.blocks) - 64*i; left < 64 {
			all[i] &= 1<<max(left, 0) - 1
		}
	}
	return all
}

// clone returns a copy for another goroutine. The copy shares only full blocks, which do not change.
func (p *patterns) clone() patterns {
	c := *p
	c.blocks, c.alone, c.bits, c.order, c.asked = slices.Clone(p.blocks), slices.Clone(p.alone), slices.Clone(p.bits), slices.Clone(p.order), nil
	if c.count%blockNodes != 0 { // the last block is not full
		at := c.count / blockNodes % maxBlocks
		c.blocks[at] = slices.Clone(c.blocks[at])
	}
	return c
}

// excluded returns the nodes in the set out, and the nodes of the block that one of the words
// excludes.
func excluded(block []uint64, words []int, out uint64) uint64 {
	for _, word := range words {
		if out |= block[word]; out == ^uint64(0) {
			break
		}
	}
	return out
}

// see writes a reference to an earlier node and reports whether there is one. It prefers a node with an equal image,
// turned or not. Otherwise it takes the node that the position fits and whose zone leaves the fewest squares
// unsettled.
func (t *preventing) see() (zone lines.Squares, ok bool) {
	images := t.images()
	for s := range images {
		if n, ok := t.notes.numberOf(shortOf(images[s].Key())); ok {
			return t.refer(n, s), true
		}
	}
	if t.b.Threats {
		return zone, false
	}
	node, symmetry, least := 0, 0, lines.MaxSquares+1
	for s := range images {
		n, ok := t.notes.patterns.newestFit(&images[s])
		if !ok {
			continue
		}
		z := t.here(n, s)
		z.Intersect(&t.unsettled)
		if left := z.Count(); left < least {
			node, symmetry, least = n, s, left
		}
	}
	if least > lines.MaxSquares {
		return zone, false
	}
	return t.refer(node, symmetry), true
}

// images returns the image of the position in each symmetry.
func (t *preventing) images() []lines.Image {
	t.turned = append(t.turned[:0], t.b.Image(func(m oxo.Move) oxo.Move { return m }))
	for _, to := range t.maps {
		t.turned = append(t.turned, turnedImage(&t.turned[0], to))
	}
	return t.turned
}

// turnedImage returns an image in which each square m has moved to the square to[m].
func turnedImage(i *lines.Image, to []oxo.Move) (all lines.Image) {
	for n, set := range [...]*lines.Squares{&i.Live, &i.Taken, &i.Own} {
		into := [...]*lines.Squares{&all.Live, &all.Taken, &all.Own}[n]
		set.Each(func(m oxo.Move) { into.Add(to[m]) })
	}
	return all
}

// mapsOf returns the map of each symmetry except the first. A map says where each square of the board goes.
func mapsOf(p oxo.Position, b *lines.Board) (maps [][]oxo.Move) {
	turns, ok := p.(oxo.Symmetric)
	if !ok {
		return nil
	}
	for s := 1; s < turns.Symmetries(); s++ {
		to := make([]oxo.Move, b.Count)
		for m := range to {
			to[m] = turns.MapMove(oxo.Move(m), s)
		}
		maps = append(maps, to)
	}
	return maps
}

// refer writes a reference, and returns its zone.
func (t *preventing) refer(n, symmetry int) lines.Squares {
	t.writeNumber(certificate.See)
	t.reference(n)
	t.writeNumber(uint64(symmetry))
	return t.here(n, symmetry)
}

// here returns the zone of an earlier node, turned to the current position.
func (t *preventing) here(n, symmetry int) (zone lines.Squares) {
	before := t.notes.zone(n)
	before.Each(func(m oxo.Move) {
		if symmetry > 0 {
			m = t.turns.UnmapMove(m, symmetry)
		}
		zone.Add(m)
	})
	return zone
}
