package gogame

import (
	"strconv"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// The weights of the estimate, in tenths of a point.
const (
	stoneWorth   = 10
	nearerWorth  = 7  // an empty point nearer to one side
	takenWorth   = 14 // a stone of the other side in atari, which can be taken now
	atariWorth   = 6  // a stone of this side in atari, which can still be saved
	libertyWorth = 1  // a pair of a stone and a free point next to it
	pointWorth   = 10
)

// counts holds the counts of the estimate for one side.
type counts struct{ stones, nearer, atari, liberties int }

// Evaluate estimates the area, in tenths of a point: stones, empty points by the nearer side,
// stones in atari and liberties.
func (p *position) Evaluate() oxo.Score {
	own, opp := p.counted()
	return oxo.Score(stoneWorth*(own.stones-opp.stones) + nearerWorth*(own.nearer-opp.nearer) +
		takenWorth*opp.atari - atariWorth*own.atari + libertyWorth*(own.liberties-opp.liberties) + p.komiWorth())
}

// komiWorth returns the estimate of komi for the side to move.
func (p *position) komiWorth() int {
	if p.turn == oxo.First {
		return -pointWorth * p.g.komi / 2
	}
	return pointWorth * p.g.komi / 2
}

// counted returns the counts of the side to move and of the other.
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

// spread counts the empty points nearer to each side. It moves from all stones at once to their
// empty neighbours, and on from there. Points that both sides reach in the same step belong to
// neither, and spread does not continue from them.
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
				s.owner[next] = rim // neither side's
			}
		}
	}
	s.stack = stack
}

// clearOwners clears the owner of every cell.
func (s *scratch) clearOwners(cells int) {
	if s.owner == nil {
		s.owner, s.depth = make([]colour, cells), make([]uint16, cells)
	}
	clear(s.owner)
	clear(s.depth)
}

// Terms implements [board.Explained]: it returns the terms of the estimate.
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
