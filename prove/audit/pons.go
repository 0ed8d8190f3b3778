package audit

import (
	"fmt"
	"math/bits"
	"slices"

	"oxo"
)

// ponsBook is an opening book of Pons' solver: a hash table of positions. The file begins with six bytes: the
// width and the height of the board, the greatest number of stones, the number of bytes of a key, the number of
// bytes of a value, and the logarithm L of the size. Then come the keys of all places of the table, and then
// the values of all places. The size is the least prime number that is at least 2^L.
//
// A key is a number in base 3. Its digits go through the columns from one side to the other, and through each
// column from the bottom: 1 is a stone of the side to move, 2 a stone of the other side, and 0 the end of a
// column; the last 0 is left out. The table stores only the lowest bits of a key, at the place that is the
// remainder of the key divided by the size. The stored bits and the place together give the whole key.
//
// A value is the score minus the lowest possible score, plus 1. An empty place has the value 0.
type ponsBook struct {
	game          oxo.Game
	width, height int
	size          uint64
	keyBytes      int
	keys, values  []byte
	inverse       uint64 // of size, modulo the number of stored keys
}

// The length of the header, and limits of its values.
const (
	ponsHeader   = 6
	maxPonsSide  = 20
	minPonsPower = 2
	maxPonsPower = 28
)

func openPons(o *opening) (*Source, error) {
	d := o.data
	if len(d) < ponsHeader || d[0] < 4 || d[1] < 4 || d[0] > maxPonsSide || d[1] > maxPonsSide || d[4] != 1 || d[5] < minPonsPower || d[5] > maxPonsPower || !slices.Contains([]byte{1, 2, 4}, d[3]) {
		return nil, fmt.Errorf("the file has no header of Pons' books: %w", errOther)
	}
	b := &ponsBook{width: int(d[0]), height: int(d[1]), keyBytes: int(d[3]), size: primeFrom(1 << d[5])}
	if want := ponsHeader + b.size*uint64(b.keyBytes+1); uint64(len(d)) != want {
		return nil, fmt.Errorf("a book of Pons with this header has %d bytes, not %d: %w", want, len(d), errOther)
	}
	var err error
	if b.game, err = gameOf(fmt.Sprintf("connect4:%dx%d", b.width, b.height), o.game, o.lookup); err != nil {
		return nil, fmt.Errorf("the book is about another board: %w", err)
	}
	b.keys, b.values = d[ponsHeader:ponsHeader+int(b.size)*b.keyBytes], d[ponsHeader+int(b.size)*b.keyBytes:]
	b.inverse = inverse(b.size, b.stored())
	return &Source{About: fmt.Sprintf("Pons' opening book up to %d stones, %s", d[2], b.game.Name()), All: b.all}, nil
}

// stored returns the number of different keys that the bytes of a key can store.
func (b *ponsBook) stored() uint64 { return 1 << (8 * b.keyBytes) }

func (b *ponsBook) all(yield func(Record) bool) {
	n := 0
	for place, value := range b.values {
		if value == 0 {
			continue
		}
		n++
		if !yield(Record{n, fmt.Sprintf("place %d", place), func() (Content, error) { return b.read(uint64(place)) }}) {
			return
		}
	}
}

// lowest returns the lowest score: the first side loses as soon as it can.
func (b *ponsBook) lowest() int { return -(b.width * b.height / 2) + 3 }

func (b *ponsBook) read(place uint64) (Content, error) {
	p, err := b.position(b.key(place))
	if err != nil {
		return Content{}, err
	}
	score := int(b.values[place]) - 1 + b.lowest()
	holds, err := scaled(b.game, p, score)
	return Content{Game: b.game, Claims: []Claim{{Position: p, Stated: fmt.Sprint(score), Holds: holds, Write: inScale(b.game, p)}}, Moves: movesTo(b.game, p)}, err
}

// key returns the whole key of a place: the only number below size*stored() whose remainder by size is the place
// and whose lowest bits are the stored ones.
func (b *ponsBook) key(place uint64) uint64 {
	var low uint64
	for i := b.keyBytes - 1; i >= 0; i-- {
		low = low<<8 | uint64(b.keys[int(place)*b.keyBytes+i])
	}
	m := b.stored()
	return place + b.size*((low-place)%m*b.inverse%m)
}

// position decodes a key.
func (b *ponsBook) position(key uint64) (oxo.Position, error) {
	columns := make([][]byte, b.width)
	at, stones := b.width-1, 0
	for ; key > 0; key /= 3 {
		digit := key % 3
		if digit == 0 {
			if at--; at < 0 {
				return nil, fmt.Errorf("the key has more than %d columns", b.width)
			}
			continue
		}
		columns[at] = append(columns[at], byte(digit))
		if stones++; len(columns[at]) > b.height {
			return nil, fmt.Errorf("a column of the key has more than %d stones", b.height)
		}
	}
	own, other := byte('X'), byte('O')
	if stones%2 == 1 {
		own, other = other, own
	}
	for _, column := range columns {
		slices.Reverse(column) // the last digits are the highest stones
		for i, digit := range column {
			column[i] = own
			if digit == 2 {
				column[i] = other
			}
		}
	}
	return ofColumns(b.game, columns, b.height)
}

// primeFrom returns the least prime number that is at least n.
func primeFrom(n uint64) uint64 {
	for n = max(n, 2); ; n++ {
		prime := true
		for f := uint64(2); f*f <= n && prime; f++ {
			prime = n%f != 0
		}
		if prime {
			return n
		}
	}
}

// inverse returns the inverse of the odd number n modulo m, a power of 2.
func inverse(n, m uint64) uint64 {
	x := n // right for the 3 lowest bits; each step doubles their number
	for known := 3; known < bits.Len64(m); known *= 2 {
		x *= 2 - n*x
	}
	return x % m
}
