package gogame

import (
	"slices"

	"oxo"
)

// rim returns the number of cells of a board with a rim around it: a row below and above, and
// one column that is the rim of both the left and the right side.
func (g *game) rim() int { return (g.rows+2)*g.stride + 1 }

// cell returns the number of the cell of a point: columns from the left, rows from
// the bottom.
func (g *game) cell(column, row int) int { return (row+1)*g.stride + column + 1 }

// lay numbers and orders the points, and makes the empty board.
func (g *game) lay() {
	g.squares, g.empty = make([]int, g.rim()), make([]cell, g.rim())
	for i := range g.squares {
		g.squares[i], g.empty[i].colour = -1, rim
	}
	for row := range g.rows {
		for column := range g.columns {
			at := g.cell(column, row)
			g.squares[at] = len(g.cells)
			g.cells = append(g.cells, uint16(at))
			g.empty[at].colour = none
			g.order = append(g.order, oxo.Move(at))
		}
	}
	for _, at := range g.cells {
		g.empty[at].shape = g.rimAround(int(at))
	}
	for i := range g.order { // insertion sort: it adds little to the page's engine
		for j := i; j > 0 && g.off(g.order[j]) < g.off(g.order[j-1]); j-- {
			g.order[j], g.order[j-1] = g.order[j-1], g.order[j]
		}
	}
	if g.points <= wordPoints {
		for _, at := range g.cells {
			near := uint64(0)
			for _, d := range g.near() {
				if sq := g.squares[int(at)+d]; sq >= 0 {
					near |= 1 << sq
				}
			}
			g.inside = append(g.inside, near)
		}
	}
}

// rimAround returns the shape around a point of the empty board.
func (g *game) rimAround(at int) (shape uint16) {
	w := g.stride
	for i, d := range [...]int{w - 1, w, w + 1, -1, 1, -w - 1, -w, 1 - w} {
		shape |= uint16(g.empty[at+d].colour) << (2 * i)
	}
	return shape
}

// off returns the distance of a point from the centre: four times its square.
func (g *game) off(m oxo.Move) int {
	sq := g.squares[m]
	dx, dy := 2*(sq%g.columns)-g.columns+1, 2*(sq/g.columns)-g.rows+1
	return dx*dx + dy*dy
}

// near returns the steps to the four neighbours of a point.
func (g *game) near() [4]int { return [4]int{1, -1, g.stride, -g.stride} }

// eight returns the steps to the eight cells around a point, its neighbours first.
func (g *game) eight() [8]int {
	w := g.stride
	return [8]int{1, -1, w, -w, w + 1, w - 1, 1 - w, -w - 1}
}

// mix makes the random numbers of the hashes [Zobrist70].
func (g *game) mix() {
	seed := uint64(g.columns<<8 | g.rows)
	for i := range g.zobrist {
		g.zobrist[i] = make([]uint64, g.rim())
		for _, at := range g.cells {
			seed += 0x9e3779b97f4a7c15
			g.zobrist[i][at] = splitmix(seed)
		}
	}
}

// splitmix mixes a number [Steele14].
func splitmix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// turnBoard makes the tables of symmetries. Symmetry 1 mirrors the columns, 2 the rows and, on
// square boards, 4 the diagonal. The others combine these in that order.
func (g *game) turnBoard() {
	n := 4
	if g.columns == g.rows {
		n = 8
	}
	for s := range n {
		image := make([]uint16, g.rim())
		for sq, at := range g.cells {
			column, row := sq%g.columns, sq/g.columns
			if s&1 != 0 {
				column = g.columns - 1 - column
			}
			if s&2 != 0 {
				row = g.rows - 1 - row
			}
			if s&4 != 0 {
				column, row = row, column
			}
			image[at] = uint16(g.cell(column, row))
		}
		g.images = append(g.images, image)
	}
	for s := range n {
		g.inverse = append(g.inverse, slices.IndexFunc(g.images, func(back []uint16) bool {
			return !slices.ContainsFunc(g.cells, func(at uint16) bool { return back[g.images[s][at]] != at })
		}))
	}
}
