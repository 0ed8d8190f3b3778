package label

import (
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
)

// form is a well-known data set, with its columns and the positions that it is about.
type form struct {
	name string
	game string // the name of its game
	bare bool   // a CSV file has no line of names
	// make returns its positions; nil if it is about any position.
	make func() *Set
	// fields makes the columns, and says what the finder may leave out.
	fields func(p *Plan) []field
	// squares returns the columns of squares, in their order; nil if it has none.
	squares func() (names []string, squares []board.Square)
}

// forms returns the classic forms.
func forms() []form {
	return []form{
		{name: "uci-connect-4", game: "connect4:7x6", bare: true, make: eightStones, fields: connectFields, squares: connectSquares},
		{name: "uci-tic-tac-toe", game: "mnk:3x3x3", bare: true, make: ends, fields: endFields, squares: endSquares},
		{name: "pons-eval", game: "connect4:7x6", fields: ponsFields},
	}
}

// Forms returns the names of the forms.
func Forms() []string {
	var names []string
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}

func (f *form) set() *Set {
	if f.make == nil {
		return nil
	}
	return f.make()
}

// takeForm finds the form of the options, and takes its columns.
func (p *Plan) takeForm() error {
	o := &p.Options
	all := forms()
	at := slices.IndexFunc(all, func(f form) bool { return f.name == o.Form })
	if at < 0 {
		return unknown("--form", o.Form, Forms()...)
	}
	f := &all[at]
	switch {
	case p.Game.Name() != f.game:
		return fmt.Errorf("--form %s: want the game %s, not %s", f.name, f.game, p.Game.Name())
	case o.Scale != "" || o.Squares || o.ResultOnly || p.find.limits != o.Limits || o.Limits.Depth > 0 || o.Limits.Nodes > 0 || o.Limits.Time > 0:
		return fmt.Errorf("--form %s has columns of its own: want it without --scale, --squares, --result, --nodes, --depth and --time", f.name)
	}
	p.form = f
	p.fields = f.fields(p)
	return nil
}

// eightStones is the set of the UCI repository's connect-4: all positions after eight plies in
// which nobody has won and the next move is not forced.
func eightStones() *Set {
	return &Set{Exact: true, Plies: 8, WithoutMirrors: true, keep: func(p oxo.Position) bool { return p.Outcome() == oxo.Ongoing && !forced(p) }}
}

// forced reports whether a side wins with its next stone: the side to move, whose move is then
// clear, or the other side, if it were its turn.
func forced(p oxo.Position) bool {
	moves := p.Moves(nil)
	wins := map[oxo.Move]int{} // how many moves a reply wins after
	for _, m := range moves {
		p.Make(m)
		won := p.Outcome() != oxo.Ongoing
		for _, reply := range p.Moves(nil) {
			p.Make(reply)
			if p.Outcome() != oxo.Ongoing && reply != m {
				wins[reply]++
			}
			p.Unmake(reply)
		}
		p.Unmake(m)
		if won {
			return true
		}
	}
	for _, m := range moves {
		if wins[m] == len(moves)-1 {
			return true // wins whatever other column is filled: a stone there is a threat
		}
	}
	return false
}

// connectFields are the squares and the value for the first player.
func connectFields(p *Plan) []field {
	p.find.resultOnly, p.find.valueOnly = true, !p.Options.Decisive
	return []field{stones(p.Game, firstOf(connectSquares()), secondOf(connectSquares())), one("class", Text, func(l *Labeled) any {
		return firstResult(l)
	})}
}

// firstResult returns the result of a position for the first player.
func firstResult(l *Labeled) string {
	v := l.Value.Score
	if l.Position.Turn() == oxo.Second {
		v = -v
	}
	return v.Result()
}

func firstOf[A, B any](a A, _ B) A  { return a }
func secondOf[A, B any](_ A, b B) B { return b }

// connectSquares are a1 to a6, b1 to b6, and so on.
func connectSquares() (names []string, squares []board.Square) {
	for c := range 7 {
		for r := range 6 {
			names = append(names, fmt.Sprintf("%c%d", 'a'+c, r+1))
			squares = append(squares, board.Square{Column: c, Row: r})
		}
	}
	return names, squares
}

// ends is the set of the UCI repository's tic-tac-toe: all boards at the end of a game.
func ends() *Set {
	return &Set{All: true, keep: func(p oxo.Position) bool { return p.Outcome() != oxo.Ongoing }}
}

// endFields are the squares, and whether x has won.
func endFields(p *Plan) []field {
	p.find.valueOnly = !p.Options.Decisive
	return []field{stones(p.Game, firstOf(endSquares()), secondOf(endSquares())), one("class", Text, func(l *Labeled) any {
		if firstResult(l) == "win" {
			return "positive"
		}
		return "negative"
	})}
}

// endSquares are the rows from the top.
func endSquares() (names []string, squares []board.Square) {
	for r, row := range []string{"top", "middle", "bottom"} {
		for c, column := range []string{"left", "middle", "right"} {
			names = append(names, row+"-"+column+"-square")
			squares = append(squares, board.Square{Column: c, Row: 2 - r})
		}
	}
	return names, squares
}

// ReadSquares reads a line of squares as the UCI repository has them: x, o and b (blank), separated
// by commas, and then a class, which is ignored. It reports false if the line has no such squares.
func ReadSquares(g oxo.Game, line string) (oxo.Position, bool, error) {
	cells := strings.Split(line, ",")
	if len(cells) < 2 || strings.Trim(strings.ReplaceAll(cells[0]+cells[1], " ", ""), "xob") != "" {
		return nil, false, nil
	}
	all := forms()
	at := slices.IndexFunc(all, func(f form) bool { return f.game == g.Name() && f.squares != nil })
	if at < 0 {
		return nil, true, fmt.Errorf("a line of squares: want the game connect4:7x6 or mnk:3x3x3, not %s", g.Name())
	}
	_, squares := all[at].squares()
	if len(cells) != len(squares) && len(cells) != len(squares)+1 {
		return nil, true, fmt.Errorf("a line of %d cells: want the %d squares of %s, each x, o or b, and perhaps the class", len(cells), len(squares), g.Name())
	}
	rows := rowsOf(g, squares)
	for i, s := range squares {
		switch cell := strings.TrimSpace(cells[i]); cell {
		case "x", "o":
			rows[len(rows)-1-s.Row][s.Column] = cell[0] - 'a' + 'A'
		case "b":
		default:
			return nil, true, fmt.Errorf("square %d is %.20q: want x, o or b", i+1, cell)
		}
	}
	var text []string
	for _, row := range rows {
		text = append(text, string(row))
	}
	p, err := g.ParsePosition(strings.Join(text, "/"))
	if err != nil {
		return nil, true, fmt.Errorf("the squares: %w", err)
	}
	return p, true, nil
}

// rowsOf returns an empty board as the text of a position, rows from the top.
func rowsOf(g oxo.Game, squares []board.Square) [][]byte {
	grid, _ := g.Start().(board.Grid)
	columns, _ := grid.Size()
	rows := make([][]byte, len(squares)/columns)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(".", columns))
	}
	return rows
}
