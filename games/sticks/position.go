package sticks

import (
	"slices"

	"oxo"
	"oxo/game/board"
)

// position holds the heaps that are left. A move is a heap and a number:
//
//	 31        8        0
//	|   heap   |  take  |
type position struct {
	g     *game
	heaps []int
	left  int // number of sticks in all
	turn  oxo.Side
}

const takeBits = 8

func heapAndTake(m oxo.Move) (heap, take int) { return int(m >> takeBits), int(m & (1<<takeBits - 1)) }

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	for heap, n := range p.heaps {
		for take := 1; take <= min(n, p.g.limit); take++ {
			buf = append(buf, oxo.Move(heap<<takeBits|take))
		}
	}
	return buf
}

func (p *position) Make(m oxo.Move) {
	heap, take := heapAndTake(m)
	p.heaps[heap] -= take
	p.left -= take
	p.turn = p.turn.Opponent()
}

func (p *position) Unmake(m oxo.Move) {
	heap, take := heapAndTake(m)
	p.heaps[heap] += take
	p.left += take
	p.turn = p.turn.Opponent()
}

// Outcome ends the game when nothing is left: the opponent took the last stick.
func (p *position) Outcome() oxo.Outcome {
	switch {
	case p.left > 0:
		return oxo.Ongoing
	case p.g.normal:
		return oxo.Lost
	}
	return oxo.Won
}

func (p *position) Turn() oxo.Side      { return p.turn }
func (p *position) Hash() uint64        { return p.Key().Hash() }
func (p *position) Clone() oxo.Position { return p.g.position(p.heaps, p.turn) }

// Key returns the turn and the heaps, the first heap lowest.
func (p *position) Key() oxo.Key {
	var k oxo.Key
	for _, n := range slices.Backward(p.heaps) {
		k.Hi = k.Hi<<p.g.heapBits | k.Lo>>(64-p.g.heapBits)
		k.Lo = k.Lo<<p.g.heapBits | uint64(n)
	}
	k.Hi = k.Hi<<1 | k.Lo>>63
	k.Lo = k.Lo<<1 | uint64(p.turn)
	return k
}

// KeyBits returns the bits of the heaps and the turn.
func (p *position) KeyBits() int { return len(p.heaps)*p.g.heapBits + 1 }

// Guide returns what the theory of Nim knows of this position.
func (p *position) Guide() oxo.Guide { return (*guide)(p) }

// Size returns a row for each heap, the first on top, and a column for each stick.
func (p *position) Size() (columns, rows int) {
	for _, n := range p.g.heaps {
		columns = max(columns, n)
	}
	return columns, len(p.g.heaps)
}

// Labels names the heaps if there are several.
func (p *position) Labels() (columns, rows []string) {
	if len(p.heaps) > 1 {
		for i := range p.heaps {
			rows = append(rows, heapName(len(p.heaps)-1-i))
		}
	}
	return nil, rows
}

func (p *position) At(s board.Square) board.Cell {
	if s.Column < p.heaps[len(p.heaps)-1-s.Row] {
		return board.Cell{Text: "|"}
	}
	return board.Cell{}
}

// Line returns nothing: no line of squares decides this game.
func (p *position) Line() []board.Square { return nil }

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Drawless: true} }
