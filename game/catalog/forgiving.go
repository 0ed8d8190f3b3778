package catalog

import "oxo"

// Forgiving is a game that reads a text of a position in which another program has left something wrong,
// where only one meaning is possible: a FEN of chess with a right to castle that the board does not allow.
type Forgiving interface {
	oxo.Game
	// ReadPosition reads every text that ParsePosition reads, with the same meaning, and further ones; it
	// may refuse counters that no game comes to. For each thing that it reads otherwise than it is written, changed has a sentence for the user: what was
	// wrong, and what is read instead. A text with two meanings is an error that says what would be right.
	ReadPosition(text string) (p oxo.Position, changed []string, err error)
}

// ReadPosition reads a position that a user or another program has written: by the game's ReadPosition
// where it is [Forgiving], else by its ParsePosition. The caller shows the user what was changed.
func ReadPosition(g oxo.Game, text string) (p oxo.Position, changed []string, err error) {
	if f, ok := g.(Forgiving); ok {
		return f.ReadPosition(text)
	}
	p, err = g.ParsePosition(text)
	return p, nil, err
}
