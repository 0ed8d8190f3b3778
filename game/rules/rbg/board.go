package rbg

import (
	"slices"
	"strconv"
)

// The bounds of a board.
const (
	maxSquares = 4096
	maxLabels  = 200
	maxPieces  = 64 // a set of pieces is a word of bits
)

func itoa(n int) string { return strconv.Itoa(n) }

// graph is the board: its squares, and for each label and square the square where the
// edge leads.
type graph struct {
	names  []string
	start  []uint8 // the piece on each square at the beginning
	labels []string
	leads  [][]int32 // by label and square; -1 for no edge
}

// shape is a board while it is read: squares by name, edges by the names of their ends.
type shape struct {
	parser
	graph
	index map[string]int
	edges []edgeText
}

type edgeText struct {
	line      int
	from      int
	label, to string
}

// parser reads the tokens of one section.
type parser struct {
	sheet *sheet
	all   []token
	end   int // the line after the last token
}

// peek returns the next token's text; "" at the end.
func (p *parser) peek() string {
	if len(p.all) == 0 {
		return ""
	}
	return p.all[0].text
}

func (p *parser) line() int {
	if len(p.all) == 0 {
		return p.end
	}
	return p.all[0].line
}

// seen describes the next token for an error.
func (p *parser) seen() string {
	if len(p.all) == 0 {
		return "the end of the section"
	}
	return strconv.Quote(p.all[0].text)
}

// next takes the next token.
func (p *parser) next() token {
	t := p.all[0]
	p.all = p.all[1:]
	return t
}

// take takes a token that must come.
func (p *parser) take(want string) error {
	if p.peek() != want {
		return fault(p.line(), "%s: want %q", p.seen(), want)
	}
	p.next()
	return nil
}

// word takes a name that must come; what says which name, for the error.
func (p *parser) word(what string) (token, error) {
	if len(p.all) == 0 || !p.all[0].name() {
		return token{}, fault(p.line(), "%s: want %s", p.seen(), what)
	}
	return p.next(), nil
}

// piece takes the name of a piece.
func (p *parser) piece() (int, error) {
	t, err := p.word("a piece")
	if err != nil {
		return 0, err
	}
	i := slices.Index(p.sheet.pieces, t.text)
	if i < 0 {
		return 0, fault(t.line, "%q is not a piece%s", t.text, p.sheet.late(t.text))
	}
	return i, nil
}

// board reads the section #board.
func (s *sheet) board(p parser) (*graph, error) {
	b := &shape{parser: p, index: map[string]int{}}
	var err error
	switch word := b.peek(); {
	case len(b.all) > 1 && b.all[1].text == "(" && word == "rectangle":
		err = b.rectangle()
	case len(b.all) > 1 && b.all[1].text == "(" && word == "hexagon":
		err = b.hexagon()
	case len(b.all) > 1 && b.all[1].text == "(" && word == "cuboid":
		err = b.cuboid()
	default:
		err = b.explicit()
	}
	if err != nil {
		return nil, err
	}
	return b.finish()
}

// square adds a square.
func (b *shape) square(name string, piece, line int) (int, error) {
	if _, ok := b.index[name]; ok {
		return 0, fault(line, "a second square %q: want another name", name)
	}
	if len(b.names) == maxSquares {
		return 0, fault(line, "more than %d squares: want a smaller board", maxSquares)
	}
	b.index[name] = len(b.names)
	b.names = append(b.names, name)
	b.start = append(b.start, uint8(piece))
	return len(b.names) - 1, nil
}

// label returns the index of an edge's label, and adds a new label.
func (b *shape) label(name string, line int) (int, error) {
	if i := slices.Index(b.labels, name); i >= 0 {
		return i, nil
	}
	if kind := b.sheet.kind(name); kind != "" {
		return 0, fault(line, "the edge %q has the name of a %s: want another name", name, kind)
	}
	if len(b.labels) == maxLabels {
		return 0, fault(line, "more than %d labels of edges", maxLabels)
	}
	b.labels = append(b.labels, name)
	return len(b.labels) - 1, nil
}

// explicit reads squares with their pieces and edges: a1[piece]{label:square,...}.
func (b *shape) explicit() error {
	for len(b.all) > 0 {
		name, err := b.word("rectangle(, hexagon(, cuboid( or a square")
		if err != nil {
			return err
		}
		if err := b.take("["); err != nil {
			return err
		}
		piece, err := b.piece()
		if err != nil {
			return err
		}
		if err := b.take("]"); err != nil {
			return err
		}
		at, err := b.square(name.text, piece, name.line)
		if err != nil {
			return err
		}
		if err := b.edgesOf(at); err != nil {
			return err
		}
	}
	return nil
}

func (b *shape) edgesOf(at int) error {
	if err := b.take("{"); err != nil {
		return err
	}
	for b.peek() != "}" {
		label, err := b.word("the label of an edge, or }")
		if err != nil {
			return err
		}
		if err := b.take(":"); err != nil {
			return err
		}
		to, err := b.word("a square")
		if err != nil {
			return err
		}
		b.edges = append(b.edges, edgeText{label.line, at, label.text, to.text})
		if b.peek() == "," {
			b.next()
		}
	}
	b.next()
	return nil
}

// finish makes the tables of the edges.
func (b *shape) finish() (*graph, error) {
	if len(b.names) == 0 {
		return nil, fault(b.end, "a board without squares: want at least one")
	}
	for _, e := range b.edges {
		to, ok := b.index[e.to]
		if !ok {
			return nil, fault(e.line, "an edge to %q: want a square of the board", e.to)
		}
		l, err := b.label(e.label, e.line)
		if err != nil {
			return nil, err
		}
		if l == len(b.leads) {
			row := make([]int32, len(b.names))
			for i := range row {
				row[i] = -1
			}
			b.leads = append(b.leads, row)
		}
		row := b.leads[l]
		if row[e.from] >= 0 && int(row[e.from]) != to {
			return nil, fault(e.line, "two edges %q from the square %q: want one", e.label, b.names[e.from])
		}
		row[e.from] = int32(to)
	}
	return &b.graph, nil
}
