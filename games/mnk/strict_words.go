package mnk

import (
	"errors"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
)

// strictAbout explains the options of renju and caro.
const strictAbout = "renju: squares are forbidden to black; opening: first stones near the centre; caro: a row of k with both ends closed does not count"

// strict reports whether the game is renju or caro.
func (r *rules) strict() bool { return r.Renju || r.Caro }

// checkStrict refuses options that do not go together.
func (r *rules) checkStrict() error {
	switch {
	case r.Renju && r.K != renjuRow:
		return fmt.Errorf("renju is five in a row: want %d, not %d, as in mnk:15x15x5,renju", renjuRow, r.K)
	case r.Renju && (r.Misere || r.Torus || r.Exact || r.Caro):
		return errors.New("renju has rules of its own: want no other option with it, as in mnk:15x15x5,renju")
	case r.Opening && (r.Columns%2 == 0 || r.Rows%2 == 0):
		return errors.New("the opening of renju begins at the centre: want odd numbers of columns and rows, as in mnk:15x15x5,renju,opening")
	case r.Caro && (r.Misere || r.Torus):
		return errors.New("caro goes with the option exact only: want mnk:15x15x5,caro or mnk:15x15x5,exact,caro")
	}
	return nil
}

// strictOptions returns the end of a game's name.
func (r *rules) strictOptions() (options string) {
	if r.Renju {
		options += ",renju"
	}
	if r.Opening {
		options += ",opening"
	}
	if r.Caro {
		options += ",caro"
	}
	return options
}

// strictGoal is [game.goal] for renju and caro.
func (g *game) strictGoal() string {
	if g.rules.Renju {
		return "Take empty squares in turn: five in a row wins. Some squares are forbidden to " + g.sides()[oxo.First] + "."
	}
	exactly := ""
	if g.rules.Exact {
		exactly = "exactly "
	}
	return fmt.Sprintf("Take empty squares in turn: %s%d in a row wins, unless the other side holds both ends.", exactly, g.rules.K)
}

// strictRules returns the additional rules of renju and caro.
func (g *game) strictRules() []string {
	first, second := g.sides()[oxo.First], g.sides()[oxo.Second]
	switch {
	case g.rules.Renju:
		return append([]string{
			fmt.Sprintf("Only %s may have more than five. Moves of %s that make more than five, two fours or two threes at once are forbidden, unless they also make exactly five.", second, first),
			"A four is four that one more makes exactly five. A three is three that one more, which is not forbidden and makes no five, makes four in a row with both ends open to five.",
			fmt.Sprintf("If every empty square is forbidden to %s at its turn, it is a draw.", first),
		}, g.openingRules()...)
	case g.rules.Caro:
		return []string{fmt.Sprintf("A row of exactly %d does not count if the other side has a stone at both its ends. An edge of the board does not count as a stone.", g.rules.K)}
	}
	return nil
}

// barred returns the field of [board.Facts]; nil in games that forbid nothing.
func (g *game) barred() func(oxo.Position) []board.Square {
	if !g.rules.Renju {
		return nil
	}
	return func(p oxo.Position) (squares []board.Square) {
		s, ok := p.(*strict)
		if !ok || !s.bars() || s.Outcome() != oxo.Ongoing {
			return nil
		}
		for sq, cell := range s.cells {
			if cell == none && s.view.foul(sq).forbids() {
				squares = append(squares, board.Square{Column: sq % g.rules.Columns, Row: g.rules.Rows - 1 - sq/g.rules.Columns})
			}
		}
		return squares
	}
}

// Terms implements [board.Explained].
func (p *strict) Terms() []board.Term {
	return p.g.terms(p.ply&1, p.live, lineWorth)
}

// openingRules returns the additional rules of the option opening.
func (g *game) openingRules() []string {
	if !g.rules.Opening {
		return nil
	}
	return []string{"The first stone is at the centre, the second next to it, the third at most two squares away from it."}
}

// tooFar returns an error for a move of the opening that is too far from the centre.
func (g *game) tooFar(sq, ply int) error {
	if !g.rules.Opening || g.rules.nearCentre(sq, ply) {
		return nil
	}
	return fmt.Errorf("%s is too far from the centre: %s", g.squareName(sq), strings.ToLower(g.openingRules()[0][:1])+strings.TrimSuffix(g.openingRules()[0][1:], "."))
}

// openingPlies is the number of the stones that have to be near the centre.
const openingPlies = 3

// nearCentre reports whether a stone may be on a square by the rule of the opening.
func (r *rules) nearCentre(sq, ply int) bool {
	dx, dy := sq%r.Columns-r.Columns/2, sq/r.Columns-r.Rows/2
	return ply >= openingPlies || max(dx, -dx, dy, -dy) <= ply
}
