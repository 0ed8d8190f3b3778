package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/rules/gdl"
	"oxo/internal/words"
)

// Game is the game of one sheet.
type Game struct {
	name       string
	engine     *Engine
	sides      [2]int // the role of each side
	offset     int32  // what the numbers of the moves of role 1 have more than the numbers of the engine
	traits     traits
	packing    packing
	symmetries []symmetry
	threats    threats
	facts      board.Facts
	grid       *grid // nil for a sheet without a board
}

// New makes the game of a sheet. The name is the name of its file. The game's name has a part of the
// sheet's SHA-256 too, so that other rules have another name. The context and the bounds
// limit the work.
func New(ctx context.Context, name, text string, bounds gdl.Bounds) (*Game, error) {
	e, err := Compile(ctx, text, bounds)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g, err := FromEngine(ctx, NameOf(name, text), e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g.facts.Sheet = text
	g.facts.Bytes += int64(len(text))
	return g, nil
}

// FromEngine makes the game of a sheet that has been read, with any name. See [Game.Move] for
// its moves. The context limits the work.
func FromEngine(ctx context.Context, name string, e *Engine) (g *Game, err error) {
	g = &Game{name: name, engine: e}
	if g.traits, err = survey(ctx, e); err != nil {
		return nil, err
	}
	g.sides = [2]int{g.traits.first, 1 - g.traits.first}
	if e.sheet != nil {
		g.symmetries = make([]symmetry, 1)
		g.join()
	} else {
		g.offset = int32(len(e.program.Moves[0]))
		g.packing = pack(e.program.Circuit, g.traits.groups)
		g.symmetries = symmetries(e.program.Circuit, &g.traits, &g.packing)
		g.threats = threatsOf(e.program, &g.traits)
	}
	c := e.describe()
	g.facts = board.Facts{Sides: [2]string{c.Roles[g.sides[0]], c.Roles[g.sides[1]]}, Bytes: size(c)}
	if g.grid = g.gridOf(c); g.grid != nil {
		g.facts.Style, g.facts.Note = g.grid.style, g.note
	}
	return g, nil
}

// Name returns "FILE@SUM".
func (g *Game) Name() string { return g.name }

// Facts implements [board.Factual]: the sides have the names of the roles.
func (g *Game) Facts() *board.Facts { return &g.facts }

// Start returns the first position. The role that has a choice is to move.
func (g *Game) Start() oxo.Position { return g.wrap(g.at(g.engine.Begin(), oxo.First)) }

// at makes a position from a state.
func (g *Game) at(m State, turn oxo.Side) *position {
	p := &position{g: g, m: m, turn: turn, counts: make([]uint8, len(g.traits.groups)), images: make([]oxo.Key, len(g.symmetries)-1)}
	for _, f := range g.engine.facts(m) {
		p.account(f)
	}
	p.look()
	return p
}

// wrap gives a position the methods that its game has.
func (g *Game) wrap(p *position) oxo.Position {
	if g.grid != nil {
		return draw(g.kind(p))
	}
	return g.kind(p)
}

// kind gives a position the methods for margins and for games that loop.
func (g *Game) kind(p *position) oxo.Position {
	switch {
	case g.traits.margins && g.traits.loops:
		return &loopingMargined{margined{p}}
	case g.traits.margins:
		return &margined{p}
	case g.traits.loops:
		return &looping{p}
	}
	return p
}

func (g *Game) own(p oxo.Position) (*position, bool) {
	var q *position
	switch p := p.(type) {
	case *position:
		q = p
	case *margined:
		q = p.position
	case *looping:
		q = p.position
	case *loopingMargined:
		q = p.position
	case *gridded:
		q = p.position
	case *griddedMargined:
		q = p.position
	case *griddedLooping:
		q = p.position
	case *griddedBoth:
		q = p.position
	default:
		return nil, false
	}
	return q, q.g == g || q.g.name == g.name
}

// Pass is the move of a side that waits while the other moves again.
const (
	Pass     = oxo.Move(1<<32 - 1)
	passText = "pass"
)

// Move returns the move of a role that has a number in the engine. With a circuit the moves of two roles are never equal: a
// symmetry maps them, whoever has the turn.
func (g *Game) Move(role int, m int32) oxo.Move {
	if role == 1 {
		m += g.offset
	}
	return oxo.Move(m)
}

// Number returns the number that a move has in the engine.
func (g *Game) Number(m oxo.Move) int32 {
	if g.offset > 0 && int32(m) >= g.offset {
		return int32(m) - g.offset
	}
	return int32(m)
}

// FormatMove writes a move as a call, mark(1,2), or "pass".
func (g *Game) FormatMove(p oxo.Position, m oxo.Move) string {
	if m == Pass {
		return passText
	}
	q, _ := g.own(p)
	return g.engine.Move(q.role(), g.Number(m))
}

// ParseMove reads what FormatMove writes, and the form of the sheet: (mark 1 2).
func (g *Game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	q, ok := g.own(p)
	if !ok {
		return 0, fmt.Errorf("the position is of another game than %s", g.name)
	}
	moves := q.Moves(nil)
	if len(moves) == 0 {
		return 0, fmt.Errorf("no move %q: %w", words.Clip(text), oxo.ErrGameOver)
	}
	want := plain(text)
	var names []string
	for _, m := range moves {
		name := g.FormatMove(q, m)
		if plain(name) == want {
			return m, nil
		}
		names = append(names, name)
	}
	return 0, NoMove(text, names)
}

// NoMove returns the error of a text that is not one of the moves, with the first of them.
func NoMove(text string, moves []string) error {
	const shown = 12
	if len(moves) > shown {
		moves = append(moves[:shown:shown], fmt.Sprintf("%d more", len(moves)-shown))
	}
	return fmt.Errorf("no move %q here: want %s", words.Clip(text), strings.Join(moves, ", "))
}

// plain returns the words of a move, without brackets and commas.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t(),", r) }), " ")
}

// turnMark comes before the side to move, at the end of a position's text.
const turnMark = " to move: "

// FormatPosition writes the fluents that are true, and whose turn it is.
func (g *Game) FormatPosition(p oxo.Position) string {
	q, _ := g.own(p)
	var all []string
	for _, f := range g.engine.facts(q.m) {
		all = append(all, g.engine.fluent(f))
	}
	return strings.Join(all, " ") + turnMark + g.facts.Sides[q.turn]
}

// ParsePosition reads what FormatPosition writes. It does not check that play can lead
// there.
func (g *Game) ParsePosition(text string) (oxo.Position, error) {
	state, side, ok := strings.Cut(strings.ToLower(strings.TrimSpace(text))+" ", strings.TrimRight(turnMark, " "))
	turn := slices.Index(g.facts.Sides[:], strings.TrimSpace(side))
	if !ok || turn < 0 {
		return nil, fmt.Errorf("%q: want the facts that are true, then %q and %s or %s", words.Clip(text), strings.TrimSpace(turnMark), g.facts.Sides[0], g.facts.Sides[1])
	}
	var flips []int32
	seen := map[int32]bool{}
	for word := range strings.FieldsSeq(state) {
		f, found := g.engine.find(word)
		if !found {
			return nil, fmt.Errorf("%q: want facts of the game, such as %s", words.Clip(word), g.engine.fluent(0))
		}
		if seen[f] {
			return nil, fmt.Errorf("%q is there twice: want it once", words.Clip(word))
		}
		seen[f] = true
	}
	m := g.engine.Begin()
	for f := range int32(g.engine.fluents()) {
		if seen[f] != m.Fluent(int(f)) {
			flips = append(flips, f)
		}
	}
	m.Toggle(flips)
	return g.read(m, oxo.Side(turn))
}

// read makes a position from a state that was given as text. It returns an error if the state is broken.
func (g *Game) read(m State, turn oxo.Side) (p oxo.Position, err error) {
	defer func() {
		if b, ok := recover().(Broken); ok {
			p, err = nil, b
		}
	}()
	return g.wrap(g.at(m, turn)), nil
}
