package book

import (
	"sync"

	"oxo"
	"oxo/search"
)

// Booked is an [oxo.Position] whose game has a book. It is the position that says
// so, and not the game, since a searcher that serves many games sees positions
// alone: so it cannot look a position up in another game's book.
type Booked interface {
	oxo.Position
	// Book returns the game of the position and its book, as a file; a nil file
	// where that game has none. It is quick.
	Book() (oxo.Game, []byte)
}

// Shelf is the books of all games that have one, a [search.Book]. The zero value is
// ready, for several goroutines. A book is opened when it is asked for first.
type Shelf struct {
	mu    sync.Mutex
	books map[*byte]*Book // by the first byte of the file
}

var _ search.Book = (*Shelf)(nil)

// Lookup implements [search.Book]. It panics where the file that a game gives is not a
// book of that game: see [Read].
func (s *Shelf) Lookup(p oxo.Position) (oxo.Score, bool) {
	b, ok := p.(Booked)
	if !ok {
		return 0, false
	}
	g, file := b.Book()
	if len(file) == 0 {
		return 0, false
	}
	return s.open(g, file).Lookup(p)
}

// open returns the book that a file is.
func (s *Shelf) open(g oxo.Game, file []byte) *Book {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.books[&file[0]]
	if !ok {
		var err error
		if b, err = Read(g, file); err != nil {
			panic("book: " + g.Name() + ": " + err.Error()) // the game's mistake: it gives the file
		}
		if s.books == nil {
			s.books = map[*byte]*Book{}
		}
		s.books[&file[0]] = b
	}
	return b
}
