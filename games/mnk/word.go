package mnk

import (
	"math/bits"
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// wordSquares is how many squares fit into a machine word.
const wordSquares = 64

// wordTables holds a game's tables for boards in words.
type wordTables struct {
	all        uint64     // every square
	lines      []uint64   // as game.lines
	through    [][]uint64 // lines through each square
	ends       []uint64   // of each line: the squares that make it too long; nil if none can
	beyond     [][]uint64 // of each line in through: its ends
	symmetries []permuter // as game.symmetries
	fixing     []uint64   // of each square: which of the first 64 symmetries leave it in place
	order      []uint8    // as game.order
	mirrors    []mirror   // used where k in a row loses
	small      *small     // nil on larger boards
	tally      tally
	lanes      laneLayout
	k          int
	whole      int // 2^k, the potential of a line of k stones
}

func newWordTables(g *game) *wordTables {
	t := &wordTables{
		all: ^uint64(0) >> (64 - g.squares), through: make([][]uint64, g.squares), beyond: make([][]uint64, g.squares),
		tally: newTally(g), lanes: newLaneLayout(g), k: g.rules.K, whole: 1 << g.rules.K,
	}
	for i, line := range g.lines {
		mask := maskOf(line)
		end := maskOf(g.ends[i])
		t.lines = append(t.lines, mask)
		if g.rules.Exact {
			t.ends = append(t.ends, end)
		}
		for _, sq := range line {
			t.through[sq] = append(t.through[sq], mask)
			t.beyond[sq] = append(t.beyond[sq], end)
		}
	}
	for _, sq := range g.order {
		t.order = append(t.order, uint8(sq))
	}
	t.fixing = make([]uint64, g.squares)
	for i, s := range g.symmetries[:min(len(g.symmetries), 64)] {
		for sq, to := range s {
			if sq == int(to) {
				t.fixing[sq] |= 1 << i
			}
		}
	}
	for _, s := range g.symmetries {
		t.symmetries = append(t.symmetries, newPermuter(s))
	}
	if g.rules.Misere {
		t.mirrors = mirrorsOf(g, t)
	}
	t.small = newSmall(g, t)
	return t
}

func maskOf(squares []int) uint64 {
	var mask uint64
	for _, sq := range squares {
		mask |= 1 << sq
	}
	return mask
}

// word is a position on a board of up to 64 squares. Bit i of a word is
// square i, counted row by row from the top left corner, as on 3x3:
//
//	0 1 2
//	3 4 5      bit 8 ... 0
//	6 7 8
type word struct {
	g      *game
	t      *wordTables
	stones [2]uint64 // of X and of O
	ply    int       // stones on the board; X moves at even plies
	lined  bool      // the side that moved last has completed a line
	guide  oxo.Guide // made when first needed; a copy makes its own
}

func (p *word) Moves(buf []oxo.Move) []oxo.Move {
	if p.lined {
		return buf
	}
	n := len(buf)
	buf = slices.Grow(buf, p.g.squares-p.ply)[:n+p.g.squares-p.ply]
	taken := p.stones[0] | p.stones[1]
	for _, sq := range p.t.order {
		if taken>>(sq&63)&1 == 0 {
			buf[n] = oxo.Move(sq)
			n++
		}
	}
	return buf
}

func (p *word) Make(m oxo.Move) {
	side := p.ply & 1
	own := p.stones[side] | 1<<(m&63)
	p.stones[side] = own
	p.ply++
	if p.t.small != nil {
		p.lined = p.t.small.sets[own].full
	} else {
		p.lined = p.ply >= 2*p.t.k-1 && p.completes(m, own)
	}
}

func (p *word) completes(m oxo.Move, own uint64) bool {
	for i, line := range p.t.through[m] {
		if own&line == line && own&p.t.beyond[m][i] == 0 {
			return true
		}
	}
	return false
}

func (p *word) Unmake(m oxo.Move) {
	p.ply--
	p.stones[p.ply&1] &^= 1 << (m & 63)
	p.lined = false
}

func (p *word) Outcome() oxo.Outcome { return p.g.outcome(p.lined, p.ply) }
func (p *word) Turn() oxo.Side       { return oxo.Side(p.ply & 1) }
func (p *word) Hash() uint64         { return p.Key().Hash() }

func (p *word) Clone() oxo.Position {
	c := *p
	c.guide = nil
	return &c
}

// Key returns X's stones in the low word and O's in the high one. Their numbers give the turn.
func (p *word) Key() oxo.Key { return oxo.Key{Lo: p.stones[0], Hi: p.stones[1]} }

// Restore implements [oxo.Restorable].
func (p *word) Restore(k oxo.Key) {
	p.stones = [2]uint64{k.Lo, k.Hi}
	p.ply = bits.OnesCount64(k.Lo) + bits.OnesCount64(k.Hi)
	last := p.stones[1-p.ply&1] // of the side that moved last
	p.lined, p.guide = false, nil
	for i, line := range p.t.lines {
		if last&line == line && (p.t.ends == nil || last&p.t.ends[i] == 0) {
			p.lined = true
		}
	}
}

// KeyBits returns 128: keys take both words.
func (p *word) KeyBits() int { return 128 }

func (p *word) Symmetries() int { return len(p.t.symmetries) }

// Canonical returns the least key over all symmetries, O's stones first.
func (p *word) Canonical() (oxo.Key, int) {
	best, symmetry := p.Key(), 0
	for s := 1; s < len(p.t.symmetries); s++ {
		permute := &p.t.symmetries[s]
		hi := permute.apply(p.stones[1])
		if hi > best.Hi {
			continue
		}
		lo := permute.apply(p.stones[0])
		if hi < best.Hi || lo < best.Lo {
			best, symmetry = oxo.Key{Hi: hi, Lo: lo}, s
		}
	}
	return best, symmetry
}

func (p *word) MapMove(m oxo.Move, s int) oxo.Move   { return oxo.Move(p.g.symmetries[s][m]) }
func (p *word) UnmapMove(m oxo.Move, s int) oxo.Move { return oxo.Move(p.g.inverses[s][m]) }

func (p *word) Size() (columns, rows int)        { return p.g.rules.Columns, p.g.rules.Rows }
func (p *word) Labels() (columns, rows []string) { return notation.Labels(p.Size()) }
func (p *word) At(s board.Square) board.Cell     { return p.g.at(p, s) }
func (p *word) Line() []board.Square             { return p.g.line(p) }
func (p *word) game() *game                      { return p.g }
func (p *word) place(side oxo.Side, sq int)      { p.stones[side] |= 1 << sq; p.ply++ }
func (p *word) stone(sq int) (oxo.Side, bool) {
	if p.stones[1]>>sq&1 != 0 {
		return oxo.Second, true
	}
	return oxo.First, p.stones[0]>>sq&1 != 0
}

func (p *word) settle() {
	last := p.stones[1-p.ply&1]
	for sq := range p.g.squares {
		p.lined = p.lined || p.completes(oxo.Move(sq), last)
	}
}

// Guide returns the knowledge about this position.
func (p *word) Guide() oxo.Guide {
	if p.guide == nil {
		switch {
		case p.g.rules.Misere:
			p.guide = &misereGuide{p}
		case p.t.small != nil:
			p.guide = &smallGuide{p: p, s: p.t.small}
		default:
			p.guide = newGuide(p)
		}
	}
	return p.guide
}

// only reports whether a set has exactly one square.
func only(set uint64) bool { return set != 0 && set&(set-1) == 0 }

// first returns the lowest square of a set as a move.
func first(set uint64) oxo.Move { return oxo.Move(bits.TrailingZeros64(set)) }

// Facts implements [oxo.Factual].
func (p *word) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }
