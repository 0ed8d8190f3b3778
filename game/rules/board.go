package rules

import (
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/rules/gdl"
)

// A sheet does not say that it has a board. Facts such as cell(a,1,x) describe its squares if the
// groups of exclusive facts show that each pair of the first two arguments has exactly one content.
// Then positions are a [board.Grid].

// grid is the board of a sheet.
type grid struct {
	columns, rows []string
	fluents       [][]int32 // of each square, row by row: one of them is true
	cells         []board.Cell
	on            []bool // by fluent: whether it is on the board
	style         board.Style
}

// maxSide bounds the columns and rows of a board that is drawn.
const maxSide = 26

// gridOf finds the largest board of a sheet, or nil.
func (g *Game) gridOf(c *gdl.Circuit) *grid {
	byName := map[int32][]*group{}
	var names []int32
	for i := range g.traits.groups {
		parts := c.Parts[g.traits.groups[i].fluents[0]]
		if len(parts) != 4 {
			continue
		}
		if byName[parts[0]] == nil {
			names = append(names, parts[0])
		}
		byName[parts[0]] = append(byName[parts[0]], &g.traits.groups[i])
	}
	var best *grid
	for _, name := range names {
		if b := g.board(c, byName[name]); b != nil && (best == nil || len(b.fluents) > len(best.fluents)) {
			best = b
		}
	}
	return best
}

// board makes a board of the groups of fluents with one name, or returns nil: each pair of the first two
// arguments must be a group with one true fluent at all times, and the pairs must fill a rectangle.
func (g *Game) board(c *gdl.Circuit, groups []*group) *grid {
	var b grid
	at := map[[2]string]*group{}
	for _, group := range groups {
		column, row, _ := arguments(c.Fluents[group.fluents[0]])
		same := func(f int32) bool {
			x, y, _ := arguments(c.Fluents[f])
			return x == column && y == row
		}
		if !group.always || at[[2]string{column, row}] != nil || slices.ContainsFunc(group.fluents, func(f int32) bool { return !same(f) }) {
			return nil
		}
		at[[2]string{column, row}] = group
		if !slices.Contains(b.columns, column) {
			b.columns = append(b.columns, column)
		}
		if !slices.Contains(b.rows, row) {
			b.rows = append(b.rows, row)
		}
	}
	if len(b.columns) > maxSide || len(b.rows) > maxSide || len(at) != len(b.columns)*len(b.rows) || len(at) < 2 {
		return nil
	}
	slices.SortFunc(b.columns, inOrder)
	slices.SortFunc(b.rows, inOrder)
	b.cells, b.on = make([]board.Cell, len(c.Fluents)), make([]bool, len(c.Fluents))
	var contents []string
	for _, row := range b.rows {
		for _, column := range b.columns {
			fluents := at[[2]string{column, row}].fluents
			b.fluents = append(b.fluents, fluents)
			for _, f := range fluents {
				b.on[f] = true
				if _, _, content := arguments(c.Fluents[f]); !slices.Contains(contents, content) {
					contents = append(contents, content)
				}
			}
		}
	}
	g.mark(&b, c, contents)
	return &b
}

// arguments returns the three arguments of a fluent's text: cell(a,1,x). An argument may have arguments.
func arguments(text string) (column, row, content string) {
	_, rest, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	var parts []string
	depth, from := 0, 0
	for i, r := range rest {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, rest[from:i])
			from = i + 1
		}
	}
	if parts = append(parts, rest[from:]); len(parts) != 3 {
		return "", "", ""
	}
	return parts[0], parts[1], parts[2]
}

// inOrder compares two names of columns or rows: numbers by size, others by text.
func inOrder(a, b string) int {
	m, err := strconv.Atoi(a)
	n, other := strconv.Atoi(b)
	if err == nil && other == nil {
		return m - n
	}
	return strings.Compare(a, b)
}

// emptyOf returns the content that means an empty square, or "". The content b means blank unless there is also a
// content w for white.
func emptyOf(contents []string) string {
	for _, name := range []string{"empty", "blank", "none", "nothing", "e"} {
		if slices.Contains(contents, name) {
			return name
		}
	}
	if slices.Contains(contents, "b") && !slices.ContainsFunc(contents, func(c string) bool { return strings.HasPrefix(c, "w") }) {
		return "b"
	}
	return ""
}

// mark chooses how each kind of contents is drawn: as the mark of a role, or as the first letters of its name.
func (g *Game) mark(b *grid, c *gdl.Circuit, contents []string) {
	empty := emptyOf(contents)
	contents = slices.DeleteFunc(contents, func(name string) bool { return name == empty })
	slices.Sort(contents)
	text := map[string]string{}
	for _, name := range contents {
		letters := []rune(name)
		length := min(2, len(letters))
		if !slices.ContainsFunc(contents, func(other string) bool { return other != name && other[0] == name[0] }) {
			length = 1
		}
		text[name] = string(letters[:length])
	}
	switch {
	case slices.Equal(contents, []string{"o", "x"}):
		b.style = board.Style{Places: board.Hash, Pieces: board.Marks}
	case slices.Equal(contents, []string{"black", "white"}) || slices.Equal(contents, []string{"b", "w"}):
		b.style = board.Style{Places: board.Chequered, Pieces: board.Draughtsmen}
	}
	for f, on := range b.on {
		if !on {
			continue
		}
		if _, _, content := arguments(c.Fluents[f]); content != empty {
			b.cells[f] = board.Cell{Text: text[content], Owner: g.ownerOf(content)}
		}
	}
}

// ownerOf returns the side whose role has the name of a content or begins with it; the first side if no role does.
func (g *Game) ownerOf(content string) oxo.Side {
	first, second := g.facts.Sides[oxo.First], g.facts.Sides[oxo.Second]
	likes := func(role string) bool { return strings.HasPrefix(content, role) || strings.HasPrefix(role, content) }
	switch {
	case content == second, content != first && likes(second) && !likes(first):
		return oxo.Second
	case content == first || likes(first) || first[0] == second[0]:
		return oxo.First
	case content[0] == second[0]:
		return oxo.Second
	}
	return oxo.First
}

// note lists the facts that the board does not show, except whose turn it is.
func (g *Game) note(p oxo.Position) string {
	const most = 80
	q, ok := g.own(p)
	if !ok {
		return ""
	}
	var facts []string
	for _, f := range g.engine.facts(q.m) {
		text := g.engine.fluent(f)
		_, argument, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
		if !g.grid.shows(f) && !slices.Contains(g.facts.Sides[:], argument) {
			facts = append(facts, text)
		}
	}
	if text := strings.Join(facts, " "); len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(strings.Join(facts, " ")[:most], "") + "..."
}

// shows reports whether a fluent is on the board.
func (b *grid) shows(f int32) bool { return int(f) < len(b.on) && b.on[f] }

// squares lets a position be drawn.
type squares struct{ of *position }

// Size implements [board.Grid].
func (s squares) Size() (columns, rows int) { return len(s.of.g.grid.columns), len(s.of.g.grid.rows) }

// Labels implements [board.Grid]: the arguments of the sheet.
func (s squares) Labels() (columns, rows []string) { return s.of.g.grid.columns, s.of.g.grid.rows }

// Line implements [board.Grid]: a sheet does not say which squares decide.
func (s squares) Line() []board.Square { return nil }

// At implements [board.Grid].
func (s squares) At(sq board.Square) board.Cell {
	b := s.of.g.grid
	for _, f := range b.fluents[sq.Row*len(b.columns)+sq.Column] {
		if s.of.m.Fluent(int(f)) {
			return b.cells[f]
		}
	}
	return board.Cell{}
}

// The kinds of positions, with a board.
type (
	gridded struct {
		*position
		squares
	}
	griddedMargined struct {
		margined
		squares
	}
	griddedLooping struct {
		looping
		squares
	}
	griddedBoth struct {
		loopingMargined
		squares
	}
)

// draw adds a board to a wrapped position.
func draw(p oxo.Position) oxo.Position {
	switch p := p.(type) {
	case *position:
		return &gridded{p, squares{p}}
	case *margined:
		return &griddedMargined{*p, squares{p.position}}
	case *looping:
		return &griddedLooping{*p, squares{p.position}}
	case *loopingMargined:
		return &griddedBoth{*p, squares{p.position}}
	}
	return p
}

// Clone implements [oxo.Position].
func (p *gridded) Clone() oxo.Position { return draw(p.position.Clone()) }

// Clone implements [oxo.Position].
func (p *griddedMargined) Clone() oxo.Position { return draw(p.margined.Clone()) }

// Clone implements [oxo.Position].
func (p *griddedLooping) Clone() oxo.Position { return draw(p.looping.Clone()) }

// Clone implements [oxo.Position].
func (p *griddedBoth) Clone() oxo.Position { return draw(p.loopingMargined.Clone()) }
