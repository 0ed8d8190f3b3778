package search

// Options returns the options of the searcher, so that another engine can use the same memory
// and threads.
func (s *Searcher) Options() Options { return s.opts }

// KeepProofs lets later questions ([Searcher.Ask]) use the proofs and the table of the last search,
// which must have had no limits. After this call the searcher may only be used for questions about
// the game of that search.
func (s *Searcher) KeepProofs() { s.opts.KeepTable, s.asksOnly = true, true }

// SetBook changes the book of later searches; nil removes it. It is for a searcher that serves
// several games, each with tables of its own.
func (s *Searcher) SetBook(b Book) {
	s.opts.Book = b
	s.game.comparable = false // so that the next search looks up again what its position can do
}
