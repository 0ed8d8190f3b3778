package chess

import "oxo"

// endingBoard numbers the squares, and the pairs of squares of both kings. Turns and mirrors
// bring the kings to the first of the equivalent pairs. With pawns only the columns can be
// mirrored.
type endingBoard struct {
	columns int
	passant bool             // the rules have double steps
	seen    [2][64]uint8     // the squares as each side sees them
	images  [][64]uint8      // the squares turned and mirrored; the first two keep rows
	places  [kinds]int       // number of squares for men of a kind
	place   [kinds][64]uint8 // number of each square; for pawns the last row comes last
	square  [kinds][64]uint8 // the inverse of place
	kings   [2]kingPairs     // of images without pawns, and pawnPairs
}

// pawnPairs is the index of the pairs with pawns.
const pawnPairs = 1

// kingPairs numbers the pairs of squares of both kings.
type kingPairs struct {
	pairs   [64 * 64]kingPair // by the square of the side to move, times 64, plus the other's
	squares [][2]uint8        // by number
}

// kingPair is the number of a pair of squares, and the images that map it to the canonical
// pair. If the kings are neighbours the pair has no number.
type kingPair struct {
	number int16
	images uint8 // one bit for each image
}

func newEndingBoard(t *tables) endingBoard {
	e := endingBoard{columns: t.columns, passant: t.columns == side}
	turns := 4
	if t.columns == t.rows {
		turns = 8
	}
	e.images = make([][64]uint8, turns)
	for i := range t.columns * t.rows {
		column, row := i%t.columns, i/t.columns
		sq := row*side + column
		e.seen[oxo.First][sq], e.seen[oxo.Second][sq] = uint8(sq), uint8((t.rows-1-row)*side+column)
		for image := range e.images {
			column, row := column, row
			if image&1 != 0 {
				column = t.columns - 1 - column
			}
			if image&2 != 0 {
				row = t.rows - 1 - row
			}
			if image&4 != 0 {
				column, row = row, column
			}
			e.images[image][sq] = uint8(row*side + column)
		}
		for kind := pawn; kind < kinds; kind++ {
			place := i
			if kind == pawn {
				place -= t.columns // no pawn is on the first row
			}
			if place >= 0 {
				e.place[kind][sq], e.square[kind][place] = uint8(place), uint8(sq)
			}
			e.places[kind] = t.columns * t.rows
		}
	}
	e.places[pawn] -= 2 * t.columns
	e.kings[0].fill(t, e.images)
	e.kings[pawnPairs].fill(t, e.images[:2])
	return e
}

// fill numbers the pairs of squares in ascending order. The lowest of equivalent pairs is the
// canonical one.
func (k *kingPairs) fill(t *tables, images [][64]uint8) {
	for own := range 64 {
		for other := range 64 {
			if own == other || t.board&bit(own) == 0 || t.board&bit(other) == 0 || t.kings[own]>>other&1 != 0 {
				continue
			}
			least := own<<6 | other
			which := uint8(0)
			for i := range images {
				switch pair := int(images[i][own])<<6 | int(images[i][other]); {
				case pair < least:
					least, which = pair, 1<<i
				case pair == least:
					which |= 1 << i
				}
			}
			pair := kingPair{k.pairs[least].number, which}
			if least == own<<6|other {
				pair.number = int16(len(k.squares))
				k.squares = append(k.squares, [2]uint8{uint8(own), uint8(other)})
			}
			k.pairs[own<<6|other] = pair
		}
	}
}

// passed returns the square that stands for a pawn that can be taken en passant: it is on the
// last row.
func (e *endingBoard) passed(sq uint8) uint8 { return sq%side + (side-1)*side }
