package book

import (
	"sync"

	"oxo"
	"oxo/search"
)

// Booked is an [oxo.Position] whose game has a book. The position, not the game, offers the
// book, since a searcher for many games sees only positions: so it cannot look up a position in
// another game's book.
type Booked interface {
	oxo.Position
	// Book returns the game of the position and its book as a file, or a nil file if that game
	// has none. It is quick.
	Book() (oxo.Game, []byte)
}

// Shelf holds the books of all games that have one, as a [search.Book]. The zero value is
// ready, for several goroutines. A book is opened at its first use.
type Shelf struct {
	mu    sync.Mutex
	books map[*byte]*Book // by the first byte of the file
}

var _ search.Book = (*Shelf)(nil)

// Lookup implements [search.Book]. It panics if the file that a game returns is not a book of
// that game: see [Read].
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

// open returns the book of a file.
func (s *Shelf) open(g oxo.Game, file []byte) *Book {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.books[&file[0]]
	if !ok {
		var err error
		if b, err = Read(g, file); err != nil {
			panic("book: " + g.Name() + ": " + err.Error()) // a mistake of the game: it provides the file
		}
		if s.books == nil {
			s.books = map[*byte]*Book{}
		}
		s.books[&file[0]] = b
	}
	return b
}
