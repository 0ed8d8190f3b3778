package breakthrough

import (
	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// Motives says whether a pawn wins the race to the far row, and what a move captures.
func (p *position) Motives(m oxo.Move) (motives []board.Motive) {
	side := p.turn
	_, to := fromAndTo(m)
	captures := p.squares[to] != 0
	p.Make(m)
	defer p.Unmake(m)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	if run := p.race(side); run >= 0 {
		left := p.g.rowsTo(side, run)
		motives = append(motives, board.Motive{
			Kind: board.Wins, Name: "race", Squares: []board.Square{p.g.place(run)},
			Text: "has a pawn on " + p.g.squareName(run) + " that nobody can stop, " + words.Count(left, "move") + " from the far row",
		})
	}
	if captures {
		motives = append(motives, board.Motive{
			Kind: board.Gains, Name: "material", Squares: []board.Square{p.g.place(to)},
			Text: "wins a pawn on " + p.g.squareName(to) + ", and no reply wins one back",
		})
	}
	return motives
}

func (g *game) place(sq int) board.Square {
	return board.Square{Column: sq % g.columns, Row: sq / g.columns}
}

// race returns the square of a side's foremost pawn that nothing can stop and that arrives
// before any pawn of the other side, which is to move; or -1.
func (p *position) race(side oxo.Side) int {
	theirs := min(p.distance(side.Opponent()), p.pawns[side])
	run := p.runner(side, theirs-1)
	if run >= p.g.rows {
		return -1
	}
	row := p.g.rowOf(side, run)
	for sq := row * p.g.columns; sq < (row+1)*p.g.columns; sq++ {
		if p.squares[sq] == int8(side)+1 && p.free(side, sq) {
			return sq
		}
	}
	return -1
}
