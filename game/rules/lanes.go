package rules

import (
	"context"
	"math/bits"

	"oxo"
	"oxo/game/rules/machine"
)

// lineCounter counts lines of play, with 64 states side by side.
type lineCounter struct {
	ctx    context.Context
	g      *Game
	plies  []linePly // by the plies that are left
	broken bool      // a state is not as play expects it
}

// linePly holds what one ply of a count needs.
type linePly struct {
	lanes *machine.Lanes
	legal [2]machine.LaneMoves
	lists [64][]int32 // of each lane: the moves of the side to move
	waits [64]int32   // and the only move of the other role
	moves []machine.LaneMove
	kept  []uint64
}

// Lines implements [textbook.Counting]: 64 states are computed side by side. It does not count games whose states are not as play expects them.
func (p *position) Lines(ctx context.Context, plies int) (n uint64, ok bool) {
	m, circuit := p.m.(*machine.Machine)
	if plies < 1 || !circuit {
		return 0, false
	}
	c := &lineCounter{ctx: ctx, g: p.g, plies: make([]linePly, plies+1)}
	for i := range c.plies[1:] {
		c.plies[i+1].lanes = p.g.engine.program.Lanes()
	}
	c.plies[plies].lanes.Load(m)
	n = c.count(1, p.turn, plies)
	return n, !c.broken
}

// count counts the lines from the states in some lanes.
func (c *lineCounter) count(live uint64, turn oxo.Side, left int) (n uint64) {
	at := &c.plies[left]
	live &^= at.lanes.Over()
	role := c.g.sides[turn]
	moves := c.movers(at, live, role)
	if left == 1 {
		return uint64(at.legal[role].Sum(moves) + bits.OnesCount64(live&^moves))
	}
	if c.broken || c.ctx.Err() != nil {
		c.broken = true
		return 0
	}
	at.kept = at.lanes.Keep(at.kept[:0])
	at.list(role, live, moves)
	for from := 0; from < len(at.moves); from += 64 {
		some := at.moves[from:min(from+64, len(at.moves))]
		c.plies[left-1].lanes.Make(at.kept, some)
		n += c.count(^uint64(0)>>(64-len(some)), turn.Opponent(), left-1)
	}
	return n
}

// movers finds the legal moves, and returns the lanes in which the side to move has the move. In the others it passes.
func (c *lineCounter) movers(at *linePly, live uint64, role int) uint64 {
	var one, two, waits [2]uint64
	for r := range at.legal {
		legal := &at.legal[r]
		at.lanes.Legal(r, live, legal)
		one[r], two[r] = legal.Counts()
		if len(c.g.traits.waiting[r]) == 0 {
			continue
		}
		for i, m := range legal.Moves {
			if in := legal.Lanes[i] &^ two[r]; in != 0 && c.g.traits.waiting[r][m] {
				waits[r] |= in
			}
		}
	}
	c.broken = c.broken || live&^(one[0]&one[1]) != 0 || two[0]&two[1] != 0
	open := live &^ (two[0] | two[1])
	other := two[1-role] | open&waits[role]&^waits[1-role]
	return live &^ other
}

// list lists the moves in all lanes.
func (at *linePly) list(role int, live, moves uint64) {
	deal(&at.lists, &at.legal[role], moves)
	for i, m := range at.legal[1-role].Moves {
		for in := at.legal[1-role].Lanes[i] & moves; in != 0; in &= in - 1 {
			at.waits[bits.TrailingZeros64(in)] = m
		}
	}
	at.moves = at.moves[:0]
	for in := live; in != 0; in &= in - 1 {
		lane := bits.TrailingZeros64(in)
		if moves>>lane&1 == 0 {
			at.moves = append(at.moves, machine.LaneMove{From: uint8(lane), Moves: [2]int32{-1, -1}})
			continue
		}
		for _, m := range at.lists[lane] {
			both := [2]int32{at.waits[lane], at.waits[lane]}
			both[role] = m
			at.moves = append(at.moves, machine.LaneMove{From: uint8(lane), Moves: both})
		}
	}
}

// deal gives each of some lanes a list of its moves.
func deal(lists *[64][]int32, legal *machine.LaneMoves, lanes uint64) {
	for lane := range lists {
		lists[lane] = lists[lane][:0]
	}
	for i, m := range legal.Moves {
		for in := legal.Lanes[i] & lanes; in != 0; in &= in - 1 {
			lane := bits.TrailingZeros64(in)
			lists[lane] = append(lists[lane], m)
		}
	}
}
