package numbertree

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// usual is the default tree.
const usual = "((3 12 8) (2 4 6) (14 5 2))"

// family is the name of the family.
const family = "tree"

// Game is one tree. [New] makes it; it does not change afterwards.
type Game struct {
	tree  Tree
	name  func() string       // calls fullName once
	facts func() *board.Facts // calls newFacts once
}

// New makes the game of a tree.
func New(text string) (*Game, error) {
	t, err := Parse(text)
	if err != nil {
		return nil, err
	}
	g := &Game{tree: t}
	g.name = sync.OnceValue(g.fullName)
	g.facts = sync.OnceValue(g.newFacts)
	return g, nil
}

// Family returns how the games are named.
func Family() catalog.Family {
	return catalog.Family{
		Name:  family,
		Usage: "tree[:(NODE NODE...)]",
		Title: "A tree of numbers", Group: "Exercises",
		About: "A tree of one's own: nodes are numbers, or nodes in brackets, as in tree:((3 5) (2 9))",
		New: func(parameters string, options []string) (oxo.Game, error) {
			if parameters == "" && len(options) == 0 {
				parameters = usual
			}
			// Commas separate nodes here, not options.
			g, err := New(strings.Join(append([]string{parameters}, options...), ","))
			if err != nil {
				return nil, err
			}
			return g, nil
		},
	}
}

// Tree returns the nodes, which the caller must not change.
func (g *Game) Tree() Tree { return g.tree }

// Name returns "tree:((3 5) (2 9))".
func (g *Game) Name() string { return g.name() }

func (g *Game) fullName() string { return family + ":" + g.tree.String() }

// Start returns the root.
func (g *Game) Start() oxo.Position { return &position{g, 0} }

// FormatMove writes the name of the node that a move leads to.
func (g *Game) FormatMove(_ oxo.Position, m oxo.Move) string { return g.tree[m].Name }

// ParseMove reads what FormatMove writes.
func (g *Game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	if err := notation.Check(g, p, ok && b.g.tree.String() == g.tree.String(), text); err != nil {
		return 0, err
	}
	var names []string
	for _, c := range b.node().Children {
		if g.tree[c].called(text) {
			return oxo.Move(c), nil
		}
		names = append(names, g.tree[c].Name)
	}
	return 0, fmt.Errorf("no move %q at %s: want %s", words.Clip(text), b.node().Name, strings.Join(names, ", "))
}

// FormatPosition writes the name of the node.
func (g *Game) FormatPosition(p oxo.Position) string { return p.(*position).node().Name }

// ParsePosition reads what FormatPosition writes.
func (g *Game) ParsePosition(text string) (oxo.Position, error) {
	for i := range g.tree {
		if g.tree[i].called(text) {
			return &position{g, i}, nil
		}
	}
	return nil, fmt.Errorf("no node %q: want a label, or a name in the order of the text, as %s", words.Clip(text), g.tree[0].Name)
}

// called reports whether a text is the node's name, in capitals or not.
func (n *Node) called(text string) bool { return strings.EqualFold(strings.TrimSpace(text), n.Name) }

// position is a node. A move is the number of a node below it.
type position struct {
	g  *Game
	at int
}

func (p *position) node() *Node { return &p.g.tree[p.at] }

// Moves lists the children from left to right, in the order of the tree.
func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	for _, c := range p.node().Children {
		buf = append(buf, oxo.Move(c))
	}
	return buf
}

func (p *position) Make(m oxo.Move)     { p.at = int(m) }
func (p *position) Unmake(oxo.Move)     { p.at = p.node().Parent }
func (p *position) Turn() oxo.Side      { return oxo.Side(p.node().Ply & 1) }
func (p *position) Hash() uint64        { return p.Key().Hash() }
func (p *position) Clone() oxo.Position { return &position{p.g, p.at} }
func (p *position) Key() oxo.Key        { return oxo.Key{Lo: uint64(p.at)} }
func (p *position) KeyBits() int        { return bits.Len(uint(len(p.g.tree) - 1)) }

// Margin returns the number of a leaf from the view of the side to move.
func (p *position) Margin() int {
	if p.Turn() == oxo.Second {
		return -p.node().Value
	}
	return p.node().Value
}

// Outcome follows the sign of the number.
func (p *position) Outcome() oxo.Outcome {
	switch m := p.Margin(); {
	case len(p.node().Children) > 0:
		return oxo.Ongoing
	case m > 0:
		return oxo.Won
	case m < 0:
		return oxo.Lost
	}
	return oxo.Drawn
}

// note returns the subtree as text.
func (p *position) note() string {
	var b strings.Builder
	p.g.tree.write(&b, p.at)
	return b.String()
}

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }
