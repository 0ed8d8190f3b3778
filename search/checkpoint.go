package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"oxo"
)

// savedVersion changes with what Save writes.
const savedVersion = 1

// saved is a proof on its way, without its table.
type saved struct {
	Version          uint32
	Hash             uint64 // of the root
	Lo, Hi           oxo.Score
	Best, ProvenMove oxo.Move
	Reached          oxo.Score
	Nodes            uint64
	Near             int32
	Step             oxo.Score
	Budget           uint64
	HasBest, Table   bool
}

// plan is where a proof stands between its questions: see prove.
type plan struct {
	near   int       // plies within which an end is looked for next
	step   oxo.Score // of the next question from the far end
	budget uint64    // nodes of a question of this iteration
}

// Save writes what is known of a proof, a search without limits: the bounds of the
// position, the nodes, what is asked next, and the table. [Searcher.Load] of another
// searcher reads it, and goes on from there. It may be called between searches, of the
// last one, and by [Turns] of the running one: its other threads go on searching
// meanwhile, and each entry of the table is written as it is at some time during that.
func (s *Searcher) Save(w io.Writer) error {
	r := &s.run
	state := saved{
		Version: savedVersion, Hash: r.hash, Lo: r.proven.Lo(), Hi: r.proven.Hi(), Best: r.best, ProvenMove: r.provenMove, Reached: r.reached,
		Nodes: max(r.nodes+r.helped, s.visited.Load()), Near: int32(r.plan.near), Step: r.plan.step, Budget: r.plan.budget,
		HasBest: r.hasBest, Table: s.tables.proofs != nil,
	}
	if err := binary.Write(w, binary.LittleEndian, &state); err != nil || s.tables.proofs == nil {
		return err
	}
	_, err := s.tables.proofs.WriteTo(w)
	return err
}

// Load reads what Save wrote of the same position, with the same options. The next
// search, if it is of that position and without limits, goes on from there; its nodes
// count those from before. It trusts what it reads: whoever keeps it adds a checksum.
// After an error the searcher has learned nothing.
func (s *Searcher) Load(r io.Reader, p oxo.Position) error {
	var state saved
	if err := binary.Read(r, binary.LittleEndian, &state); err != nil {
		return fmt.Errorf("the state of the search is not whole: %w", err)
	}
	s.enter()
	defer s.leave()
	s.resumed = nil
	s.prepare(p, Limits{})
	switch {
	case state.Version != savedVersion:
		return fmt.Errorf("the state of the search is of version %d: this program reads version %d", state.Version, savedVersion)
	case state.Hash != p.Hash():
		return errors.New("the state of the search is of another position")
	case state.Lo > state.Hi:
		return fmt.Errorf("the state of the search says that a value is at least %v and at most %v", state.Lo, state.Hi)
	case state.Table != (s.tables.proofs != nil):
		return errors.New("the state of the search is of one with a table, and this one has none, or the other way round")
	}
	if state.Table {
		if _, err := s.tables.proofs.ReadFrom(r); err != nil {
			s.forgetAll()
			return err
		}
	}
	s.resumed = &state
	return nil
}

// forgetResumed forgets what was loaded, unless the next search goes on from there.
func (s *Searcher) forgetResumed(p oxo.Position, limits Limits) {
	if limits != (Limits{}) || s.resumed.Hash != p.Hash() {
		s.resumed = nil
	}
}

// resume takes up what was loaded of the position.
func (s *Searcher) resume() {
	state, r := s.resumed, &s.run
	s.resumed = nil
	r.proven = r.proven.And(oxo.Between(state.Lo, state.Hi))
	r.best, r.hasBest, r.provenMove, r.reached = state.Best, state.HasBest, state.ProvenMove, state.Reached
	r.plan = plan{int(state.Near), state.Step, state.Budget}
	r.helped = state.Nodes
	s.visited.Store(state.Nodes)
}

// firstPlan is how a proof begins.
func firstPlan() plan { return plan{near: nearest, step: 1, budget: firstBudget} }
