// Package book holds opening books: the exact value of every position of a game's
// first plies, so that a search need not prove it again.
//
// A book holds values alone, a byte each. Which position each byte is of follows
// from the game: its positions in the order of their keys, one of each class of
// images. So a book is a fifth of what it would be with keys; to open one is to
// walk through those positions once, some ten milliseconds for 40,000. The checksum
// is over the keys too: a game whose keys have changed refuses the book, rather
// than to read another position's value from it.
package book

import (
	"cmp"
	"fmt"
	"slices"

	"oxo"
)

// Book is the values of the first plies of a game. It does not change, and any
// number of goroutines may look values up in it. It knows nothing of positions of
// other games, if these have a name ([oxo.Named]): see [Shelf] for one that knows all.
type Book struct {
	game    oxo.Game
	plies   int
	margins bool
	keys    []oxo.Key // in ascending order
	values  []int8    // of each key, as value writes it
}

// unknown is the value of a position that was not solved yet.
const unknown int8 = -128

// Plies returns how many plies from the start the last positions of the book are.
func (b *Book) Plies() int { return b.plies }

// Len returns the number of positions, one of each class of images.
func (b *Book) Len() int { return len(b.keys) }

// Missing returns how many of the positions have no value: none but where the
// making of the book was interrupted.
func (b *Book) Missing() int {
	n := 0
	for _, v := range b.values {
		if v == unknown {
			n++
		}
	}
	return n
}

// Lookup returns the exact value of a position of the book's game, for its side to
// move, and whether the book has it. Finished positions are in no book.
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

// number returns the place of a key in the book, if it has one.
func (b *Book) number(key oxo.Key) (int, bool) { return slices.BinarySearchFunc(b.keys, key, compare) }

func compare(a, b oxo.Key) int {
	if a.Hi != b.Hi {
		return cmp.Compare(a.Hi, b.Hi)
	}
	return cmp.Compare(a.Lo, b.Lo)
}

// score reads a value: plies to a win, below 0 to a loss; or a margin.
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

// value writes a score as a byte.
func (b *Book) value(s oxo.Score) (int8, error) {
	n := s.Margin()
	if s.CountsPlies() {
		n = s.Sign() * s.Plies()
	}
	if n <= int(unknown) || n > 127 {
		return 0, fmt.Errorf("%v does not fit into a book, which has room for 127 plies or a margin of 127", s)
	}
	return int8(n), nil
}
