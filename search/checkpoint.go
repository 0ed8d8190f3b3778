package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"oxo"
)

// savedVersion changes with the format that Save writes.
const savedVersion = 1

// saved is an unfinished proof, without its table.
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

// plan is the state of a proof between two questions: see prove.
type plan struct {
	near   int       // plies within which the next question looks for an end
	step   oxo.Score // of the next question from the far end
	budget uint64    // nodes of a question of this iteration
}

// Save writes the state of a proof, that is a search without limits: the bounds of the
// position, the nodes, the next questions, and the table. [Searcher.Load] of another searcher
// reads it and continues the proof. Save may be called between searches, for the last one, or
// by [Turns], for the running one. In the second case the other threads continue, so
// each table entry is written as it is at some moment during the call.
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

// Load reads what Save wrote for the same position with the same options. The next search continues
// from there if it is of that position and without limits; its nodes include those from before.
// Load trusts its input, so the caller should store it with a checksum. After an error the searcher
// is unchanged.
func (s *Searcher) Load(r io.Reader, p oxo.Position) error {
	var state saved
	if err := binary.Read(r, binary.LittleEndian, &state); err != nil {
		return fmt.Errorf("the state of the search is not complete: %w", err)
	}
	s.enter()
	defer s.leave()
	s.resumed = nil
	s.prepare(p, Limits{})
	switch {
	case state.Version != savedVersion:
		return fmt.Errorf("the state of the search has version %d: this program reads version %d", state.Version, savedVersion)
	case state.Hash != p.Hash():
		return errors.New("the state of the search is for another position")
	case state.Lo > state.Hi:
		return fmt.Errorf("the state of the search says that a value is at least %v and at most %v", state.Lo, state.Hi)
	case state.Table != (s.tables.proofs != nil):
		return errors.New("the state of the search and this search: want both with a table, or both without")
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

// forgetResumed forgets the loaded state, unless the next search continues it.
func (s *Searcher) forgetResumed(p oxo.Position, limits Limits) {
	if limits != (Limits{}) || s.resumed.Hash != p.Hash() {
		s.resumed = nil
	}
}

// resume takes over the loaded state of the position.
func (s *Searcher) resume() {
	state, r := s.resumed, &s.run
	s.resumed = nil
	r.proven = r.proven.And(oxo.Between(state.Lo, state.Hi))
	r.best, r.hasBest, r.provenMove, r.reached = state.Best, state.HasBest, state.ProvenMove, state.Reached
	r.plan = plan{int(state.Near), state.Step, state.Budget}
	r.helped = state.Nodes
	s.visited.Store(state.Nodes)
}

// firstPlan returns the plan that a proof begins with.
func firstPlan() plan { return plan{near: nearest, step: 1, budget: firstBudget} }
