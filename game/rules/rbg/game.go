package rbg

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/rules"
	"oxo/internal/words"
)

// Game is the game of one sheet.
type Game struct {
	*program
	name          string
	names         []string // of the squares, as moves write them
	sides         [2]int   // the player of each side
	sum           int      // of the points at each end
	margins       bool     // the points are not only all, half and nothing
	loops         bool     // nothing proves that every game ends
	packing       packing
	picture       *picture // nil without coordinates
	facts         board.Facts
	first         *position
	symmetries    []symmetry // nil, or the first changes nothing
	numbering     *numbering // with symmetries
	keeperChecked bool       // play checks that the keeper has one move
	walkers       sync.Pool
	lists         sync.Pool
}

// New makes the game of a sheet. The name is the name of its file; the game's name has a part of
// the sheet's SHA-256 too, so that other rules have another name. The context limits the work.
func New(ctx context.Context, name, text string, bounds Bounds) (*Game, error) {
	p, err := load(ctx, text, bounds)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g := &Game{program: p, name: rules.NameOf(name, text)}
	g.walkers.New = func() any { return p.walker() }
	g.lists.New = func() any { return new(list) }
	g.names = squareNames(p.graph.names)
	f := analyze(p)
	g.packing = pack(p, f)
	g.loops = !ends(p, f)
	if err := g.survey(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g.turn(ctx)
	g.facts = board.Facts{Sides: [2]string{p.variables[g.sides[0]].name, p.variables[g.sides[1]].name}, Bytes: p.size() + int64(len(text)), Sheet: text}
	if g.picture = draw(g); g.picture != nil {
		g.facts.Path = g.path
	}
	return g, nil
}

// load reads a text and makes its tables.
func load(ctx context.Context, text string, bounds Bounds) (*program, error) {
	s, err := read(ctx, text, bounds)
	if err != nil {
		return nil, err
	}
	a, err := compile(s.rules)
	if err != nil {
		return nil, err
	}
	return link(ctx, s, a)
}

// begin returns the state before the first move of the keeper.
func (g *Game) begin() *position {
	p := &position{g: g, levels: make([]level, 1)}
	p.state = state{
		board: append([]uint8(nil), g.graph.start...), variables: make([]int32, len(g.variables)),
		counts: make([]int32, len(g.pieces)), bits: make([]uint64, len(g.pieces)*g.words), hub: g.start, player: -1,
	}
	for v, piece := range p.state.board {
		p.counts[piece]++
		p.put(uint16(v), piece)
	}
	p.board = g.packing.boardKey(p.state.board)
	return p
}

// Name returns "FILE@SUM".
func (g *Game) Name() string { return g.name }

// Facts implements [board.Factual]: the sides have the names of the players.
func (g *Game) Facts() *board.Facts { return &g.facts }

// Start returns the first position. The player that the sheet names first is to move.
func (g *Game) Start() oxo.Position { return g.wrap(g.first.copy()) }

// search finds the moves of a state, or only one. It returns why the sheet is broken, or "".
func (g *Game) search(s *state, out *list, one bool) string {
	w := g.walkers.Get().(*walker)
	why := w.moves(s, out, one)
	g.walkers.Put(w)
	return why
}

// wrap gives a position the methods that its game has.
func (g *Game) wrap(p *position) oxo.Position {
	var q oxo.Position = p
	switch {
	case g.margins && g.loops:
		q = &loopingMargined{margined{p}}
	case g.margins:
		q = &margined{p}
	case g.loops:
		q = &looping{p}
	}
	if g.picture != nil {
		q = gridded(q, sketch{p})
	}
	return q
}

func (g *Game) own(p oxo.Position) (*position, bool) {
	var q *position
	switch p := bare(p).(type) {
	case *position:
		q = p
	case *margined:
		q = p.position
	case *looping:
		q = p.position
	case *loopingMargined:
		q = p.position
	default:
		return nil, false
	}
	return q, q.g == g || q.g.name == g.name
}

// passText is the text of [rules.Pass].
const passText = "pass"

// name32 appends a number for each move: the same for the same actions, whatever the
// position, except where two moves of one position collide.
func (g *Game) name32(l *list, ids []oxo.Move, seen numbers) []oxo.Move {
	squares := uint32(len(g.names))
	for i := range l.ends {
		h := uint32(0x811c9dc5)
		for _, it := range l.move(i) {
			h = (h ^ uint32(it.op)*squares ^ uint32(it.square)) * 0x9e3779b1
			h ^= h >> 15
		}
		h &= 1<<31 - 1
		for !seen.add(h) {
			h = (h + 1) & (1<<31 - 1)
		}
		ids = append(ids, oxo.Move(h))
	}
	return ids
}

// FormatMove writes a move by its squares, e2-e4, or "pass".
func (g *Game) FormatMove(p oxo.Position, m oxo.Move) string {
	if m == rules.Pass {
		return passText
	}
	q, _ := g.own(p)
	l := q.moves()
	texts := g.texts(q)
	for i, id := range l.ids {
		if id == m {
			return texts[i]
		}
	}
	return ""
}

// ParseMove reads what FormatMove writes.
func (g *Game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	q, ok := g.own(p)
	if !ok {
		return 0, fmt.Errorf("the position is of another game than %s", g.name)
	}
	moves := q.Moves(nil)
	if len(moves) == 0 {
		return 0, fmt.Errorf("no move %q: %w", words.Clip(text), oxo.ErrGameOver)
	}
	texts := []string{passText}
	if moves[0] != rules.Pass {
		texts = g.texts(q)
	}
	want := strings.ToLower(strings.TrimSpace(text))
	for i, name := range texts {
		if strings.ToLower(name) == want {
			return moves[i], nil
		}
	}
	return 0, rules.NoMove(text, texts)
}

// numbers is a set of numbers: a hash table with room to spare.
type numbers []uint32

// room returns an empty set with room for n numbers, in the memory of another one if it fits.
func (t numbers) room(n int) numbers {
	size := 4
	for size < 2*n {
		size *= 2
	}
	if cap(t) < size {
		return make(numbers, size)
	}
	t = t[:size]
	clear(t)
	return t
}

// add adds a number, and reports whether it is new.
func (t numbers) add(n uint32) bool {
	mask := uint32(len(t) - 1)
	for i := n & mask; ; i = (i + 1) & mask {
		switch t[i] {
		case 0:
			t[i] = n + 1
			return true
		case n + 1:
			return false
		}
	}
}
