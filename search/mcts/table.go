package mcts

// TableFull returns how much of the tree's memory is in use, in thousandths. Only the caller of
// the search may call it, between searches or from a report.
func (s *Searcher) TableFull() int {
	t := &s.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	return min(1000*len(t.nodes)/t.most, 1000) // the moves of the root may exceed the limit
}
