package machine

import (
	"math/bits"

	"oxo/game/rules/gdl"
	"oxo/internal/processor"
)

// wideWords is the number of words of a set of wide lanes.
const wideWords = 8

// WideCount is the number of wide lanes.
const WideCount = 64 * wideWords

// WideSet is a set of wide lanes, a bit for each.
type WideSet [wideWords]uint64

// Has reports whether a lane is in the set.
func (s *WideSet) Has(lane int) bool { return s[lane>>6]>>(lane&63)&1 != 0 }

// Add adds a lane.
func (s *WideSet) Add(lane int) { s[lane>>6] |= 1 << (lane & 63) }

// Empty reports whether no lane is in the set.
func (s *WideSet) Empty() bool { return *s == WideSet{} }

// Len returns the number of lanes in the set.
func (s *WideSet) Len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// First returns the first lane in the set, which is not empty.
func (s *WideSet) First() int {
	for i, w := range s {
		if w != 0 {
			return i<<6 | bits.TrailingZeros64(w)
		}
	}
	return -1
}

// WideLanes holds 512 games side by side, which make moves one ply at a time. Almost all facts of a sheet differ between that number of
// states, so all atoms are computed at each ply; [Lanes] looks for changes.
type WideLanes struct {
	p           *Program
	here, after wideCode
	kept        []int32 // the atoms that a state hands on to the next one: the fluents, and the ones of here that after reads
	start       []bool  // of the kept atoms: they are true in the first state
	truth       []WideSet
	next        []WideSet // by fluent
	made        []int32   // the atoms of the moves made
	vectors     bool
}

// wideCode are the rules of some atoms, in the order in which they are computed.
type wideCode struct {
	heads []wideHead
	sizes []int32 // of each rule: its literals
	body  []gdl.Literal
	loops []span // of heads
}

// wideHead is an atom and its rules: their number, and where their sizes and literals begin.
type wideHead struct{ atom, rules, first, body int32 }

// WideLanes returns wide lanes in which all games are at the beginning.
func (p *Program) WideLanes() *WideLanes {
	here, after := p.laneAtoms(true)
	kept := p.keptAtoms(here, after)
	l := &WideLanes{
		p: p, here: p.wideCode(here), after: p.wideCode(after), kept: kept, start: make([]bool, len(kept)),
		truth: make([]WideSet, p.Atoms), next: make([]WideSet, len(p.Next)), vectors: processor.Vectors(),
	}
	l.truth[0] = everyLane()
	for f, yes := range p.Start {
		if yes {
			l.truth[f+1] = everyLane()
		}
	}
	l.run(&l.here)
	for i, a := range l.kept {
		l.start[i] = l.truth[a].Has(0)
	}
	return l
}

func everyLane() (s WideSet) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	return s
}

// wideCode makes the code of some atoms.
func (p *Program) wideCode(in []bool) (c wideCode) {
	for a, yes := range in {
		if !yes {
			continue
		}
		rules := p.Rules[p.rules[a]:p.rules[a+1]]
		c.heads = append(c.heads, wideHead{int32(a), int32(len(rules)), int32(len(c.sizes)), int32(len(c.body))})
		for _, r := range rules {
			c.sizes = append(c.sizes, int32(len(r.Body)))
			c.body = append(c.body, r.Body...)
		}
	}
	for _, l := range p.Loops {
		if !in[l.First] {
			continue
		}
		from := 0
		for int(c.heads[from].atom) != l.First {
			from++
		}
		c.loops = append(c.loops, span{int32(from), int32(from + l.Last - l.First + 1)})
	}
	return c
}

// of returns the lanes in which a literal is true.
func (l *WideLanes) of(lit gdl.Literal) (s WideSet) {
	not := -uint64(lit & 1)
	t := &l.truth[lit>>1]
	for i := range s {
		s[i] = t[i] ^ not
	}
	return s
}

// Over returns the lanes in which the game is over.
func (l *WideLanes) Over() WideSet { return l.of(l.p.Over) }

// Goal returns the lanes in which a goal of a role holds, by its number in the circuit.
func (l *WideLanes) Goal(role, goal int) WideSet { return l.of(l.p.Goals[role][goal].If) }

// Fluent reports whether a fluent is true in a lane.
func (l *WideLanes) Fluent(f, lane int) bool { return l.truth[f+1].Has(lane) }

// Step makes the picked moves of both roles in the states of all lanes. In the lanes that begin again it makes them in the first state.
func (l *WideLanes) Step(again *WideSet, moves *[2]WideMoves) {
	for i, a := range l.kept {
		t, yes := &l.truth[a], uint64(0)
		if l.start[i] {
			yes = ^yes
		}
		for j, w := range again {
			t[j] = t[j]&^w | yes&w
		}
	}
	for _, a := range l.made {
		l.truth[a] = WideSet{}
	}
	l.made = l.made[:0]
	for role := range moves {
		for i, m := range moves[role].Moves {
			a := int32(l.p.FirstMove(role)) + m
			l.truth[a] = moves[role].Picked[i]
			l.made = append(l.made, a)
		}
	}
	l.run(&l.after)
	for f, lit := range l.p.Next {
		l.next[f] = l.of(lit)
	}
	copy(l.truth[1:], l.next)
	l.run(&l.here)
}

// run computes all atoms of a code.
func (l *WideLanes) run(c *wideCode) {
	from := int32(0)
	for _, x := range c.loops {
		l.some(c, from, x.from)
		l.repeat(c, x)
		from = x.to
	}
	l.some(c, from, int32(len(c.heads)))
}

// some computes a range of heads.
func (l *WideLanes) some(c *wideCode, from, to int32) {
	switch {
	case from == to:
	case l.vectors:
		wideVectors(&l.truth[0], &c.heads[from], int(to-from), start(c.sizes), start(c.body))
	default:
		for i := from; i < to; i++ {
			l.truth[c.heads[i].atom] = l.compute(c, i)
		}
	}
}

// start returns the beginning of a list, nil if it is empty.
func start[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// compute computes an atom.
func (l *WideLanes) compute(c *wideCode, i int32) (some WideSet) {
	h := &c.heads[i]
	body := c.body[h.body:]
	for _, n := range c.sizes[h.first : h.first+h.rules] {
		all := everyLane()
		for _, lit := range body[:n] {
			t, not := &l.truth[lit>>1], -uint64(lit&1)
			for j := range all {
				all[j] &= t[j] ^ not
			}
		}
		for j := range some {
			some[j] |= all[j]
		}
		body = body[n:]
	}
	return some
}

// repeat computes the atoms of a loop: all are false at first, and rules make them true until nothing changes.
func (l *WideLanes) repeat(c *wideCode, x span) {
	for _, h := range c.heads[x.from:x.to] {
		l.truth[h.atom] = WideSet{}
	}
	for again := true; again; {
		again = false
		for i := x.from; i < x.to; i++ {
			if t, now := &l.truth[c.heads[i].atom], l.compute(c, i); now != *t {
				*t, again = now, true
			}
		}
	}
}
