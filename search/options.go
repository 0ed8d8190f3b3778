package search

// Options returns what the searcher was made with, for another engine that is to take
// as much memory and time.
func (s *Searcher) Options() Options { return s.opts }
