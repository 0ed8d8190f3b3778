package machine

import (
	"math/bits"

	"oxo/game/rules/gdl"
)

// Lanes computes up to 64 states of a game side by side: the truth of an atom is a word, whose bit i belongs to the state in lane i.
// Lanes keep nothing to take moves back. They compute only what differs from the states that they had before.
type Lanes struct {
	*lanePlan
	here  laneTruth // the states, without a move
	after laneTruth // the states before them, with the moves that led from them
	made  []int32   // the atoms of these moves
	fresh []uint64  // by atom: the lanes of a move that is being made
}

// lanePlan holds what the lanes of a program have in common.
type lanePlan struct {
	p     *Program
	here  laneCode // of the legal moves and of the end
	after laneCode // of the next state, as far as it is not there yet
	kept  []int32  // the atoms that a state hands on to the next one: the fluents, and the ones of here that after reads
}

// Lanes returns lanes for a program.
func (p *Program) Lanes() *Lanes {
	p.planned.Do(func() { p.plan = p.planLanes() })
	return p.plan.lanes()
}

// planLanes finds out what lanes have to compute.
func (p *Program) planLanes() *lanePlan {
	here, after := p.laneAtoms(false)
	often := p.frequency()
	return &lanePlan{p: p, here: p.laneCode(here, often), after: p.laneCode(after, often), kept: p.keptAtoms(here, after)}
}

// keptAtoms returns the atoms that a state hands on to the next one: the fluents, and the ones of here that after reads.
func (p *Program) keptAtoms(here, after []bool) (kept []int32) {
	read := make([]bool, p.Atoms)
	for _, next := range p.Next {
		read[next.Atom()] = true
	}
	for _, r := range p.Rules {
		for _, lit := range r.Body {
			read[lit.Atom()] = read[lit.Atom()] || after[r.Head]
		}
	}
	for a := range p.Atoms {
		if a > 0 && a < p.FirstMove(0) || here[a] && read[a] {
			kept = append(kept, int32(a))
		}
	}
	return kept
}

// laneAtoms returns the derived atoms on which the legal moves, the end and if wanted the points depend, and the others on which the
// next state depends.
func (p *Program) laneAtoms(goals bool) (here, after []bool) {
	here, after = make([]bool, p.Atoms), make([]bool, p.Atoms)
	here[p.Over.Atom()] = true
	for role := range p.Legal {
		for _, goal := range p.Goals[role] {
			here[goal.If.Atom()] = here[goal.If.Atom()] || goals
		}
		for m, legal := range p.Legal[role] {
			here[legal.Atom()], here[p.Guards[role][m].Atom()] = true, true
		}
	}
	for _, next := range p.Next {
		after[next.Atom()] = true
	}
	p.close(here)
	p.close(after)
	for a := range p.Atoms {
		here[a] = here[a] && a >= p.FirstDerived()
		after[a] = after[a] && a >= p.FirstDerived() && !here[a]
	}
	return here, after
}

func (plan *lanePlan) lanes() *Lanes {
	l := &Lanes{lanePlan: plan, fresh: make([]uint64, plan.p.Atoms)}
	l.here, l.after = newLaneTruth(plan.p, &plan.here), newLaneTruth(plan.p, &plan.after)
	return l
}

// of returns the lanes in which a literal is true.
func (l *Lanes) of(lit gdl.Literal) uint64 { return l.here.of(lit) }

// Load puts a state into all lanes.
func (l *Lanes) Load(m *Machine) {
	for f := range l.p.Next {
		word := uint64(0)
		if m.Fluent(f) {
			word = ^word
		}
		l.here.set(int32(f+1), word)
	}
	l.here.run()
}

// Over returns the lanes in which the game is over.
func (l *Lanes) Over() uint64 { return l.of(l.p.Over) }

// Fluent returns the lanes in which a fluent is true.
func (l *Lanes) Fluent(f int) uint64 { return l.here.truth[f+1] }

// Keep returns what [Lanes.Make] has to know of the states in the lanes.
func (l *Lanes) Keep(buf []uint64) []uint64 {
	for _, a := range l.kept {
		buf = append(buf, l.here.truth[a])
	}
	return buf
}

// LaneMove is a move of each role in the state of a lane. If the first is -1, the state stays as it is.
type LaneMove struct {
	From  uint8
	Moves [2]int32
}

// Make makes moves in states that other lanes have kept, and loads the next states. There are 1 to 64 moves, those from one lane
// one after the other. Lanes that are left over get the last state, so that they differ as little as possible.
func (l *Lanes) Make(kept []uint64, moves []LaneMove) {
	l.spread(kept, moves)
	stays := l.move(moves)
	l.after.run()
	for f, lit := range l.p.Next {
		l.here.set(int32(f+1), l.after.of(lit)&^stays|l.after.truth[f+1]&stays)
	}
	l.here.run()
}

// lanesFrom returns a lane, and with the last of some all those after it.
func lanesFrom(lane, of int) uint64 {
	if lane == of-1 {
		return ^uint64(0) << lane
	}
	return 1 << lane
}

// move makes the moves true, and those before them false. It returns the lanes that have none.
func (l *Lanes) move(moves []LaneMove) (stays uint64) {
	firsts := [2]int32{int32(l.p.FirstMove(0)), int32(l.p.FirstMove(1))}
	for lane, m := range moves {
		mask := lanesFrom(lane, len(moves))
		if m.Moves[0] < 0 {
			stays |= mask
			continue
		}
		for role, first := range firsts {
			l.fresh[first+m.Moves[role]] |= mask
		}
	}
	for _, a := range l.made {
		l.after.move(a, firsts[0], 0)
	}
	l.made = l.made[:0]
	for _, m := range moves {
		for role, first := range firsts {
			if a := first + m.Moves[role]; m.Moves[0] >= 0 && l.fresh[a] != 0 {
				l.after.move(a, firsts[0], l.fresh[a])
				l.made, l.fresh[a] = append(l.made, a), 0
			}
		}
	}
	return stays
}

// spread puts into each lane the state from which its move begins.
func (l *Lanes) spread(kept []uint64, moves []LaneMove) {
	type place struct {
		from uint8
		mask uint64
	}
	var places [64]place
	n, same := 0, true
	for lane, m := range moves {
		if n == 0 || places[n-1].from != m.From {
			places[n] = place{from: m.From & 63}
			n++
		}
		places[n-1].mask |= lanesFrom(lane, len(moves))
		same = same && int(m.From) == lane
	}
	last := &places[len(moves)-1] // if same, only this state may be in more than one lane
	for i, a := range l.kept {
		w := kept[i]
		all := w
		switch {
		case w+1 <= 1: // none or all
		case same:
			all = w&^last.mask | last.mask&-(w>>last.from&1)
		default:
			all = 0
			for _, x := range places[:n] {
				all |= x.mask & -(w >> x.from & 1)
			}
		}
		l.after.set(a, all)
	}
}

// LaneMoves are the moves of a role that are legal in some lanes.
type LaneMoves struct {
	Moves []int32
	Lanes []uint64 // of each move, where it is legal
}

// Legal finds the legal moves of a role in some lanes.
func (l *Lanes) Legal(role int, lanes uint64, buf *LaneMoves) {
	buf.Moves, buf.Lanes = buf.Moves[:0], buf.Lanes[:0]
	p := l.p
	t, legal := &p.turns[role], p.Legal[role]
	others := t.others
	if guarded := l.of(t.guard) & lanes; guarded != 0 {
		for m, lit := range legal {
			switch {
			case len(others) > 0 && int(others[0]) == m:
				buf.add(int32(m), l.of(lit)&l.of(p.Guards[role][m])&lanes)
				others = others[1:]
			default:
				buf.add(int32(m), l.of(lit)&guarded)
			}
		}
		return
	}
	for _, m := range others {
		buf.add(m, l.of(legal[m])&l.of(p.Guards[role][m])&lanes)
	}
}

func (b *LaneMoves) add(m int32, lanes uint64) {
	if lanes != 0 {
		b.Moves, b.Lanes = append(b.Moves, m), append(b.Lanes, lanes)
	}
}

// Counts returns the lanes in which some moves are legal, and those in which two or more are.
func (b *LaneMoves) Counts() (one, two uint64) {
	for _, in := range b.Lanes {
		two |= one & in
		one |= in
	}
	return one, two
}

// Sum returns the number of moves in some lanes, of all lanes together.
func (b *LaneMoves) Sum(lanes uint64) (n int) {
	for _, in := range b.Lanes {
		n += bits.OnesCount64(in & lanes)
	}
	return n
}
