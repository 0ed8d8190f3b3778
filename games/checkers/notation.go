package checkers

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// FormatMove writes a move as Portable Draughts Notation does: 11-15, or for a jump 22x15. If
// jumps between the same squares capture different men, the squares in between are added:
// 22x13x6.
func (g *game) FormatMove(p oxo.Position, m oxo.Move) string {
	b := p.(*position)
	from, to := fromAndTo(m)
	if !captures(m) {
		return fmt.Sprintf("%d-%d", g.number(from), g.number(to))
	}
	for _, other := range b.Moves(nil) {
		if f, t := fromAndTo(other); other != m && f == from && t == to {
			return g.path(b.paths(m)[0])
		}
	}
	return fmt.Sprintf("%dx%d", g.number(from), g.number(to))
}

// path writes the squares of a jump.
func (g *game) path(squares []int) string {
	names := make([]string, len(squares))
	for i, bit := range squares {
		names[i] = strconv.Itoa(g.number(bit))
	}
	return strings.Join(names, "x")
}

// paths returns the squares of a jump, for each way to make it.
func (p *position) paths(m oxo.Move) (all [][]int) {
	from, to := fromAndTo(m)
	f := uint64(1) << from
	j := jump{from: f, king: p.kings&f != 0, free: p.free() | f, theirs: p.pieces[p.turn.Opponent()&1]}
	taken := p.taken(m)
	var walk func(squares []int, left uint64)
	walk = func(squares []int, left uint64) {
		at := squares[len(squares)-1]
		if left == 0 {
			if at == to {
				all = append(all, slices.Clone(squares))
			}
			return
		}
		for d := range directions {
			for _, leg := range p.legs(&j, at, d, left) {
				walk(append(squares, leg.to), left&^leg.over)
			}
		}
	}
	walk([]int{from}, taken)
	return all
}

// leg is a part of a jump, over one man.
type leg struct {
	over uint64
	to   int
}

// legs returns the jumps from a square in a direction over one of the given men.
func (p *position) legs(j *jump, at, d int, men uint64) (all []leg) {
	flies := j.king && p.g.international
	if !j.king && !p.g.international && (d >= 2) == (p.turn == oxo.First) {
		return nil
	}
	over := p.g.step(1<<at, d)
	for flies && over&j.free != 0 {
		over = p.g.step(over, d)
	}
	if over&men == 0 {
		return nil
	}
	for to := p.g.step(over, d) & j.free; to != 0; to = p.g.step(to, d) & j.free {
		all = append(all, leg{over, bits.TrailingZeros64(to)})
		if !flies {
			break
		}
	}
	return all
}

// ParseMove reads what FormatMove writes. Squares in between may always be added, and squares
// may be written as letter and number: b6-a5, c3xe5xg7.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	ours := ok && b.g.Name() == g.Name()
	if err := notation.Check(g, p, ours, text); err != nil {
		return 0, err
	}
	moves := b.Moves(nil)
	squares, jumps, ok := g.readSquares(text)
	if !ok {
		return 0, fmt.Errorf("%q is not a move: write the squares it comes from and goes to, as in %s; squares are 1 to %d",
			words.Clip(text), g.FormatMove(p, moves[0]), g.squares)
	}
	if jumps != captures(moves[0]) {
		kind := map[bool]string{true: "a jump has to be made, as", false: "there is no jump: one can play"}[captures(moves[0])]
		return 0, fmt.Errorf("%q is not possible: %s %s", words.Clip(text), kind, g.FormatMove(p, moves[0]))
	}
	found, exact := b.matching(moves, squares)
	switch {
	case exact >= 0:
		return found[exact], nil
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return 0, g.cannot(b, moves, squares, text)
	}
	return 0, fmt.Errorf("%q is more than one move: write the squares between, as in %s", words.Clip(text), g.FormatMove(p, found[0]))
}

// matching returns the moves that go over the given squares, and the index of one that goes
// over no others, or -1.
func (p *position) matching(moves []oxo.Move, squares []int) (found []oxo.Move, exact int) {
	exact = -1
	for _, m := range moves {
		if from, to := fromAndTo(m); from != squares[0] || to != squares[len(squares)-1] {
			continue
		}
		if !captures(m) {
			if len(squares) == 2 {
				return []oxo.Move{m}, 0
			}
			continue
		}
		fits := false
		for _, path := range p.paths(m) {
			fits = fits || within(squares, path)
			if slices.Equal(squares, path) {
				exact = len(found)
			}
		}
		if fits {
			found = append(found, m)
		}
	}
	return found, exact
}

// within reports whether a path goes over the given squares in order, with the same first and
// last square.
func within(squares, path []int) bool {
	at := 1
	for _, bit := range path[1 : len(path)-1] {
		if at < len(squares)-1 && bit == squares[at] {
			at++
		}
	}
	return at == len(squares)-1
}

// cannot returns the error for squares between which there is no move.
func (g *game) cannot(p *position, moves []oxo.Move, squares []int, text string) error {
	var can []string
	for _, m := range moves {
		if from, _ := fromAndTo(m); from == squares[0] {
			can = append(can, g.FormatMove(p, m))
		}
	}
	if len(can) > 0 {
		return fmt.Errorf("%q is not possible: want %s", words.Clip(text), strings.Join(can, " or "))
	}
	return fmt.Errorf("%q is not possible: %s has no move from %d: want a move such as %s",
		words.Clip(text), g.sideName(p.turn), g.number(squares[0]), g.FormatMove(p, moves[0]))
}

// readSquares reads the squares of a move as bits, at least two, and whether it is written as a
// jump.
func (g *game) readSquares(text string) (squares []int, jumps, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-x:", r) })
	separators := strings.Count(text, "-") + strings.Count(text, "x") + strings.Count(text, ":")
	jumps = !strings.Contains(text, "-")
	if len(names) < 2 || separators != len(names)-1 || !jumps && len(names) != 2 {
		return nil, false, false
	}
	for _, name := range names {
		bit, ok := g.readSquare(name)
		if !ok {
			return nil, false, false
		}
		squares = append(squares, bit)
	}
	return squares, jumps, true
}

// readSquare reads a number, or a letter and a number.
func (g *game) readSquare(name string) (bit int, ok bool) {
	if n, ok := words.Number(name, g.squares); ok && n > 0 {
		return g.numbered(n), true
	}
	s, rest, ok := notation.ReadSquare(name, g.columns, g.rows)
	if !ok || rest != "" {
		return 0, false
	}
	return g.at(s)
}
