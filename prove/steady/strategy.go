package steady

import (
	"errors"
	"fmt"
	"slices"
)

// Strategy is a graph of positions: a position with the side to move is a steady state or has one move; a position with the other side to move
// has all replies after which the side does not win at once. Node 0 is the first position.
type Strategy struct {
	Width, Height int
	Second        bool // the side is the second player
	Nodes         []Node
}

// Node is a position: a steady state, or a branch with the nodes after it.
type Node struct {
	Moves []uint8 // the moves to it: columns from 1
	// Rows is the diagram of a steady state, the highest row first: 1 and 2 are the stones of the players, other
	// letters the marks of empty squares. It is empty for a branch.
	Rows string
	Next []int
}

// Counts returns the number of steady states and of branches.
func (s *Strategy) Counts() (states, branches int) {
	for i := range s.Nodes {
		if s.Nodes[i].Rows != "" {
			states++
		}
	}
	return states, len(s.Nodes) - states
}

// lister lists the nodes of a strategy, both mirror images of each.
type lister struct {
	g *builder
	s *Strategy
	// ids holds the nodes by position, with the side to move or with the other side to move.
	ids [2]map[position]int
}

// strategy returns the graph that the builder has made.
func (g *builder) strategy() *Strategy {
	l := &lister{g: g, s: &Strategy{Width: g.Width, Height: g.Height, Second: g.Second}, ids: [2]map[position]int{{}, {}}}
	if g.top != nil {
		l.own(g.top.p, g.top.path)
	} else {
		l.other(g.root.p, g.root.path)
	}
	return l.s
}

func (l *lister) add(path []uint8) int {
	n := Node{Moves: slices.Clone(path)}
	for i := range n.Moves {
		n.Moves[i]++
	}
	l.s.Nodes = append(l.s.Nodes, n)
	return len(l.s.Nodes) - 1
}

// other adds a position with the other side to move.
func (l *lister) other(p position, path []uint8) int {
	if id, ok := l.ids[1][p]; ok {
		return id
	}
	id := l.add(path)
	l.ids[1][p] = id
	b := l.g.b
	var next []int
	for rest := b.replies(p); rest != 0; rest &= rest - 1 {
		m := rest & -rest
		next = append(next, l.own(position{p.own, p.all | m}, append(slices.Clone(path), uint8(b.columnOf(m)))))
	}
	l.s.Nodes[id].Next = next
	return id
}

// own adds a position with the side to move.
func (l *lister) own(p position, path []uint8) int {
	if id, ok := l.ids[0][p]; ok {
		return id
	}
	id := l.add(path)
	l.ids[0][p] = id
	b := l.g.b
	k, flip := b.canonical(p)
	o := l.g.owns[k]
	if o.state != nil {
		state := o.state
		if flip {
			state = state.mirrored(b)
		}
		l.s.Nodes[id].Rows = l.s.letters(state.rows(b, p))
		return id
	}
	to := o.choice.p // the image that is one move after p
	if m := to.all &^ p.all; to.all&p.all != p.all || to.own&p.own != p.own || !single(m) || to.own != p.own|m {
		to = b.mirrored(to)
	}
	x := uint8(b.columnOf(to.all &^ p.all))
	next := l.other(to, append(slices.Clone(path), x))
	l.s.Nodes[id].Next = []int{next}
	return id
}

// letters exchanges 1 and 2 if the side is the second player, so that 1 is always the first.
func (s *Strategy) letters(rows string) string {
	if !s.Second {
		return rows
	}
	out := []byte(rows)
	for i, c := range out {
		if c == '1' || c == '2' {
			out[i] = '1' + '2' - c
		}
	}
	return string(out)
}

// ErrWrong is wrapped by errors about a strategy that does not win.
var ErrWrong = errors.New("the strategy is wrong")

// Check plays the strategy against all replies, and returns an error if it does not win every game. It uses
// nothing that the builder has found.
func (s *Strategy) Check() error {
	b, err := NewBoard(s.Width, s.Height)
	if err != nil {
		return err
	}
	c := &checker{s: s, b: b, e: newEvaluator(b), done: make([]bool, len(s.Nodes))}
	if len(s.Nodes) == 0 {
		return fmt.Errorf("no nodes: %w", ErrWrong)
	}
	return c.node(0)
}

type checker struct {
	s    *Strategy
	b    *Board
	e    *evaluator
	done []bool
}

// position plays moves, and reports whether the side is to move.
func (c *checker) position(moves []uint8) (p position, mine bool, err error) {
	mine = !c.s.Second
	for _, x := range moves {
		if x < 1 || int(x) > c.s.Width {
			return p, mine, fmt.Errorf("column %d: want 1 to %d: %w", x, c.s.Width, ErrWrong)
		}
		m := c.b.legal(p) & c.b.column(int(x)-1)
		if m == 0 {
			return p, mine, fmt.Errorf("column %d is full: %w", x, ErrWrong)
		}
		if p.all |= m; mine {
			p.own |= m
		}
		mine = !mine
	}
	return p, mine, nil
}

// node checks that the side wins from a node on. Nodes refer to nodes with one more stone, so this ends.
func (c *checker) node(id int) error {
	if c.done[id] {
		return nil
	}
	c.done[id] = true
	n := &c.s.Nodes[id]
	p, mine, err := c.position(n.Moves)
	switch {
	case err != nil:
		return err
	case mine && n.Rows != "":
		return c.state(n, p)
	case mine:
		if len(n.Next) != 1 {
			return fmt.Errorf("node %d: %d moves, want one: %w", id, len(n.Next), ErrWrong)
		}
		return c.next(id, n.Next[0], p, true)
	}
	return c.replied(id, p)
}

func (c *checker) state(n *Node, p position) error {
	state, q := readRows(c.b, c.s.letters(n.Rows))
	if q != p {
		return fmt.Errorf("the diagram after %v has other stones: %w", n.Moves, ErrWrong)
	}
	if c.e.fails(&state, p, 0) != 0 {
		return fmt.Errorf("the diagram after %v loses: %w", n.Moves, ErrWrong)
	}
	return nil
}

// replied checks that each reply has a node, or loses at once.
func (c *checker) replied(id int, p position) error {
	n := &c.s.Nodes[id]
	legal := c.b.legal(p)
	if legal == 0 || c.b.wins(p.own^p.all)&legal != 0 {
		return fmt.Errorf("after %v the side does not win: %w", n.Moves, ErrWrong)
	}
	var answered uint64
	for _, next := range n.Next {
		if next < 0 || next >= len(c.s.Nodes) {
			return fmt.Errorf("node %d: next node %d: %w", id, next, ErrWrong)
		}
		q, _, err := c.position(c.s.Nodes[next].Moves)
		if err != nil {
			return err
		}
		answered |= q.all &^ p.all
		if err := c.next(id, next, p, false); err != nil {
			return err
		}
	}
	if left := c.b.replies(p) &^ answered; left != 0 {
		return fmt.Errorf("after %v column %d has no answer: %w", n.Moves, c.b.columnOf(left)+1, ErrWrong)
	}
	return nil
}

// next checks that a node is one move after a position, and wins.
func (c *checker) next(id, next int, p position, mine bool) error {
	if next < 0 || next >= len(c.s.Nodes) {
		return fmt.Errorf("node %d: next node %d: %w", id, next, ErrWrong)
	}
	q, _, err := c.position(c.s.Nodes[next].Moves)
	if err != nil {
		return err
	}
	m := q.all &^ p.all
	want := position{p.own, p.all | m}
	if mine {
		want.own |= m
	}
	if q != want || !single(m) || m&c.b.legal(p) == 0 || len(c.s.Nodes[next].Moves) != len(c.s.Nodes[id].Moves)+1 {
		return fmt.Errorf("node %d is not one move after node %d: %w", next, id, ErrWrong)
	}
	return c.node(next)
}
