package catalog

import "oxo"

// Forgiving is a game that accepts the faults of other programs in a position's text
// if only one meaning is possible: for example a FEN of chess with a castling right
// that the board rules out.
type Forgiving interface {
	oxo.Game
	// ReadPosition reads every text that ParsePosition reads, with the same meaning,
	// and more. It may refuse counters that no game reaches. For each fault changed
	// has a sentence for the user: what was wrong, and how it was read. A text with
	// two meanings is an error that names the correct form.
	ReadPosition(text string) (p oxo.Position, changed []string, err error)
	// FormatClock writes a position as FormatPosition does; if the position is
	// [oxo.Clocked], the plies without progress follow. ParsePosition reads both.
	FormatClock(p oxo.Position) string
}

// ReadPosition reads a position from a user or another program, with the game's
// ReadPosition if it is [Forgiving], otherwise with its ParsePosition. The caller
// shows the changes to the user.
func ReadPosition(g oxo.Game, text string) (p oxo.Position, changed []string, err error) {
	if f, ok := g.(Forgiving); ok {
		return f.ReadPosition(text)
	}
	p, err = g.ParsePosition(text)
	return p, nil, err
}
