package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// EditRequest asks to read the text of a position that is being set up, and to change it. No game
// need reach the position.
type EditRequest struct {
	Game     string `json:"game" query:"game" required:"true" maxLength:"4005" doc:"The game, as in tictactoe or chess" example:"tictactoe"`
	Position string `json:"position,omitempty" query:"position" maxLength:"2000" doc:"The text of the position, in the game's notation; left out, its start"`
	Clear    bool   `json:"clear,omitempty" query:"clear" doc:"Whether to take all pieces away first"`
	Put      string `json:"put,omitempty" query:"put" maxLength:"8000" doc:"What to put on squares, as in 4=1.0=2: the number of a square, row by row from the bottom left, and that of its new contents in the palette, from 1, or 0 for nothing"`
	Turn     string `json:"turn,omitempty" query:"turn" enum:"first,second" doc:"The new side to move"`
	Field    int    `json:"field,omitempty" query:"field" minimum:"0" maximum:"1000" doc:"The number of a field to change, from 1"`
	Value    string `json:"value,omitempty" query:"value" maxLength:"100" doc:"The new value of the field"`
}

// Edited is a position that is being set up.
type Edited struct {
	Text    string   `json:"text" doc:"The text of the position"`
	Legal   bool     `json:"legal" doc:"Whether the game can begin there"`
	Fault   string   `json:"fault" doc:"Why it cannot, or empty"`
	Changed []string `json:"changed" doc:"The parts of the text that were read otherwise than they are written, a sentence each"`
	Read    bool     `json:"read" doc:"Whether the text could be read as squares; if not, the state is that of the game's start"`
	State   *State   `json:"state" doc:"The position as it is drawn; it has no legal moves if the game cannot begin there"`
	Fields  []string `json:"fields" doc:"The values of the setup's fields"`
	Setup   *setup   `json:"setup,omitempty" doc:"What can be changed; left out if only the text can"`
}

// setup is a [board.Setup].
type setup struct {
	Palette []cell  `json:"palette"`
	Holds   []bool  `json:"holds" doc:"For each square, whether it can have contents; empty if all can"`
	Turn    bool    `json:"turn" doc:"Whether the side to move can be chosen; else the squares decide it"`
	Fields  []field `json:"fields"`
}

// field is a [board.Field].
type field struct {
	Name   string   `json:"name"`
	Values []string `json:"values" doc:"The possible values, the usual one first; empty if they are not listed"`
	Least  int      `json:"least" doc:"The least number, if most is not 0"`
	Most   int      `json:"most" doc:"The greatest number; 0 if the values are not numbers"`
}

// editing is an edit in progress.
type editing struct {
	game    oxo.Game
	setup   *board.Setup
	p       oxo.Position // nil if no game can reach the text's position
	fault   error        // why not
	changed []string
	text    string
	draft   board.Draft
	read    bool // whether there is a draft
}

// Edit reads the text of a position, changes it, and says whether a game can begin there.
func (s *Service) Edit(r EditRequest) (*Edited, error) {
	if len(r.Game)+len(r.Position)+len(r.Put) > maxText {
		return nil, problemf(Much, "the position takes more than %d characters", maxText)
	}
	g, err := s.find(r.Game)
	if err != nil {
		return nil, bad(err)
	}
	e := &editing{game: g, setup: board.FactsOf(g).Setup}
	text := strings.TrimSpace(r.Position)
	if text == "" {
		text = g.FormatPosition(g.Start())
	}
	e.take(text)
	if r.changes() {
		if err := e.change(r); err != nil {
			return nil, bad(err)
		}
	}
	return e.edited()
}

// changes reports whether the request changes anything.
func (r *EditRequest) changes() bool { return r.Clear || r.Put != "" || r.Turn != "" || r.Field > 0 }

// take reads a text: as a position of the game, or else only as a draft.
func (e *editing) take(text string) {
	e.text = text
	e.p, e.changed, e.fault = catalog.ReadPosition(e.game, text)
	if e.fault != nil {
		e.p = nil
	} else {
		text = catalog.FormatPosition(e.game, e.p)
	}
	if e.setup == nil {
		e.read = e.p != nil
		return
	}
	draft, err := e.setup.Read(text)
	if e.read = err == nil; e.read {
		e.draft = draft
	}
	if err != nil && e.fault == nil {
		e.fault = err
	}
}

// change changes the draft, and takes its text.
func (e *editing) change(r EditRequest) error {
	if e.setup == nil {
		return fmt.Errorf("the squares of %s cannot be set: want only the text of a position", e.game.Name())
	}
	if !e.read {
		return fmt.Errorf("the position that is to be changed: %w", e.fault)
	}
	if r.Clear {
		e.empty()
	}
	if err := e.put(r.Put); err != nil {
		return err
	}
	switch r.Turn {
	case "":
	case oxo.First.String():
		e.draft.Turn = oxo.First
	case oxo.Second.String():
		e.draft.Turn = oxo.Second
	default:
		return fmt.Errorf("turn %.20q: want first or second", r.Turn)
	}
	if r.Field > len(e.setup.Fields) {
		return fmt.Errorf("field %d: want at most %d", r.Field, len(e.setup.Fields))
	}
	if r.Field > 0 {
		e.draft.Fields[r.Field-1] = strings.Join(strings.Fields(r.Value), "")
	}
	e.take(e.setup.Write(e.draft))
	if e.p == nil && r.Field == 0 {
		e.forget()
	}
	if e.p != nil { // a right that a removed rook had is gone
		e.text, e.changed = catalog.FormatPosition(e.game, e.p), nil
	}
	return nil
}

// forget gives a field its usual value if only that value allows the changed squares: no pawn can be
// taken en passant if the other side is to move. Numbers stay.
func (e *editing) forget() {
	for i, f := range e.setup.Fields {
		if f.Most > 0 || i >= len(e.draft.Fields) || e.draft.Fields[i] == "" {
			continue
		}
		other := *e
		other.draft.Fields = slices.Clone(e.draft.Fields)
		other.draft.Fields[i] = ""
		if other.take(e.setup.Write(other.draft)); other.p != nil {
			*e = other
			return
		}
	}
}

// empty removes all pieces, and what the text says about them. Numbers stay.
func (e *editing) empty() {
	clear(e.draft.Cells)
	for i, f := range e.setup.Fields {
		if f.Most == 0 {
			e.draft.Fields[i] = ""
		}
	}
}

// put puts contents of the palette on squares: 4=1.0=2.
func (e *editing) put(text string) error {
	for one := range strings.SplitSeq(text, ".") {
		if text == "" {
			break
		}
		at, what, _ := strings.Cut(one, "=")
		square, err1 := strconv.Atoi(at)
		content, err2 := strconv.Atoi(what)
		if err1 != nil || err2 != nil || square < 0 || square >= len(e.draft.Cells) || content < 0 || content > len(e.setup.Palette) {
			return fmt.Errorf("%.20q: want the number of a square, below %d, and of its contents, 0 to %d, as in 0=1", one, len(e.draft.Cells), len(e.setup.Palette))
		}
		if content > 0 && !e.holds(square) {
			return fmt.Errorf("%.20q: square %d of %s holds nothing", one, square, e.game.Name())
		}
		e.draft.Cells[square] = board.Cell{}
		if content > 0 {
			e.draft.Cells[square] = e.setup.Palette[content-1]
		}
	}
	return nil
}

// holds reports whether a square can have contents.
func (e *editing) holds(square int) bool {
	grid, ok := e.game.Start().(board.Grid)
	if !ok || e.setup.Holds == nil {
		return ok
	}
	columns, _ := grid.Size()
	return e.setup.Holds(board.Square{Column: square % columns, Row: square / columns})
}

// edited describes the result.
func (e *editing) edited() (*Edited, error) {
	out := &Edited{Text: e.text, Legal: e.p != nil, Read: e.read, Changed: []string{}, Fields: []string{}}
	out.Changed = append(out.Changed, e.changed...)
	if e.fault != nil {
		out.Fault = e.fault.Error()
	}
	pl := &place{game: e.game, start: e.game.Start()}
	if pl.p = e.p; pl.p == nil {
		pl.p = pl.start
	}
	st, err := pl.state()
	if err != nil {
		return nil, err
	}
	out.State, out.Setup = st, e.described(st)
	if e.read {
		out.Fields = append(out.Fields, e.draft.Fields...)
	}
	if e.p == nil {
		st.drafted(e)
	}
	return out, nil
}

// drafted replaces the game's start in a state with a draft.
func (st *State) drafted(e *editing) {
	st.Legal, st.Line, st.Note, st.Owners, st.Position, st.Verdict = []Legal{}, []int{}, "", nil, e.text, "no position of this game"
	if !e.read {
		return
	}
	st.Turn = int(e.draft.Turn)
	if len(e.draft.Cells) == len(st.Cells) {
		st.Cells = cellsOf(e.draft.Cells)
	}
}

// described describes what can be changed.
func (e *editing) described(st *State) *setup {
	if e.setup == nil {
		return nil
	}
	s := &setup{Palette: cellsOf(e.setup.Palette), Holds: []bool{}, Turn: e.setup.Turn, Fields: []field{}}
	for _, f := range e.setup.Fields {
		s.Fields = append(s.Fields, field{f.Name, append([]string{}, f.Values...), f.Least, f.Most})
	}
	if holds := e.setup.Holds; holds != nil {
		for i := range st.Cells {
			s.Holds = append(s.Holds, holds(board.Square{Column: i % st.Columns, Row: i / st.Columns}))
		}
	}
	return s
}

// cellsOf describes contents of squares.
func cellsOf(cells []board.Cell) []cell {
	all := make([]cell, 0, len(cells))
	for _, c := range cells {
		all = append(all, cell{c.Text, int(c.Owner)})
		if c.Text == "" {
			all[len(all)-1].Owner = -1
		}
	}
	return all
}
