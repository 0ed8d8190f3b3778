package cli

import (
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/languages"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"
)

// speech is how a game line by line shows its board: drawn, or in words, as one hears it. The
// page says the same: web/page/speech.js.
type speech int

const (
	speechDrawn speech = iota
	speechLong
	speechShort // empty squares are left out, and of values all except the best
)

func (s speech) String() string { return [...]string{"drawn", "long", "short"}[s] }

// readSpeech reads --speech, which is long with --plain alone, and is a game line by line too.
func (o *playOptions) readSpeech() (err error) {
	if o.speaks != "" {
		o.plain = true
		o.speech, err = parseSpeech(o.speaks)
	} else if o.plain {
		o.speech = speechLong
	}
	return err
}

func parseSpeech(text string) (speech, error) {
	for _, s := range []speech{speechDrawn, speechLong, speechShort} {
		if text == s.String() {
			return s, nil
		}
	}
	return speechDrawn, usagef("--speech %q: want long, short or drawn", text)
}

// speaker says what is on a board.
type speaker struct {
	game   oxo.Game
	names  [2]string // of the sides
	short  bool
	words  *languages.Catalogue
	barred map[board.Square]bool // squares that the rules forbid to a side
	mover  string                // the name of that side
}

// piece names the contents of a square.
func (s *speaker) piece(c board.Cell) string {
	side := s.names[c.Owner&1]
	switch style := board.FactsOf(s.game).Style; {
	case c.Text == "":
		side = "empty"
	case style.Pieces == board.Sticks:
		side = "a stick"
	case style.Pieces == board.Tiles:
		side = c.Text
	case style.Pieces == board.Chessmen:
		side += " " + map[string]string{"P": "pawn", "R": "rook", "N": "knight", "B": "bishop", "Q": "queen", "K": "king"}[strings.ToUpper(c.Text)]
	case style.Pieces == board.Draughtsmen && c.Text == strings.ToLower(c.Text):
		side += " man"
	case style.Pieces == board.Draughtsmen:
		side += " king"
	}
	return s.words.Say(side)
}

// line says the squares from one to the next by a step, each by its label, or by its number where the notation has
// numbers.
func (s *speaker) line(grid board.Grid, what, name string, at, step board.Square, labels []string) string {
	var said []string
	facts := board.FactsOf(s.game)
	for i, label := range labels {
		sq := board.Square{Column: at.Column + i*step.Column, Row: at.Row + i*step.Row}
		there := facts.Missing == nil || !facts.Missing(sq)
		if facts.SquareName != nil {
			label = facts.SquareName(sq)
			there = there && label != ""
		}
		switch cell := grid.At(sq); {
		case !there:
		case s.barred[sq]:
			said = append(said, label+" "+s.words.Say("forbidden to "+s.mover))
		case cell.Text != "" || !s.short:
			said = append(said, label+" "+s.piece(cell))
		}
	}
	if len(said) == 0 {
		said = []string{s.words.Say("empty")}
	}
	return s.words.Say(what+" "+name) + ": " + strings.Join(said, ", ")
}

// row says a row.
func (s *speaker) row(grid board.Grid, row int) string {
	columns, rows := labelsOf(grid)
	return s.line(grid, "row", rows[row], board.Square{Row: row}, board.Square{Column: 1}, columns)
}

// column says a column, from below.
func (s *speaker) column(grid board.Grid, column int) string {
	columns, rows := labelsOf(grid)
	return s.line(grid, "column", columns[column], board.Square{Column: column}, board.Square{Row: 1}, rows)
}

// board says all rows, from above, one a line; a position without a board is its text.
func (s *speaker) board(p oxo.Position) string {
	grid, ok := p.(board.Grid)
	if !ok {
		return catalog.FormatPosition(s.game, p)
	}
	_, rows := grid.Size()
	var said []string
	for row := range rows {
		said = append([]string{s.row(grid, row)}, said...)
	}
	return strings.Join(said, "\n")
}

// labelsOf returns the names of columns and rows; those without names are numbers from 1.
func labelsOf(grid board.Grid) (columns, rows []string) {
	columns, rows = grid.Labels()
	number := func(labels []string, n int) []string {
		if len(labels) == n {
			return labels
		}
		labels = nil
		for i := range n {
			labels = append(labels, fmt.Sprint(i+1))
		}
		return labels
	}
	c, r := grid.Size()
	return number(columns, c), number(rows, r)
}

// speaker returns what says the board of the match.
func (m *match) speaker() *speaker {
	p := m.session.Position()
	s := &speaker{game: m.game, names: m.names, short: m.speech == speechShort, words: m.words, barred: map[board.Square]bool{}, mover: m.names[p.Turn()&1]}
	for _, square := range barredSquares(m.game, p) {
		s.barred[square] = true
	}
	return s
}

// say prints a line.
func (m *match) say(text string) { fmt.Fprintln(m.a.out, text) }

// made says the last move and who made it; long speech has the note.
func (m *match) made(note string) string {
	made := m.session.Names()
	if len(made) == 0 {
		return "No move has been made."
	}
	side := m.names[m.session.Position().Turn().Opponent()]
	if m.speech == speechShort {
		return m.words.Say(side) + " " + made[len(made)-1]
	}
	return fmt.Sprintf("%s plays %s%s", side, made[len(made)-1], note)
}

// afterMove shows the board after a move, or says the move, with a note.
func (m *match) afterMove(note string) {
	if m.speech == speechDrawn {
		m.board()
	} else {
		m.say(m.made(note))
	}
}

// afterUndo shows the board, or says which position it is.
func (m *match) afterUndo() {
	if m.speech == speechDrawn {
		m.board()
	} else {
		m.say(m.place())
	}
}

// place says which position was gone back to.
func (m *match) place() string {
	made := m.session.Names()
	place := "at the start"
	if n := len(made); n > 0 {
		place = fmt.Sprintf("after %d%s %s", (n+1)/2, [2]string{"…", "."}[n%2], made[n-1])
	}
	if m.speech == speechShort {
		return place
	}
	return fmt.Sprintf("%s: %s", place, catalog.Verdict(m.game, m.session.Position()))
}

// worths says what moves are worth, the best first.
func (m *match) worths(p oxo.Position, moves []search.MoveResult) string {
	all := newAnalysis(m.game, p, moves, 0).Moves
	if m.speech == speechShort {
		all = all[:min(len(all), 1)]
	}
	var said []string
	for i, v := range all[:min(len(all), hints)] {
		said = append(said, catalog.NameMove(m.game, p, moves[i].Move)+" "+m.words.Say(explain.Worth(m.game, v.Value)))
	}
	if m.speech == speechShort {
		return strings.Join(said, "")
	}
	return m.words.Say("best first") + ": " + strings.Join(said, ", ")
}

// questions are the words that ask for something of the board, or change how it is shown.
func questions() []string {
	return []string{"board", "row", "column", "values", "why", "last", "long", "short", "drawn"}
}

// question answers a typed question, and reports whether the text was one. A text that is a move is not.
func (m *match) question(text string) (asked bool, err error) {
	p := m.session.Position()
	first, about, _ := strings.Cut(strings.ToLower(text), " ")
	i := slices.IndexFunc(questions(), func(word string) bool {
		return first == word || first == strings.ToLower(m.words.Say(word))
	})
	if _, err := m.game.ParseMove(p, text); err == nil || i < 0 {
		return false, nil
	}
	switch word := questions()[i]; word {
	case "board":
		m.board()
	case "row", "column":
		m.say(m.squaresOn(p, word, strings.TrimSpace(about)))
	case "values":
		err = m.hint()
	case "why":
		err = m.why(p, strings.TrimSpace(about))
	case "last":
		m.say(m.made(""))
	default:
		if m.speech, err = parseSpeech(word); err != nil {
			return true, err
		}
		m.say(word + " speech")
	}
	return true, err
}

// squaresOn says the row or the column with a name.
func (m *match) squaresOn(p oxo.Position, what, name string) string {
	grid, ok := p.(board.Grid)
	if !ok {
		return "This game has no board."
	}
	labels, rows := labelsOf(grid)
	said := m.speaker().column
	if what == "row" {
		labels, said = rows, m.speaker().row
	}
	i := slices.IndexFunc(labels, func(label string) bool { return strings.EqualFold(label, name) })
	if i < 0 {
		return "want one of " + strings.Join(labels, ", ")
	}
	return said(grid, i)
}

// why says why a move is worth what it is; in short speech the first sentence alone.
func (m *match) why(p oxo.Position, text string) error {
	move, err := m.game.ParseMove(p, text)
	if err != nil {
		_, err = fmt.Fprintf(m.a.out, "%s is not a legal move\n", words.Clip(text))
		return err
	}
	b, err := explain.Why(m.c.Context(), m.game, p, move, explain.WhyOptions{
		Searcher: search.New(search.Options{KeepTable: true, Book: m.book}), Limits: m.limits,
	})
	if err != nil {
		return err
	}
	for i, s := range b.Sentences {
		if i == 0 || m.speech != speechShort {
			m.say(s.Text)
		}
	}
	return m.c.Context().Err()
}

// began reports whether the game has a position of its own: moves, or a start that was given.
func (m *match) began() bool {
	t := m.session.Turn(player.Clock{})
	return len(t.Moves) > 0 || t.Start.Hash() != m.game.Start().Hash()
}
