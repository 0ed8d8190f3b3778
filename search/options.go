package search

// Options returns what the searcher was made with, for another engine that is to take
// as much memory and time.
func (s *Searcher) Options() Options { return s.opts }

// KeepProofs lets the questions that come ([Searcher.Ask]) begin with what the last search, without limits, has proven, in the
// table that it has. It is for questions only, about the game of that search.
func (s *Searcher) KeepProofs() { s.opts.KeepTable, s.asksOnly = true, true }

// SetBook lets the searches that come ask another book, or none where it is nil: for a
// searcher that serves several games, each with tables of its own.
func (s *Searcher) SetBook(b Book) {
	s.opts.Book = b
	s.game.comparable = false // so that the next search looks up what its position can do
}
