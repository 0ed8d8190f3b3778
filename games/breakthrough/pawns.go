package breakthrough

import "oxo"

// Field implements certificate.Racing: it returns the size of the board, and false if pawns can
// teleport.
func (p *position) Field() (columns, rows int, ok bool) { return p.g.columns, p.g.rows, !p.g.teleport }

// Pawns returns the columns of a side's pawns in a row, one bit each.
func (p *position) Pawns(side oxo.Side, row int) (columns uint32) {
	if p.g.exact() {
		return uint32(p.stones[side]>>(row*p.g.columns)) & (1<<p.g.columns - 1)
	}
	for column, pawn := range p.squares[row*p.g.columns : (row+1)*p.g.columns] {
		if pawn == int8(side)+1 {
			columns |= 1 << column
		}
	}
	return columns
}
