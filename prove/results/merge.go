package results

import (
	"errors"
	"slices"
)

var errContradiction = errors.New("a position has different results after different numbers of plies: want a game that loops to implement oxo.Looping")

// merge makes one list of two, and gives them back to the pool.
func merge(a, b *list, p *pool) (*list, error) {
	to := builder{pool: p}
	x, y := a.read(p), b.read(p)
	for !x.ended() && !y.ended() {
		switch {
		case x.key < y.key:
			to.add(x.key, x.mark())
			x.next()
		case x.key > y.key:
			to.add(y.key, y.mark())
			y.next()
		default:
			if x.mark() != y.mark() {
				return nil, errContradiction
			}
			to.add(x.key, x.mark())
			x.next()
			y.next()
		}
	}
	for _, rest := range []*cursor{x, y} {
		for ; !rest.ended(); rest.next() {
			to.add(rest.key, rest.mark())
		}
	}
	return to.done()
}

// without makes a list of the keys of a that b does not have, and gives a back to the pool.
func without(a, b *list, p *pool) (*list, error) {
	to := builder{pool: p}
	y := b.read(nil)
	for x := a.read(p); !x.ended(); x.next() {
		for !y.ended() && y.key < x.key {
			y.next()
		}
		if y.ended() || y.key != x.key {
			to.add(x.key, unknown)
		}
	}
	return to.done()
}

// pile merges many lists into one. It merges lists of like sizes, so that each key is moved some
// log(n) times.
type pile struct {
	lists []*list
	pool  *pool
}

// add adds a list, which the pile owns from now on.
func (s *pile) add(l *list) error {
	s.lists = append(s.lists, l)
	for n := len(s.lists); n > 1 && s.lists[n-2].n <= 2*s.lists[n-1].n; n = len(s.lists) {
		if err := s.join(); err != nil {
			return err
		}
	}
	return nil
}

// join merges the last two lists.
func (s *pile) join() error {
	n := len(s.lists)
	l, err := merge(s.lists[n-2], s.lists[n-1], s.pool)
	s.lists = append(s.lists[:n-2], l)
	return err
}

// one returns all keys in one list.
func (s *pile) one() (*list, error) {
	slices.SortFunc(s.lists, func(a, b *list) int { return b.n - a.n })
	for len(s.lists) > 1 {
		if err := s.join(); err != nil {
			return nil, err
		}
	}
	if len(s.lists) == 0 {
		return &list{}, nil
	}
	return s.lists[0], nil
}

// bag collects keys in any order, as lists of a pile.
type bag struct {
	pile
	keys, spare []uint64
}

// bagKeys is the number of keys that a bag sorts at once: 32 MB, and another 32 MB.
const bagKeys = 1 << 22

func newBag(p *pool) *bag {
	return &bag{pile: pile{pool: p}}
}

// put adds a key.
func (b *bag) put(key uint64) error {
	if len(b.keys) == bagKeys/256 {
		b.keys = slices.Grow(b.keys, bagKeys-len(b.keys)) // once, not by doubling
	}
	if b.keys = append(b.keys, key); len(b.keys) < bagKeys {
		return nil
	}
	return b.flush()
}

// flush sorts the keys, and makes a list of them.
func (b *bag) flush() error {
	b.sort()
	to := builder{pool: b.pool}
	for i, key := range b.keys {
		if i == 0 || key != b.keys[i-1] {
			to.add(key, unknown)
		}
	}
	b.keys = b.keys[:0]
	l, err := to.done()
	if err != nil {
		return err
	}
	return b.add(l)
}

// sort sorts the keys by their digits, from the lowest up: radix sort. A short bag is sorted by
// comparison.
func (b *bag) sort() {
	const digit = 11
	if len(b.keys) < 1<<14 {
		slices.Sort(b.keys)
		return
	}
	all := uint64(0)
	for _, key := range b.keys {
		all |= key
	}
	if cap(b.spare) < len(b.keys) {
		b.spare = make([]uint64, len(b.keys), cap(b.keys))
	}
	from, to := b.keys, b.spare[:len(b.keys)]
	for shift := 0; shift < 64 && all>>shift != 0; shift += digit {
		var count [1 << digit]int
		for _, key := range from {
			count[key>>shift&(1<<digit-1)]++
		}
		sum := 0
		for i, n := range count {
			count[i], sum = sum, sum+n
		}
		for _, key := range from {
			d := key >> shift & (1<<digit - 1)
			to[count[d]] = key
			count[d]++
		}
		from, to = to, from
	}
	b.keys, b.spare = from, to
}
