package search

import (
	"oxo"
	"oxo/search/tt"
)

// tables holds the tables of a search: one for proofs, with one word per entry if the game's
// keys allow it, and one for the iterations of deepening, whose entries are larger. If the
// entries of the first are as large, one table serves both.
type tables struct {
	proofs, iterations *tt.Table
	counted            *tt.Table // of a search that counts, or nil
}

// startTable is the size of a table in use at first. It grows with the questions.
const startTable = 1 << 18

// each calls f for each table.
func (t *tables) each(f func(*tt.Table)) {
	if t.proofs != nil {
		f(t.proofs)
	}
	if t.iterations != nil && t.iterations != t.proofs {
		f(t.iterations)
	}
	if t.counted != nil {
		f(t.counted)
	}
}

// readyTables makes the tables that a search needs, empty unless they are kept.
func (s *Searcher) readyTables(limits Limits) {
	if s.table = nil; s.opts.NoTable || s.game.forbids {
		s.tables = tables{} // if repetitions are forbidden, no value belongs to the state alone
		return
	}
	both := limits.Nodes > 0 || limits.Time > 0 || s.opts.KeepTable && !s.asksOnly
	config := tt.Config{Bytes: s.opts.TableBytes, Start: startTable, Margins: s.game.margins}
	if limits.Depth <= 0 || s.opts.KeepTable {
		config.KeyBits = s.game.keyBits
	}
	if config.KeyBits > 0 && both {
		config.Bytes /= 2
	}
	t := &s.tables
	t.proofs = s.tableOf(t.proofs, config)
	config.KeyBits = 0
	switch {
	case !t.proofs.Packed():
		t.iterations = t.proofs
	case both:
		t.iterations = s.tableOf(t.iterations, config)
	default:
		t.iterations = nil
	}
	s.table = t.proofs
}

// tableOf returns a table of a configuration: the old one if it fits, aged or cleared;
// otherwise a new one.
func (s *Searcher) tableOf(old *tt.Table, c tt.Config) *tt.Table {
	if old != nil && old.Config() == c {
		switch {
		case s.resumed != nil: // it was loaded for this search
		case s.opts.KeepTable:
			old.Age()
		default:
			old.Clear()
		}
		return old
	}
	t, err := tt.New(c)
	if err != nil {
		panic("search: " + err.Error()) // the caller has to check the options
	}
	return t
}

// Warm makes the table of selective searches for the game of p, if it is [Tactical], and
// touches all of its memory. Otherwise the system provides each page at its first write, while
// a clock runs, and large pages take long. Warm changes the result of no search. Other tables
// grow with the questions and are not touched.
func (s *Searcher) Warm(p oxo.Position) {
	s.enter()
	defer s.leave()
	s.prepare(p, Limits{Time: 1})
	if s.game.tactical != nil {
		s.chosen.table.warm()
	}
}

// Clear forgets all that earlier searches have learned. With [Options.KeepTable] a search
// limited by plies or nodes then gives the same result as a new Searcher. A search of a game
// with another name clears by itself.
func (s *Searcher) Clear() {
	s.enter()
	defer s.leave()
	s.forgetAll()
}

func (s *Searcher) forgetAll() {
	s.forgetOrder()
	s.tables.each((*tt.Table).Clear)
	if s.chosen != nil {
		s.chosen.forget()
	}
}

// TableStats counts the uses of a search's tables.
type TableStats struct {
	tt.Stats
	Bytes int64 // memory allocated
}

// TableStats returns the use of the tables by the last search. Counts of several threads at the
// same moment may be lost.
func (s *Searcher) TableStats() TableStats {
	var sum TableStats
	s.tables.each(func(t *tt.Table) {
		sum.Bytes += t.Bytes()
		if s.guided {
			return
		}
		more := t.Stats()
		sum.Probes += more.Probes
		sum.Hits += more.Hits
		sum.Stores += more.Stores
		sum.Collisions += more.Collisions
	})
	return sum
}

// reserve makes room for the entries of a question with a number of nodes: about one in four
// stores.
func (s *Searcher) reserve(nodes uint64) {
	if s.table != nil {
		s.table.Reserve(nodes / 4)
	}
}

// identity identifies a position in the table.
type identity struct {
	key      oxo.Key
	symmetry int // maps the position onto the image that key belongs to
	best     oxo.Move
	hasBest  bool // best is the best move of an earlier search
}

func (s *Searcher) identify() identity {
	var id identity
	switch g := &s.game; {
	case g.symmetric != nil && len(s.run.counting.twice) == 0: // states reached twice have no symmetric images
		id.key, id.symmetry = g.symmetric.Canonical()
	case g.exact():
		id.key = g.keyed.Key()
	default:
		id.key.Lo = g.p.Hash()
	}
	if s.run.counting.on {
		id.key = s.count(id.key)
	}
	return id
}

// probe returns the value if the table's entry is sufficient; otherwise it records the table's
// move. A proof trusts only exact keys.
func (s *Searcher) probe(id *identity, alpha, beta oxo.Score, depth int, root bool) (oxo.Score, bool) {
	e, ok := s.table.Probe(id.key)
	if !ok {
		return 0, false
	}
	lo, hi, exact := e.Lo(), e.Hi(), s.game.exact()
	if !root && int(e.Depth) >= depth && (lo >= beta || hi <= alpha || lo == hi) && (exact || depth < unlimited/2) {
		if e.Depth != tt.Proven {
			s.run.doubt.horizon++
		}
		if !exact {
			s.run.doubt.inexact++
		}
		if lo >= beta {
			return lo, true
		}
		return hi, true
	}
	if id.best, id.hasBest = e.Best, e.HasMove; id.hasBest && id.symmetry != 0 {
		id.best = s.game.symmetric.UnmapMove(id.best, id.symmetry)
	}
	return 0, false
}

func (s *Searcher) store(id *identity, e tt.Entry, nodes uint64) {
	if id.symmetry != 0 && e.HasMove {
		e.Best = s.game.symmetric.MapMove(e.Best, id.symmetry)
	}
	s.table.Store(id.key, e, nodes)
	if s.opts.Share > 0 && nodes >= s.opts.Share {
		s.note(id.key, &e, nodes)
	}
}
