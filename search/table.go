package search

import (
	"math/bits"

	"oxo"
	"oxo/tt"
)

// tables are the two that a search may need: one for what is proven, in one
// word an entry where the game's keys allow it, and one for the steps of a
// deepening search, whose entries take more. Where the first takes more too,
// it does for both.
type tables struct {
	proofs, steps *tt.Table
}

// startTable is what a search uses of a table at first: it grows with the
// questions.
const startTable = 1 << 18

// freshTables makes the tables that a search needs, empty.
func (s *Searcher) freshTables(limits Limits) {
	if s.opts.NoTable {
		return
	}
	size, keyBits := s.opts.TableBytes, 0
	if s.exact && limits.Depth <= 0 {
		keyBits = s.keyed.KeyBits()
	}
	both := limits.Nodes > 0 || limits.Time > 0
	if keyBits > 0 && both {
		size /= 2
	}
	t := &s.tables
	t.proofs = fresh(t.proofs, tt.Config{Bytes: size, Start: startTable, KeyBits: keyBits})
	switch {
	case !t.proofs.Packed():
		t.steps = t.proofs
	case both:
		t.steps = fresh(t.steps, tt.Config{Bytes: size, Start: startTable})
	default:
		t.steps = nil
	}
	s.table = t.proofs
}

// fresh returns an empty table: the old one where it is what is wanted.
func fresh(old *tt.Table, c tt.Config) *tt.Table {
	if old != nil && old.Config() == c {
		old.Clear()
		return old
	}
	t, err := tt.New(c)
	if err != nil {
		panic("search: " + err.Error()) // the options are for the caller to check
	}
	return t
}

// TableStats is what a search's tables were used for since it began.
type TableStats struct {
	tt.Stats
	Bytes int64 // memory taken
}

// TableStats returns the use of the tables by the last search; what several
// threads did at once is not counted.
func (s *Searcher) TableStats() TableStats {
	var sum TableStats
	tables := []*tt.Table{s.tables.proofs, s.tables.steps}
	if s.tables.steps == s.tables.proofs {
		tables = tables[:1]
	}
	for _, t := range tables {
		if t == nil {
			continue
		}
		more := t.Stats()
		sum.Probes += more.Probes
		sum.Hits += more.Hits
		sum.Stores += more.Stores
		sum.Collisions += more.Collisions
		sum.Bytes += t.Bytes()
	}
	return sum
}

// reserve makes room for what a question with so many nodes may store: about
// one in four.
func (s *Searcher) reserve(nodes uint64) {
	if s.table != nil {
		s.table.Reserve(nodes / 4)
	}
}

func (s *Searcher) shareTables(shared bool) {
	for _, t := range []*tt.Table{s.tables.proofs, s.tables.steps} {
		if t != nil {
			t.Share(shared)
		}
	}
}

// identity is how the table knows a position.
type identity struct {
	key      oxo.Key
	symmetry int // maps the position onto the one that the key is of
	best     oxo.Move
	hasBest  bool // best is the best move of an earlier search
}

func (s *Searcher) identify() identity {
	var id identity
	switch {
	case s.symmetric != nil:
		id.key, id.symmetry = s.symmetric.Canonical()
	case s.keyed != nil:
		id.key = s.keyed.Key()
	default:
		id.key.Lo = s.p.Hash()
	}
	return id
}

// probe returns the value if the table knows enough of it; else it notes the
// table's move. An exact search trusts only exact keys.
func (s *Searcher) probe(id *identity, alpha, beta oxo.Score, depth int, root bool) (oxo.Score, bool) {
	e, ok := s.table.Probe(id.key)
	if !ok {
		return 0, false
	}
	if !root && int(e.Depth) >= depth && (e.Lo >= beta || e.Hi <= alpha || e.Exact()) && (s.exact || depth < unlimited/2) {
		if e.Depth != tt.Proven {
			s.run.doubt.horizon++
		}
		if !s.exact {
			s.run.doubt.inexact++
		}
		if e.Lo >= beta {
			return e.Lo, true
		}
		return e.Hi, true
	}
	if id.best, id.hasBest = e.Best, e.HasMove; id.hasBest && id.symmetry != 0 {
		id.best = s.symmetric.UnmapMove(id.best, id.symmetry)
	}
	return 0, false
}

func (s *Searcher) store(id *identity, e tt.Entry, nodes uint64) {
	if id.symmetry != 0 && e.HasMove {
		e.Best = s.symmetric.MapMove(e.Best, id.symmetry)
	}
	s.table.Store(id.key, e, nodes)
}

// lookAhead asks the table for the positions behind the moves whose keys are
// given, before any is searched: the enhanced transposition cut-off
// [PlaatEtc96]. What is proven of them tightens what is known of the moves;
// one that is enough to end the node comes first, and lookAhead reports it.
func (s *Searcher) lookAhead(children []oxo.Child, beta oxo.Score) bool {
	if !s.exact {
		return false
	}
	for set := s.table.MayHold(children); set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		c := &children[i]
		if !c.Table.Given() {
			continue
		}
		e, ok := s.table.Probe(c.Key)
		if !ok || e.Depth != tt.Proven {
			continue
		}
		b := e.Back()
		c.Lo, c.Hi = max(c.Lo, b.Lo), min(c.Hi, b.Hi)
		if c.Lo >= beta {
			children[0], children[i] = children[i], children[0]
			return true
		}
	}
	return false
}
