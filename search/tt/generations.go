package tt

// Age begins a new generation: entries stay valid, and new ones replace them first. If the
// generation numbers are used up and few entries are new since the last renumbering, Age
// continues the last generation instead. (A certificate takes a short search for each node, and
// with a table of gigabytes renumbering took most of the time.)
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

// renumberPart is a divisor: a table is renumbered only if at least a sixteenth of it is new.
const renumberPart = 16

// generations numbers the times that the table was cleared or aged. Entries of a generation
// before the first valid one count as empty.
type generations struct {
	first, now, last uint32
}

// clear begins a generation with nothing valid before it. It reports whether the numbers are
// used up, so that the memory has to be cleared.
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

// age begins a generation. It reports whether the numbers are used up, so that valid entries
// have to be renumbered to 0.
func (g *generations) age() bool {
	if g.usedUp() {
		g.first, g.now = 0, 1
		return true
	}
	g.now++
	return false
}
