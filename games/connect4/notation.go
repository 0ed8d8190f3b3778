package connect4

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// FormatMove returns the number of the column, from 1.
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string { return strconv.Itoa(int(m) + 1) }

// ParseMove reads the number of a column that is not full.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	ours := ok && b.g.width == g.width && b.g.height == g.height
	if err := notation.Check(g, p, ours, text); err != nil {
		return 0, err
	}
	n, ok := words.Number(strings.TrimSpace(text), 999)
	if !ok || n < 1 || n > g.width {
		return 0, fmt.Errorf("%.20q is not a column: write its number, 1 to %d", text, g.width)
	}
	if g.playable(b.now.mask())&g.column(n-1) == 0 {
		return 0, fmt.Errorf("column %d is full: want %s", n, g.roomy(b))
	}
	return oxo.Move(n - 1), nil
}

func (g *game) roomy(p *position) string {
	var names []string
	for c := range g.width {
		if g.playable(p.now.mask())&g.column(c) != 0 {
			names = append(names, strconv.Itoa(c+1))
		}
	}
	return strings.Join(names, " ")
}

// scale counts a win by the number of stones that the winner has left, including the
// winning stone: a win with the last stone is 1, and with the stone before it 2.
func (g *game) scale(p oxo.Position, s oxo.Score) int {
	last := p.(*position).ply + s.Plies() // stones on the board at the end
	return s.Sign() * ((g.width*g.height-last)/2 + 1)
}

// FormatPosition returns the rows from the top, joined by slashes, with X, O
// and a dot for an empty square.
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	var rows []string
	for row := g.height - 1; row >= 0; row-- {
		var cells strings.Builder
		for column := range g.width {
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

// ParsePosition reads what FormatPosition writes, or, on boards of up to nine
// columns, the columns of all moves from the start as one word ("44455").
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "/") && g.width <= 9 && text != "" {
		return g.parseMoves(text)
	}
	rows := strings.Split(text, "/")
	if len(rows) != g.height {
		moves := "; or write the columns of all moves, as in 4455"
		if g.width > 9 {
			moves = ""
		}
		return nil, fmt.Errorf("the position has %d row(s): %s has %d, from the top and joined by /, as in %s%s",
			len(rows), g.Name(), g.height, g.FormatPosition(g.Start()), moves)
	}
	var stones [2]uint64
	for i, row := range rows {
		if err := g.setRow(&stones, row, g.height-1-i); err != nil {
			return nil, fmt.Errorf("row %d of the position, %.40q: %w", i+1, row, err)
		}
	}
	p := g.newPosition(stones)
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

func (g *game) parseMoves(text string) (oxo.Position, error) {
	p := g.Start()
	for i, c := range text {
		if i >= g.width*g.height {
			return nil, fmt.Errorf("too many moves: want at most %d, the squares of %s", g.width*g.height, g.Name())
		}
		if _, err := catalog.Play(g, p, string(c)); err != nil {
			return nil, fmt.Errorf("move %d of the position: %w", i+1, err)
		}
	}
	return p, nil
}

func (g *game) setRow(stones *[2]uint64, text string, row int) error {
	if len(text) != g.width {
		return fmt.Errorf("it has %d squares: want %d", len(text), g.width)
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
		stones[side] |= g.square(board.Square{Column: column, Row: row})
	}
	return nil
}

// check refuses boards that no game leads to, as far as the stones show it.
func (p *position) check() error {
	x, o := bits.OnesCount64(p.stones()[0]), bits.OnesCount64(p.stones()[1])
	if d := x - o; d != 0 && d != 1 {
		return fmt.Errorf("the position has %d X and %d O: X moves first, so want equal numbers or one more X", x, o)
	}
	// A stone rests on another one or on the bottom: every empty square except the lowest of
	// its column has an empty one below it.
	if mask := p.now.mask(); mask&^p.g.bottom&^(mask<<1) != 0 {
		return fmt.Errorf("a stone is in the air: want another stone or the bottom edge below each stone")
	}
	mover, last := p.now.mover, p.now.follower
	if hasLine(mover, p.g.height) {
		return fmt.Errorf("%s has four in a row and %s has moved since: the game was over before",
			p.g.sideName(p.Turn()), p.g.sideName(p.Turn().Opponent()))
	}
	if p.now.lined && !p.oneStoneDidIt(last) {
		return fmt.Errorf("%s has fours in a row that no single stone completes: the game was over before", p.g.sideName(p.Turn().Opponent()))
	}
	return nil
}

// oneStoneDidIt reports whether some top stone of a column is in all of a side's fours: the
// last move.
func (p *position) oneStoneDidIt(stones uint64) bool {
	for tops := p.now.mask() &^ (p.now.mask() >> 1) & stones; tops != 0; tops &= tops - 1 {
		if !hasLine(stones&^(tops&-tops), p.g.height) {
			return true
		}
	}
	return false
}
