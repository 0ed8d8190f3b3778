package resolver

// facts holds the facts of a relation that never changes, row after row.
type facts struct {
	width   int
	rows    []term
	count   int
	indexes map[uint64]*index // by the columns that are known
}

// index finds the rows that have known values in some columns.
type index struct {
	columns []int
	heads   []int32 // by hash: 1 + the number of a row; 0 if no row has the hash
	next    []int32 // by row: the next one with this hash
}

// indexOf returns the index for some columns. Only the compiler calls it.
func (f *facts) indexOf(columns []int) *index {
	mask := uint64(0)
	for _, c := range columns {
		mask |= 1 << c
	}
	if x := f.indexes[mask]; x != nil {
		return x
	}
	x := &index{columns: columns, heads: make([]int32, sizeFor(f.count)), next: make([]int32, f.count)}
	for i := f.count - 1; i >= 0; i-- {
		k := uint64(hashStart)
		for _, c := range columns {
			k = mix(k, f.rows[i*f.width+c])
		}
		at := int(k>>32) & (len(x.heads) - 1)
		x.next[i], x.heads[at] = x.heads[at], int32(i+1)
	}
	if f.indexes == nil {
		f.indexes = map[uint64]*index{}
	}
	f.indexes[mask] = x
	return x
}

// sizeFor returns the size of a hash table: a power of 2, at least twice the number of its entries.
func sizeFor(n int) int {
	size := 4
	for size < 2*n {
		size *= 2
	}
	return size
}

// view finds the facts of the state that have one name and known values in some arguments.
type view struct {
	functor *functor
	columns []int
	number  int // in a machine's list of views
}

// functor is a name of facts of the state, with their number of arguments.
type functor struct {
	name   int32
	args   int
	number int // in a machine's list of functors
	inits  int // the number of facts of the start that have it
}

// viewed holds the facts of a view in one state.
type viewed struct {
	stamp uint32
	heads []int32
	next  []int32
}

// look returns the facts of a view in this state. It finds them at the first call for the state.
func (m *Machine) look(v *view) *viewed {
	for len(m.views) <= v.number {
		m.views = append(m.views, viewed{})
	}
	x := &m.views[v.number]
	if x.stamp == m.stamp {
		return x
	}
	x.stamp = m.stamp
	rows := m.rowsOf(v.functor)
	if size := sizeFor(len(rows)); len(x.heads) < size {
		x.heads = make([]int32, size)
	} else {
		clear(x.heads)
	}
	x.next = append(x.next[:0], make([]int32, len(rows))...)
	for i := len(rows) - 1; i >= 0; i-- {
		k := uint64(hashStart)
		args := m.s.terms.at(rows[i]).args
		for _, c := range v.columns {
			k = mix(k, args[c])
		}
		at := int(k>>32) & (len(x.heads) - 1)
		x.next[i], x.heads[at] = x.heads[at], int32(i+1)
	}
	return x
}

// rowsOf returns the facts of the state that have a functor.
func (m *Machine) rowsOf(f *functor) []term {
	if m.sorted != m.stamp {
		m.sorted = m.stamp
		for len(m.rows) < len(m.s.functors) {
			m.rows = append(m.rows, nil)
		}
		for i := range m.rows {
			m.rows[i] = m.rows[i][:0]
		}
		for _, t := range m.state {
			c := m.s.terms.at(t)
			if f := m.s.byFunctor[functorKey{c.name, len(c.args)}]; f != nil {
				m.rows[f.number] = append(m.rows[f.number], t)
			}
		}
	}
	return m.rows[f.number]
}

type functorKey struct {
	name int32
	args int
}
