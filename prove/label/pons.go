package label

import (
	"errors"
	"strings"

	"oxo"
	"oxo/game/board"
)

// fullColumn is the score of a column that is full.
const fullColumn = -1000

// ponsFields are the columns of the public set connect4-pons-eval: the moves that lead to the
// position, as columns from 0; the score of each column for the side to move, in Pons' scale; and
// the number of stones. The published scores have only the right sign (Pons' solver was asked for
// who wins); these have the right size as well.
func ponsFields(p *Plan) []field {
	p.Options.Scale = "pons"
	moves := field{[]Column{{"moves", Text}}, func(row Row, of *Labeled) (Row, error) {
		text, err := movesTo(p.Game, of)
		return append(row, text), err
	}}
	return []field{
		moves,
		one("scores", Numbers, func(l *Labeled) any {
			scores := make([]int, 7)
			for i := range scores {
				scores[i] = fullColumn
			}
			for _, m := range l.Moves {
				scores[m.Move] = p.scaled(l.Position, m.Value.Score)
			}
			return scores
		}),
		one("depth", Number, func(l *Labeled) any { return stonesOn(p.Game.FormatPosition(l.Position)) }),
	}
}

// stonesOn counts the stones in the text of a position.
func stonesOn(text string) int { return strings.Count(text, "X") + strings.Count(text, "O") }

// movesTo returns moves that lead to a position of Connect Four, as columns from 0: those that it
// was written by, or any others.
func movesTo(g oxo.Game, of *Labeled) (string, error) {
	if text := of.Written; text != "" && strings.Trim(text, "1234567") == "" {
		return strings.Map(func(r rune) rune { return r - 1 }, text), nil
	}
	return routeTo(g, of.Position)
}

// MovesTo returns moves that lead from the empty board to a position of Connect Four, as columns from 1.
func MovesTo(g oxo.Game, p oxo.Position) (string, error) {
	moves, err := routeTo(g, p)
	return strings.Map(func(r rune) rune { return r + 1 }, moves), err
}

// routeTo finds moves to a position, as columns from 0.
func routeTo(g oxo.Game, p oxo.Position) (string, error) {
	target, _ := p.(board.Grid)
	here, _ := g.Start().(board.Grid)
	r := route{here: here, target: target, goal: target.Hash(), dead: map[uint64]bool{}}
	if !r.find() {
		return "", errors.New("no game leads to this position: want one that alternate moves reach without a four on the way")
	}
	return string(r.moves), nil
}

// route looks for moves from one position to another, by placing only stones that the other has.
type route struct {
	here, target board.Grid
	goal         uint64
	dead         map[uint64]bool // from where the target cannot be reached
	moves        []byte
}

// find extends the moves to the target, and reports whether it could.
func (r *route) find() bool {
	if r.here.Hash() == r.goal {
		return true
	}
	for _, m := range r.here.Moves(nil) {
		r.here.Make(m)
		if id := r.here.Hash(); !r.dead[id] && r.fits(int(m)) {
			r.moves = append(r.moves, byte('0'+m))
			if r.find() {
				return true
			}
			r.moves = r.moves[:len(r.moves)-1]
			r.dead[id] = true
		}
		r.here.Unmake(m)
	}
	return false
}

// fits reports whether the stones of a column agree with the target.
func (r *route) fits(column int) bool {
	_, rows := r.here.Size()
	for row := range rows {
		s := board.Square{Column: column, Row: row}
		if cell := r.here.At(s); cell.Text != "" && cell != r.target.At(s) {
			return false
		}
	}
	return true
}
