package tt

// Age begins a new generation: what is in the table stays true, and gives way
// to what comes. Where that means to number all entries again, and few came since that was done, the
// last generation goes on: a certificate takes a short search for each node, and with a table of
// gigabytes most of the time went into numbers.
func (t *Table) Age() {
	first := t.gen.first
	stores := t.stats.Stores + t.unseen
	if t.gen.usedUp() && t.Packed() && stores-t.renumbered < uint64(t.words.touched)/renumberPart {
		return
	}
	if !t.gen.age() {
		return
	}
	t.renumbered = stores
	t.words.renumber(first)
	for i := range t.buckets {
		for j := range t.buckets[i].slots {
			s := &t.buckets[i].slots[j]
			if s.gen < first {
				s.work = 0
			}
			s.gen = 0
		}
	}
}

// renumberPart is the part of a table that is new before its entries are numbered again: a sixteenth.
const renumberPart = 16

// generations numbers the times that the table was cleared or aged. Entries
// from before the first valid one are none.
type generations struct {
	first, now, last uint32
}

// clear begins a generation before which nothing is valid, and reports whether
// the numbers are used up and the memory has to be cleared.
func (g *generations) clear() bool {
	if g.usedUp() {
		g.first, g.now = 0, 0
		return true
	}
	g.now++
	g.first = g.now
	return false
}

// usedUp reports whether no number is left.
func (g *generations) usedUp() bool { return g.now == g.last }

// age begins a generation, and reports whether the numbers are used up and
// what is valid has to be numbered 0.
func (g *generations) age() bool {
	if g.usedUp() {
		g.first, g.now = 0, 1
		return true
	}
	g.now++
	return false
}
