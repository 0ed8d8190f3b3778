package certificate

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"oxo"
)

// Certificate is a certificate that has been checked and is held in memory, so that its
// strategies can be walked. It is not changed afterwards, so any number may walk it.
type Certificate struct {
	Report Report
	Game   oxo.Game
	start  oxo.Position
	parts  []held
}

// held is the strategy of one side.
type held struct {
	side oxo.Side
	kind byte
	tree *tree
	// races are shared by all walks: each would need tens of megabytes of its own.
	races *sharedRaces
}

// Read checks a certificate as [CheckBy] does, by that many goroutines, and holds it: 16 bytes a node, 8 for each answer of a zone on up to 64
// squares, and 8 for each pair that stands in the file. It tells watch, if it is not nil, every few thousand nodes how far it is.
func Read(threads int, in io.Reader, lookup func(name string) (oxo.Game, error), watch func(Report)) (*Certificate, error) {
	c := &Certificate{}
	r := &reader{in: bufio.NewReaderSize(in, 1<<16), sum: newSum(), watch: watch, held: c}
	err := r.checkBy(threads, lookup)
	if c.Report = r.report; err != nil {
		return nil, err
	}
	return c, nil
}

// of notes what is proven something of. Like begin it does nothing where nothing is held.
func (c *Certificate) of(g oxo.Game, p oxo.Position) {
	if c != nil {
		c.Game, c.start = g, p.Clone()
	}
}

// begin adds a part, and returns the tree to be filled.
func (c *Certificate) begin(side oxo.Side, kind byte) *tree {
	if c == nil {
		return nil
	}
	c.parts = append(c.parts, held{side, kind, &tree{}, &sharedRaces{}})
	return c.parts[len(c.parts)-1].tree
}

// Sides returns the sides whose strategy can be walked: of a win the winner, of a draw
// both, but for a side whose proof has no moves (lemma 4).
func (c *Certificate) Sides() (sides []oxo.Side) {
	for _, part := range c.parts {
		if part.kind != Stealing {
			sides = append(sides, part.side)
		}
	}
	return sides
}

// Start returns the position that the proof is of.
func (c *Certificate) Start() oxo.Position { return c.start.Clone() }

// ErrNoMoves is wrapped by the errors of [Certificate.Walk].
var ErrNoMoves = errors.New("the proof has no moves")

// Walk begins to walk the strategy of a side.
func (c *Certificate) Walk(side oxo.Side) (*Walker, error) {
	for _, part := range c.parts {
		switch {
		case part.side != side:
		case part.kind == Stealing:
			return nil, fmt.Errorf("%w of the %v side: an argument shows that it can draw, strategy stealing", ErrNoMoves, side)
		default:
			return newWalker(c, part), nil
		}
	}
	return nil, fmt.Errorf("%w of the %v side: it is the strategy of the %v side", ErrNoMoves, side, side.Opponent())
}
