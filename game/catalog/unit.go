package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
)

// Unit is the unit of a game's estimates. Where a game has none, its size is 1.
type Unit struct {
	Size      oxo.Score
	One, Many string
}

// UnitOf returns the unit of a game: its name is one of the [board.Facts], and [oxo.Facts] have its size.
func UnitOf(g oxo.Game) Unit {
	name := board.FactsOf(g).Unit
	if size := oxo.FactsOf(g.Start()).Unit; size != 0 && name != [2]string{} {
		return Unit{size, name[0], name[1]}
	}
	return Unit{Size: 1}
}

// Say writes an estimate: "+1.40 pawns", or "+140" if the game has no unit.
func (u Unit) Say(s oxo.Score) string {
	if u.Size == 1 {
		return fmt.Sprintf("%+d", int32(s))
	}
	name := u.Many
	if s == u.Size || s == -u.Size {
		name = u.One
	}
	return u.number(s) + " " + name
}

// Short writes only the number, with one decimal: "+1.4", "+140".
func (u Unit) Short(s oxo.Score) string {
	if u.Size == 1 {
		return fmt.Sprintf("%+d", int32(s))
	}
	return u.decimals(s, 1)
}

// number writes the number of decimals that the unit allows.
func (u Unit) number(s oxo.Score) string {
	return u.decimals(s, len(strconv.Itoa(int(u.Size)))-1)
}

// decimals writes a number of decimals. A number that is rounded to 0 has no sign.
func (u Unit) decimals(s oxo.Score, n int) string {
	said := fmt.Sprintf("%+.*f", n, float64(s)/float64(u.Size))
	if strings.Trim(said, "+-0.") == "" {
		return said[1:]
	}
	return said
}
