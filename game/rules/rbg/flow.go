package rbg

import (
	"math/bits"
	"slices"
)

// flow holds facts about the states of a sheet that are found without playing: which values a
// variable can have where a side is to move, or where the game can end.
type flow struct {
	rests  []int32   // the hubs after switches
	values [][]int32 // by variable: its values, sorted; nil if all values within its bounds are possible
	fixed  []bool    // by variable: at each rest it has one value
	at     [][]int32 // by fixed variable and hub: that value, at rests
	cursor bool      // something depends on the cursor at a rest
	next   [][]int32 // by hub: the actions that can come next
}

// maxValues limits the number of constants of a variable that the analysis follows.
const maxValues = 64

// analyze follows the constants through the rules.
func analyze(p *program) *flow {
	f := &flow{values: make([][]int32, len(p.variables)), fixed: make([]bool, len(p.variables)), at: make([][]int32, len(p.variables))}
	for i := range p.ops {
		if o := &p.ops[i]; o.kind == toPlayer || o.kind == toKeeper {
			f.rests = append(f.rests, o.hub)
			f.cursor = f.cursor || o.kind == toPlayer && !p.hubs[o.hub].free
		}
	}
	slices.Sort(f.rests)
	f.rests = slices.Compact(f.rests)
	f.next = p.successors()
	for v := range p.variables {
		f.follow(p, v, f.next)
	}
	return f
}

// successors returns by hub the actions that can come next, on any square.
func (p *program) successors() [][]int32 {
	next := make([][]int32, len(p.hubs))
	for h := range p.hubs {
		seen := map[int32]bool{}
		var last span
		for i, s := range p.hubs[h].next {
			if i > 0 && s == last {
				continue
			}
			last = s
			for _, g := range p.groups[s.from:s.to] {
				if !seen[g.op] {
					seen[g.op] = true
					next[h] = append(next[h], g.op)
				}
			}
		}
		slices.Sort(next[h])
	}
	return next
}

// follow finds the values of one variable.
func (f *flow) follow(p *program, v int, next [][]int32) {
	values := []int32{0}
	for i := range p.ops {
		if o := &p.ops[i]; o.kind == assign && o.arg == v {
			if o.value < 0 {
				return
			}
			values = append(values, o.value)
		}
	}
	slices.Sort(values)
	if values = slices.Compact(values); len(values) > maxValues {
		return
	}
	f.values[v] = values
	bit := func(n int32) uint64 {
		at, _ := slices.BinarySearch(values, n)
		return 1 << at
	}
	have := make([]uint64, len(p.hubs))
	have[p.start] = bit(0)
	open := []int32{p.start}
	for len(open) > 0 {
		h := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range next[h] {
			o := &p.ops[i]
			set := have[h]
			if o.kind == accept {
				continue
			}
			if o.kind == assign && o.arg == v {
				set = bit(o.value)
			}
			if have[o.hub]|set != have[o.hub] {
				have[o.hub] |= set
				open = append(open, o.hub)
			}
		}
	}
	f.fix(v, have, values)
}

// fix stores the value that a variable has at each rest, if it has one. The sets have a bit for each
// value.
func (f *flow) fix(v int, have []uint64, values []int32) {
	f.at[v] = make([]int32, len(have))
	f.fixed[v] = true
	for _, h := range f.rests {
		if set := have[h]; set&(set-1) != 0 {
			f.fixed[v] = false
		} else if set != 0 {
			f.at[v][h] = values[bits.TrailingZeros64(set)]
		}
	}
}

// digits returns the parts of a key other than the board.
func (f *flow) digits(p *program) []digit {
	var all []digit
	for v := range p.variables {
		if f.fixed[v] {
			continue
		}
		size := int64(p.variables[v].bound) + 1
		if f.values[v] != nil {
			size = int64(len(f.values[v]))
		}
		all = append(all, digit{variable: int32(v), values: f.values[v], size: size})
	}
	if f.cursor {
		all = append(all, digit{variable: digitCursor, size: int64(len(p.graph.names))})
	}
	return append(all, digit{variable: digitPlace, size: int64(len(f.rests))}, digit{variable: digitTurn, size: 2})
}
