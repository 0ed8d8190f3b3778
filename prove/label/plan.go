package label

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
)

// Options says what a data set contains. The zero value has the usual columns and no limits.
type Options struct {
	Form string // the name of a classic form, "" for the usual columns
	// Scale is "pons" for a number that the game's players write next to a value, or "".
	Scale string
	// Squares adds a column for each square of the board.
	Squares bool
	// ResultOnly asks only for a win, a draw or a loss, without plies or margins.
	ResultOnly bool
	// Decisive keeps only positions whose moves differ in result.
	Decisive bool
	// Split, if not nil, adds a column that divides the positions for training.
	Split *Split
	// Limits of each position. Without limits every value is proven.
	Limits search.Limits
}

// Plan is a checked data set: what its columns are, and how a row is made.
type Plan struct {
	Game    oxo.Game
	Options Options
	form    *form // or nil
	fields  []field
	find    finder
}

// NewPlan checks the options for a game.
func NewPlan(g oxo.Game, o Options) (*Plan, error) {
	p := &Plan{Game: g, Options: o, find: finder{game: g, limits: o.Limits, resultOnly: o.ResultOnly}}
	if err := p.check(); err != nil {
		return nil, err
	}
	if o.Form != "" {
		if err := p.takeForm(); err != nil {
			return nil, err
		}
	} else if err := p.defaultFields(); err != nil {
		return nil, err
	}
	if o.Split != nil {
		p.fields = append(p.fields, one("split", Text, func(l *Labeled) any { return o.Split.of(g, l.Position) }))
	}
	return p, nil
}

func (p *Plan) check() error {
	o, g := &p.Options, p.Game
	_, loops := g.Start().(oxo.Looping)
	limited := o.Limits != search.Limits{}
	switch {
	case loops && !limited:
		return fmt.Errorf("%s can come back to a position, so a search without limits may not end: want --nodes, --depth or --time", g.Name())
	case limited && o.ResultOnly:
		return errors.New("--result asks for a proof: want it without --nodes, --depth and --time")
	case o.Scale != "" && o.Scale != "pons":
		return unknown("--scale", o.Scale, "pons")
	case o.Scale != "" && board.FactsOf(g).Scale == nil:
		return fmt.Errorf("--scale pons: want connect4, oxo knows no such scale of %s", g.Name())
	case o.Scale != "" && (o.ResultOnly || limited):
		return errors.New("--scale pons counts stones: want it without --result, --nodes, --depth and --time")
	}
	return nil
}

// Columns returns the columns of the data set.
func (p *Plan) Columns() []Column { return columnsOf(p.fields) }

// Header reports whether a CSV file begins with the names of the columns.
func (p *Plan) Header() bool { return p.form == nil || !p.form.bare }

// Set returns the positions that the form is about, or nil if it is about all positions.
func (p *Plan) Set() *Set {
	if p.form == nil {
		return nil
	}
	return p.form.set()
}

// SearchOptions returns the options of the searchers that the plan needs.
func (p *Plan) SearchOptions(o search.Options) search.Options {
	o.ResultOnly = p.find.resultOnly
	o.KeepTable = p.find.limits == search.Limits{} // a limited search that keeps a table depends on the earlier ones
	return o
}

// defaultFields sets the columns of a data set without a form.
func (p *Plan) defaultFields() error {
	o, g := &p.Options, p.Game
	p.fields = []field{
		one("position", Text, func(l *Labeled) any { return g.FormatPosition(l.Position) }),
		one("turn", Text, func(l *Labeled) any { return board.SideName(g, l.Position.Turn()) }),
	}
	if o.Squares {
		squares, err := squareFields(g)
		if err != nil {
			return err
		}
		p.fields = append(p.fields, squares)
	}
	p.fields = append(p.fields, one("value", Text, func(l *Labeled) any { return result(l.Value) }))
	p.number(func(l *Labeled, number func(*Labeled, search.Value) int) any { return number(l, l.Value) })
	p.fields = append(p.fields,
		one("proven", Flag, func(l *Labeled) any { return l.Value.Proven }),
		each("moves", Texts, func(_ *Labeled, m *Move) string { return m.Name }),
		each("move_values", Texts, func(_ *Labeled, m *Move) string { return result(m.Value) }),
	)
	p.number(nil)
	if o.Limits != (search.Limits{}) {
		p.fields = append(p.fields, each("move_proven", Flags, func(_ *Labeled, m *Move) bool { return m.Value.Proven }))
	}
	p.fields = append(p.fields, one("best", Texts, func(l *Labeled) any {
		names := []string{}
		for _, m := range l.Moves {
			if m.Value.Score == l.Value.Score {
				names = append(names, m.Name)
			}
		}
		return names
	}))
	return nil
}

// number adds the columns of numbers that go with a value: of the position if whole is given, and
// otherwise of its moves.
func (p *Plan) number(whole func(l *Labeled, number func(*Labeled, search.Value) int) any) {
	add := func(name, many string, number func(*Labeled, search.Value) int) {
		if whole != nil {
			p.fields = append(p.fields, one(name, Number, func(l *Labeled) any { return whole(l, number) }))
			return
		}
		p.fields = append(p.fields, each("move_"+many, Numbers, func(l *Labeled, m *Move) int { return number(l, m.Value) }))
	}
	_, margined := p.Game.Start().(oxo.Margined)
	switch {
	case p.Options.ResultOnly:
	case margined:
		add("margin", "margins", func(_ *Labeled, v search.Value) int { return v.Score.Margin() })
	default:
		add("plies", "plies", func(_ *Labeled, v search.Value) int { return v.Score.Plies() })
	}
	if p.Options.Limits != (search.Limits{}) {
		add("estimate", "estimates", func(_ *Labeled, v search.Value) int { return estimate(v) })
	}
	if p.Options.Scale != "" {
		add("score", "scores", func(l *Labeled, v search.Value) int { return p.scaled(l.Position, v.Score) })
	}
}

// scaled returns a score in the scale of the game.
func (p *Plan) scaled(at oxo.Position, s oxo.Score) int {
	n, _ := catalog.Scale(p.Game, at, s)
	return n
}

// result returns "win", "draw", "loss", or "unknown".
func result(v search.Value) string {
	if !v.Proven && v.Score.Sign() == 0 {
		return "unknown"
	}
	return v.Score.Result()
}

// estimate returns the estimate of a value that is not known, otherwise 0.
func estimate(v search.Value) int {
	if v.Proven || v.Score.Sign() != 0 {
		return 0
	}
	return int(v.Score)
}

// squareFields returns a column for each square, from a1 upwards and then to the right: x is a stone
// of the first side, o one of the second, b an empty square.
func squareFields(g oxo.Game) (field, error) {
	grid, ok := g.Start().(board.Grid)
	if !ok {
		return field{}, fmt.Errorf("--squares: want a game with a board of squares, and %s has none", g.Name())
	}
	columns, rows := grid.Size()
	if columns > 26 {
		return field{}, fmt.Errorf("--squares: want at most 26 columns, and %s has %d", g.Name(), columns)
	}
	var names []string
	for c := range columns {
		for r := range rows {
			names = append(names, string(rune('a'+c))+strconv.Itoa(r+1))
		}
	}
	var squares []board.Square
	for c := range columns {
		for r := range rows {
			squares = append(squares, board.Square{Column: c, Row: r})
		}
	}
	f := stones(g, names, squares)
	_, err := f.fill(nil, &Labeled{Item: Item{Position: grid}})
	return f, err
}

// stones returns a column for each of some squares.
func stones(g oxo.Game, names []string, squares []board.Square) field {
	var f field
	for _, name := range names {
		f.columns = append(f.columns, Column{name, Text})
	}
	f.fill = func(row Row, of *Labeled) (Row, error) {
		grid, ok := of.Position.(board.Grid)
		if !ok {
			return nil, errors.New("the position has no squares")
		}
		var kinds [2]string
		for _, s := range squares {
			switch cell := grid.At(s); {
			case cell.Text == "":
				row = append(row, "b")
			case kinds[cell.Owner] != "" && kinds[cell.Owner] != cell.Text:
				return nil, fmt.Errorf("--squares: want a game with one kind of piece a side, and %s has %s and %s", board.SideName(g, cell.Owner), kinds[cell.Owner], cell.Text)
			default:
				kinds[cell.Owner] = cell.Text
				row = append(row, [...]string{"x", "o"}[cell.Owner])
			}
		}
		return row, nil
	}
	return f
}

// Split divides positions for training, by a hash of the position: neither the order nor the other
// positions decide, and images of a position are in the same part.
type Split struct {
	Percent [3]int // of train, validation and test; 100 together
	Seed    uint64
}

// ParseSplit reads three numbers, "80,10,10".
func ParseSplit(text string, seed uint64) (*Split, error) {
	s := &Split{Seed: seed}
	parts := strings.Split(text, ",")
	sum := 0
	for i, part := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 0 || len(parts) != len(s.Percent) {
			sum = -1
			break
		}
		s.Percent[i] = n
		sum += n
	}
	if sum != 100 {
		return nil, fmt.Errorf("--split %q: want three percentages whose sum is 100, for train, validation and test, as in 80,10,10", text)
	}
	return s, nil
}

// of returns the name of a position's part.
func (s *Split) of(g oxo.Game, p oxo.Position) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d ", s.Seed)
	h.Write([]byte(identity(g, p, true)))
	at := int(oxo.Key{Lo: h.Sum64()}.Hash() % 100)
	names := []string{"train", "validation", "test"}
	last := slices.IndexFunc(s.Percent[:], func(n int) bool {
		at -= n
		return at < 0
	})
	return names[last]
}
