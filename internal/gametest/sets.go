package gametest

import (
	"slices"

	"oxo"
)

// Sets is a position of any game of lines: the side that first has all squares of a
// line has won.
type Sets struct {
	Lines   [][]oxo.Move
	Squares []int8   // the owner of each square: 0 the first side, 1 the second, -1 nobody
	Side    oxo.Side // to move
}

// WinningSets returns the sets that win.
func (p *Sets) WinningSets() [][]oxo.Move { return p.Lines }

// LosingSets returns nil: no set loses.
func (p *Sets) LosingSets() [][]oxo.Move { return nil }

// Owner returns whose a square is, and whether it is somebody's.
func (p *Sets) Owner(m oxo.Move) (oxo.Side, bool) {
	return oxo.Side(max(p.Squares[m], 0)), p.Squares[m] >= 0
}

// Moves implements [oxo.Position].
func (p *Sets) Moves(buf []oxo.Move) []oxo.Move {
	for m, owner := range p.Squares {
		if owner < 0 && p.Outcome() == oxo.Ongoing {
			buf = append(buf, oxo.Move(m))
		}
	}
	return buf
}

// Make implements [oxo.Position].
func (p *Sets) Make(m oxo.Move) {
	p.Squares[m] = int8(p.Side)
	p.Side = p.Side.Opponent()
}

// Unmake implements [oxo.Position].
func (p *Sets) Unmake(m oxo.Move) {
	p.Squares[m] = -1
	p.Side = p.Side.Opponent()
}

// Outcome implements [oxo.Position].
func (p *Sets) Outcome() oxo.Outcome {
	for _, line := range p.Lines {
		if owner := p.Squares[line[0]]; owner >= 0 && !slices.ContainsFunc(line, func(m oxo.Move) bool { return p.Squares[m] != owner }) {
			return oxo.Lost // the side that has moved completed it
		}
	}
	if slices.Contains(p.Squares, -1) {
		return oxo.Ongoing
	}
	return oxo.Drawn
}

// Turn implements [oxo.Position].
func (p *Sets) Turn() oxo.Side { return p.Side }

// Hash implements [oxo.Position].
func (p *Sets) Hash() (h uint64) {
	for _, owner := range p.Squares {
		h = h*3 + uint64(owner+1)
	}
	return h
}

// Clone implements [oxo.Position].
func (p *Sets) Clone() oxo.Position { return &Sets{p.Lines, slices.Clone(p.Squares), p.Side} }
