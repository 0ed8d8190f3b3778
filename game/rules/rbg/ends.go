package rbg

import (
	"math/bits"
	"slices"
)

// This file proves for some sheets that every game ends, so that no state repeats. In rounds, the
// proof removes actions that can happen only a finite number of times: in each round, some measure
// of the state never grows on a circle of actions, and the proof removes the actions that lower it.
// It is done when no circle switches to a player.

// arc is an action between two hubs, on the way of a game.
type arc struct {
	from, to int32
	op       *op
	old      uint64 // if op is off: the pieces that can be on the square before it
	gone     bool
}

// ends reports whether it can prove that every game ends.
func ends(p *program, f *flow) bool {
	arcs := p.arcs(f)
	for range len(p.variables) + len(p.pieces) + 1 {
		circle := circles(len(p.hubs), arcs)
		live := func(a *arc) bool { return !a.gone && circle[a.from] == circle[a.to] }
		if !slices.ContainsFunc(arcs, func(a *arc) bool { return live(a) && a.op.kind == toPlayer }) {
			return true
		}
		if !lowerPieces(p, arcs, live) && !lowerVariables(p, arcs, live) {
			return marches(p, arcs, live)
		}
	}
	return false
}

// arcs returns the actions of a game, with the pieces that they can overwrite.
func (p *program) arcs(f *flow) []*arc {
	all := uint64(1)<<(len(p.pieces)&63) - 1
	if len(p.pieces) == maxPieces {
		all = 1<<64 - 1
	}
	known := make([]uint64, len(p.hubs)) // the pieces that can be under the cursor
	known[p.start] = all
	old := map[[2]int32]uint64{}
	open := []int32{p.start}
	for len(open) > 0 {
		h := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range f.next[h] {
			o := &p.ops[i]
			set := all
			if p.stays(h, i) {
				set = known[h]
			}
			old[[2]int32{h, i}] = set
			switch o.kind {
			case accept:
				continue
			case on:
				set &= o.set
			case off:
				set = 1 << o.arg
			}
			if known[o.hub]|set != known[o.hub] {
				known[o.hub] |= set
				open = append(open, o.hub)
			}
		}
	}
	var arcs []*arc
	for h := range p.hubs {
		for _, i := range f.next[h] {
			if set, ok := old[[2]int32{int32(h), i}]; ok && p.ops[i].kind != accept {
				arcs = append(arcs, &arc{from: int32(h), to: p.ops[i].hub, op: &p.ops[i], old: set})
			}
		}
	}
	return arcs
}

// stays reports whether an action comes next without a shift of the cursor.
func (p *program) stays(h, op int32) bool {
	for v, s := range p.hubs[h].next {
		for _, g := range p.groups[s.from:s.to] {
			if g.op == op && (g.to-g.from != 1 || int(p.squares[g.from]) != v) {
				return false
			}
		}
	}
	return true
}

// circles returns a number for each hub: two hubs with the same number are on a cycle.
func circles(n int, arcs []*arc) []int {
	out, in := make([][]int32, n), make([][]int32, n)
	for _, a := range arcs {
		if !a.gone {
			out[a.from] = append(out[a.from], a.to)
			in[a.to] = append(in[a.to], a.from)
		}
	}
	// Kosaraju's algorithm, with its own stack.
	var order []int32
	seen := make([]bool, n)
	for h := range n {
		order = finish(int32(h), out, seen, order)
	}
	number := make([]int, n)
	clear(seen)
	for i, h := range slices.Backward(order) {
		for _, member := range finish(h, in, seen, nil) {
			number[member] = i
		}
	}
	return number
}

// finish appends the hubs that can be reached, each after those that it leads to.
func finish(h int32, out [][]int32, seen []bool, order []int32) []int32 {
	type frame struct {
		h    int32
		next int
	}
	if seen[h] {
		return order
	}
	seen[h] = true
	stack := []frame{{h: h}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == len(out[f.h]) {
			order = append(order, f.h)
			stack = stack[:len(stack)-1]
			continue
		}
		to := out[f.h][f.next]
		f.next++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, frame{h: to})
		}
	}
	return order
}

// lowerPieces looks for a set of pieces whose number never grows: no piece of the set is ever
// written over a piece outside the set. It removes the actions that lower the number.
func lowerPieces(p *program, arcs []*arc, live func(*arc) bool) bool {
	for seed := range p.pieces {
		set := uint64(1) << seed
		for before := uint64(0); before != set; {
			before = set
			for _, a := range arcs {
				if live(a) && a.op.kind == off && set>>a.op.arg&1 != 0 {
					set |= a.old
				}
			}
		}
		if bits.OnesCount64(set) == len(p.pieces) {
			continue
		}
		lowered := false
		for _, a := range arcs {
			if live(a) && a.op.kind == off && set>>a.op.arg&1 == 0 && a.old&^set == 0 {
				a.gone, lowered = true, true
			}
		}
		if lowered {
			return true
		}
	}
	return false
}

// lowerVariables looks for a variable that only goes up or only goes down.
func lowerVariables(p *program, arcs []*arc, live func(*arc) bool) bool {
	for v := range p.variables {
		for _, sign := range []byte("+-") {
			var steps []*arc
			only := true
			for _, a := range arcs {
				if !live(a) || a.op.kind != assign || a.op.arg != v {
					continue
				}
				if only = only && a.op.left.step(v) == sign; only {
					steps = append(steps, a)
				}
			}
			if only && len(steps) > 0 {
				for _, a := range steps {
					a.gone = true
				}
				return true
			}
		}
	}
	return false
}

// step returns + or - if the term is the variable, plus or minus a constant above 0.
func (t *term) step(v int) byte {
	if len(t.kids) != 2 || t.op != '+' && t.op != '-' {
		return 0
	}
	a, b := t.kids[0], t.kids[1]
	if t.op == '+' && a.op == 'n' {
		a, b = b, a
	}
	if a.op == 'v' && a.value == v && b.op == 'n' && b.value > 0 {
		return t.op
	}
	return 0
}
