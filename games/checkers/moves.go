package checkers

import (
	"math/bits"
	"slices"

	"oxo"
)

// men returns the men of a side.
func (p *position) men(s oxo.Side) uint64 { return p.pieces[s&1] &^ p.kings }

func (p *position) free() uint64 { return p.g.board &^ (p.pieces[0] | p.pieces[1]) }

// upAndDown returns the pieces of a side that move to higher bits and those that move to lower
// bits: its men forward, its kings both ways.
func (p *position) upAndDown(s oxo.Side) (up, down uint64) {
	kings := p.pieces[s&1] & p.kings
	if s == oxo.First {
		return p.pieces[oxo.First], kings
	}
	return kings, p.pieces[oxo.Second]
}

// canStep reports whether the side to move has a step, ignoring jumps.
func (p *position) canStep() bool {
	up, down := p.upAndDown(p.turn)
	k := uint(p.g.half) & 15
	return (up<<k|up<<(k+1)|down>>k|down>>(k+1))&p.free() != 0
}

// canJump reports whether the side to move has a jump.
func (p *position) canJump() bool { return p.jumpers(p.turn, p.free()) != 0 }

// jumpers returns the pieces of a side that can jump, given the free squares.
func (p *position) jumpers(s oxo.Side, free uint64) uint64 {
	up, down := p.upAndDown(s)
	theirs := p.pieces[s.Opponent()&1]
	if p.g.international {
		up, down = p.pieces[s&1], p.pieces[s&1]
	}
	k := uint(p.g.half) & 15
	j := k + 1
	found := up&(theirs>>k&(free>>(2*k))|theirs>>j&(free>>(2*j))) |
		down&(theirs<<k&(free<<(2*k))|theirs<<j&(free<<(2*j)))
	if p.g.international && p.pieces[s&1]&p.kings&^found != 0 {
		found |= p.flyingJumpers(p.pieces[s&1]&p.kings&^found, theirs, free)
	}
	return found
}

// flyingJumpers returns the kings that can jump from a distance: it moves all kings at once, in
// each direction until they meet a piece.
func (p *position) flyingJumpers(kings, theirs, free uint64) (found uint64) {
	for ; kings != 0; kings &= kings - 1 {
		king := kings & -kings
		for d := range directions {
			at := p.g.step(king, d)
			for at&free != 0 {
				at = p.g.step(at, d)
			}
			if at&theirs != 0 && p.g.step(at, d)&free != 0 {
				found |= king
				break
			}
		}
	}
	return found
}

// directions is the number of diagonal directions: two to higher bits, two to lower bits.
const directions = 4

// step moves bits one square in a direction; a bit that leaves the board ends on no square.
func (y *geometry) step(b uint64, direction int) uint64 {
	k := uint(y.half) & 15
	switch direction {
	case 0:
		return b << k
	case 1:
		return b << (k + 1)
	case 2:
		return b >> k
	default:
		return b >> (k + 1)
	}
}

// Moves lists the jumps if there are any, otherwise the steps.
func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	if p.fewDrawn() {
		return buf
	}
	free := p.free()
	if jumpers := p.jumpers(p.turn, free); jumpers != 0 {
		return p.jumps(buf, jumpers, free)
	}
	return p.steps(buf, free)
}

// steps lists the moves without captures.
func (p *position) steps(buf []oxo.Move, free uint64) []oxo.Move {
	up, down := p.upAndDown(p.turn)
	if p.g.international {
		kings := p.pieces[p.turn&1] & p.kings
		buf = p.flights(buf, kings, free)
		up, down = up&^kings, down&^kings
	}
	for d := range directions {
		movers := up
		if d >= 2 {
			movers = down
		}
		for to := p.g.step(movers, d) & free; to != 0; to &= to - 1 {
			t := to & -to
			from := p.g.step(t, d^2) // the opposite direction
			buf = append(buf, oxo.Move(bits.TrailingZeros64(from)|bits.TrailingZeros64(t)<<squareBits))
		}
	}
	return buf
}

// flights lists the moves of flying kings.
func (p *position) flights(buf []oxo.Move, kings, free uint64) []oxo.Move {
	for ; kings != 0; kings &= kings - 1 {
		king := kings & -kings
		for d := range directions {
			for at := p.g.step(king, d) & free; at != 0; at = p.g.step(at, d) & free {
				buf = append(buf, oxo.Move(bits.TrailingZeros64(king)|bits.TrailingZeros64(at)<<squareBits))
			}
		}
	}
	return buf
}

// jump is the state of the search for whole jumps of one piece.
type jump struct {
	from   uint64
	king   bool
	free   uint64 // including the square it began on
	theirs uint64
	base   int // index in the list of the first jump of all pieces
	first  int // index of the first jump of this piece
}

// jumps lists whole jumps; in international draughts only those that capture the most.
func (p *position) jumps(buf []oxo.Move, jumpers, free uint64) []oxo.Move {
	j := jump{theirs: p.pieces[p.turn.Opponent()&1], base: len(buf)}
	p.most = 0
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		j.from = jumpers & -jumpers
		j.king, j.free, j.first = j.from&p.kings != 0, free|j.from, len(buf)
		buf = p.jumpOn(buf, &j, j.from, 0)
	}
	return buf
}

// jumpOn lists the continuations of a jump from a square after some captures. In international
// draughts captured men stay on the board during the jump. In English draughts that makes no
// difference, since a jump never crosses a captured man's square again.
func (p *position) jumpOn(buf []oxo.Move, j *jump, at, taken uint64) []oxo.Move {
	ended := true
	for d := range directions {
		if !j.king && !p.g.international && (d >= 2) == (p.turn == oxo.First) {
			continue
		}
		over := p.g.step(at, d)
		if j.king && p.g.international {
			for over&j.free != 0 {
				over = p.g.step(over, d)
			}
		}
		if over&j.theirs&^taken == 0 {
			continue
		}
		to := p.g.step(over, d) & j.free
		for to != 0 {
			ended = false
			buf = p.jumpOn(buf, j, to, taken|over)
			if !j.king || !p.g.international {
				break
			}
			to = p.g.step(to, d) & j.free
		}
	}
	if ended && taken != 0 {
		buf = p.landed(buf, j, at, taken)
	}
	return buf
}

// landed adds a whole jump, unless it is listed already or captures too few.
func (p *position) landed(buf []oxo.Move, j *jump, at, taken uint64) []oxo.Move {
	if p.g.international {
		n := bits.OnesCount64(taken)
		if n < p.most {
			return buf
		}
		if n > p.most {
			p.most, j.first = n, j.base
			buf = buf[:j.base]
		}
	}
	m := p.move(bits.TrailingZeros64(j.from), bits.TrailingZeros64(at), taken)
	if slices.Contains(buf[j.first:], m) {
		return buf
	}
	return append(buf, m)
}
