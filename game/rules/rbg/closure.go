package rbg

import (
	"context"
	"encoding/binary"
	"slices"
)

// The bounds of the tables. Go on 19x19 squares needs 30 million steps.
const ()

// group is an action that looks at the board, and the squares where it can come next.
type group struct {
	op       int32
	from, to int32 // in squares
	bits     int32 // index of the same squares among the sets; -1 if they are few
}

// span is a list of groups.
type span struct{ from, to int32 }

// hub is a state from which a search of moves continues: by square the actions that can come next. The tables already
// contain the effects of shifts, and of look-aheads that depend only on the square.
type hub struct {
	next   []span
	free   bool // the lists are the same for all squares
	player bool // a player moves from here
}

// op is an action of the automaton that depends on the position.
type op struct {
	set         uint64 // of on: the pieces
	kind        kind
	not         bool  // of look
	hub         int32 // after it
	inner       int32 // of look
	arg         int   // the piece, variable or player
	index       int32
	marks       int   // where its row of the marks begins
	value       int32 // of assign: the constant, -1 for a term
	test        string
	left, right *term
}

// program is a sheet that is ready to run.
type program struct {
	*sheet
	ops     []op
	groups  []group
	squares []uint16
	words   int      // of a set of squares
	sets    []uint64 // of squares
	hubs    []hub
	start   int32 // a hub
	byState map[int32]int32
	opOf    []int32 // by edge

	auto    *automaton
	truth   map[int32][]bool // of edges with a look-ahead that depends on the square alone: its result for each square
	spans   map[string]span
	lists   map[string]span
	bitsets map[int32]int32 // by the beginning of a list
	steps   int
	visits  []uint32
	stamp   uint32
	local   []int32 // by state: its place among the states of one search
}

// link makes the tables.
func link(ctx context.Context, s *sheet, a *automaton) (*program, error) {
	p := &program{
		sheet: s, auto: a, byState: map[int32]int32{}, truth: map[int32][]bool{},
		spans: map[string]span{}, lists: map[string]span{},
		opOf: make([]int32, len(a.edges)), local: make([]int32, len(a.out)),
		words: (len(s.graph.names) + 63) / 64, bitsets: map[int32]int32{},
	}
	for _, e := range a.looks {
		if err := p.resolve(ctx, e); err != nil {
			return nil, err
		}
	}
	for i := range a.edges {
		e := &a.edges[i]
		if e.static {
			continue
		}
		p.opOf[i] = int32(len(p.ops))
		o := op{set: e.set, kind: e.kind, not: e.not, arg: e.arg, value: -1, test: e.op, left: e.left, right: e.right}
		o.index, o.marks = int32(len(p.ops)), len(p.ops)*len(s.graph.names)
		p.ops = append(p.ops, o)
		if e.kind == assign {
			if n, ok := e.left.constant(); ok && n >= 0 && n <= int64(s.variables[e.arg].bound) {
				p.ops[len(p.ops)-1].value = int32(n)
			}
		}
	}
	if len(p.ops)*len(s.graph.names) > s.bounds.Visited {
		return nil, fault(s.sections["rules"].line, "%d actions on %d squares are too many", len(p.ops), len(s.graph.names))
	}
	var err error
	if p.start, err = p.hub(ctx, 0); err != nil {
		return nil, err
	}
	for i := range a.edges {
		if err := p.linkEdge(ctx, i); err != nil {
			return nil, err
		}
	}
	p.auto, p.truth, p.spans, p.lists, p.visits, p.local, p.bitsets = nil, nil, nil, nil, nil, nil, nil
	return p, nil
}

func (p *program) linkEdge(ctx context.Context, i int) error {
	e := &p.auto.edges[i]
	if e.static || e.kind == accept {
		return nil
	}
	o := &p.ops[p.opOf[i]]
	var err error
	if o.hub, err = p.hub(ctx, e.to); err == nil && e.kind == look {
		o.inner, err = p.hub(ctx, e.inner)
	}
	if err == nil && e.kind == toPlayer {
		p.hubs[o.hub].player = true
	}
	return err
}

// resolve finds out whether a look-ahead depends on the square alone, and its results.
func (p *program) resolve(ctx context.Context, e int32) error {
	states, static := p.reach(p.auto.edges[e].inner, true)
	if !static {
		return nil
	}
	result := make([]bool, len(p.graph.names))
	for v := range result {
		found := false
		if err := p.search(ctx, states, p.auto.edges[e].inner, int32(v), func(edge, _ int32) {
			found = found || p.auto.edges[edge].kind == accept
		}); err != nil {
			return err
		}
		result[v] = found != p.auto.edges[e].not
	}
	p.auto.edges[e].static = true
	p.truth[e] = result
	return nil
}

// reach returns the states on static paths from a state. If all is true, it follows every
// edge, and reports whether all edges are static.
func (p *program) reach(from int32, all bool) (states []int32, static bool) {
	static = true
	seen := map[int32]bool{from: true}
	states = []int32{from}
	for i := 0; i < len(states); i++ {
		for _, e := range p.auto.out[states[i]] {
			edge := &p.auto.edges[e]
			if !edge.static {
				if static = static && edge.kind == accept; all && !static {
					return nil, false
				}
				continue
			}
			if !seen[edge.to] {
				seen[edge.to] = true
				states = append(states, edge.to)
			}
		}
	}
	return states, static
}

// search calls the function found with the edges that depend on the position, and the
// squares where they come first on static paths from a state and a square.
func (p *program) search(ctx context.Context, states []int32, from, square int32, found func(edge, square int32)) error {
	width := int32(len(p.graph.names))
	if n := len(states) * int(width); n > p.bounds.Visited {
		return fault(p.sections["rules"].line, "an expression of %d states on %d squares is too large", len(states), width)
	} else if n > len(p.visits) {
		p.visits = make([]uint32, n)
	}
	for i, s := range states {
		p.local[s] = int32(i)
	}
	p.stamp++
	open := [][2]int32{{from, square}}
	p.visits[p.local[from]*width+square] = p.stamp
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if err := p.step(ctx); err != nil {
			return err
		}
		for _, i := range p.auto.out[at[0]] {
			e, to := &p.auto.edges[i], at[1]
			switch {
			case !e.static:
				found(i, at[1])
				continue
			case e.kind == look && !p.truth[i][at[1]]:
				continue
			case e.kind == shift:
				if to = p.graph.leads[e.arg][at[1]]; to < 0 {
					continue
				}
			}
			if k := p.local[e.to]*width + to; p.visits[k] != p.stamp {
				p.visits[k] = p.stamp
				open = append(open, [2]int32{e.to, to})
			}
		}
	}
	return nil
}

// step counts the work.
func (p *program) step(ctx context.Context) error {
	if p.steps++; p.steps > p.bounds.Steps {
		return fault(p.sections["rules"].line, "the ways over the board take more than %d steps: want fewer squares, or simpler rules", p.bounds.Steps)
	}
	if p.steps&0xfffff == 0 && ctx.Err() != nil {
		return fault(p.sections["rules"].line, "the ways over the board take too long: %w", ctx.Err())
	}
	return nil
}

// hub returns the hub of a state.
func (p *program) hub(ctx context.Context, state int32) (int32, error) {
	if h, ok := p.byState[state]; ok {
		return h, nil
	}
	index := int32(len(p.hubs))
	p.byState[state] = index
	h := hub{next: make([]span, len(p.graph.names)), free: true}
	states, _ := p.reach(state, false)
	slot := map[int32]int{}
	var edges []int32
	for _, s := range states {
		for _, e := range p.auto.out[s] {
			if !p.auto.edges[e].static {
				edges = append(edges, e)
			}
		}
	}
	slices.Sort(edges) // the order of the text
	for i, e := range edges {
		slot[e] = i
	}
	sets := make([][]bool, len(edges))
	for i := range sets {
		sets[i] = make([]bool, len(p.graph.names))
	}
	for v := range h.next {
		if err := p.search(ctx, states, state, int32(v), func(edge, square int32) { sets[slot[edge]][square] = true }); err != nil {
			return 0, err
		}
		if err := p.list(&h.next[v], edges, sets); err != nil {
			return 0, err
		}
		h.free = h.free && h.next[v] == h.next[0]
	}
	p.hubs = append(p.hubs, h)
	return index, nil
}

// list makes groups from the contents of sets, and clears sets.
func (p *program) list(to *span, edges []int32, sets [][]bool) error {
	var all []group
	var key []byte
	for i := range sets {
		var squares []byte
		for v, in := range sets[i] {
			if in {
				squares = binary.LittleEndian.AppendUint16(squares, uint16(v))
				sets[i][v] = false
			}
		}
		if len(squares) == 0 {
			continue
		}
		s, ok := p.lists[string(squares)]
		if !ok {
			s = span{int32(len(p.squares)), int32(len(p.squares) + len(squares)/2)}
			p.lists[string(squares)] = s
			for ; len(squares) > 0; squares = squares[2:] {
				p.squares = append(p.squares, binary.LittleEndian.Uint16(squares))
			}
		}
		g := group{p.opOf[edges[i]], s.from, s.to, p.bitset(s)}
		all = append(all, g)
		for _, n := range []int32{g.op, g.from, g.to} {
			key = binary.LittleEndian.AppendUint32(key, uint32(n))
		}
	}
	s, ok := p.spans[string(key)]
	if !ok {
		s = span{int32(len(p.groups)), int32(len(p.groups) + len(all))}
		p.groups = append(p.groups, all...)
		p.spans[string(key)] = s
	}
	*to = s
	if len(p.squares)+len(p.groups) > p.bounds.Table {
		return fault(p.sections["rules"].line, "the ways over the board need tables of more than %d squares: want fewer squares, or simpler rules", p.bounds.Table)
	}
	return nil
}

// bitset returns the index of the set with the squares of a list; -1 for a short list.
func (p *program) bitset(s span) int32 {
	if int(s.to-s.from) < 4*p.words {
		return -1
	}
	at, ok := p.bitsets[s.from]
	if !ok {
		at = int32(len(p.sets))
		p.sets = append(p.sets, make([]uint64, p.words)...)
		for _, v := range p.squares[s.from:s.to] {
			p.sets[int(at)+int(v>>6)] |= 1 << (v & 63)
		}
		p.bitsets[s.from] = at
	}
	return at
}
