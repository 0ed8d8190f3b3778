package checkers

import (
	"math/bits"
	"testing"

	"oxo/game/board"
)

// TestGeometry: the squares of a board, their bits, their numbers and their places in the picture
// convert into each other, and all squares are dark; rows are places one above the other; and the
// centre is the same for both sides.
func TestGeometry(t *testing.T) {
	for _, international := range []bool{false, true} {
		for _, size := range [][2]int{{4, 4}, {4, 6}, {6, 6}, {6, 8}, {8, 8}, {8, 6}, {10, 10}} {
			g := &game{geometry: newGeometry(size[0], size[1]), columns: size[0], rows: size[1]}
			g.international = international
			places := map[board.Square]bool{}
			for sq := range g.squares {
				bit := g.bit(sq)
				place := g.place(bit)
				places[place] = true
				if at, ok := g.at(place); !ok || at != bit || g.square(bit) != sq || g.numbered(g.number(bit)) != bit {
					t.Errorf("%v, %v: square %d is bit %d at %v, where bit %d is (%v); number %d", size, international, sq, bit, place, at, ok, g.number(bit))
				}
				if place.Column < 0 || place.Column >= g.columns || g.row[sq/g.half]>>bit&1 == 0 {
					t.Errorf("%v, %v: square %d is at %v", size, international, sq, place)
				}
			}
			if len(places) != g.columns*g.rows/2 {
				t.Errorf("%v, %v: %d squares have a place", size, international, len(places))
			}
			if g.turned(g.centre) != g.centre || bits.OnesCount64(g.centre) != min(4, g.columns) {
				t.Errorf("%v: the centre %x, and from the other side %x", size, g.centre, g.turned(g.centre))
			}
		}
	}
}
