package catalog

import (
	"fmt"

	"oxo"
)

// Repeats returns how many plies ago the position after a legal move occurred, if the
// game forbids the repetition, as superko in Go does; 0 if the move is allowed. Moves
// and ParseMove do not check this, since a position does not contain its past.
// Repeats makes the move and takes it back.
func Repeats(p oxo.Position, m oxo.Move) int {
	if _, ok := p.(oxo.Looping); !ok {
		return 0
	}
	p.Make(m)
	plies, value := p.(oxo.Looping).Repeated()
	p.Unmake(m)
	if value == oxo.Draw {
		return 0
	}
	return plies
}

// Playable appends the legal moves that are not forbidden repetitions.
func Playable(p oxo.Position, buf []oxo.Move) []oxo.Move {
	from := len(buf)
	buf = p.Moves(buf)
	if _, ok := p.(oxo.Looping); !ok {
		return buf
	}
	kept := buf[:from]
	for _, m := range buf[from:] {
		if Repeats(p, m) == 0 {
			kept = append(kept, m)
		}
	}
	return kept
}

// CheckRepeat returns an error if a legal move is a forbidden repetition.
func CheckRepeat(g oxo.Game, p oxo.Position, m oxo.Move) error {
	plies := Repeats(p, m)
	if plies == 0 {
		return nil
	}
	return fmt.Errorf("%s would repeat the board of %d plies before, which %s forbids (superko): play another move", g.FormatMove(p, m), plies, g.Name())
}
