package write

import (
	"cmp"
	"math/bits"
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// patterns finds an earlier node that a position fits: see [image.fits]. (Zones as stored patterns: arXiv 2510.00689.) A node
// excludes positions in which a square is in a line that is alive, though it was in none there, or in which the other
// side has a square of the zone, though it did not have it there. A block has 64 nodes, and two words for each square q:
//
//	word 2q    bit i: node i excludes positions with q in a line that is alive
//	word 2q+1  bit i: node i excludes positions in which the other side has q
//
// Most blocks are far away in the tree: one word excludes all of their nodes. Such words are noted for all blocks at once:
//
//	alone[word]  bit i: the word excludes all nodes of block i
type patterns struct {
	squares int
	count   int        // nodes that were added; the last ones are in blocks
	from    int        // nodes before are not found: see skipTo
	blocks  [][]uint64 // block i has the nodes 64i to 64i+63, modulo maxPatterns
	alone   []([blockBits]uint64)
	bits    []int // of each word: how many bits were ever set
	order   []int // all words; those with the most bits, when the last block began, come first
	asked   []int // the words of the position at hand, in that order
}

// blockNodes is how many nodes a block has.
const blockNodes = 64

// maxPatterns is how many nodes are looked at, the newest first. (For (8,7,5), with 20 thousand such nodes: with the last 256 of them
// 571,029 nodes, with 1,024 549,178, with 4,096 520,131, and with all 472,378. Without patterns it takes 611,387.)
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

// addImage adds the node that is noted next.
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

// startBlock makes a block for nodes that are added next, in the place of the oldest one if there are enough.
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

// skipTo makes the nodes that many, and adds no images: none of them fits a position then.
func (p *patterns) skipTo(count int) {
	p.count, p.from, p.blocks = count, count, p.blocks[:0]
	passed := make([]uint64, 2*p.squares)
	for range maxBlocks {
		p.blocks = append(p.blocks, passed)
	}
	clear(p.alone)
	if count%blockNodes != 0 { // more nodes come into that block
		p.blocks[count/blockNodes%maxBlocks] = make([]uint64, 2*p.squares)
	}
}

// newestFit returns the newest node that a position fits. Few words are enough to exclude all nodes of a block, if those with many
// bits come first. (In any order this was half of the writer's time for (8,8,5).)
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
	for step := range blockBits + 1 { // the words of near, from that of the newest block back to the same one
		at := (last/64 - step + blockBits) % blockBits
		blocks := near[at]
		switch behind := uint64(1)<<(last%64)<<1 - 1; step { // where it is 64 bits the shift gives 0
		case 0:
			blocks &= behind
		case blockBits:
			blocks &^= behind
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

// look returns the newest node of a block that the position at hand fits.
func (p *patterns) look(number int) (n int, ok bool) {
	out := uint64(0)
	if left := p.count - number*blockNodes; left < blockNodes { // it is not full
		out = ^uint64(0) << left
	}
	out = excluded(p.blocks[number%maxBlocks], p.asked, out)
	return number*blockNodes + bits.Len64(^out) - 1, out != ^uint64(0)
}

// near returns the blocks but those of which one of the words asked excludes all nodes.
func (p *patterns) near() (all [blockBits]uint64) {
	for _, word := range p.asked {
		alone := &p.alone[word]
		for i := range all {
			all[i] |= alone[i]
		}
	}
	for i := range all {
		all[i] = ^all[i]
		if there := len(p.blocks) - 64*i; there < 64 {
			all[i] &= 1<<max(there, 0) - 1
		}
	}
	return all
}

// clone returns a copy that shares nothing that changes.
func (p *patterns) clone() patterns {
	c := *p
	c.blocks, c.alone, c.bits, c.order, c.asked = slices.Clone(p.blocks), slices.Clone(p.alone), slices.Clone(p.bits), slices.Clone(p.order), nil
	if c.count%blockNodes != 0 { // the last block is not full
		at := c.count / blockNodes % maxBlocks
		c.blocks[at] = slices.Clone(c.blocks[at])
	}
	return c
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

// turnedImage returns an image with each square where it goes.
func turnedImage(i *lines.Image, to []oxo.Move) (all lines.Image) {
	for n, set := range [...]*lines.Squares{&i.Live, &i.Taken, &i.Own} {
		into := [...]*lines.Squares{&all.Live, &all.Taken, &all.Own}[n]
		set.Each(func(m oxo.Move) { into.Add(to[m]) })
	}
	return all
}

// mapsOf returns where each symmetry but the first brings each square of a board.
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

// here returns the zone of a node, turned back.
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
