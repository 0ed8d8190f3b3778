package checkers

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
)

// The methods for a selective search (search.Tactical).

// Noisy lists the jumps if there are any, which are then all moves; otherwise the steps that
// make a king.
func (p *position) Noisy(buf []oxo.Move) []oxo.Move {
	free := p.free()
	if jumpers := p.jumpers(p.turn, free); jumpers != 0 {
		return p.jumps(buf, jumpers, free)
	}
	y, own := &p.g.geometry, p.turn&1
	men, back := p.men(own), 2
	if own == oxo.Second {
		back = 0
	}
	for end := y.last[own] & free; end != 0; end &= end - 1 {
		t := end & -end
		for _, d := range [...]int{back, back + 1} {
			if from := y.step(t, d) & men; from != 0 {
				buf = append(buf, oxo.Move(bits.TrailingZeros64(from)|bits.TrailingZeros64(t)<<squareBits))
			}
		}
	}
	return buf
}

// Threatened reports whether the side to move has to jump.
func (p *position) Threatened() bool { return p.canJump() }

// Tactics says nothing more.
func (p *position) Tactics() knowledge.Tactics { return knowledge.Tactics{} }

// minPieces is the number of pieces a side must have to try a null move: with fewer, zugzwang
// is common.
const minPieces = 6

// Idle returns a move that passes the turn.
func (p *position) Idle() (oxo.Move, bool) {
	ok := bits.OnesCount64(p.pieces[0]) >= minPieces && bits.OnesCount64(p.pieces[1]) >= minPieces && !p.canJump()
	return idle, ok
}

// Quiet reports whether a move neither captures nor makes a king.
func (p *position) Quiet(m oxo.Move) bool { return !captures(m) && !p.crowns(m) }

// crowns reports whether a move makes a king.
func (p *position) crowns(m oxo.Move) bool {
	from, to := fromAndTo(m)
	return p.kings>>from&1 == 0 && p.g.last[p.turn&1]>>to&1 != 0
}

// Exchange counts what the move captures and makes, minus the moved piece if it can be captured
// next. Jumps are obligatory, so neither side may stop, and Exchange looks no further.
func (p *position) Exchange(m oxo.Move, least oxo.Score) bool {
	king := p.g.kingWorth()
	gain, moved := 0, manWorth
	from, to := fromAndTo(m)
	if p.kings>>from&1 != 0 {
		moved = king
	}
	if captures(m) {
		taken := p.taken(m)
		gain = manWorth*bits.OnesCount64(taken) + (king-manWorth)*bits.OnesCount64(taken&p.kings)
	}
	if p.crowns(m) {
		gain, moved = gain+king-manWorth, king
	}
	if gain < int(least) || gain-moved >= int(least) {
		return gain >= int(least) // whatever can be captured then
	}
	p.Make(m)
	lost := p.attacked(to)
	p.Unmake(m)
	return !lost
}

// attacked reports whether the side to move can jump over a square.
func (p *position) attacked(square int) bool {
	b, free := uint64(1)<<square, p.free()
	y, own := &p.g.geometry, p.pieces[p.turn&1]
	up, down := p.upAndDown(p.turn)
	if p.g.international {
		up, down = own, own
	}
	for d := range directions {
		if y.step(b, d)&free == 0 {
			continue
		}
		movers := up
		if d >= 2 {
			movers = down
		}
		back := y.step(b, d^2)
		if back&movers != 0 {
			return true
		}
		for p.g.international && back&free != 0 {
			if back = y.step(back, d^2); back&own&p.kings != 0 {
				return true
			}
		}
	}
	return false
}
