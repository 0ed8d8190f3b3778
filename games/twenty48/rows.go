package twenty48

// rowTables has, for each of the 65536 rows of four exponents, the row after a slide, and
// the worth of the row itself. A row is 16 bits, the leftmost tile lowest.
type rowTables struct {
	left, right [1 << 16]uint16
	worth       [1 << 16]int32
}

func newRowTables() *rowTables {
	t := new(rowTables)
	for row := range t.left {
		tiles := unpackRow(uint16(row))
		t.left[row] = packRow(slideLeft(tiles))
		t.right[row] = packRow(reversed(slideLeft(reversed(tiles))))
		t.worth[row] = int32(rowWorth(tiles).sum())
	}
	return t
}

func unpackRow(row uint16) (tiles [side]int) {
	for i := range tiles {
		tiles[i] = int(row >> (4 * i) & 15)
	}
	return tiles
}

func packRow(tiles [side]int) (row uint16) {
	for i, t := range tiles {
		row |= uint16(t) << (4 * i)
	}
	return row
}

func reversed(tiles [side]int) [side]int {
	return [side]int{tiles[3], tiles[2], tiles[1], tiles[0]}
}

// slideLeft moves tiles to the left; two equal ones merge, once. Two tiles of 32768 do not
// merge: the game is over before.
func slideLeft(tiles [side]int) (to [side]int) {
	n, open := 0, false // tiles placed; whether the last may still double
	for _, t := range tiles {
		switch {
		case t == 0:
		case open && to[n-1] == t && t < 15:
			to[n-1]++
			open = false
		default:
			to[n] = t
			n++
			open = true
		}
	}
	return to
}

// The weights of a row or column. Empty squares keep the game going. Tiles that fall towards
// one side block nothing, and greater tiles matter most. Equal neighbours can merge, and nearly
// equal ones soon will.
const (
	emptyWorth    = 280
	doubleWorth   = 620
	disorderPrice = 45  // for each 4th power by which tiles rise against the order, in 1/16
	roughPrice    = 30  // for each step between neighbours
	tilePrice     = 110 // for each tile by its 3rd power, in 1/16: a few large tiles beat many small ones
)

// worths holds the worth of a row or column, by feature.
type worths struct{ empty, tiles, doubles, steps, disorder int }

func (w worths) sum() int { return w.empty + w.tiles + w.doubles + w.steps + w.disorder }

func (w worths) plus(o worths) worths {
	return worths{w.empty + o.empty, w.tiles + o.tiles, w.doubles + o.doubles, w.steps + o.steps, w.disorder + o.disorder}
}

func rowWorth(tiles [side]int) (w worths) {
	rising, falling := 0, 0
	for i, t := range tiles {
		if t == 0 {
			w.empty += emptyWorth
		}
		w.tiles -= tilePrice * t * t * t / 16
		if i == 0 {
			continue
		}
		before := tiles[i-1]
		step := power4(t) - power4(before)
		if step > 0 {
			rising += step
		} else {
			falling -= step
		}
		if t != 0 && before != 0 {
			if t == before {
				w.doubles += doubleWorth
			}
			w.steps -= roughPrice * max(t-before, before-t)
		}
	}
	w.disorder = -(disorderPrice * min(rising, falling) / 16)
	return w
}

func power4(t int) int { return t * t * t * t }
