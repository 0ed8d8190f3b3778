package machine

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// A search makes the same moves in many states. So a pair of moves that is often made gets decision trees: each node of a tree reads
// one atom that is kept, and a leaf has the fluents that change. A tree grows by the paths that states take through it.

// tree decides which of some fluents change. No other tree of the same moves reads an atom that this one may read. If these are few, a
// table of leaves takes the place of the nodes.
type tree struct {
	of    []int32 // the places of the fluents in the list of the effect
	root  atomic.Pointer[branch]
	left  atomic.Int32 // how many nodes it may still get
	reads []int32      // the atoms of the table
	table []atomic.Pointer[branch]
}

// branch is a node of a tree.
type branch struct {
	atom    int32                     // -1 for a leaf
	next    [2]atomic.Pointer[branch] // where the atom is false, and where it is true
	changes []int32                   // of a leaf
}

const (
	often     = 16      // times that moves are made before they get trees
	maxTree   = 256     // nodes of one tree
	maxReads  = 7       // atoms of a table
	maxNodes  = 1 << 16 // of a program
	maxGrowth = 1 << 27 // conditions looked at to make nodes, for a program
)

// leaf returns the leaf of a state, nil if no such state was there before.
func (t *tree) leaf(m *Machine) *branch {
	if t.table != nil {
		return t.table[t.place(m)].Load()
	}
	b := t.root.Load()
	for b != nil && b.atom >= 0 {
		b = b.next[m.truth[b.atom>>6]>>(b.atom&63)&1].Load()
	}
	return b
}

// place returns where the leaf of a state is in the table.
func (t *tree) place(m *Machine) (at uint64) {
	for _, a := range t.reads {
		at = at<<1 | m.truth[a>>6]>>(a&63)&1
	}
	return at
}

// follow computes the fluents that moves change.
func (m *Machine) follow(e *effect) {
	for _, x := range e.fixed {
		for differ := (m.truth[x.word] ^ x.value) & x.mask; differ != 0; differ &= differ - 1 {
			m.changes = append(m.changes, x.word<<6+int32(bits.TrailingZeros64(differ))-1)
		}
	}
	if len(e.changes) == 0 {
		return
	}
	trees := e.trees.Load()
	if trees == nil && e.coded && e.times.Add(1) > often {
		trees = m.p.plant(e)
	}
	if trees == nil {
		m.ask(e.made)
		for i := range e.changes {
			m.changed(e, int32(i))
		}
		return
	}
	for _, t := range *trees {
		b := t.leaf(m)
		if b == nil && t.left.Load() > 0 {
			b = m.p.grow(e, t, m)
		}
		if b != nil {
			m.changes = append(m.changes, b.changes...)
			continue
		}
		m.ask(e.made)
		for _, i := range t.of {
			m.changed(e, i)
		}
	}
}

// changed notes a fluent if the moves change it.
func (m *Machine) changed(e *effect, i int32) {
	f := e.changes[i]
	var will bool
	if e.coded {
		will = m.holds(&e.code, e.next[i])
	} else {
		l := m.p.Next[f]
		will = m.is(int32(l.Atom())) != l.Not()
	}
	if will != m.Fluent(int(f)) {
		m.changes = append(m.changes, f)
	}
}

// plant makes the trees of an effect, without nodes. Fluents that read the same atom are in one tree.
func (p *Program) plant(e *effect) *[]*tree {
	p.mu.Lock()
	defer p.mu.Unlock()
	if trees := e.trees.Load(); trees != nil {
		return trees
	}
	g := p.gardener()
	trees := new([]*tree)
	for _, t := range g.parted(e) {
		if t.left.Store(maxTree); len(t.reads) > maxReads {
			t.reads = nil
		} else {
			t.table = make([]atomic.Pointer[branch], 1<<len(t.reads))
		}
		*trees = append(*trees, t)
	}
	e.trees.Store(trees)
	return trees
}

// parted parts the fluents of an effect: those that read the same atom are together.
func (g *gardener) parted(e *effect) (trees []*tree) {
	readers := map[int32]*tree{} // by atom
	for i, f := range e.changes {
		g.begin()
		g.count(e, e.next[i])
		g.meet(f + 1)
		t := &tree{of: []int32{int32(i)}, reads: slices.Clone(g.found)}
		trees = append(trees, t)
		for _, a := range g.found {
			if other := readers[a]; other != nil && other != t {
				t.join(other)
				trees = slices.DeleteFunc(trees, func(x *tree) bool { return x == other })
				for _, b := range other.reads {
					readers[b] = t
				}
			}
			readers[a] = t
		}
		g.forget()
	}
	return trees
}

// join adds the fluents of another tree.
func (t *tree) join(other *tree) {
	t.of = append(other.of, t.of...)
	for _, a := range other.reads {
		if !slices.Contains(t.reads, a) {
			t.reads = append(t.reads, a)
		}
	}
}

// grow makes the nodes that are missing on the way of a state through a tree, and returns the leaf; nil if the tree is full.
func (p *Program) grow(e *effect, t *tree, m *Machine) *branch {
	p.mu.Lock()
	defer p.mu.Unlock()
	g := p.gardener()
	var read []int32
	defer func() {
		for _, a := range read {
			g.known[a] = 0
		}
	}()
	at := &t.root
	know := func(a int32) (yes uint64) {
		read, g.known[a] = append(read, a), -1
		if m.bit(a) {
			yes, g.known[a] = 1, 1
		}
		return yes
	}
	if t.table != nil {
		at = &t.table[t.place(m)]
		for _, a := range t.reads {
			know(a)
		}
	}
	for {
		b := at.Load()
		if b == nil {
			if t.left.Load() <= 0 || g.nodes >= maxNodes || g.work > maxGrowth {
				t.left.Store(0)
				return nil
			}
			b = g.branch(e, t)
			g.nodes++
			t.left.Add(-1)
			at.Store(b)
		}
		if b.atom < 0 {
			return b
		}
		at = &b.next[know(b.atom)]
	}
}

// gardener makes nodes of trees. It knows the truth of the atoms that were read on the way to a node: 1 true, -1 false, 0 unknown.
type gardener struct {
	atoms int
	known []int8
	work  int // conditions looked at
	nodes int

	// The results of eval, by node of the code.
	memo  []int8
	stamp []int32
	now   int32

	// The unknown atoms that count has met.
	found []int32
	times []int32 // by atom
	seen  []int32 // by atom: the fluent that met it last
	past  []int32 // by node of the code, too
	turn  int32
}

// gardener returns the gardener of a program. The caller holds the lock.
func (p *Program) gardener() *gardener {
	if p.garden == nil {
		p.garden = &gardener{atoms: p.Atoms, known: make([]int8, p.Atoms), times: make([]int32, p.Atoms), seen: make([]int32, p.Atoms)}
	}
	return p.garden
}

// branch makes a node: a leaf if the atoms that are known decide all fluents, otherwise one that reads the atom that matters for
// most fluents.
func (g *gardener) branch(e *effect, t *tree) *branch {
	var changes []int32
	decided := true
	for _, i := range t.of {
		f := e.changes[i]
		switch yes, no := g.after(e, i); {
		case yes != 0 && yes == -no: // it changes, or stays, whatever it is
			if no > 0 {
				changes = append(changes, f)
			}
		case g.known[f+1] != 0 && yes != 0:
			if yes != g.known[f+1] {
				changes = append(changes, f)
			}
		default:
			decided = false
			g.begin()
			if g.count(e, e.next[i]); yes != 0 && no != 0 {
				g.meet(f + 1)
			}
		}
	}
	if decided {
		return &branch{atom: -1, changes: slices.Clip(changes)}
	}
	best := g.found[0]
	for _, a := range g.found {
		if g.times[a] > g.times[best] || g.times[a] == g.times[best] && a < best {
			best = a
		}
	}
	g.forget()
	return &branch{atom: best}
}

// after returns what a fluent will be if it is true now, and if it is false now; twice the same if it is known.
func (g *gardener) after(e *effect, i int32) (yes, no int8) {
	own, next := e.changes[i]+1, e.next[i]
	if g.known[own] != 0 {
		yes = g.fresh(e, next)
		return yes, yes
	}
	g.known[own] = 1
	yes = g.fresh(e, next)
	g.known[own] = -1
	no = g.fresh(e, next)
	g.known[own] = 0
	return yes, no
}

// fresh computes a part, without results from before.
func (g *gardener) fresh(e *effect, p part) int8 {
	g.now++
	for len(g.memo) < len(e.code.nodes) {
		g.memo, g.stamp, g.past = append(g.memo, 0), append(g.stamp, 0), append(g.past, 0)
	}
	return g.eval(&e.code, p)
}

// eval computes a part, if the known atoms decide it.
func (g *gardener) eval(k *code, p part) (truth int8) {
	switch a := int(p >> 1); {
	case p == always:
		return 1
	case p == never:
		return -1
	case a < g.atoms:
		truth = g.known[a]
	default:
		a -= g.atoms
		if g.stamp[a] != g.now {
			g.memo[a], g.stamp[a] = g.node(k, k.nodes[a]), g.now
		}
		truth = g.memo[a]
	}
	if p&1 != 0 {
		return -truth
	}
	return truth
}

func (g *gardener) node(k *code, n node) int8 {
	truth := int8(-1)
	for _, r := range k.rules[n.from:n.to] {
		if truth = max(truth, g.rule(k, r)); truth > 0 {
			break
		}
	}
	return truth
}

func (g *gardener) rule(k *code, r span) int8 {
	all := int8(1)
	for _, p := range k.parts[r.from:r.to] {
		g.work++
		if all = min(all, g.eval(k, p)); all < 0 {
			break
		}
	}
	return all
}

// begin begins to count the atoms of one more fluent.
func (g *gardener) begin() { g.turn++ }

// forget forgets the atoms that were counted.
func (g *gardener) forget() {
	for _, a := range g.found {
		g.times[a] = 0
	}
	g.found = g.found[:0]
}

// count counts the unknown atoms on which a part that is not decided depends.
func (g *gardener) count(e *effect, p part) {
	if g.fresh(e, p) == 0 {
		g.collect(&e.code, p)
	}
}

func (g *gardener) collect(k *code, p part) {
	a := int32(p >> 1)
	if int(a) < g.atoms {
		g.meet(a)
		return
	}
	a -= int32(g.atoms)
	if g.past[a] == g.turn {
		return
	}
	g.past[a] = g.turn
	n := k.nodes[a]
	for _, r := range k.rules[n.from:n.to] {
		if g.rule(k, r) < 0 {
			continue
		}
		for _, p := range k.parts[r.from:r.to] {
			if g.eval(k, p) == 0 {
				g.collect(k, p)
			}
		}
	}
}

// meet counts an atom, once for each fluent.
func (g *gardener) meet(a int32) {
	if g.seen[a] == g.turn {
		return
	}
	if g.seen[a] = g.turn; g.times[a] == 0 {
		g.found = append(g.found, a)
	}
	g.times[a]++
}
