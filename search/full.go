package search

import "oxo/search/tt"

// TableFull returns how much of the table's memory holds entries, in thousandths, estimated
// from a sample. Only the caller of the search may call it, between searches or from a report.
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
