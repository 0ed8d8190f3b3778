package puzzle

import (
	"fmt"
	"slices"

	"oxo"
	"oxo/game/board"
)

// onlyMove is the theme of all other puzzles.
const onlyMove = "only move"

// theme names what the puzzle is about: what the board shows, then the best of the topics of the
// reason, which [explain.Why] has confirmed.
func (x *examined) theme(z *Puzzle) string {
	if z.Keeps == Material {
		return "win of material"
	}
	if z.Within > 0 {
		return fmt.Sprintf("mate in %d", (z.Within+1)/2)
	}
	for _, topic := range topics() {
		if slices.Contains(z.Motives, topic) {
			return topic
		}
	}
	if shown := x.shown(); shown != "" {
		return shown
	}
	for _, m := range z.Motives {
		if m != onlyMove {
			return m
		}
	}
	return onlyMove
}

// topics are those that say more than what can be seen of the move, the rarest first. The rest
// follow in the order of the reason.
func topics() []string {
	return []string{"claimeven", "zugzwang", "double threat", "race", "balance", "no more lines"}
}

// shown names what one can see of the answer: a corner, opposed kings, a capture.
func (x *examined) shown() string {
	before, ok := x.p.Clone().(board.Grid)
	if !ok {
		return ""
	}
	side := before.Turn()
	after, _ := before.Clone().(board.Grid)
	after.Make(x.answer.Move)
	own, other := count(before, side), count(before, side.Opponent())
	switch {
	case x.flips() && takesCorner(before, after, side):
		return "stable corner"
	case opposed(after):
		return "opposition"
	case x.flips():
		return ""
	case count(after, side.Opponent()) < other && x.givesAndTakes(after, side, own):
		return "exchange"
	case count(after, side.Opponent()) < other:
		return "capture"
	case x.givesAndTakes(after, side, own):
		return "sacrifice"
	}
	return ""
}

// flips reports whether the answer changes the owner of a piece, as in Othello.
func (x *examined) flips() bool {
	before, _ := x.p.Clone().(board.Grid)
	after, _ := before.Clone().(board.Grid)
	after.Make(x.answer.Move)
	side := before.Turn()
	return count(after, side)-count(before, side) > 1
}

// givesAndTakes reports whether each reply takes pieces, as where captures are compulsory.
func (x *examined) givesAndTakes(after board.Grid, side oxo.Side, own int) bool {
	replies := after.Moves(nil)
	for _, d := range replies {
		after.Make(d)
		left := count(after, side)
		after.Unmake(d)
		if left >= own {
			return false
		}
	}
	return len(replies) > 0
}

// squares calls f with each square.
func squares(g board.Grid, f func(board.Square, board.Cell)) {
	columns, rows := g.Size()
	for y := range rows {
		for x := range columns {
			s := board.Square{Column: x, Row: y}
			f(s, g.At(s))
		}
	}
}

// count counts the pieces of a side.
func count(g board.Grid, side oxo.Side) (n int) {
	squares(g, func(_ board.Square, c board.Cell) {
		if c.Text != "" && c.Owner == side {
			n++
		}
	})
	return n
}

// takesCorner reports whether a side has a corner that it did not have before.
func takesCorner(before, after board.Grid, side oxo.Side) bool {
	columns, rows := after.Size()
	for _, s := range []board.Square{{}, {Column: columns - 1}, {Row: rows - 1}, {Column: columns - 1, Row: rows - 1}} {
		now, then := after.At(s), before.At(s)
		if then.Text == "" && now.Text != "" && now.Owner == side {
			return true
		}
	}
	return false
}

// opposed reports whether there is one square between two kings, on a row, a column or a diagonal,
// and all other pieces are pawns.
func opposed(g board.Grid) bool {
	kings, others := map[oxo.Side]board.Square{}, 0
	squares(g, func(s board.Square, c board.Cell) {
		switch c.Text {
		case "K", "k":
			kings[c.Owner] = s
		case "", "P", "p":
		default:
			others++
		}
	})
	if len(kings) < 2 || others > 0 {
		return false
	}
	across := kings[oxo.First].Column - kings[oxo.Second].Column
	up := kings[oxo.First].Row - kings[oxo.Second].Row
	return slices.Contains([]int{-2, 0, 2}, across) && slices.Contains([]int{-2, 0, 2}, up)
}
