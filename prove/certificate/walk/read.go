package walk

import (
	"errors"
	"fmt"
	"io"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// Certificate is a certificate that has been checked and is held in memory, so that its
// strategies can be walked. It is not changed afterwards, so any number may walk it.
type Certificate struct {
	Report certificate.Report
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
func Read(threads int, in io.Reader, lookup func(name string) (oxo.Game, error), watch func(certificate.Report)) (*Certificate, error) {
	h := &holder{c: &Certificate{}, tree: &tree{}}
	report, err := certificate.Checker{Lookup: lookup, Threads: threads, Watch: watch, Hear: h}.Check(in)
	if err != nil {
		return nil, err
	}
	h.end()
	h.c.Report = report
	return h.c, nil
}

// holder makes a certificate of what it hears.
type holder struct {
	c     *Certificate
	*tree // of the current part
}

// Start implements [Listener].
func (h *holder) Start(g oxo.Game, p oxo.Position) { h.c.Game, h.c.start = g, p.Clone() }

// Part implements [Listener]: it adds a part.
func (h *holder) Part(side oxo.Side, kind byte) {
	h.end()
	h.tree = &tree{}
	h.c.parts = append(h.c.parts, held{side, kind, h.tree, &sharedRaces{}})
}

// end drops what is needed only while a part is read.
func (h *holder) end() { h.seen, h.open = lines.List[uint64]{}, nil }

// Sides returns the sides whose strategy can be walked: of a win the winner, of a draw
// both, but for a side whose proof has no moves (lemma 4).
func (c *Certificate) Sides() (sides []oxo.Side) {
	for _, part := range c.parts {
		if part.kind != certificate.Stealing {
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
		case part.kind == certificate.Stealing:
			return nil, fmt.Errorf("%w of the %v side: an argument shows that it can draw, strategy stealing", ErrNoMoves, side)
		default:
			return newWalker(c, part), nil
		}
	}
	return nil, fmt.Errorf("%w of the %v side: it is the strategy of the %v side", ErrNoMoves, side, side.Opponent())
}
