package mnk

// symmetriesOf lists the symmetries of a board as permutations of its squares, the identity
// first: the four of an oblong board, the eight of a square one, and on a torus each of these
// followed by every translation. Equal permutations count once.
func symmetriesOf(r rules) [][]uint16 {
	all := pointSymmetries(r)
	if !r.Torus {
		return all
	}
	var shifted [][]uint16
	for dy := range r.Rows {
		for dx := range r.Columns {
			for _, s := range all {
				t := make([]uint16, len(s))
				for sq, to := range s {
					x, y := (int(to)%r.Columns+dx)%r.Columns, (int(to)/r.Columns+dy)%r.Rows
					t[sq] = uint16(y*r.Columns + x)
				}
				shifted = append(shifted, t)
			}
		}
	}
	return distinct(shifted)
}

// pointSymmetries lists the mirrors and turns that map the board onto itself.
func pointSymmetries(r rules) [][]uint16 {
	var all [][]uint16
	for kind := range 8 {
		transpose := kind&4 != 0
		if transpose && r.Columns != r.Rows {
			continue
		}
		s := make([]uint16, r.Columns*r.Rows)
		for sq := range s {
			x, y := sq%r.Columns, sq/r.Columns
			if kind&1 != 0 {
				x = r.Columns - 1 - x
			}
			if kind&2 != 0 {
				y = r.Rows - 1 - y
			}
			if transpose {
				x, y = y, x
			}
			s[sq] = uint16(y*r.Columns + x)
		}
		all = append(all, s)
	}
	return distinct(all)
}

// distinct drops repetitions, keeping the first of each.
func distinct(permutations [][]uint16) [][]uint16 {
	var kept [][]uint16
	seen := map[string]bool{}
	for _, p := range permutations {
		if name := setName(p); !seen[name] {
			seen[name] = true
			kept = append(kept, p)
		}
	}
	return kept
}

func inverse(permutation []uint16) []uint16 {
	back := make([]uint16, len(permutation))
	for from, to := range permutation {
		back[to] = uint16(from)
	}
	return back
}

// permuter maps the bits of a word by a symmetry, a chunk of bits at a time: one look-up for
// 3x3, two for 4x4, three for 5x5.
type permuter struct {
	bits  int
	table []uint64 // chunk by chunk, each of 1<<bits entries
}

// newPermuter makes the table of one permutation of at most 64 squares.
func newPermuter(permutation []uint16) permuter {
	n := len(permutation)
	chunks := (n + 8) / 9
	bits := (n + chunks - 1) / chunks
	p := permuter{bits: bits, table: make([]uint64, chunks<<bits)}
	for chunk := range chunks {
		for value := range 1 << bits {
			var to uint64
			for bit := range bits {
				if sq := chunk*bits + bit; value>>bit&1 != 0 && sq < n {
					to |= 1 << permutation[sq]
				}
			}
			p.table[chunk<<bits+value] = to
		}
	}
	return p
}

// apply maps a set of squares.
func (p *permuter) apply(set uint64) uint64 {
	var to uint64
	mask := uint64(1)<<p.bits - 1
	for base := 0; base < len(p.table); base += 1 << p.bits {
		to |= p.table[base+int(set&mask)]
		set >>= p.bits
	}
	return to
}
