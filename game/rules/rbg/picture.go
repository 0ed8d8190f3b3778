package rbg

import (
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
)

// picture is how a board with coordinates is drawn.
type picture struct {
	columns, rows int
	labels        [2][]string // of the columns and rows; nil for hexagons
	square        []int32     // by column and row: the square, -1 for a hole
	cells         []board.Cell
	places        []board.Square // by square
}

// draw finds out how a board is drawn: nil without coordinates in the names of its squares.
func draw(g *Game) *picture {
	all, hexagon := places(g.graph.names)
	if all == nil {
		return nil
	}
	pic := &picture{places: make([]board.Square, len(all))}
	bottom := 0
	for _, at := range all {
		bottom = max(bottom, at.row)
	}
	shift := make([]int, bottom+1) // how far each line of a hexagon is shifted, in half squares
	if hexagon {
		shift = shifts(all, bottom)
	}
	for i, at := range all {
		s := board.Square{Column: at.column, Row: bottom - at.row}
		if hexagon {
			s.Column = 2*at.column + shift[at.row]
		}
		pic.places[i] = s
		pic.columns, pic.rows = max(pic.columns, s.Column+1), max(pic.rows, s.Row+1)
	}
	const most = 64 // columns and rows
	if pic.columns > most || pic.rows > most {
		return nil
	}
	pic.square = slices.Repeat([]int32{-1}, pic.columns*pic.rows)
	for i, s := range pic.places {
		pic.square[s.Row*pic.columns+s.Column] = int32(i)
	}
	if !hexagon && pic.columns <= 26 {
		pic.label()
	}
	pic.cells = g.cells(slices.Contains(pic.square, -1))
	return pic
}

// shifts returns how far the lines of a hexagon begin from the left.
func shifts(all []place, bottom int) []int {
	lengths := make([]int, bottom+1)
	for _, at := range all {
		lengths[at.row] = max(lengths[at.row], at.column+1)
	}
	peak := slices.Index(lengths, slices.Max(lengths))
	shift := make([]int, bottom+1)
	for r := range shift {
		shift[r] = max(r-peak, peak-r)
	}
	return shift
}

func (pic *picture) label() {
	for c := range pic.columns {
		pic.labels[0] = append(pic.labels[0], string(rune('a'+c)))
	}
	for r := range pic.rows {
		pic.labels[1] = append(pic.labels[1], strconv.Itoa(r+1))
	}
}

// cells returns how the pieces look. A piece belongs to the side whose name is the beginning of the
// piece's name, or to the only side that writes it; the first side's letters are capitals. A board
// with holes shows its empty squares.
func (g *Game) cells(holes bool) []board.Cell {
	owners := g.owners()
	blank := g.blank(owners)
	texts := make([]string, len(g.pieces))
	for k, name := range g.pieces {
		texts[k] = name
		if owner := owners[k]; owner >= 0 {
			player := g.variables[g.sides[owner]].name
			if rest := strings.TrimPrefix(name, player); rest != "" {
				texts[k] = rest
			}
		}
	}
	cells := make([]board.Cell, len(g.pieces))
	for k := range g.pieces {
		switch {
		case k == blank && !holes:
		case k == blank:
			cells[k] = board.Cell{Text: "·"}
		case owners[k] == 1:
			cells[k] = board.Cell{Text: strings.ToLower(short(texts, k)), Owner: oxo.Second}
		default:
			cells[k] = board.Cell{Text: strings.ToUpper(short(texts, k))}
		}
	}
	return cells
}

// short returns the fewest letters, up to three, that no other kind of piece begins with.
func short(texts []string, k int) string {
	const most = 3
	for n := 1; n < most; n++ {
		same := func(other string) bool {
			return other != texts[k] && strings.EqualFold(other[:min(n, len(other))], texts[k][:min(n, len(texts[k]))])
		}
		if !slices.ContainsFunc(texts, same) {
			return texts[k][:min(n, len(texts[k]))]
		}
	}
	return texts[k][:min(most, len(texts[k]))]
}

// owners returns the side of each piece, -1 for none.
func (g *Game) owners() []int {
	writes := g.writers()
	owners := make([]int, len(g.pieces))
	for k, name := range g.pieces {
		owners[k] = -1
		for side := range 2 {
			mine, theirs := g.variables[g.sides[side]].name, g.variables[g.sides[1-side]].name
			if strings.HasPrefix(name, mine) && !strings.HasPrefix(name, theirs) || writes[k] == 1<<g.sides[side] {
				owners[k] = side
			}
		}
	}
	return owners
}

// blank returns the piece that means an empty square: the piece without an owner that is on most
// squares at the start, or -1 if all have owners.
func (g *Game) blank(owners []int) int {
	count := make([]int, len(g.pieces))
	for _, k := range g.graph.start {
		count[k]++
	}
	best := -1
	for k := range g.pieces {
		if owners[k] < 0 && (best < 0 || count[k] > count[best]) {
			best = k
		}
	}
	return best
}

// sketch draws a position.
type sketch struct{ of *position }

// Size implements [board.Grid].
func (s sketch) Size() (columns, rows int) { return s.of.g.picture.columns, s.of.g.picture.rows }

// Labels implements [board.Grid].
func (s sketch) Labels() (columns, rows []string) {
	return s.of.g.picture.labels[0], s.of.g.picture.labels[1]
}

// At implements [board.Grid].
func (s sketch) At(at board.Square) board.Cell {
	pic := s.of.g.picture
	if v := pic.square[at.Row*pic.columns+at.Column]; v >= 0 {
		return pic.cells[s.of.state.board[v]]
	}
	return board.Cell{}
}

// Line implements [board.Grid]: the language does not say which squares decide.
func (s sketch) Line() []board.Square { return nil }

// path returns the squares of a move, in order.
func (g *Game) path(p oxo.Position, m oxo.Move) []board.Square {
	q, _ := g.own(p)
	l := q.moves()
	i := slices.Index(l.ids, m)
	if i < 0 {
		return nil
	}
	var all []board.Square
	for _, it := range l.list.move(i) {
		if s := g.picture.places[it.square]; len(all) == 0 || all[len(all)-1] != s {
			all = append(all, s)
		}
	}
	return all
}

// The positions with a board.
type (
	drawn struct {
		*position
		sketch
	}
	drawnMargined struct {
		*margined
		sketch
	}
	drawnLooping struct {
		*looping
		sketch
	}
	drawnLoopingMargined struct {
		*loopingMargined
		sketch
	}
)

// gridded adds the board to a position.
func gridded(p oxo.Position, s sketch) oxo.Position {
	switch p := p.(type) {
	case *position:
		return &drawn{p, s}
	case *margined:
		return &drawnMargined{p, s}
	case *looping:
		return &drawnLooping{p, s}
	case *loopingMargined:
		return &drawnLoopingMargined{p, s}
	}
	return p
}

// bare returns the position without its board.
func bare(p oxo.Position) oxo.Position {
	switch p := p.(type) {
	case *drawn:
		return p.position
	case *drawnMargined:
		return p.margined
	case *drawnLooping:
		return p.looping
	case *drawnLoopingMargined:
		return p.loopingMargined
	}
	return p
}
