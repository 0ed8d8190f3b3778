package board

import "oxo"

// Setup describes how positions are set up by hand: what a square can hold, what else the text of a
// position says, and how a [Draft] is read and written. A game states it in its [Facts]. A game
// without a board may have fields alone.
type Setup struct {
	// Palette lists the contents that a square can have, in the order of a palette; none if squares
	// cannot be set.
	Palette []Cell
	// Holds reports whether a square can have contents; nil if all can.
	Holds func(Square) bool
	// Turn says that the text names the side to move. Otherwise the squares decide it.
	Turn bool
	// Fields lists what the text says in addition to the squares and the side to move.
	Fields []Field
	// Read reads a text that FormatPosition or Write has written, whether or not a game can reach
	// the position: a wrong number of squares is an error, two kings of one side are not.
	Read func(text string) (Draft, error)
	// Write writes a draft. If a game can reach the position, ParsePosition reads the text, and the text
	// equals FormatPosition's. Otherwise ParsePosition's error says why not.
	Write func(d Draft) string
}

// Draft is a position that is being set up: a game need not be able to reach it.
type Draft struct {
	Cells  []Cell   // row by row from the bottom left; nil if the setup has no palette
	Turn   oxo.Side // the side to move
	Fields []string // the values of [Setup.Fields], "" for the default
}

// Field is a part of a position's text that is neither a square nor the side to move: a right to
// castle, the number of passes, the size of a heap.
type Field struct {
	Name string // in a few words: "white castles short"
	// Values are the possible ones, the usual one first: "" and "K". Nil if there are too many
	// to list.
	Values []string
	// Least and Most are the bounds of a number, if Values is nil and Most is not 0. Other fields
	// without Values are words.
	Least, Most int
}
