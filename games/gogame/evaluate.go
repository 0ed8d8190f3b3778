package gogame

import (
	"strconv"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// What the estimate counts, in tenths of a point.
const (
	stoneWorth   = 10
	nearerWorth  = 7  // an empty point that one side is nearer to
	takenWorth   = 14 // a stone of the other side in atari, which can be taken now
	atariWorth   = 6  // one of this side, which can still be saved
	libertyWorth = 1  // a stone and a free point next to it, a pair
	pointWorth   = 10
)

// counts is what the estimate counts for one side.
type counts struct{ stones, nearer, atari, liberties int }

// Evaluate estimates the area, in tenths of a point: stones, empty points by which
// side is nearer, stones in atari and liberties.
func (p *position) Evaluate() oxo.Score {
	own, opp := p.counted()
	return oxo.Score(stoneWorth*(own.stones-opp.stones) + nearerWorth*(own.nearer-opp.nearer) +
		takenWorth*opp.atari - atariWorth*own.atari + libertyWorth*(own.liberties-opp.liberties) + p.komiWorth())
}

// komiWorth is what komi adds for the side to move.
func (p *position) komiWorth() int {
	if p.turn == oxo.First {
		return -pointWorth * p.g.komi / 2
	}
	return pointWorth * p.g.komi / 2
}

// counted counts for the side to move and for the other.
func (p *position) counted() (own, opp counts) {
	var sides [2]counts
	for i := range sides {
		sides[i].stones = p.stones[i]
	}
	for _, at := range p.g.cells {
		s := &p.cells[at]
		if s.colour == none || s.head != at {
			continue
		}
		side := &sides[s.colour-black]
		side.liberties += int(s.libs)
		if s.atari() {
			side.atari += int(s.size)
		}
	}
	p.spread(&sides)
	return sides[p.turn], sides[p.turn.Opponent()]
}

// spread counts the empty points that each side is nearer to: from all stones at once
// it goes to their empty neighbours, and on from there. Points that both reach in the
// same step are neither's, and nobody goes on from them.
func (p *position) spread(sides *[2]counts) {
	s := &p.scratch
	s.clearOwners(len(p.cells))
	stack := s.stack[:0]
	for _, at := range p.g.cells {
		if c := p.cells[at].colour; c != none {
			stack = append(stack, at)
			s.owner[at] = c
		}
	}
	near := p.g.near()
	for i := 0; i < len(stack); i++ {
		at := stack[i]
		c, depth := s.owner[at], s.depth[at]+1
		if c == rim {
			continue
		}
		if depth > 1 {
			sides[c-black].nearer++
		}
		for _, d := range near {
			next := int(at) + d
			switch {
			case p.cells[next].colour != none:
			case s.depth[next] == 0:
				s.depth[next], s.owner[next] = depth, c
				stack = append(stack, uint16(next))
			case s.depth[next] == depth && s.owner[next] != c:
				s.owner[next] = rim // nobody's
			}
		}
	}
	s.stack = stack
}

// clearOwners forgets who owns which cell.
func (s *scratch) clearOwners(cells int) {
	if s.owner == nil {
		s.owner, s.depth = make([]colour, cells), make([]uint16, cells)
	}
	clear(s.owner)
	clear(s.depth)
}

// Terms says what the estimate adds up, and implements [board.Explained].
func (p *position) Terms() []board.Term {
	own, opp := p.counted()
	var terms []board.Term
	add := func(score, mine, theirs int, before, thing string) {
		counts := [2]int{mine, theirs}
		if score != 0 {
			first := counts[p.turn]
			text := "black " + before + " " + words.Count(first, thing) + ", white " + strconv.Itoa(mine+theirs-first)
			terms = append(terms, board.Term{Text: text, Score: oxo.Score(score)})
		}
	}
	add(stoneWorth*(own.stones-opp.stones), own.stones, opp.stones, "has", "stone")
	add(nearerWorth*(own.nearer-opp.nearer), own.nearer, opp.nearer, "is nearer to", "empty point")
	add(takenWorth*opp.atari-atariWorth*own.atari, own.atari, opp.atari, "has in atari", "stone")
	add(libertyWorth*(own.liberties-opp.liberties), own.liberties, opp.liberties, "has", "free neighbour")
	if k := p.komiWorth(); k != 0 {
		terms = append(terms, board.Term{Text: "white has komi of " + pointsText(p.g.komi), Score: oxo.Score(k)})
	}
	return terms
}
