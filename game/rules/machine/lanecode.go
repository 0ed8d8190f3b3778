package machine

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"

	"oxo/game/rules/gdl"
)

// laneCode are the rules of some atoms, in the order in which they are computed. A literal that is seldom true comes first in its
// rule.
type laneCode struct {
	heads []laneHead // one more at the end
	ends  []int32    // of each rule: where its literals end
	body  []gdl.Literal
	first []int32 // of each atom: where its uses begin; one more at the end
	uses  []laneUses
	users []laneUse
	feeds [][]int32 // of each move of both roles: the heads that it alone makes true; these rules are not in the lists above
	loops []span    // of heads; with some, all atoms are always computed
}

// laneHead is an atom, the first of its rules, and where the literals of that begin.
type laneHead struct{ atom, rule, body int32 }

// laneUses are heads that have rules with an atom. As long as a key is false in all lanes, the atom does not matter to them: keys are
// the other literals of a rule that are most seldom true. The last of the literals that becomes true somewhere finds the others true,
// and the first that becomes false everywhere too.
type laneUses struct {
	key gdl.Literal
	to  int32 // where the heads end
}

// laneUse is one of these heads, with a key of its own.
type laneUse struct {
	head int32
	key  gdl.Literal
}

// laneWire is a use of an atom.
type laneWire struct {
	from int32
	keys [2]gdl.Literal
	head int32
}

// laneCode makes the code of some atoms.
func (p *Program) laneCode(in []bool, often *frequency) laneCode {
	c := laneCode{feeds: make([][]int32, p.FirstDerived()-p.FirstMove(0))}
	var wires []laneWire
	for a, yes := range in {
		if !yes {
			continue
		}
		c.heads = append(c.heads, laneHead{int32(a), int32(len(c.ends)), int32(len(c.body))})
		for _, r := range p.Rules[p.rules[a]:p.rules[a+1]] {
			if !c.feed(p, r.Body) {
				wires = c.rule(wires, r.Body, often)
			}
		}
	}
	c.heads = append(c.heads, laneHead{-1, int32(len(c.ends)), int32(len(c.body))})
	for _, l := range p.Loops {
		if in[l.First] {
			from := slices.IndexFunc(c.heads, func(h laneHead) bool { return int(h.atom) == l.First })
			c.loops = append(c.loops, span{int32(from), int32(from + l.Last - l.First + 1)})
		}
	}
	c.link(p, wires)
	return c
}

// feed notes a rule that says that a move alone makes the last head true.
func (c *laneCode) feed(p *Program, body []gdl.Literal) bool {
	if len(body) != 1 || body[0].Not() {
		return false
	}
	a := body[0].Atom()
	if a < p.FirstMove(0) || a >= p.FirstDerived() {
		return false
	}
	of := &c.feeds[a-p.FirstMove(0)]
	*of = append(*of, int32(len(c.heads)-1))
	return true
}

// rule adds a rule of the last head.
func (c *laneCode) rule(wires []laneWire, body []gdl.Literal, often *frequency) []laneWire {
	from := len(c.body)
	c.body = append(c.body, body...)
	c.ends = append(c.ends, int32(len(c.body)))
	body = c.body[from:]
	slices.SortStableFunc(body, func(x, y gdl.Literal) int { return often.of(x) - often.of(y) })
	for i, lit := range body {
		x := laneWire{int32(lit.Atom()), [2]gdl.Literal{gdl.Always, gdl.Always}, int32(len(c.heads) - 1)}
		n := 0
		for k := 0; k < len(body) && n < len(x.keys); k++ {
			if k != i {
				x.keys[n] = body[k]
				n++
			}
		}
		wires = append(wires, x)
	}
	return wires
}

// link sorts the uses by their atoms.
func (c *laneCode) link(p *Program, wires []laneWire) {
	slices.SortFunc(wires, func(x, y laneWire) int {
		return cmp.Or(cmp.Compare(x.from, y.from), slices.Compare(x.keys[:], y.keys[:]), cmp.Compare(x.head, y.head))
	})
	wires = slices.Compact(wires)
	c.first = make([]int32, p.Atoms+1)
	for i, x := range wires {
		if i == 0 || x.from != wires[i-1].from || x.keys[0] != wires[i-1].keys[0] {
			c.first[x.from+1]++
			c.uses = append(c.uses, laneUses{key: x.keys[0]})
		}
		c.users = append(c.users, laneUse{x.head, x.keys[1]})
		c.uses[len(c.uses)-1].to = int32(len(c.users))
	}
	for a := range p.Atoms {
		c.first[a+1] += c.first[a]
	}
}

// frequency says how often literals are true.
type frequency struct {
	states int
	times  []int // by atom
}

func (f *frequency) of(lit gdl.Literal) int {
	if lit.Not() {
		return f.states - f.times[lit.Atom()]
	}
	return f.times[lit.Atom()]
}

// frequency counts in random games how often atoms are true.
func (p *Program) frequency() *frequency {
	const games, plies, every = 4, 60, 5
	f := &frequency{times: make([]int, p.Atoms)}
	rng := rand.New(rand.NewPCG(5, 8))
	for range games {
		m := p.Machine()
		for ply := range plies {
			first, second := m.Legal(0, nil), m.Legal(1, nil)
			if len(first) == 0 || len(second) == 0 || m.Over() {
				break
			}
			if ply%every == 0 {
				f.count(p.Circuit, m)
			}
			m.Make(first[rng.IntN(len(first))], second[rng.IntN(len(second))])
		}
	}
	return f
}

// count counts the atoms that are true in a state, without a move.
func (f *frequency) count(c *gdl.Circuit, m *Machine) {
	truth := make([]bool, c.Atoms)
	truth[0] = true
	for i := range c.Fluents {
		truth[1+i] = m.Fluent(i)
	}
	for _, r := range c.Rules { // once: that loops need more does not matter here
		all := true
		for _, lit := range r.Body {
			if truth[lit.Atom()] == lit.Not() {
				all = false
				break
			}
		}
		truth[r.Head] = truth[r.Head] || all
	}
	f.states++
	for a, yes := range truth {
		if yes {
			f.times[a]++
		}
	}
}

// laneTruth is the truth of atoms in lanes.
type laneTruth struct {
	*laneCode
	truth   []uint64 // by atom
	fed     []uint64 // by head: where moves make it true, alone
	pending []uint64 // heads that may change, a bit each
	whole   int      // how many times all atoms will be computed, since most change
	runs    int      // how many times changes were followed since the last decision
	work    int      // atoms computed in these runs
}

func newLaneTruth(p *Program, c *laneCode) laneTruth {
	t := laneTruth{laneCode: c, truth: make([]uint64, p.Atoms), fed: make([]uint64, len(c.heads)), pending: make([]uint64, (len(c.heads)+63)/64), whole: 1}
	t.truth[0] = ^uint64(0)
	return t
}

// of returns the lanes in which a literal is true.
func (t *laneTruth) of(lit gdl.Literal) uint64 { return t.truth[lit>>1] ^ -uint64(lit&1) }

// set sets the lanes in which an atom is true.
func (t *laneTruth) set(a int32, lanes uint64) {
	if t.truth[a] == lanes {
		return
	}
	t.truth[a] = lanes
	if t.whole == 0 {
		t.wake(a)
	}
}

// wake notes the heads to which a change of an atom matters.
func (t *laneTruth) wake(a int32) {
	for i := t.first[a]; i < t.first[a+1]; i++ {
		if t.of(t.uses[i].key) == 0 {
			continue
		}
		from := int32(0)
		if i > 0 {
			from = t.uses[i-1].to
		}
		for _, u := range t.users[from:t.uses[i].to] {
			if t.of(u.key) != 0 {
				t.pending[u.head>>6] |= 1 << (u.head & 63)
			}
		}
	}
}

// move sets the lanes in which a move is made, given its atom and the atom of the first move.
func (t *laneTruth) move(a, first int32, lanes uint64) {
	t.set(a, lanes)
	for _, h := range t.feeds[a-first] {
		if lanes == 0 {
			t.fed[h] = 0
		}
		t.fed[h] |= lanes
		t.pending[h>>6] |= 1 << (h & 63)
	}
}

// run computes the atoms that may have changed.
func (t *laneTruth) run() {
	const (
		some  = 16  // times that changes are followed before it is decided whether
		again = 112 // times all atoms are computed
		few   = 8   // the part that decides: more than an eighth of all
	)
	if t.whole > 0 {
		if len(t.loops) == 0 {
			t.whole--
		}
		clear(t.pending)
		t.runAll()
		return
	}
	for w := range t.pending {
		for t.pending[w] != 0 {
			h := int32(w<<6 | bits.TrailingZeros64(t.pending[w]))
			t.pending[w] &= t.pending[w] - 1
			t.set(t.heads[h].atom, t.compute(h))
			t.work++
		}
	}
	if t.runs++; t.runs == some {
		if few*t.work > some*len(t.heads) {
			t.whole = again
		}
		t.runs, t.work = 0, 0
	}
}

// compute computes one atom.
func (t *laneTruth) compute(h int32) (some uint64) {
	truth, from := t.truth, t.heads[h].body
	some = t.fed[h]
	for _, to := range t.ends[t.heads[h].rule:t.heads[h+1].rule] {
		all := ^uint64(0)
		for _, lit := range t.body[from:to] {
			if all &= truth[lit>>1] ^ -uint64(lit&1); all == 0 {
				break
			}
		}
		if some |= all; some == ^uint64(0) {
			break
		}
		from = to
	}
	return some
}

// runAll computes all atoms.
func (t *laneTruth) runAll() {
	from := int32(0)
	for _, l := range t.loops {
		t.runSome(from, l.from)
		t.repeat(l)
		from = l.to
	}
	t.runSome(from, int32(len(t.heads)-1))
}

// repeat computes the atoms of a loop: all are false at first, and rules make them true until nothing changes.
func (t *laneTruth) repeat(l span) {
	for _, h := range t.heads[l.from:l.to] {
		t.truth[h.atom] = 0
	}
	for again := true; again; {
		again = false
		for h := l.from; h < l.to; h++ {
			if a, lanes := t.heads[h].atom, t.compute(h); lanes != t.truth[a] {
				t.truth[a], again = lanes, true
			}
		}
	}
}

// runSome computes a range of heads. It does not stop a rule early: with 64 lanes it is seldom known when that is possible.
func (t *laneTruth) runSome(first, last int32) {
	truth, from, rule := t.truth, t.heads[first].body, t.heads[first].rule
	for h := first; h < last; h++ {
		some := t.fed[h]
		for to := t.heads[h+1].rule; rule < to; rule++ {
			end, all := t.ends[rule], ^uint64(0)
			for _, lit := range t.body[from:end] {
				all &= truth[lit>>1] ^ -uint64(lit&1)
			}
			some |= all
			from = end
		}
		truth[t.heads[h].atom] = some
	}
}
