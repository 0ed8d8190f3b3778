package loops

import (
	"slices"

	"oxo"
)

// strategy is how the claimer plays: its move at each position that the other side can reach,
// and the positions that follow. A position comes after those that follow it.
type strategy struct {
	positions []position
	next      []int32
	plays     []play
	known     map[oxo.Key]int32 // the positions that hold whatever came before
}

// position is a position of a strategy. The positions that follow it are adjacent in
// strategy.next.
type position struct {
	board       uint64 // the state that may not come back
	first, last int32  // range in strategy.next
	play        int32  // the claimer's move, if it must not bring back an earlier state; or -1
}

// check writes out the strategy that the table holds for the last question. It checks that the
// strategy answers all moves, and that no play by it leads to a move of the claimer that brings
// back an earlier state. If it finds such moves, it bars them and reports that the question is
// to be asked again.
func (pr *prover) check(plies int) (ok, again bool) {
	t := &strategy{known: map[oxo.Key]int32{}}
	if _, _, ok = pr.write(t, plies, 0); !ok {
		return false, false
	}
	conflicts := t.conflicts()
	for _, c := range conflicts {
		pr.barred[c] = true
	}
	return len(conflicts) == 0, len(conflicts) > 0
}

// write adds the position, and all that may follow it, to a strategy. It returns its index and
// the ply that it depends on. It fails if no move reaches the score: the table's move may be
// forbidden in this line.
func (pr *prover) write(t *strategy, plies, at int) (place int32, rests int, ok bool) {
	board, _ := pr.barring.Identity()
	claims := pr.p.Turn() == pr.side
	f, known, yes := pr.ask(at, claims)
	if known {
		return t.add(position{board: board, play: -1}), none, yes
	}
	exact := pr.keyed.Key()
	if place, ok := t.known[exact]; ok {
		return place, none, true
	}
	here := position{board: board, play: -1}
	next, rests, ok := pr.follow(t, f, &here, plies, at, claims)
	if !ok {
		return 0, 0, false
	}
	here.first = int32(len(t.next))
	t.next = append(t.next, next...)
	here.last = int32(len(t.next))
	if place = t.add(here); rests >= at {
		rests = none
		t.known[exact] = place
	}
	return place, rests, true
}

// follow adds the positions that follow a position: after one move of the claimer, or after all moves of the other
// side.
func (pr *prover) follow(t *strategy, f *frame, here *position, plies, at int, claims bool) (next []int32, rests int, ok bool) {
	key, symmetry := pr.identify()
	pr.arrange(f, pr.table[key].best, symmetry)
	rests = none
	for i := range f.children {
		p := play{key, pr.mapped(f.children[i].Move, symmetry)}
		if claims && pr.barred[p] {
			continue
		}
		to, below, end := pr.through(t, f.children[i].Move, plies-1, at+1, claims)
		switch {
		case end == written || end == barring:
			next = append(next, to)
		case claims:
			continue
		case end == failed:
			return nil, 0, false
		}
		if rests = min(rests, below); claims {
			if end == barring {
				here.play = t.name(p)
			}
			break
		}
	}
	return next, rests, !claims || len(next) > 0
}

// name stores a move of the claimer, and returns its number.
func (t *strategy) name(p play) int32 {
	t.plays = append(t.plays, p)
	return int32(len(t.plays) - 1)
}

// ending is the result of following a move.
type ending uint8

const (
	written   ending = iota
	barring          // written, and the move must not bring back an earlier state
	forbidden        // the move brings back the state of the ply that it depends on
	failed           // the claimer does not reach the score
)

// through makes a move and writes the position after it; a move of the claimer only if it
// reaches the score.
func (pr *prover) through(t *strategy, m oxo.Move, plies, at int, claims bool) (to int32, rests int, end ending) {
	pr.p.Make(m)
	defer pr.p.Unmake(m)
	if back := pr.repeats(); back > 0 {
		return 0, max(at-back, -1), forbidden
	}
	if claims && !pr.within(plies, at) {
		return 0, none, failed
	}
	to, rests, ok := pr.write(t, plies, at)
	if !ok {
		return 0, none, failed
	}
	if _, bars := pr.barring.Identity(); bars {
		return to, rests, barring
	}
	return to, rests, written
}

func (t *strategy) add(p position) int32 {
	t.positions = append(t.positions, p)
	return int32(len(t.positions) - 1)
}

// conflicts returns the moves of the claimer that may bring back a state of some path to them.
func (t *strategy) conflicts() (plays []play) {
	slots, groups := t.slots()
	var few []int32 // the positions that matter, last first
	for i, slot := range slices.Backward(slots) {
		if slot >= 0 {
			few = append(few, int32(i))
		}
	}
	above := make([]uint64, len(t.positions)) // the states of a group on some path to each position
	for group := range groups {
		for _, i := range few {
			above[i] = 0
		}
		bit := func(i int32) uint64 {
			if slots[i]/wordBits != group {
				return 0
			}
			return 1 << (slots[i] % wordBits)
		}
		for _, i := range few {
			p, seen := &t.positions[i], above[i]|bit(i)
			for _, to := range t.next[p.first:p.last] {
				if p.play >= 0 && slots[to] >= 0 && seen&bit(to) != 0 {
					plays = append(plays, t.plays[p.play])
				}
				above[to] |= seen
			}
		}
	}
	return plays
}

const wordBits = 64

// slots numbers the states that may come back, one number or -1 per position, and returns the
// number of words that these numbers fill.
func (t *strategy) slots() (slots []int32, groups int32) {
	boards := map[uint64]int32{}
	for _, p := range t.positions {
		if _, ok := boards[p.board]; !ok {
			boards[p.board] = int32(len(boards))
		}
	}
	cyclic := t.cyclic(boards)
	numbers := make([]int32, len(boards))
	n := int32(0)
	for i := range numbers {
		if numbers[i] = -1; cyclic[i] {
			numbers[i] = n
			n++
		}
	}
	for _, p := range t.positions {
		slots = append(slots, numbers[boards[p.board]])
	}
	return slots, (n + wordBits - 1) / wordBits
}

// cyclic reports which states may be on a cycle. It repeatedly removes the states that nothing
// leads to, and then those that lead nowhere; the rest may be on a cycle.
func (t *strategy) cyclic(boards map[uint64]int32) []bool {
	left := make([]bool, len(boards))
	for i := range left {
		left[i] = true
	}
	for _, backwards := range []bool{false, true} {
		next, into := make([][]int32, len(boards)), make([]int32, len(boards))
		for _, p := range t.positions {
			for _, to := range t.next[p.first:p.last] {
				from, to := boards[p.board], boards[t.positions[to].board]
				if backwards {
					from, to = to, from
				}
				if from != to && left[from] && left[to] {
					next[from] = append(next[from], to)
					into[to]++
				}
			}
		}
		var free []int32
		for i := range left {
			if left[i] && into[i] == 0 {
				free = append(free, int32(i))
			}
		}
		for ; len(free) > 0; free = free[1:] {
			left[free[0]] = false
			for _, to := range next[free[0]] {
				if into[to]--; into[to] == 0 {
					free = append(free, to)
				}
			}
		}
	}
	return left
}
