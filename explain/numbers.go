package explain

import (
	"math/rand/v2"

	"oxo"
)

// numbers is a game that is nothing but its tree: the leaves are numbers, told
// for the first side. A move is the number of a child.
type numbers struct {
	nodes []numberNode
	path  []int
}

type numberNode struct {
	children []int
	value    int
}

// newNumbers makes a tree with two or three moves a node, two in the middle so
// that it fits a sheet, and leaves from -9 to 9.
func newNumbers(rng *rand.Rand, plies int) *numbers {
	p := &numbers{}
	p.grow(rng, plies)
	p.path = []int{0}
	return p
}

func (p *numbers) grow(rng *rand.Rand, plies int) int {
	i := len(p.nodes)
	p.nodes = append(p.nodes, numberNode{value: rng.IntN(19) - 9})
	if plies == 0 {
		return i
	}
	moves := 2 + rng.IntN(2)
	if plies == 2 {
		moves = 2
	}
	for range moves {
		child := p.grow(rng, plies-1)
		p.nodes[i].children = append(p.nodes[i].children, child)
	}
	return i
}

func (p *numbers) here() *numberNode { return &p.nodes[p.path[len(p.path)-1]] }

func (p *numbers) Moves(buf []oxo.Move) []oxo.Move {
	for i := range p.here().children {
		buf = append(buf, oxo.Move(i))
	}
	return buf
}

func (p *numbers) Make(m oxo.Move)      { p.path = append(p.path, p.here().children[m]) }
func (p *numbers) Unmake(oxo.Move)      { p.path = p.path[:len(p.path)-1] }
func (p *numbers) Outcome() oxo.Outcome { return oxo.Ongoing } // leaves are at the depth limit
func (p *numbers) Turn() oxo.Side       { return oxo.Side((len(p.path) - 1) & 1) }
func (p *numbers) Hash() uint64         { return uint64(p.path[len(p.path)-1]) }
func (p *numbers) Clone() oxo.Position  { return &numbers{p.nodes, append([]int(nil), p.path...)} }
func estimateNumbers(p oxo.Position) oxo.Score {
	n := p.(*numbers)
	v := oxo.Score(n.here().value)
	if n.Turn() == oxo.Second {
		return -v
	}
	return v
}
