package dropout

import (
	"errors"
	"fmt"
	"slices"

	"oxo"
)

// walk visits the positions of the book from the start on, each by the moves that led to it
// when it was made. It calls visit with its number, the position, which visit must leave
// unchanged, and the moves before it. An error says that the file is not a book, and where.
func (b *Book) walk(visit func(i int, here *identity, line []oxo.Move) error) error {
	after := make([][]int, b.positions)
	root := b.root()
	for i := range b.positions {
		if i != root {
			parent := b.record(i).parent
			after[parent] = append(after[parent], i)
		}
	}
	w := &walker{Book: b, after: after, p: b.game.Start(), visit: visit}
	if err := w.from(root); err != nil {
		return err
	}
	if w.visited != b.positions {
		return fmt.Errorf("%d of the %d positions cannot be reached from the start", b.positions-w.visited, b.positions)
	}
	return nil
}

// walker is the state of a walk.
type walker struct {
	*Book
	after   [][]int // for each position, the positions made from it
	p       oxo.Position
	line    []oxo.Move
	visited int
	visit   func(i int, here *identity, line []oxo.Move) error
}

// from visits a position and those after it.
func (w *walker) from(i int) error {
	r, here := w.record(i), identify(w.p)
	if here.key != r.key || here.check != r.check || int(r.ply) != len(w.line) {
		return fmt.Errorf("position %d is another one than its moves lead to, %s", i+1, w.game.FormatPosition(w.p))
	}
	if len(w.line) > maxPlies {
		return errors.New("a line is longer than the limit for books")
	}
	w.visited++
	if err := w.visit(i, here, w.line); err != nil {
		return err
	}
	to, err := w.positionsAfter(r, here)
	if err != nil {
		return err
	}
	for _, next := range w.after[i] {
		k := slices.Index(to, next)
		if k < 0 {
			return fmt.Errorf("position %d names %s as the position before it, but no move of the book leads there", next+1, w.game.FormatPosition(w.p))
		}
		m, _ := here.own(w.edges(r)[k].move) // legal: positionsAfter has checked it
		w.p.Make(m)
		w.line = append(w.line, m)
		err := w.from(next)
		w.line = w.line[:len(w.line)-1]
		w.p.Unmake(m)
		if err != nil {
			return err
		}
	}
	return nil
}

// positionsAfter returns the numbers of the positions after the moves of a position. The number is
// nowhere if the game is over there, or if the position is not expanded.
func (b *Book) positionsAfter(r *record, here *identity) ([]int, error) {
	var all []int
	for _, e := range b.edges(r) {
		to := nowhere
		m, ok := here.own(e.move)
		if !ok {
			return nil, fmt.Errorf("the book has an illegal move for %s", b.game.FormatPosition(here.p))
		}
		if r.flags&expanded != 0 {
			here.p.Make(m)
			over := here.p.Outcome() != oxo.Ongoing
			next := identify(here.p)
			here.p.Unmake(m)
			i, ok := b.find(next.key)
			if !over && (!ok || b.record(i).check != next.check) {
				return nil, fmt.Errorf("the book lacks the position after %s in %s", b.game.FormatMove(here.p, m), b.game.FormatPosition(here.p))
			}
			if !over {
				to = i
			}
		}
		all = append(all, to)
	}
	return all, nil
}

// Lines returns the lines of the book with a number of plies, in the order of their positions,
// for the openings of a match.
func (b *Book) Lines(plies int) (all [][]oxo.Move, err error) {
	err = b.walk(func(_ int, _ *identity, line []oxo.Move) error {
		if len(line) == plies {
			all = append(all, slices.Clone(line))
		}
		return nil
	})
	return all, err
}

// resume copies the positions of a book.
func (b *growing) resume(known *Book) error {
	if k := &known.about; k.game.Name() != b.game.Name() || k.nodes != b.about.nodes || k.keep != b.keep || k.margin != b.margin {
		return fmt.Errorf("the unfinished book is of %s, with %d nodes for a search, %d moves and a margin of %d: want the same values to continue", k.game.Name(), k.nodes, k.keep, k.margin)
	}
	b.nodes = make([]node, known.positions)
	return known.walk(func(i int, here *identity, _ []oxo.Move) error {
		r := known.record(i)
		to, err := known.positionsAfter(r, here)
		if err != nil {
			return err
		}
		n := node{key: r.key, check: r.check, parent: int(r.parent), ply: int(r.ply), searched: r.searched, flags: r.flags}
		if n.ply == 0 {
			n.parent = i
		}
		for k, e := range known.edges(r) {
			n.branches = append(n.branches, branch{e, to[k]})
		}
		b.nodes[i] = n
		b.index[r.key] = i
		return nil
	})
}
