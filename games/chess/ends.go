package chess

import (
	"oxo"
)

// progress is the number of plies without a capture or a pawn's move that ends a game.
const progress = 100

// Outcome knows checkmate, stalemate, and too little material to mate.
func (p *position) Outcome() oxo.Outcome {
	switch {
	case p.dead():
		return oxo.Drawn
	case p.movable():
		return oxo.Ongoing
	case p.Threatened():
		return oxo.Lost
	}
	return oxo.Drawn
}

// dead reports whether no sequence of moves mates: there are only kings, or one knight with
// them, or bishops on squares of one colour.
func (p *position) dead() bool {
	if p.kinds[pawn]|p.kinds[rook]|p.kinds[queen] != 0 {
		return false
	}
	knights, bishops := p.kinds[knight], p.kinds[bishop]
	const light = 0x55aa55aa55aa55aa
	switch {
	case knights == 0:
		return bishops&light == 0 || bishops&^light == 0
	case bishops == 0:
		return knights&(knights-1) == 0
	}
	return false
}

// movable reports whether there is a legal move. It looks for an unpinned knight or pawn first,
// since most positions have one.
func (p *position) movable() bool {
	p.look()
	us := p.turn & 1
	if p.checkers == 0 {
		free := p.sides[us] &^ p.pins
		empty := p.g.board &^ (p.sides[0] | p.sides[1])
		pawns := p.kinds[pawn] & free
		if us == oxo.First && pawns<<side&empty != 0 || us == oxo.Second && pawns>>side&empty != 0 {
			return true
		}
	}
	return len(p.generate(p.spare[:0], true)) > 0
}

// noProgress reports whether each side has made fifty moves without a capture or a pawn's move.
// It looks at the past, which is not part of a position.
func (p *position) noProgress() bool { return p.clock >= progress && (!p.Threatened() || p.movable()) }

// Clock implements [oxo.Clocked].
func (p *position) Clock() (plies, limit int) { return int(p.clock), progress }

// Twice implements [oxo.Clocked]. A change of castling rights counts as progress here, since no
// earlier state can come back after it.
func (p *position) Twice() (hashes []uint64) {
	seen := map[uint64]int{p.hash: 1}
	for back := 1; back <= min(int(p.since), len(p.stack)); back++ {
		h := p.stack[len(p.stack)-back].hash
		if seen[h]++; seen[h] == 2 {
			hashes = append(hashes, h)
		}
	}
	return hashes
}

// Times implements [oxo.Clocked].
func (p *position) Times() int {
	times, last := 1, len(p.stack)
	for back := 4; back <= min(int(p.since), last); back += 2 {
		if p.stack[last-back].hash == p.hash {
			times++
		}
	}
	return times
}

// Repeated implements [oxo.Looping]. Reaching the limit of moves without progress counts as a
// repetition of the state after the last progress.
func (p *position) Repeated() (plies int, value oxo.Score) {
	if p.clock >= progress && p.noProgress() {
		return int(p.clock), oxo.Draw
	}
	last := len(p.stack)
	for back := 4; back <= min(int(p.since), last); back += 2 {
		if p.stack[last-back].hash == p.hash {
			return back, oxo.Draw
		}
	}
	return 0, oxo.Draw
}
