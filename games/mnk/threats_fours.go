package mnk

import "math/bits"

// maxForced limits the plies of a forced win.
const maxForced = 120

// failures is the number of positions without a win that a search remembers.
const failures = 1 << 13

// quickResults is the number of positions without a win by a quick search that are remembered. A search of half a second has
// about this number of positions, and each iteration meets the positions of the one before.
const quickResults = 1 << 17

// threats is the memory of the searches for forced wins. Except for the searches by proof numbers, a search does not use what an earlier
// one remembered, so its result follows from the position alone.
type threats struct {
	nodes, limit int  // positions visited; where to stop
	cut          bool // the search stopped early, so a win may have been missed
	deeper       bool // the search left out moves that one more quiet move would allow
	salt         uint64
	failed       []uint64             // positions without a win by fours
	shallow      []uint64             // positions without a win by threes, with the depth in the low bits
	line         [maxForced + 4]int16 // of the last win by fours: the attacker's move, the answer, ...
	length       int                  // its length in plies
	failedQuick  []uint64             // positions without a win by a quick search
	proofs       *proofs              // made when first needed
	// The result for the last root, if one was requested.
	root  uint64
	asked bool
	found forcedWin
	first int // the first move of the last win
}

// searching prepares a search with a limit on the number of positions.
func (p *wide) searching(limit int) *threats {
	if p.threats == nil {
		p.threats = &threats{failed: make([]uint64, failures), shallow: make([]uint64, failures), failedQuick: make([]uint64, quickResults)}
	}
	t := p.threats
	t.nodes, t.limit, t.cut = 0, limit, false
	t.salt += 0x9e3779b97f4a7c15
	return t
}

// hunt returns the search for forced wins on the field.
func (p *wide) hunt() *hunt { return &hunt{threats: p.threats, f: p.field, keys: &p.t.zobrist} }

// winByFours looks for a win in which each of the attacker's moves makes a four, so that the
// opponent has one answer. The attacker is the side to move, or the other side as if it were to
// move. It returns the number of plies of the win, which may not be the fastest, or 0 if it
// finds none. The moves are then in p.threats.line.
//
// Such a win holds against every defence. The opponent cannot complete a line in time: if it
// has a four, the attacker's move takes the square that stops it. And if it does not answer a
// four, the attacker's next move completes the line [Allis94].
func (p *wide) winByFours(attacker, limit int) int {
	t := p.searching(limit)
	var n int
	if p.field != nil {
		n = p.hunt().fours(attacker, t.salt^p.hash, 0)
	} else {
		n = p.fours(attacker, t.salt^p.hash, 0)
	}
	if n > 0 {
		t.first = int(t.line[0])
	}
	return n
}

// quickWin is [wide.winByFours] within [nodeThreats] positions. It remembers positions where it found none:
// that follows from the position alone.
func (p *wide) quickWin(attacker int) int {
	if p.field == nil {
		return p.winByFours(attacker, nodeThreats)
	}
	if !p.field.any(attacker, isFour) {
		return 0
	}
	t := p.searching(nodeThreats)
	key := p.hash ^ uint64(attacker+1)*0x9e3779b97f4a7c15
	slot := &t.failedQuick[key&(quickResults-1)]
	if *slot == key {
		return 0
	}
	n := p.winByFours(attacker, nodeThreats)
	if n == 0 {
		*slot = key
	}
	return n
}

// fours is the recursion of winByFours, at plies from its root.
func (p *wide) fours(attacker int, hash uint64, at int) int {
	t := p.threats
	if sq, _ := p.completing(attacker); sq != none {
		t.line[at], t.length = int16(sq), at+1
		return 1
	}
	stop, second := p.completing(1 - attacker)
	slot := &t.failed[hash&(failures-1)]
	switch {
	case second != none || *slot == hash:
		return 0
	case t.nodes >= t.limit || at >= maxForced:
		t.cut = true
		return 0
	}
	t.nodes++
	var tried squareSet
	for w, word := range p.near[attacker][2] {
		for ; word != 0; word &= word - 1 {
			a, b := p.holes(w<<6 | bits.TrailingZeros64(word))
			for _, gain := range [2]int{a, b} {
				if tried.has(gain) || stop != none && gain != stop {
					continue
				}
				tried.add(gain)
				if n := p.four(attacker, gain, hash, at); n > 0 {
					return n
				}
			}
		}
	}
	if !t.cut {
		*slot = hash
	}
	return 0
}

// four tries a square that makes a four.
func (p *wide) four(attacker, gain int, hash uint64, at int) (n int) {
	t := p.threats
	p.lay(attacker, gain)
	defer p.lift(attacker, gain)
	answer, second := p.completing(attacker)
	t.line[at] = int16(gain)
	switch {
	case answer == none: // only a line that would be too long
		return 0
	case second != none:
		t.line[at+1], t.line[at+2], t.length = int16(answer), int16(second), at+3
		return 3
	}
	t.line[at+1] = int16(answer)
	p.lay(1-attacker, answer)
	if n = p.fours(attacker, hash^p.t.zobrist[attacker][gain]^p.t.zobrist[1-attacker][answer], at+2); n > 0 {
		n += 2
	}
	p.lift(1-attacker, answer)
	return n
}
