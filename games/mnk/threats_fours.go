package mnk

import "math/bits"

// mostForced is how many plies a forced win is followed at most.
const mostForced = 120

// failures is how many positions without a win a search remembers.
const failures = 1 << 12

// threats is the memory of the searches for forced wins of a position. What one
// search remembers is not known to the next, so that all that it finds follows from the
// position.
type threats struct {
	nodes, limit int  // positions visited; when to give up
	cut          bool // the search gave up somewhere: what it has not found may be there
	deeper       bool // it left moves out that one more quiet move would allow
	salt         uint64
	failed       []uint64              // positions without a win by fours
	shallow      []uint64              // positions without one by threes, the depth in the low bits
	line         [mostForced + 4]int16 // of the last win by fours: the attacker's move, the answer, ...
	length       int                   // its plies
	// What was found at the last root, once one was asked for.
	root  uint64
	asked bool
	found forcedWin
	first int // the first move of the last win
}

// searching gets ready for a search of at most limit positions.
func (p *wide) searching(limit int) *threats {
	if p.threats == nil {
		p.threats = &threats{failed: make([]uint64, failures), shallow: make([]uint64, failures)}
	}
	t := p.threats
	t.nodes, t.limit, t.cut = 0, limit, false
	t.salt += 0x9e3779b97f4a7c15
	return t
}

// winByFours looks for a win of the side to move, or of the other if it were to move,
// in which each of its moves makes a four: the opponent has one answer. It returns how
// many plies the win takes, which may not be the fastest, or 0 where none was found. The
// moves are in p.threats.line then.
//
// Such a win is one whatever the opponent plays. It is not in time to complete a line:
// where it has a four, the attacker's move is the square that stops it. And if it does
// not answer a four, the next move completes it [Allis94].
func (p *wide) winByFours(attacker, limit int) int {
	t := p.searching(limit)
	n := p.fours(attacker, t.salt^p.hash, 0)
	if n > 0 {
		t.first = int(t.line[0])
	}
	return n
}

// fours is the recursion of winByFours; at is the number of plies so far.
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
	case t.nodes >= t.limit || at >= mostForced:
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
	case answer == none: // a longer line than may be
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
