package mcts

// TableFull returns what part of the tree's memory is in use, in thousandths. It is
// for the caller of the search, between searches or while one reports.
func (s *Searcher) TableFull() int { return 1000 * len(s.tree.nodes) / s.tree.most }
