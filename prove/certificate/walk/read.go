package walk

import (
	"errors"
	"fmt"
	"io"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// Certificate is a checked certificate, held in memory so that its strategies can be walked. It does not change, so
// several goroutines may walk it at the same time.
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

// Read checks a certificate as [CheckBy] does, with the given number of goroutines, and holds it in memory: 16 bytes
// for a node, 8 for each answer of a zone on up to 64 squares, and 8 for each pair in the file. Read calls watch, if
// it is not nil, every few thousand nodes with a report of the part checked so far.
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

// holder builds a certificate: it implements [certificate.Listener].
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

// end drops the lists that are needed only while a part is read.
func (h *holder) end() { h.seen, h.open = lines.List[uint64]{}, nil }

// Sides returns the sides whose strategy can be walked: the winner of a win; both sides of a draw, except a side
// whose proof has no moves (lemma 4).
func (c *Certificate) Sides() (sides []oxo.Side) {
	for _, part := range c.parts {
		if part.kind != certificate.Stealing {
			sides = append(sides, part.side)
		}
	}
	return sides
}

// Start returns the position whose value is proven.
func (c *Certificate) Start() oxo.Position { return c.start.Clone() }

// ErrNoMoves is wrapped by the errors of [Certificate.Walk].
var ErrNoMoves = errors.New("the proof has no moves")

// Walk returns a walker at the root of the strategy of a side.
func (c *Certificate) Walk(side oxo.Side) (*Walker, error) {
	for _, part := range c.parts {
		switch {
		case part.side != side:
		case part.kind == certificate.Stealing:
			return nil, fmt.Errorf("%w of the %v side: strategy stealing shows that it can draw", ErrNoMoves, side)
		default:
			return newWalker(c, part), nil
		}
	}
	return nil, fmt.Errorf("%w of the %v side: it is the strategy of the %v side", ErrNoMoves, side, side.Opponent())
}
