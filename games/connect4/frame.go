package connect4

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// frame has the size of a board, and reads and writes the texts of a game. Small and large boards share it.
type frame struct {
	wide, high int
	facts      func() *board.Facts // calls newFacts once
}

// discs is a position of a small or a large board, with the methods that a frame needs.
type discs interface {
	oxo.Position
	board.Grid
	made() int              // stones on the board
	stacked(column int) int // stones in a column
	mayFollow() bool        // one stone completes all fours in a row of the side that moved last
	lined(s oxo.Side) bool  // a side has four in a row
}

func newFrame(width, height int) frame {
	f := frame{wide: width, high: height}
	f.facts = sync.OnceValue((&frame{wide: width, high: height}).newFacts)
	return f
}

func (f *frame) text() string { return fmt.Sprintf("connect4:%dx%d", f.wide, f.high) }

// FormatMove returns the number of the column, from 1.
func (f *frame) FormatMove(_ oxo.Position, m oxo.Move) string { return strconv.Itoa(int(m) + 1) }

// readMove reads the number of a column that is not full.
func (f *frame) readMove(p discs, text string) (oxo.Move, error) {
	n, ok := words.Number(strings.TrimSpace(text), 999)
	if !ok || n < 1 || n > f.wide {
		return 0, fmt.Errorf("%.20q is not a column: write its number, 1 to %d", text, f.wide)
	}
	if p.stacked(n-1) == f.high {
		return 0, fmt.Errorf("column %d is full: want %s", n, f.roomy(p))
	}
	return oxo.Move(n - 1), nil
}

func (f *frame) roomy(p discs) string {
	var names []string
	for c := range f.wide {
		if p.stacked(c) < f.high {
			names = append(names, strconv.Itoa(c+1))
		}
	}
	return strings.Join(names, " ")
}

// scale counts a win by the number of stones that the winner has left, including the
// winning stone: a win with the last stone is 1, and with the stone before it 2.
func (f *frame) scale(p oxo.Position, s oxo.Score) int {
	last := p.(discs).made() + s.Plies() // stones on the board at the end
	return s.Sign() * ((f.wide*f.high-last)/2 + 1)
}

// FormatPosition returns the rows from the top, joined by slashes, with X, O
// and a dot for an empty square.
func (f *frame) FormatPosition(p oxo.Position) string {
	b := p.(discs)
	var rows []string
	for row := f.high - 1; row >= 0; row-- {
		var cells strings.Builder
		for column := range f.wide {
			if cell := b.At(board.Square{Column: column, Row: row}); cell.Text != "" {
				cells.WriteString(cell.Text)
			} else {
				cells.WriteByte('.')
			}
		}
		rows = append(rows, cells.String())
	}
	return strings.Join(rows, "/")
}

// read reads what FormatPosition writes, or, on boards of up to nine columns, the columns of all moves from the start as
// one word ("44455"). It makes the position from the stones that are set.
func (f *frame) read(g oxo.Game, text string, newPosition func(side [2][]board.Square) discs) (oxo.Position, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "/") && f.wide <= 9 && text != "" {
		return f.readMoves(g, text)
	}
	rows := strings.Split(text, "/")
	if len(rows) != f.high {
		moves := "; or write the columns of all moves, as in 4455"
		if f.wide > 9 {
			moves = ""
		}
		return nil, fmt.Errorf("the position has %d row(s): %s has %d, from the top and joined by /, as in %s%s",
			len(rows), g.Name(), f.high, f.FormatPosition(g.Start()), moves)
	}
	var stones [2][]board.Square
	for i, row := range rows {
		if err := f.readRow(&stones, row, f.high-1-i); err != nil {
			return nil, fmt.Errorf("row %d of the position, %.40q: %w", i+1, row, err)
		}
	}
	p := newPosition(stones)
	if err := f.check(p, stones); err != nil {
		return nil, err
	}
	return p, nil
}

func (f *frame) readMoves(g oxo.Game, text string) (oxo.Position, error) {
	p := g.Start()
	for i, c := range text {
		if i >= f.wide*f.high {
			return nil, fmt.Errorf("too many moves: want at most %d, the squares of %s", f.wide*f.high, g.Name())
		}
		if _, err := catalog.Play(g, p, string(c)); err != nil {
			return nil, fmt.Errorf("move %d of the position: %w", i+1, err)
		}
	}
	return p, nil
}

func (f *frame) readRow(stones *[2][]board.Square, text string, row int) error {
	if len(text) != f.wide {
		return fmt.Errorf("it has %d squares: want %d", len(text), f.wide)
	}
	for column, c := range text {
		side := 0
		switch c {
		case 'X', 'x':
		case 'O', 'o':
			side = 1
		case '.', '_':
			continue
		default:
			return fmt.Errorf("%q is not a square: write X, O, . or _", c)
		}
		stones[side] = append(stones[side], board.Square{Column: column, Row: row})
	}
	return nil
}

// check returns an error if the stones show that no game leads to the position.
func (f *frame) check(p discs, stones [2][]board.Square) error {
	x, o := len(stones[0]), len(stones[1])
	if d := x - o; d != 0 && d != 1 {
		return fmt.Errorf("the position has %d X and %d O: X moves first, so want equal numbers or one more X", x, o)
	}
	for _, side := range stones {
		for _, s := range side {
			if s.Row >= p.stacked(s.Column) {
				return fmt.Errorf("a stone is in the air: want another stone or the bottom edge below each stone")
			}
		}
	}
	side, other := f.sideName(p.Turn()), f.sideName(p.Turn().Opponent())
	if p.lined(p.Turn()) {
		return fmt.Errorf("%s has four in a row and %s has moved since: the game was over before", side, other)
	}
	if p.lined(p.Turn().Opponent()) && !p.mayFollow() {
		return fmt.Errorf("%s has fours in a row that no single stone completes: the game was over before", other)
	}
	return nil
}

// Facts implements [board.Factual].
func (f *frame) Facts() *board.Facts { return f.facts() }

func (f *frame) newFacts() *board.Facts {
	return &board.Facts{
		Sides:   [2]string{"red", "yellow"},
		Style:   board.Style{Places: board.Frame, Pieces: board.Discs}, // discs that fall into a frame
		Scale:   &board.Scale{Of: f.scale, Counts: "how many stones the winner has left, the winning one included"},
		Chances: &board.Chances{Scale: 23.85, On: "connect4:7x6", Games: 135, Positions: 482},
		Goal:    f.goal(), Rules: f.allRules(),
		Setup: notation.Rows{Columns: f.wide, Rows: f.high, Palette: notation.Stones("X", "O")}.Alternating(),
	}
}

// goal returns a sentence about how a side wins.
func (f *frame) goal() string {
	return "Drop a disc into a column: four in a row, across, down or slanting, win."
}

// allRules returns the rules, each as a sentence or two.
func (f *frame) allRules() []string {
	return []string{
		fmt.Sprintf("The frame has %d columns of %d places. Red begins, then the sides drop one disc in turn.", f.wide, f.high),
		"A disc falls to the lowest free place of its column; a full column takes no more.",
		"Who has four in a row, across, down or slanting, wins at once. A full frame without a row is a draw.",
	}
}

// letter returns the letter of a side in texts of positions.
func letter(s oxo.Side) string { return [...]string{"X", "O"}[s&1] }

// sideName returns the name of a side.
func (f *frame) sideName(s oxo.Side) string { return f.facts().Sides[s&1] }

// labels numbers the columns; rows have no names.
func (f *frame) labels() (columns []string) {
	for c := range f.wide {
		columns = append(columns, strconv.Itoa(c+1))
	}
	return columns
}

// lineFrom returns the squares of a four in a row that begins at a square, in a direction of [directions], by its number.
func lineFrom(s board.Square, direction int) (line []board.Square) {
	step := [4]board.Square{{Row: 1}, {Column: 1, Row: -1}, {Column: 1}, {Column: 1, Row: 1}}[direction]
	for range 4 {
		line = append(line, s)
		s.Column, s.Row = s.Column+step.Column, s.Row+step.Row
	}
	return line
}
