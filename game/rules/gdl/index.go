package gdl

// table holds the facts of one relation, in the order in which they were found.
type table struct {
	facts   []term
	indexes map[string]*index
}

// index finds facts by the known parts of a shape.
type index struct {
	shape  *shape
	filled int                // how many facts of the table the index contains
	facts  map[uint64][]int32 // their places in the table, by a hash of the known parts
}

// candidates returns the places in a table of facts that may fit a shape.
func (g *grounder) candidates(t *table, c *conditionOf, s *shape) []int32 {
	x := t.indexes[s.text]
	if x == nil {
		x = &index{shape: s, facts: map[uint64][]int32{}}
		if t.indexes == nil {
			t.indexes = map[string]*index{}
		}
		t.indexes[s.text] = x
	}
	for ; x.filled < len(t.facts); x.filled++ {
		if k, ok := g.partsOf(x.shape, t.facts[x.filled]); ok {
			x.facts[k] = append(x.facts[k], int32(x.filled))
		}
	}
	k := uint64(hashStart)
	for _, at := range s.known {
		p := &c.a
		for _, i := range at.path {
			p = &p.args[i]
		}
		n, ok := g.build(p, g.values, false)
		if !ok {
			return nil
		}
		k = mix(k, n)
	}
	return x.facts[k]
}

const hashStart = 0xcbf29ce484222325

func mix(k uint64, n term) uint64 {
	k = (k ^ uint64(n)) * 0x9e3779b97f4a7c15
	return k ^ k>>29
}

// partsOf returns the hash of the known parts of a fact; ok is false if it has other
// names than the shape.
func (g *grounder) partsOf(s *shape, f term) (k uint64, ok bool) {
	for _, at := range s.names {
		n, ok := g.part(f, at.path)
		if !ok || g.all[n].name != at.name || len(g.all[n].args) != at.terms {
			return 0, false
		}
	}
	k = hashStart
	for _, at := range s.known {
		n, ok := g.part(f, at.path)
		if !ok {
			return 0, false
		}
		k = mix(k, n)
	}
	return k, true
}

func (g *grounder) part(n term, path []uint8) (term, bool) {
	for _, i := range path {
		args := g.all[n].args
		if int(i) >= len(args) {
			return 0, false
		}
		n = args[i]
	}
	return n, true
}
