//go:build !race

package walk

import (
	"bytes"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// walkOf returns the walk of a prevention by the first side. The checker must accept the prevention.
func walkOf(t *testing.T, p oxo.Position, written []byte) *Walker {
	t.Helper()
	b, _ := lines.NewBoard(p.(lines.Lined), oxo.First) //nolint:forcetypeassert // a game of lines
	b.Kin = lines.NewKin(b.Lines, b.Count)
	part := held{side: oxo.First, kind: certificate.Prevention, tree: &tree{}}
	if _, err := certificate.NewReader(bytes.NewReader(written), part.tree).Prevention(b, nil, lines.Squares{}, false); err != nil {
		t.Fatal(err)
	}
	return newWalker(&Certificate{start: p}, part)
}

// emptySets is a game of sets with the second side to move.
func emptySets(squares int, lines [][]oxo.Move) *gametest.Sets {
	p := &gametest.Sets{Lines: lines, Side: oxo.Second}
	for range squares {
		p.Squares = append(p.Squares, -1)
	}
	return p
}

// holdsOut plays a game in which the second side prefers the given moves and otherwise takes the first legal one. The
// second side must never complete a set.
func holdsOut(t *testing.T, w *Walker, moves ...oxo.Move) {
	t.Helper()
	for w.Position().Outcome() == oxo.Ongoing {
		legal := w.Position().Moves(nil)
		m := legal[0]
		for _, wanted := range moves {
			if w.Position().(lines.Lined).(*gametest.Sets).Squares[wanted] < 0 { //nolint:forcetypeassert // as above
				m = wanted
				break
			}
		}
		if step := w.Step(); step.Mine {
			m = step.Move
		}
		if err := w.Make(m); err != nil {
			t.Fatal(err)
		}
	}
	if winner, won := w.Position().Outcome().Winner(w.Position().Turn()); won && winner == oxo.Second {
		t.Errorf("it is lost after %v", w.Moves())
	}
}

// TestWalkAsideToPairs: after pairs are set aside, a reference leads to a leaf by pairs, and the two share a square.
// The walk replies by all pairs of the leaf. (When it left out the pair of squares 1 and 2, square 1 had the greatest
// weight, because of the twelve sets that this pair stops.)
func TestWalkAsideToPairs(t *testing.T) {
	const x, y, z, c, a, u, v, w = 0, 1, 2, 5, 6, 7, 8, 9
	lines, squares := [][]oxo.Move{{3, 4}, {x, y, a}}, 10
	for range 12 {
		lines = append(lines, []oxo.Move{y, z, c, oxo.Move(squares)}) //nolint:gosec // a square
		squares++
	}
	walk := walkOf(t, emptySets(squares, lines), []byte{
		certificate.Zone,
		u + 1, certificate.Move, w, certificate.Pairs, 1, y, z,
		v + 1, certificate.Move, c, certificate.Aside, 1, x, y, certificate.See, 0, 0,
		3 + 1, certificate.Move, 4, certificate.Pairs, 1, y, z,
		4 + 1, certificate.Move, 3, certificate.Pairs, 1, y, z,
		x + 1, certificate.Move, y, certificate.Pairs, 0,
		a + 1, certificate.Move, y, certificate.Pairs, 0,
		z + 1, certificate.Move, y, certificate.Pairs, 0,
		y + 1, certificate.Move, x, certificate.Pairs, 1, z, c,
		0,
	})
	holdsOut(t, walk, v, 3, 4, x, y, z)
}

// TestWalkRest: the walk replies as the checker has searched. (Once it left out lines that became idle on the way.
// Then other squares were the heaviest, and none of the four that it searched was good.)
func TestWalkRest(t *testing.T) {
	lines := [][]oxo.Move{
		{1, 14, 8},
		{13, 12, 1, 5},
		{6, 0, 10, 11},
		{15, 10, 1},
		{16, 3},
		{8, 12, 13, 10},
		{7, 14},
		{8, 14, 0, 6},
		{12, 11, 16, 1},
		{0, 11, 10, 14, 6},
		{1, 5, 3, 12, 9},
		{2, 13, 5, 16, 6},
	}
	for _, moves := range [][]oxo.Move{{1, 10, 12, 16, 11}, {1, 10, 12, 11, 16}, {14, 1, 10, 12}, {12, 1, 13, 10}} {
		holdsOut(t, walkOf(t, emptySets(17, lines), []byte{certificate.Rest, 0}), moves...)
	}
}
