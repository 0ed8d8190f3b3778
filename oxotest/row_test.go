//go:build !race

package oxotest_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
)

// row is a small game with passes and a margin: on six squares in a row each side
// marks an empty one that is not next to a mark of the other side, or passes. Two
// consecutive passes end the game, and the side with more marks wins by the
// difference. Each function may be replaced by a faulty one.
type row struct {
	moves     func(p *marking) []oxo.Move
	make      func(p *marking, m oxo.Move)
	unmake    func(p *marking, m oxo.Move)
	outcome   func(p *marking) oxo.Outcome
	margin    func(p *marking) int
	bits      func(s marks, turn oxo.Side) uint64 // of keys
	hash      func(p *marking) uint64
	restore   func(p *marking, key uint64)
	clone     func(p *marking) *marking
	canonical func(p *marking) (oxo.Key, int)
	mapMove   func(m oxo.Move, symmetry int) oxo.Move
	guide     func(p *marking) oxo.Guide
	expand    func(p *marking) ([]oxo.Child, oxo.Bounds)
	evaluate  func(p *marking) oxo.Score
	unit      func(p *marking) oxo.Score
	passes    func(n int) string // how passes are written

	name          string
	start         func(p *marking)
	turn          func(p *marking) oxo.Side
	keyBits       int
	symmetries    int
	unmapMove     func(m oxo.Move, symmetry int) oxo.Move
	append        func(buf, children []oxo.Child) []oxo.Child // in Expand
	parseMove     func(p *marking, text string) (oxo.Move, error)
	formatMove    func(text string) string
	parsePosition func(p *marking)
}

func soundRow() *row {
	mapMove := func(m oxo.Move, symmetry int) oxo.Move {
		if symmetry == 1 && m != rowPass {
			m = rowPass - 1 - m
		}
		return m
	}
	return &row{
		moves:   (*marking).legal,
		make:    (*marking).mark,
		unmake:  func(p *marking, _ oxo.Move) { p.markBack() },
		outcome: (*marking).result,
		margin:  (*marking).more,
		bits:    marks.key,
		hash:    func(p *marking) uint64 { return oxo.Key{Lo: p.marks.key(p.turn)}.Hash() },
		restore: (*marking).become,
		clone:   (*marking).copied,
		canonical: func(p *marking) (oxo.Key, int) {
			own, image := p.g.bits(p.marks, p.turn), p.g.bits(p.marks.mirrored(), p.turn)
			if image < own {
				return oxo.Key{Lo: image}, 1
			}
			return oxo.Key{Lo: own}, 0
		},
		mapMove:  mapMove,
		guide:    func(p *marking) oxo.Guide { return &rowGuide{p} },
		expand:   (*marking).children,
		evaluate: func(p *marking) oxo.Score { return oxo.Score(p.more()) },
		unit:     func(*marking) oxo.Score { return 1 },
		passes:   strconv.Itoa,

		name:       "row",
		start:      func(*marking) {},
		turn:       func(p *marking) oxo.Side { return p.turn },
		keyBits:    15,
		symmetries: 2,
		unmapMove:  mapMove,
		append:     func(buf, children []oxo.Child) []oxo.Child { return append(buf, children...) },
		parseMove: func(_ *marking, text string) (oxo.Move, error) {
			return 0, fmt.Errorf("%.20q: want an empty square that is not next to a mark of the other side, as b1, or pass", text)
		},
		formatMove:    func(text string) string { return text },
		parsePosition: func(*marking) {},
	}
}

const rowPass = 6

// marks holds the marks of each side, a bit for each square, and the consecutive
// passes at the end.
type marks struct {
	of     [2]uint8
	passes uint8
}

func (s marks) mirrored() marks {
	return marks{[2]uint8{bits.Reverse8(s.of[0]) >> 2, bits.Reverse8(s.of[1]) >> 2}, s.passes}
}

// key has the marks in bits 0 to 11, the passes in 12 and 13, the turn in 14.
func (s marks) key(turn oxo.Side) uint64 {
	return uint64(s.of[0]) | uint64(s.of[1])<<6 | uint64(s.passes)<<12 | uint64(turn)<<14
}

// marking is a position of the game. It keeps its list of moves until the next move.
type marking struct {
	g     *row
	marks marks
	turn  oxo.Side
	undo  []marks
	list  []oxo.Move // in its own array, of 7 moves
	full  bool       // the list belongs to this position
	asked int        // for faults that count
}

// become is the inverse of key.
func (p *marking) become(key uint64) {
	p.marks = marks{[2]uint8{uint8(key & 63), uint8(key >> 6 & 63)}, uint8(key >> 12 & 3)}
	p.turn, p.undo, p.full = oxo.Side(key>>14&1), p.undo[:0], false
}

func (p *marking) copied() *marking {
	c := *p
	c.undo, c.list = slices.Clone(p.undo), append(make([]oxo.Move, 0, rowPass+1), p.list...)
	return &c
}

func (p *marking) legal() []oxo.Move {
	if p.full {
		return p.list
	}
	p.list, p.full = p.list[:0], true
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	own, other := p.marks.of[p.turn], p.marks.of[p.turn.Opponent()]
	for m := range oxo.Move(rowPass) {
		if (own|other|other<<1|other>>1)>>m&1 == 0 {
			p.list = append(p.list, m)
		}
	}
	p.list = append(p.list, rowPass)
	return p.list
}

func (p *marking) mark(m oxo.Move) {
	p.undo = append(p.undo, p.marks)
	if m == rowPass {
		p.marks.passes++
	} else {
		p.marks.passes = 0
		p.marks.of[p.turn] |= 1 << m
	}
	p.turn, p.full = p.turn.Opponent(), false
}

func (p *marking) markBack() {
	last := len(p.undo) - 1
	p.marks, p.undo = p.undo[last], p.undo[:last]
	p.turn, p.full = p.turn.Opponent(), false
}

// more returns how many more marks the side to move has than the other.
func (p *marking) more() int {
	return bits.OnesCount8(p.marks.of[p.turn]) - bits.OnesCount8(p.marks.of[p.turn.Opponent()])
}

func (p *marking) result() oxo.Outcome {
	switch n := p.more(); {
	case p.marks.passes < 2:
		return oxo.Ongoing
	case n > 0:
		return oxo.Won
	case n < 0:
		return oxo.Lost
	}
	return oxo.Drawn
}

func (p *marking) children() (children []oxo.Child, b oxo.Bounds) {
	if p.Outcome() != oxo.Ongoing {
		return nil, oxo.Exactly(oxo.Final(p))
	}
	for _, m := range p.Moves(nil) {
		children = append(children, oxo.Child{Move: m})
	}
	return children, oxo.Between(oxo.By(-rowPass), oxo.By(rowPass))
}

func (p *marking) Moves(buf []oxo.Move) []oxo.Move      { return append(buf, p.g.moves(p)...) }
func (p *marking) Make(m oxo.Move)                      { p.g.make(p, m) }
func (p *marking) Unmake(m oxo.Move)                    { p.g.unmake(p, m) }
func (p *marking) Outcome() oxo.Outcome                 { return p.g.outcome(p) }
func (p *marking) Margin() int                          { return p.g.margin(p) }
func (p *marking) Turn() oxo.Side                       { return p.g.turn(p) }
func (p *marking) Hash() uint64                         { return p.g.hash(p) }
func (p *marking) Clone() oxo.Position                  { return p.g.clone(p) }
func (p *marking) Key() oxo.Key                         { return oxo.Key{Lo: p.g.bits(p.marks, p.turn)} }
func (p *marking) KeyBits() int                         { return p.g.keyBits }
func (p *marking) Symmetries() int                      { return p.g.symmetries }
func (p *marking) Restore(k oxo.Key)                    { p.g.restore(p, k.Lo) }
func (p *marking) Canonical() (oxo.Key, int)            { return p.g.canonical(p) }
func (p *marking) MapMove(m oxo.Move, s int) oxo.Move   { return p.g.mapMove(m, s) }
func (p *marking) UnmapMove(m oxo.Move, s int) oxo.Move { return p.g.unmapMove(m, s) }
func (p *marking) Guide() oxo.Guide                     { return p.g.guide(p) }
func (p *marking) Evaluate() oxo.Score                  { return p.g.evaluate(p) }
func (p *marking) Facts() oxo.Facts                     { return oxo.Facts{Unit: p.g.unit(p)} }
func (p *marking) Size() (columns, rows int)            { return rowPass, 1 }
func (p *marking) Line() []board.Square                 { return nil }
func (p *marking) Labels() (columns, rows []string) {
	return strings.Split("abcdef", ""), []string{"1"}
}

func (p *marking) At(s board.Square) board.Cell {
	for side, of := range p.marks.of {
		if of>>s.Column&1 != 0 {
			return board.Cell{Text: [...]string{"X", "O"}[side], Owner: oxo.Side(side)}
		}
	}
	return board.Cell{}
}

type rowGuide struct{ p *marking }

func (g *rowGuide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	children, b := g.p.g.expand(g.p)
	return g.p.g.append(buf, children), b
}

func (g *row) Name() string { return g.name }

func (g *row) Start() oxo.Position {
	p := &marking{g: g, list: make([]oxo.Move, 0, rowPass+1)}
	g.start(p)
	return p
}

func (g *row) FormatMove(_ oxo.Position, m oxo.Move) string {
	if m == rowPass {
		return "pass"
	}
	return g.formatMove(string("abcdef"[m]) + "1")
}

func (g *row) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	for _, m := range p.Moves(nil) {
		if g.FormatMove(p, m) == text {
			return m, nil
		}
	}
	return g.parseMove(p.(*marking), text)
}

func (g *row) FormatPosition(p oxo.Position) string {
	w := p.(*marking)
	text := []byte("......")
	for i := range text {
		if cell := w.At(board.Square{Column: i}); cell.Text != "" {
			text[i] = cell.Text[0]
		}
	}
	return strings.Join([]string{string(text), g.passes(int(w.marks.passes)), w.turn.String()}, " ")
}

func (g *row) ParsePosition(text string) (oxo.Position, error) {
	p := g.Start().(*marking)
	squares, _, _ := strings.Cut(text, " ")
	for i, mark := range squares[:min(rowPass, len(squares))] {
		switch mark {
		case 'X':
			p.marks.of[0] |= 1 << i
		case 'O':
			p.marks.of[1] |= 1 << i
		}
	}
	for p.marks.passes = range uint8(3) {
		for p.turn = range oxo.Side(2) {
			if g.FormatPosition(p) == text {
				g.parsePosition(p)
				return p, nil
			}
		}
	}
	return nil, fmt.Errorf("%.40q: want the squares, the passes made last and the side to move, as in \"X.O... 0 first\"", text)
}
