package book

import (
	"sync"

	"oxo"
	"oxo/search"
)

// Shelf holds the books of all games that have one, as a [search.Book]. The position, not the caller, offers the
// book: so a searcher for many games cannot look up a position in another game's book. The zero value is ready for
// use, by several goroutines. A book is opened at its first use.
type Shelf struct {
	mu    sync.Mutex
	books map[*byte]*Book // by the first byte of the file
}

var _ search.Book = (*Shelf)(nil)

// Lookup implements [search.Book]. It panics if the book of a position's [oxo.Facts] is not
// of their game: see [Read].
func (s *Shelf) Lookup(p oxo.Position) (oxo.Score, bool) {
	f := oxo.FactsOf(p)
	if len(f.Book) == 0 {
		return 0, false
	}
	return s.open(f.Game, f.Book).Lookup(p)
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
