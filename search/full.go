package search

import "oxo/search/tt"

// TableFull returns what part of the table's memory holds entries, in thousandths,
// as a sample tells. It is for the caller of the search, between searches or while
// one reports.
func (s *Searcher) TableFull() int {
	if s.chosen != nil && s.game.tactical != nil {
		return s.chosen.table.full()
	}
	full, bytes := int64(0), int64(0)
	s.tables.each(func(t *tt.Table) {
		full += int64(t.Full()) * t.Bytes()
		bytes += t.Bytes()
	})
	if bytes == 0 {
		return 0
	}
	return int(full / bytes)
}
