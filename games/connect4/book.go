package connect4

import (
	_ "embed"

	"oxo"
)

// defaultBook is the opening book of 7x6, made by "oxo book connect4".
//
//go:embed 7x6.book
var defaultBook []byte

// Facts implements [oxo.Factual]. The book is of the board 7x6.
func (p *position) Facts() oxo.Facts {
	f := oxo.Facts{Game: p.g}
	if p.g.width == 7 && p.g.height == 6 {
		f.Book = defaultBook
	}
	return f
}

// Facts implements [oxo.Factual]. Large boards have no book.
func (p *largePosition) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }
