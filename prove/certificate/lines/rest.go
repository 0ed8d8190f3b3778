package lines

import (
	"math/bits"

	"oxo"
)

// Rest searches the small game that a plan of pairs leaves. For each line that counts it has a set: the squares that
// are empty and in no pair. The other side needs all squares of one set; the preventing side needs a square in each
// (lemma 7). Squares have their own numbers here, from 0 to 63.
type Rest struct {
	budget int      // positions that the search may still look at
	stack  []uint64 // the sets of the positions on the current line
}

// SearchBudget is the number of positions that the search of a leaf may look at. It takes at most some milliseconds.
const SearchBudget = 1000

// restReplies bounds the number of replies to each move of the other side that the search tries.
const restReplies = 4

// FullWeight is the weight of an empty set, which the other side has completed: see lemma 2.
const FullWeight = int64(1) << 40

// weights holds the sum of the weights of some sets, and for each square the sum of the weights of the sets with it.
type weights struct {
	total int64
	of    [64]int64
	all   uint64 // squares that are in a set
	few   uint64 // squares that alone complete a set
	whole bool   // a set is empty
}

func weigh(sets []uint64) (w weights) {
	for _, set := range sets {
		weight := FullWeight >> min(bits.OnesCount64(set), 40)
		w.total += weight
		w.all |= set
		w.whole = w.whole || set == 0
		if set&(set-1) == 0 {
			w.few |= set
		}
		for ; set != 0; set &= set - 1 {
			w.of[bits.TrailingZeros64(set)] += weight
		}
	}
	return w
}

// heaviest removes and returns the square with the greatest weight. Among equal squares it takes the first.
func (w *weights) heaviest(squares *uint64) int {
	best := bits.TrailingZeros64(*squares)
	for left := *squares; left != 0; left &= left - 1 {
		if sq := bits.TrailingZeros64(left); w.of[sq] > w.of[best] {
			best = sq
		}
	}
	*squares &^= 1 << best
	return best
}

// Keeps reports whether the preventing side gets a square in each set, with the other side to move. It also reports
// false if the search needs more positions than budget.
func (r *Rest) Keeps(sets []uint64, budget int) bool {
	r.budget = budget
	return r.kept(sets)
}

// Holding returns the square with which the preventing side, to move, keeps all sets from the other side, within
// SearchBudget. It reports false if it finds none. It also reports false if any move will do, because the weights of
// the sets are low enough (lemma 2).
func (r *Rest) Holding(sets []uint64) (sq int, ok bool) {
	if weigh(sets).total < FullWeight {
		return 0, false
	}
	r.budget = SearchBudget
	return r.reply(sets)
}

// kept reports whether the preventing side gets a square in each set, with the other side to move.
func (r *Rest) kept(sets []uint64) bool {
	if r.budget--; r.budget < 0 {
		return false
	}
	w := weigh(sets)
	if w.few != 0 || w.whole {
		return false
	}
	for squares := w.all; squares != 0; {
		sq := w.heaviest(&squares)
		if w.total+w.of[sq] < FullWeight {
			return true // for this square and all later ones (lemma 2)
		}
		if !r.answer(sets, sq) {
			return false
		}
	}
	return true
}

// answer reports whether some reply to a move of the other side keeps the sets from the other side.
func (r *Rest) answer(sets []uint64, sq int) bool {
	at := len(r.stack)
	for _, set := range sets {
		r.stack = append(r.stack, set&^(1<<sq))
	}
	_, ok := r.reply(r.stack[at:])
	r.stack = r.stack[:at]
	return ok
}

// reply returns a square with which the preventing side, to move, keeps the sets from the other side.
func (r *Rest) reply(sets []uint64) (sq int, ok bool) {
	w := weigh(sets)
	replies := w.all
	if w.few != 0 {
		if replies = w.few; replies&(replies-1) != 0 {
			return 0, false // two squares each complete a set, and a reply takes only one of them
		}
	}
	for range restReplies {
		if w.whole || replies == 0 || r.budget < 0 {
			break
		}
		sq = w.heaviest(&replies)
		at := len(r.stack)
		for _, set := range sets {
			if set>>sq&1 == 0 {
				r.stack = append(r.stack, set)
			}
		}
		kept := r.kept(r.stack[at:])
		if r.stack = r.stack[:at]; kept {
			return sq, true
		}
	}
	return 0, false
}

// RestOf numbers the squares of some sets. It returns each set with a bit for each number, and the square of each
// number. It reports false if there are more than 64 squares.
func RestOf(loose []Squares) (sets []uint64, number []oxo.Move, ok bool) {
	var all Squares
	for i := range loose {
		all.Union(&loose[i])
	}
	var numbers [MaxSquares]uint8
	all.Each(func(m oxo.Move) {
		numbers[m] = uint8(len(number) & 63)
		number = append(number, m)
	})
	if len(number) > 64 {
		return nil, nil, false
	}
	sets = make([]uint64, len(loose))
	for i := range loose {
		loose[i].Each(func(m oxo.Move) { sets[i] |= 1 << numbers[m] })
	}
	return sets, number, true
}
