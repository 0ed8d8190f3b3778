package mcts

// TableFull returns what part of the tree's memory is in use, in thousandths. It is
// for the caller of the search, between searches or while one reports.
func (s *Searcher) TableFull() int {
	t := &s.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	return min(1000*len(t.nodes)/t.most, 1000) // the moves of the root may be more
}
