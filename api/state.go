package api

import (
	"runtime"
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// State is the state of a game, with everything that a page needs to draw it and to
// accept a move. Squares are numbered row by row from the bottom left.
type State struct {
	Game     string `json:"game" doc:"The full name"`
	Position string `json:"position" doc:"The position in the game's notation"`
	Columns  int    `json:"columns" doc:"0 for a game without a board"`
	Rows     int    `json:"rows"`
	// Labels are the notation's names of columns and rows; null if they have none.
	ColumnLabels []string `json:"columnLabels"`
	RowLabels    []string `json:"rowLabels"`
	SquareNames  []string `json:"squareNames,omitempty" doc:"The names of the squares in the notation of moves, where labels do not make them: the numbers of checkers, empty for a light square; else left out"`
	Cells        []cell   `json:"cells"`
	Style        Style    `json:"style" doc:"How the board looks"`
	Sides        []string `json:"sides" doc:"The names of the two sides"`
	Turn         int      `json:"turn" enum:"0,1" doc:"The side to move"`
	Outcome      string   `json:"outcome" enum:"ongoing,won,drawn"`
	Winner       int      `json:"winner" enum:"-1,0,1" doc:"The side that has won, or -1"`
	Verdict      string   `json:"verdict" doc:"How the game stands, in words"`
	Note         string   `json:"note" doc:"What the game says beside its board, as the score of 2048; mostly nothing"`
	Goal         string   `json:"goal" doc:"What one does and how one wins, in a sentence; empty where the game does not say it"`
	Rules        []string `json:"rules" doc:"All rules, at the start of a game only: else empty"`
	Missing      []int    `json:"missing,omitempty" doc:"The squares that do not exist, on a board of another shape than a rectangle"`
	Barred       []int    `json:"barred,omitempty" doc:"The empty squares that the rules forbid to the side to move, where players may overlook that, as in renju; else left out"`
	Lines        [][2]int `json:"lines,omitempty" doc:"The lines between points, each by its two ends, where they do not form a lattice"`
	Line         []int    `json:"line" doc:"The squares that decided the game"`
	Last         []int    `json:"last" doc:"The squares of the last move: its first and last, where the game tells its way; where it filled one alone, that one; else those that it changed"`
	Moves        []string `json:"moves" doc:"The moves so far"`
	Names        []string `json:"names,omitempty" doc:"The moves so far as players write them, where that differs: Nf3 for g1f3; else left out"`
	Numbers      []int    `json:"numbers" doc:"The numbers of the moves so far, as lists count them: each side counts its own, from 1; a forced pass does not count, and has 0"`
	Legal        []Legal  `json:"legal" doc:"The legal moves"`
	Changed      []string `json:"changed,omitempty" doc:"What of the text of the position was read otherwise than it is written, a sentence each; mostly left out"`
	Owners       []int    `json:"owners,omitempty" doc:"Whose each square is at the end of a game about squares, -1 for nobody's; else left out"`
}

// Style is the look of places and pieces: see [board.Style].
type Style struct {
	Places string `json:"places" enum:"plain,hash,crossings,frame,chequered,tray,heaps"`
	Pieces string `json:"pieces" enum:"lettered,marks,discs,stones,pawns,chessmen,tiles,sticks,draughtsmen"`
	Wraps  bool   `json:"wraps" doc:"Whether opposite edges are joined"`
}

func styleOf(g oxo.Game) Style {
	s := board.FactsOf(g).Style
	return Style{s.Places.String(), s.Pieces.String(), s.Wraps}
}

// cell is the contents of a square.
type cell struct {
	Text  string `json:"text"`
	Owner int    `json:"owner" enum:"-1,0,1"`
}

// Legal is a legal move with the squares that select it.
type Legal struct {
	Move    string `json:"move"`
	Name    string `json:"name,omitempty" doc:"The move as players write it, where that differs: Nf3 for g1f3; else left out"`
	Squares []int  `json:"squares" doc:"The squares to point at for it: its way where the game tells it, from where it starts to where it ends; where it fills one alone, that one; else those that it changes, those that it leaves empty first"`
	Column  int    `json:"column" doc:"The column that is all of the move's name, or -1"`
}

// State returns the state of a game.
func (s *Service) State(at Place) (*State, error) {
	pl, err := s.place(at)
	if err != nil {
		return nil, err
	}
	return pl.state()
}

// named writes a line of play as players write it; nil if that is the notation.
func named(g oxo.Game, p oxo.Position, line []oxo.Move) []string {
	if board.FactsOf(g).MoveName == nil {
		return nil
	}
	return catalog.NameLine(g, p, line)
}

// describe fills in the outcome of a position, and the game's note on it.
func (st *State) describe(pl *place) {
	p := pl.p
	if note := board.FactsOf(pl.game).Note; note != nil {
		st.Note = note(p)
	}
	switch winner, won := p.Outcome().Winner(p.Turn()); {
	case won:
		st.Outcome, st.Winner = "won", int(winner)
	case p.Outcome() == oxo.Drawn:
		st.Outcome = "drawn"
	}
}

// explain fills in the rules of the game: all of them only at its start.
func (st *State) explain(pl *place) {
	facts := board.FactsOf(pl.game)
	st.Goal = facts.Goal
	if facts.Rules != nil && len(pl.moves) == 0 && pl.p.Hash() == pl.game.Start().Hash() {
		st.Rules = facts.Rules
	}
}

func (pl *place) state() (*State, error) {
	g, p := pl.game, pl.p
	st := &State{
		Game: g.Name(), Position: catalog.FormatPosition(g, p), Turn: int(p.Turn()), Outcome: "ongoing", Winner: -1,
		Sides: []string{board.SideName(g, oxo.First), board.SideName(g, oxo.Second)}, Verdict: pl.verdict(),
		Changed: pl.changed, Style: styleOf(g), Rules: []string{}, Moves: pl.names, Numbers: catalog.MoveNumbers(g, pl.start, pl.moves), Names: named(g, pl.start, pl.moves), Legal: []Legal{}, Cells: []cell{}, Line: []int{}, Last: []int{},
	}
	if st.Moves == nil {
		st.Moves = []string{}
	}
	st.describe(pl)
	st.explain(pl)
	if pl.over() && st.Outcome == "ongoing" {
		st.Outcome = "drawn"
	}
	if grid, ok := p.(board.Grid); ok {
		return st, st.draw(pl, grid)
	}
	if !pl.over() {
		for _, m := range catalog.Playable(p, nil) {
			st.Legal = append(st.Legal, Legal{Move: g.FormatMove(p, m), Squares: []int{}, Column: -1})
		}
	}
	return st, nil
}

// draw fills in the squares of a board, and its moves.
func (st *State) draw(pl *place, grid board.Grid) error {
	if st.Columns, st.Rows = grid.Size(); st.Columns*st.Rows > maxSquares {
		return problemf(Much, "%s has %d squares: a page draws at most %d", st.Game, st.Columns*st.Rows, maxSquares)
	}
	st.ColumnLabels, st.RowLabels = grid.Labels()
	if name := board.FactsOf(pl.game).SquareName; name != nil {
		for i := range st.Columns * st.Rows {
			st.SquareNames = append(st.SquareNames, name(board.Square{Column: i % st.Columns, Row: i / st.Columns}))
		}
	}
	st.Cells = cells(grid)
	st.shape(board.FactsOf(pl.game))
	st.Line = append(st.Line, st.numbers(grid.Line())...)
	st.Last = append(st.Last, st.last(pl, grid)...)
	if pl.over() {
		st.own(pl.game, grid)
		return nil
	}
	if barred := board.FactsOf(pl.game).Barred; barred != nil {
		st.Barred = st.numbers(barred(grid))
	}
	for i, m := range catalog.Playable(grid, nil) {
		if i%16 == 15 {
			runtime.Gosched() // a board with hundreds of moves takes milliseconds: let others run
		}
		st.Legal = append(st.Legal, legal(pl.game, grid, m, st))
	}
	return nil
}

// shape fills in the missing squares of a board, and its lines.
func (st *State) shape(facts *board.Facts) {
	for i := range st.Cells {
		if facts.Missing != nil && facts.Missing(board.Square{Column: i % st.Columns, Row: i / st.Columns}) {
			st.Missing = append(st.Missing, i)
		}
	}
	for _, l := range facts.Lines {
		ends := st.numbers(l[:])
		st.Lines = append(st.Lines, [2]int{ends[0], ends[1]})
	}
}

// numbers returns the numbers of squares.
func (st *State) numbers(squares []board.Square) []int {
	all := []int{}
	for _, sq := range squares {
		all = append(all, sq.Row*st.Columns+sq.Column)
	}
	return all
}

// last returns the squares of the last move.
func (st *State) last(pl *place, grid board.Grid) []int {
	moves := pl.moves
	if len(moves) == 0 {
		return nil
	}
	m := moves[len(moves)-1]
	grid.Unmake(m)
	defer grid.Make(m)
	if way := board.FactsOf(pl.game).Path; way != nil {
		path := st.numbers(way(grid, m))
		if end := len(path) - 1; end == 2 && st.Cells[path[end]].Text == "" {
			return path // the mover chose to take the piece there
		} else if end > 1 {
			path = []int{path[0], path[end]}
		}
		return path
	}
	return pointed(cells(grid), st.Cells)
}

// own fills in the owners of a finished game's squares.
func (st *State) own(g oxo.Game, grid board.Grid) {
	owner := board.FactsOf(g).Owner
	if owner == nil {
		return
	}
	st.Owners = make([]int, len(st.Cells))
	for i := range st.Owners {
		st.Owners[i] = -1
		if side, ok := owner(grid, board.Square{Column: i % st.Columns, Row: i / st.Columns}); ok {
			st.Owners[i] = int(side)
		}
	}
}

func legal(g oxo.Game, grid board.Grid, m oxo.Move, st *State) Legal {
	l := Legal{Move: g.FormatMove(grid, m), Column: -1}
	if name := board.FactsOf(g).MoveName; name != nil {
		l.Name = name(grid, m)
	}
	if way := board.FactsOf(g).Path; way != nil {
		l.Squares = st.numbers(way(grid, m))
	} else {
		grid.Make(m)
		l.Squares = pointed(st.Cells, cells(grid))
		grid.Unmake(m)
	}
	if st.RowLabels == nil {
		l.Column = slices.Index(st.ColumnLabels, l.Move)
	}
	return l
}

// pointed returns the squares that select a move: if it fills one square and empties
// none, only this square, without the squares that it flips; otherwise all squares that
// it changes.
func pointed(before, after []cell) []int {
	squares := changed(before, after)
	filled := []int{}
	for _, sq := range squares {
		if after[sq].Text == "" {
			return squares
		}
		if before[sq].Text == "" {
			filled = append(filled, sq)
		}
	}
	if len(filled) != 1 {
		return squares
	}
	return filled
}

func cells(grid board.Grid) []cell {
	columns, rows := grid.Size()
	all := make([]board.Cell, 0, columns*rows)
	for row := range rows {
		for column := range columns {
			all = append(all, grid.At(board.Square{Column: column, Row: row}))
		}
	}
	return cellsOf(all)
}

// changed lists the squares that differ, emptied ones first.
func changed(before, after []cell) []int {
	squares := []int{}
	for _, emptied := range []bool{true, false} {
		for i := range before {
			if before[i] != after[i] && (after[i].Text == "") == emptied {
				squares = append(squares, i)
			}
		}
	}
	return squares
}
