// Package book holds opening books: the exact value of every position of a game's first plies,
// so that a search need not prove it again.
//
// A book contains only values, a byte each. The game determines the position of each byte: the positions are in the
// order of their keys, one of each class of images. So a book has a fifth of the size that it would have with keys.
// Opening it takes one walk through those positions, some ten milliseconds for 40,000. The checksum covers the keys
// too: a game whose keys have changed refuses the book instead of reading the value of another position.
package book

import (
	"cmp"
	"fmt"
	"slices"

	"oxo"
)

// Book holds the values of the first plies of a game. It does not change, and any number of
// goroutines may use it. It does not know positions of other games, if these state their
// game ([oxo.Facts]): see [Shelf] for the books of all games.
type Book struct {
	game    oxo.Game
	plies   int
	margins bool
	keys    []oxo.Key // in ascending order
	values  []int8    // the value of each key, as encoded by Book.value
}

// unknown is the value of a position that is not solved yet.
const unknown int8 = -128

// Plies returns the ply of the book's last positions.
func (b *Book) Plies() int { return b.plies }

// Len returns the number of positions, one of each class of images.
func (b *Book) Len() int { return len(b.keys) }

// Missing returns the number of positions without a value. It is 0 unless Make was interrupted.
func (b *Book) Missing() int {
	n := 0
	for _, v := range b.values {
		if v == unknown {
			n++
		}
	}
	return n
}

// Lookup returns the exact value of a position of the book's game, for its side to move, and
// whether the book has it. Positions where the game is over are in no book.
func (b *Book) Lookup(p oxo.Position) (oxo.Score, bool) {
	if oxo.OtherGame(p, b.game.Name()) {
		return 0, false
	}
	i, ok := b.number(keyOf(p)())
	if !ok || b.values[i] == unknown {
		return 0, false
	}
	return b.score(b.values[i]), true
}

// number returns the index of a key in the book, if it has one.
func (b *Book) number(key oxo.Key) (int, bool) { return slices.BinarySearchFunc(b.keys, key, compare) }

func compare(a, b oxo.Key) int {
	if a.Hi != b.Hi {
		return cmp.Compare(a.Hi, b.Hi)
	}
	return cmp.Compare(a.Lo, b.Lo)
}

// score decodes a value: the plies to a win, or if negative the plies to a loss; or a margin.
func (b *Book) score(value int8) oxo.Score {
	switch {
	case b.margins:
		return oxo.By(int(value))
	case value > 0:
		return oxo.Win(int(value))
	case value < 0:
		return oxo.Loss(-int(value))
	}
	return oxo.Draw
}

// value encodes a score as a byte.
func (b *Book) value(s oxo.Score) (int8, error) {
	n := s.Margin()
	if s.CountsPlies() {
		n = s.Sign() * s.Plies()
	}
	if n <= int(unknown) || n > 127 {
		return 0, fmt.Errorf("%v does not fit into a book: want at most 127 plies or a margin of at most 127", s)
	}
	return int8(n), nil
}
