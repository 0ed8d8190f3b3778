package rbg

import (
	"math"
	"slices"

	"oxo"
)

// maxSteps limits the tables of a numbering.
const maxSteps = 1 << 19

// numbering gives each row of actions that a move can be a number of its own, if there are finitely many. The rows make a tree: after
// each action only some others can come next, whatever the board. The number of a row is how many come before it.
type numbering struct {
	nodes   map[spot]int32 // by hub and square; the square is 0 if it does not matter
	ways    []int64        // by node: how many rows begin there; -1 while they are counted
	first   []int32        // by node: where its branches begin; one more at the end
	from    []branch       // branches, node by node
	roots   []root         // sorted
	squares int
	table   []entry // branches by their keys: a hash table
}

type spot struct {
	hub    int32
	square uint16
}

// branch is an action that can come next: a write, or the switch at the end.
type branch struct {
	item
	to    int32 // the node after it; -1 at the end
	ahead int64 // the rows of the branches before it
}

// root is where the moves of a player begin.
type root struct {
	node  int32
	hub   int32
	at    uint16
	ahead int64
}

type entry struct {
	key   uint64 // of the node and the action; 0 for none
	to    int32
	ahead uint32
}

// numbered numbers the rows of actions of a program; ok is false if there are too many or no last one.
func numbered(p *program) (n *numbering, ok bool) {
	n = &numbering{nodes: map[spot]int32{}, squares: len(p.graph.names)}
	c := &numberer{program: p, numbering: n}
	total := int64(0)
	for h := range p.hubs {
		if !p.hubs[h].player {
			continue
		}
		for v := range p.hubs[h].next {
			if v > 0 && p.hubs[h].free {
				break
			}
			node, ok := c.node(int32(h), uint16(v))
			if !ok {
				return nil, false
			}
			n.roots = append(n.roots, root{node, int32(h), uint16(v), total})
			if total += n.ways[node]; total > math.MaxInt32 {
				return nil, false
			}
		}
	}
	n.lay(c.branches)
	return n, true
}

// numberer makes a numbering.
type numberer struct {
	*program
	*numbering
	branches [][]branch // by node
	steps    int
}

// node returns the node of a place, with its branches.
func (c *numberer) node(hub int32, square uint16) (index int32, ok bool) {
	if c.hubs[hub].free {
		square = 0
	}
	at := spot{hub, square}
	if i, known := c.nodes[at]; known {
		return i, c.ways[i] >= 0 // else the rows go round in a circle
	}
	index = int32(len(c.ways))
	c.nodes[at] = index
	c.ways, c.branches = append(c.ways, -1), append(c.branches, nil)
	var all []branch
	total := int64(0)
	for _, it := range c.next(at) {
		b := branch{item: it, to: -1, ahead: total}
		rows := int64(1)
		if o := &c.ops[it.op]; o.kind == off || o.kind == assign {
			if b.to, ok = c.node(o.hub, it.square); !ok {
				return 0, false
			}
			rows = c.ways[b.to]
		}
		if rows == 0 {
			continue
		}
		all = append(all, b)
		if total += rows; total > math.MaxInt32 {
			return 0, false
		}
	}
	c.ways[index], c.branches[index] = total, all
	return index, c.steps <= maxSteps
}

// next returns the actions of a move that can come next, after any tests.
func (c *numberer) next(at spot) (items []item) {
	seen := map[item]bool{}
	for open := []spot{at}; len(open) > 0 && c.steps <= maxSteps; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		s := c.hubs[at.hub].next[at.square]
		for _, g := range c.groups[s.from:s.to] {
			for _, v := range c.squares(g) {
				it := item{g.op, v}
				if seen[it] {
					continue
				}
				seen[it] = true
				c.steps++
				switch o := &c.ops[g.op]; o.kind {
				case off, assign, toPlayer, toKeeper:
					items = append(items, it)
				case accept:
				default:
					open = append(open, spot{o.hub, v})
				}
			}
		}
	}
	slices.SortFunc(items, func(a, b item) int {
		if a.op != b.op {
			return int(a.op - b.op)
		}
		return int(a.square) - int(b.square)
	})
	return items
}

func (c *numberer) squares(g group) []uint16 { return c.program.squares[g.from:g.to] }

// lay puts the branches into the tables.
func (n *numbering) lay(branches [][]branch) {
	for _, all := range branches {
		n.first = append(n.first, int32(len(n.from)))
		n.from = append(n.from, all...)
	}
	n.first = append(n.first, int32(len(n.from)))
	size := 4
	for size < 2*len(n.from) {
		size *= 2
	}
	n.table = make([]entry, size)
	for node := range branches {
		for _, b := range n.from[n.first[node]:n.first[node+1]] {
			key := n.key(int32(node), b.item)
			i := n.slot(key)
			for n.table[i].key != 0 {
				i = (i + 1) & (len(n.table) - 1)
			}
			n.table[i] = entry{key, b.to, uint32(b.ahead)}
		}
	}
}

func (n *numbering) key(node int32, it item) uint64 {
	return uint64(node)<<36 | (uint64(it.op)*uint64(n.squares)+uint64(it.square))<<1 | 1
}

func (n *numbering) slot(key uint64) int {
	return int(key*0x9e3779b97f4a7c15>>32) & (len(n.table) - 1)
}

// root returns the root of a place in the rules.
func (n *numbering) root(p *program, hub int32, at uint16) *root {
	if p.hubs[hub].free {
		at = 0
	}
	i, _ := slices.BinarySearchFunc(n.roots, spot{hub, at}, func(r root, at spot) int {
		if r.hub != at.hub {
			return int(r.hub - at.hub)
		}
		return int(r.at) - int(at.square)
	})
	return &n.roots[i]
}

// number returns the number of a move that begins at a root.
func (n *numbering) number(r *root, items []item) oxo.Move {
	sum, node := uint32(r.ahead), r.node
	for _, it := range items {
		key := n.key(node, it)
		i := n.slot(key)
		for n.table[i].key != key {
			i = (i + 1) & (len(n.table) - 1)
		}
		sum += n.table[i].ahead
		node = n.table[i].to
	}
	return oxo.Move(sum)
}

// items returns the root and the actions of a move.
func (n *numbering) items(m oxo.Move) (r *root, items []item) {
	i, found := slices.BinarySearchFunc(n.roots, int64(m), func(r root, m int64) int { return int(r.ahead - m) })
	if !found {
		i--
	}
	for i+1 < len(n.roots) && n.roots[i+1].ahead == n.roots[i].ahead {
		i++ // a root without rows
	}
	r = &n.roots[i]
	rest := int64(m) - r.ahead
	for node := r.node; node >= 0; {
		all := n.from[n.first[node]:n.first[node+1]]
		i, found := slices.BinarySearchFunc(all, rest, func(b branch, rest int64) int { return int(b.ahead - rest) })
		if !found {
			i--
		}
		items = append(items, all[i].item)
		rest -= all[i].ahead
		node = all[i].to
	}
	return r, items
}
