package mnk

import "math/bits"

// maxQuiet limits the moves of a forced win that make no four.
const maxQuiet = 12

// winByThreats looks for a win of the side to move in which each of its moves makes a four, or
// threatens to win by fours (an open three does). It returns an upper limit of its plies and
// the first move, or 0 if it finds none.
//
// After a threat it tries every answer that may help: see [wide.answers]. So a win that it
// finds holds against every defence. It looks for a win with one quiet move, then with two, and
// so on: lambda search of order 2 with a limit [Thomsen00], which also follows the opponent's
// fours.
func (p *wide) winByThreats(attacker, limit int) (plies, first int) {
	t := p.searching(limit)
	for quiet := 0; quiet <= maxQuiet && t.nodes < t.limit; quiet++ {
		t.deeper = false
		var n int
		if p.field != nil {
			n = p.hunt().attack(attacker, t.salt^p.hash, 0, quiet)
		} else {
			n = p.attack(attacker, t.salt^p.hash, 0, quiet)
		}
		if n > 0 {
			return n, t.first
		}
		if !t.deeper {
			break
		}
	}
	return 0, none
}

// attack is a node of winByThreats where the attacker moves; quiet is the number of quiet
// moves left. It stores the winning move in p.threats.first.
func (p *wide) attack(attacker int, hash uint64, at, quiet int) int {
	t := p.threats
	if n := p.fours(attacker, hash, at); n > 0 {
		t.first = int(t.line[at])
		return n
	}
	if t.nodes >= t.limit || at >= maxForced {
		t.cut = true
		return 0
	}
	t.nodes++
	stop, second := p.completing(1 - attacker)
	if second != none {
		return 0
	}
	if stop != none { // only one move does not lose, whether it makes a threat or not
		return p.threaten(attacker, stop, hash, at, quiet)
	}
	slot := &t.shallow[hash&(failures-1)]
	t.deeper = t.deeper || quiet == 0
	if quiet == 0 || *slot>>4 == hash>>4 && int(*slot&15) >= quiet {
		return 0
	}
	if n := p.threatenAll(attacker, hash, at, quiet-1); n > 0 {
		return n
	}
	if !t.cut {
		*slot = hash&^15 | uint64(quiet)
	}
	return 0
}

// threatenAll tries the moves that make a four or a three.
func (p *wide) threatenAll(attacker int, hash uint64, at, quiet int) int {
	var tried squareSet
	for _, missing := range [2]int{2, 3} {
		for w, word := range p.near[attacker][missing] {
			for ; word != 0; word &= word - 1 {
				for _, sq := range p.g.lines[w<<6|bits.TrailingZeros64(word)] {
					if p.cells[sq] != none || tried.has(sq) {
						continue
					}
					tried.add(sq)
					if n := p.threaten(attacker, sq, hash, at, quiet); n > 0 {
						return n
					}
				}
			}
		}
	}
	return 0
}

// threaten tries a move of the attacker.
func (p *wide) threaten(attacker, sq int, hash uint64, at, quiet int) int {
	p.lay(attacker, sq)
	n := p.defend(attacker, hash^p.t.zobrist[attacker][sq], at+1, quiet)
	p.lift(attacker, sq)
	if n == 0 {
		return 0
	}
	p.threats.first = sq
	return n + 1
}

// defend is a node where the opponent of the attacker moves. It returns the plies of the
// longest defence, or 0 if the opponent may escape.
func (p *wide) defend(attacker int, hash uint64, at, quiet int) int {
	t := p.threats
	defender := 1 - attacker
	if sq, _ := p.completing(defender); sq != none {
		return 0
	}
	answer, second := p.completing(attacker)
	switch {
	case second != none:
		return 2
	case answer != none:
		return p.answer(attacker, answer, hash, at, quiet)
	}
	n := p.fours(attacker, hash, at) // as if the opponent passed
	if n == 0 {
		return 0
	}
	var list [maxSide * maxSide]int16
	longest := n
	for _, sq := range p.answers(attacker, t.line[at:t.length], list[:0]) {
		m := p.answer(attacker, int(sq), hash, at, quiet)
		if m == 0 {
			return 0
		}
		longest = max(longest, m-1)
	}
	return longest + 1
}

// answer tries a move of the opponent.
func (p *wide) answer(attacker, sq int, hash uint64, at, quiet int) int {
	defender := 1 - attacker
	p.lay(defender, sq)
	n := p.attack(attacker, hash^p.t.zobrist[defender][sq], at+1, quiet)
	p.lift(defender, sq)
	if n == 0 {
		return 0
	}
	return n + 1
}

// answers appends the moves of the opponent that may stop a win by fours, first the moves on
// the squares of the win.
//
// Every other move loses to the same fours. The lines that the win completes have no empty
// squares except those of the win, so a stone on any other square is in none of them. And the
// opponent completes no line in time: for that it needs a four of its own, so its stone must be
// in a live line of its own that lacks two squares, now or after some of its answers. (Where
// exactly k count, such a stone can also spoil lines, but only of its own side.)
func (p *wide) answers(attacker int, win []int16, list []int16) []int16 {
	var set squareSet
	defender := 1 - attacker
	for _, sq := range win {
		if !set.has(int(sq)) {
			set.add(int(sq))
			list = append(list, sq)
		}
	}
	counter := squareSet{}
	p.addHoles(&counter, defender, 2)
	laid := 0
	for ; laid+1 < len(win); laid++ {
		p.lay([2]int{attacker, defender}[laid&1], int(win[laid]))
		if laid&1 == 1 {
			p.addHoles(&counter, defender, 2)
		}
	}
	for laid--; laid >= 0; laid-- {
		p.lift([2]int{attacker, defender}[laid&1], int(win[laid]))
	}
	for w, word := range counter {
		for word &^= set[w]; word != 0; word &= word - 1 {
			list = append(list, int16(w<<6|bits.TrailingZeros64(word)))
		}
	}
	return list
}
