package connect4

import (
	"oxo"
	"oxo/game/board"
)

// Labels numbers the columns; rows have no names.
func (p *largePosition) Labels() (columns, rows []string) { return p.g.labels(), nil }

// At returns the content of a square.
func (p *largePosition) At(s board.Square) board.Cell {
	for side, stones := range p.stones() {
		if !stones.and(p.g.square(s)).empty() {
			return board.Cell{Text: letter(oxo.Side(side)), Owner: oxo.Side(side)}
		}
	}
	return board.Cell{}
}

// Line returns the squares of a four in a row, if there is one.
func (p *largePosition) Line() []board.Square {
	if !p.now().lined {
		return nil
	}
	for i, four := range p.now().follower.fours(p.g.high) {
		if !four.empty() {
			return lineFrom(p.g.at(four), i)
		}
	}
	return nil
}

// at returns the lowest square of a set.
func (g *largeGame) at(squares word) board.Square {
	return board.Square{Column: squares.first() / g.step, Row: squares.first() % g.step}
}

func (p *largePosition) made() int { return p.ply }

func (p *largePosition) stacked(column int) int {
	return p.now().mask().and(p.g.columns[column]).count()
}

func (p *largePosition) lined(s oxo.Side) bool { return p.stones()[s&1].hasLine(p.g.high) }

func (p *largePosition) mayFollow() bool {
	stones, mask := p.now().follower, p.now().mask()
	tops := mask.andNot(mask.down(1)).and(stones)
	for ; !tops.empty(); tops = tops.andNot(tops.lowest()) {
		if !stones.andNot(tops.lowest()).hasLine(p.g.high) {
			return true
		}
	}
	return false
}

// Terms implements [board.Explained].
func (p *largePosition) Terms() []board.Term { return p.g.terms(p.Turn(), p.counts()) }

// Evaluate counts winning squares, and stones in the middle.
func (p *largePosition) Evaluate() oxo.Score {
	c := p.counts()
	return c.worth(p.Turn())
}

func (p *largePosition) counts() (c counted) {
	g, stones := p.g, p.stones()
	rows := [2]word{g.oddRows, g.board.andNot(g.oddRows)}
	wins := [2]word{p.now().moverWins, p.now().followerWins}
	for side := range stones {
		w := wins[(side+int(p.Turn()))&1]
		c.wins[side], c.good[side] = w.count(), w.and(rows[side]).count()
		c.centre[side] = stones[side].and(g.centre).count()
	}
	return c
}

// Motives names the rule that proves a bound for the side that moves.
func (p *largePosition) Motives(m oxo.Move) []board.Motive {
	own, other := p.g.sideName(p.Turn()), p.g.sideName(p.Turn().Opponent())
	p.Make(m)
	defer p.Unmake(m)
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	kind, name, square, ok := p.plan()
	if !ok {
		return nil
	}
	var squares []board.Square
	if !square.empty() {
		squares = []board.Square{p.g.at(square)}
	}
	return []board.Motive{motive(kind, name, squares, own, other)}
}

// plan returns the plan by which the follower wins or does not lose. If a single square wins, plan returns it too.
func (p *largePosition) plan() (kind board.MotiveKind, name string, square word, ok bool) {
	g, st, left := p.g, p.now(), p.g.wide*p.g.high-p.ply
	mask := st.mask()
	next := g.playable(mask)
	if left&1 == 0 {
		claims, threats, rest := g.followUp(st.follower, st.followerWins, mask, next)
		if !g.stops(rest, next.and(g.claimed)) {
			return 0, "", word{}, false
		}
		if !threats.empty() || st.follower.or(claims).hasLine(g.high) {
			return board.Wins, claimeven, threats.lowest(), true
		}
		return board.Holds, claimeven, word{}, true
	}
	for targets := g.targets(st.followerWins, next); !targets.empty(); targets = targets.andNot(targets.lowest()) {
		target := targets.lowest()
		_, rest, single := g.closing(st.follower, st.followerWins, mask, next, target, g.columnsOf(target))
		if g.stops(rest, single) {
			return board.Wins, zugzwang, target, true
		}
	}
	return 0, "", word{}, false
}
