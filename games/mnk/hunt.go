package mnk

import "math/bits"

// hunt is the search for forced wins on a field. It does the work of [wide.winByFours] and
// [wide.winByThreats] with the sets of squares of the field instead of lines.
type hunt struct {
	*threats
	f    *field
	keys *[2][]uint64 // the random numbers of stones
}

// fours is the recursion of [wide.winByFours], at plies from its root.
func (h *hunt) fours(attacker int, hash uint64, at int) int {
	if !h.f.any(attacker, isFour) {
		return 0
	}
	if sq, _ := h.f.completing(attacker); sq != none {
		h.line[at], h.length = int16(sq), at+1
		return 1
	}
	stop, second := h.f.completing(1 - attacker)
	if second != none || stop != none && !h.f.flag(attacker, stop, isFour) {
		return 0
	}
	if stop == none {
		if sq, _ := h.f.two(attacker, isTwice); sq != none {
			return h.four(attacker, sq, hash, at)
		}
	}
	slot := &h.failed[hash&(failures-1)]
	switch {
	case *slot == hash:
		return 0
	case h.nodes >= h.limit || at >= maxForced:
		h.cut = true
		return 0
	}
	h.nodes++
	if stop != none {
		if n := h.four(attacker, stop, hash, at); n > 0 {
			return n
		}
	} else if n := h.fourAnywhere(attacker, hash, at); n > 0 {
		return n
	}
	if !h.cut {
		*slot = hash
	}
	return 0
}

// fourAnywhere tries the squares that make a four. Squares that make an open three as well come
// first; squares that cannot help a further four are left out.
func (h *hunt) fourAnywhere(attacker int, hash uint64, at int) int {
	gains := h.f.set(attacker, isFour)
	least := closedTwo
	if h.f.count(attacker, isFour) <= 2 { // they are on one line, and only another line can bring the next four
		least = closed
	}
	for _, forks := range [2]bool{true, false} {
		for w, word := range gains {
			for ; word != 0; word &= word - 1 {
				sq := w<<6 | bits.TrailingZeros64(word)
				if h.f.flag(attacker, sq, isFork) != forks || !h.f.helps(attacker, sq, least) {
					continue
				}
				if n := h.four(attacker, sq, hash, at); n > 0 {
					return n
				}
			}
		}
	}
	return 0
}

// helps reports whether a stone that makes a four is also in another line with a shape of at least
// the given one.
func (f *field) helps(side, sq int, least shape) bool {
	for _, both := range f.spots[sq&(fieldSquares-1)].shapes {
		if s := shape(both >> (4 * side & 7) & 15); s >= least && s < four {
			return true
		}
	}
	return false
}

// four tries a square that makes a four.
func (h *hunt) four(attacker, gain int, hash uint64, at int) (n int) {
	f := h.f
	f.put(attacker, gain)
	answer, second := f.completing(attacker)
	h.line[at] = int16(gain)
	switch {
	case second != none:
		h.line[at+1], h.line[at+2], h.length = int16(answer), int16(second), at+3
		n = 3
	case answer != none:
		h.line[at+1] = int16(answer)
		f.put(1-attacker, answer)
		if n = h.fours(attacker, hash^h.keys[attacker][gain]^h.keys[1-attacker][answer], at+2); n > 0 {
			n += 2
		}
		f.lift(1-attacker, answer)
	}
	f.lift(attacker, gain)
	return n
}

// attack is a node of [wide.winByThreats] where the attacker moves; quiet is the number of quiet
// moves left.
func (h *hunt) attack(attacker int, hash uint64, at, quiet int) int {
	if n := h.fours(attacker, hash, at); n > 0 {
		h.first = int(h.line[at])
		return n
	}
	if h.nodes >= h.limit || at >= maxForced {
		h.cut = true
		return 0
	}
	h.nodes++
	stop, second := h.f.completing(1 - attacker)
	if second != none {
		return 0
	}
	if stop != none { // only one move does not lose, whether it makes a threat or not
		return h.threaten(attacker, stop, hash, at, quiet)
	}
	slot := &h.shallow[hash&(failures-1)]
	h.deeper = h.deeper || quiet == 0
	if quiet == 0 || *slot>>4 == hash>>4 && int(*slot&15) >= quiet {
		return 0
	}
	if n := h.threatenAll(attacker, hash, at, quiet-1); n > 0 {
		return n
	}
	if !h.cut {
		*slot = hash&^15 | uint64(quiet)
	}
	return 0
}

// threatenAll tries the moves that make a four, then the moves that make an open three, then the moves
// that make three of five. A short search tries of the last only moves that do so in two lines.
func (h *hunt) threatenAll(attacker int, hash uint64, at, quiet int) int {
	tried := squareSet{}
	for _, flag := range [...]int{isFour, isThree, isBuild} {
		for w, word := range h.f.set(attacker, flag) {
			word &^= tried[w]
			for tried[w] |= word; word != 0; word &= word - 1 {
				sq := w<<6 | bits.TrailingZeros64(word)
				if flag == isBuild && h.limit < longHunt && !h.f.buildsTwo(attacker, sq) {
					continue
				}
				if n := h.threaten(attacker, sq, hash, at, quiet); n > 0 {
					return n
				}
			}
		}
	}
	return 0
}

// longHunt is the least limit of positions of a search that tries all moves that make three of five.
const longHunt = 2000

// buildsTwo reports whether a stone makes three of five in two directions.
func (f *field) buildsTwo(side, sq int) bool {
	n := 0
	for _, both := range f.spots[sq&(fieldSquares-1)].shapes {
		if shape(both>>(4*side&7)&15) >= closed {
			n++
		}
	}
	return n > 1
}

// threaten tries a move of the attacker.
func (h *hunt) threaten(attacker, sq int, hash uint64, at, quiet int) int {
	h.f.put(attacker, sq)
	n := h.defend(attacker, hash^h.keys[attacker][sq], at+1, quiet)
	h.f.lift(attacker, sq)
	if n == 0 {
		return 0
	}
	h.first = sq
	return n + 1
}

// defend is a node where the opponent of the attacker moves. It returns the plies of the longest
// defence, or 0 if the opponent may escape.
func (h *hunt) defend(attacker int, hash uint64, at, quiet int) int {
	if h.f.any(1-attacker, isFive) {
		return 0
	}
	answer, second := h.f.completing(attacker)
	switch {
	case second != none:
		return 2
	case answer != none:
		return h.answer(attacker, answer, hash, at, quiet)
	}
	n := h.fours(attacker, hash, at) // as if the opponent passed
	if n == 0 {
		return 0
	}
	var list [maxSide * maxSide]int16
	longest := n
	for _, sq := range h.answers(attacker, h.line[at:h.length], list[:0]) {
		m := h.answer(attacker, int(sq), hash, at, quiet)
		if m == 0 {
			return 0
		}
		longest = max(longest, m-1)
	}
	return longest + 1
}

// answer tries a move of the opponent.
func (h *hunt) answer(attacker, sq int, hash uint64, at, quiet int) int {
	h.f.put(1-attacker, sq)
	n := h.attack(attacker, hash^h.keys[1-attacker][sq], at+1, quiet)
	h.f.lift(1-attacker, sq)
	if n == 0 {
		return 0
	}
	return n + 1
}

// answers appends the moves of the opponent that may stop a win by fours: see [wide.answers].
func (h *hunt) answers(attacker int, win []int16, list []int16) []int16 {
	var set squareSet
	defender := 1 - attacker
	for _, sq := range win {
		if !set.has(int(sq)) {
			set.add(int(sq))
			list = append(list, sq)
		}
	}
	counter := h.f.set(defender, isFour)
	laid := 0
	for ; laid+1 < len(win); laid++ {
		h.f.put([2]int{attacker, defender}[laid&1], int(win[laid]))
		if laid&1 == 1 {
			for w, word := range h.f.set(defender, isFour) {
				counter[w] |= word
			}
		}
	}
	for laid--; laid >= 0; laid-- {
		h.f.lift([2]int{attacker, defender}[laid&1], int(win[laid]))
	}
	for w, word := range counter {
		for word &^= set[w]; word != 0; word &= word - 1 {
			list = append(list, int16(w<<6|bits.TrailingZeros64(word)))
		}
	}
	return list
}
