package gomocup

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// Sizes of boards, and the length of a row that wins in Gomocup.
const (
	minSide, maxSide = 5, 20
	inARow           = 5
)

// Bits of "INFO rule".
const (
	ruleExact      = 1
	ruleContinuous = 2
	ruleRenju      = 4
	ruleCaro       = 8

	yixinRenju = 2 // what Yixin-Board sends for renju; it has no continuous game
)

// gameName returns the name of the protocol's game.
func gameName(columns, rows, rule int) string {
	return fmt.Sprintf("mnk:%dx%dx%d", columns, rows, inARow) + map[int]string{
		ruleExact: ",exact", ruleRenju: ",renju", ruleCaro: ",caro", ruleExact | ruleCaro: ",exact,caro",
	}[rule]
}

// played lists the rules that oxo plays.
func played() []int { return []int{0, ruleExact, ruleRenju, ruleCaro, ruleExact | ruleCaro} }

// checkRule refuses rules that oxo does not play.
func checkRule(rule int) error {
	if slices.Contains(played(), rule) {
		return nil
	}
	name := ""
	if rule == ruleContinuous {
		name = ", a continuous game,"
	}
	return fmt.Errorf("rule %d%s is not supported: want 0 (five or more win), 1 (exactly five win), 4 (renju), 8 (caro) or 9 (caro, exactly five)", rule, name)
}

// checkSize refuses boards that oxo does not play on.
func checkSize(columns, rows int) error {
	if min(columns, rows) < minSide || max(columns, rows) > maxSide {
		return fmt.Errorf("a board of %dx%d is not supported: want columns and rows from %d to %d", columns, rows, minSide, maxSide)
	}
	return nil
}

// square is a square in the protocol's coordinates: columns from the left, rows from
// the top.
type square struct{ x, y int }

func (s square) String() string { return strconv.Itoa(s.x) + "," + strconv.Itoa(s.y) }

// parseNumbers reads whole numbers joined by commas.
func parseNumbers(text string, many int) ([]int, error) {
	wrong := fmt.Errorf("%.40q is not %d numbers joined by commas", text, many)
	if many == 1 {
		wrong = fmt.Errorf("%.40q is not a whole number", text)
	}
	parts := strings.Split(text, ",")
	if len(parts) != many {
		return nil, wrong
	}
	numbers := make([]int, many)
	for i, part := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if errors.Is(err, strconv.ErrRange) {
			return nil, fmt.Errorf("%.40q is out of range", part)
		}
		if err != nil {
			return nil, wrong
		}
		numbers[i] = n
	}
	return numbers, nil
}

// parseSize reads the size of a board: one number, as in 15, or columns and rows, as
// in 7,12. Yixin sends 15 15.
func parseSize(text string, many int) ([]int, error) {
	if two := strings.Fields(text); len(two) == 2 && !strings.Contains(text, ",") {
		text, many = two[0]+","+two[1], 2
	}
	n, err := parseNumbers(text, many)
	if err == nil && many == 1 {
		n = append(n, n[0])
	}
	return n, err
}

func parseSquare(text string) (square, error) {
	n, err := parseNumbers(text, 2)
	if err != nil {
		return square{}, fmt.Errorf("%.40q is not a square: write its column and row from 0, as in 7,7", text)
	}
	return square{n[0], n[1]}, nil
}

// squares translates between the squares of the protocol and the moves of a game.
type squares struct {
	game          oxo.Game
	columns, rows int
	names         map[square]string
	places        map[string]square
}

// newSquares makes the translation for a game with a board whose moves are the names
// of squares.
func newSquares(g oxo.Game) (*squares, error) {
	grid, ok := g.Start().(board.Grid)
	if !ok {
		return nil, fmt.Errorf("%s has no board", g.Name())
	}
	s := &squares{game: g, names: map[square]string{}, places: map[string]square{}}
	s.columns, s.rows = grid.Size()
	columns, rows := grid.Labels()
	if len(columns) != s.columns || len(rows) != s.rows {
		return nil, fmt.Errorf("%s does not name its squares", g.Name())
	}
	for y := range s.rows {
		for x := range s.columns {
			name := columns[x] + rows[s.rows-1-y]
			s.names[square{x, y}], s.places[name] = name, square{x, y}
		}
	}
	return s, nil
}

// lookup finds the game of a size and a rule.
func lookup(families []catalog.Family, columns, rows, rule int) (*squares, error) {
	if err := checkSize(columns, rows); err != nil {
		return nil, err
	}
	if err := checkRule(rule); err != nil {
		return nil, err
	}
	g, err := catalog.Lookup(families, gameName(columns, rows, rule))
	if err != nil {
		return nil, fmt.Errorf("the games here have no gomoku: %w", err)
	}
	return newSquares(g)
}

// owner returns the side that has a stone on a square, if there is one.
func (s *squares) owner(p oxo.Position, sq square) (oxo.Side, bool) {
	cell := p.(board.Grid).At(board.Square{Column: sq.x, Row: s.rows - 1 - sq.y})
	return cell.Owner, cell.Text != ""
}

// move returns the move to a square, which must be empty.
func (s *squares) move(p oxo.Position, sq square) (oxo.Move, error) {
	name, ok := s.names[sq]
	if !ok {
		return 0, fmt.Errorf("%v is outside the board: columns are 0 to %d, rows 0 to %d", sq, s.columns-1, s.rows-1)
	}
	if _, taken := s.owner(p, sq); taken {
		return 0, fmt.Errorf("%v is occupied", sq)
	}
	if p.Outcome() != oxo.Ongoing {
		return 0, fmt.Errorf("%w: %s", oxo.ErrGameOver, catalog.Verdict(s.game, p))
	}
	return s.game.ParseMove(p, name)
}

// place returns the square of a move.
func (s *squares) place(p oxo.Position, m oxo.Move) square { return s.places[s.game.FormatMove(p, m)] }

// stones are the stones on a board, by square.
type stones map[square]oxo.Side

// on lists the stones of a position.
func (s *squares) on(p oxo.Position) stones {
	all := stones{}
	for sq := range s.names {
		if side, taken := s.owner(p, sq); taken {
			all[sq] = side
		}
	}
	return all
}

// position returns the position with these stones.
func (s *squares) position(all stones) (oxo.Position, error) {
	var text strings.Builder
	for y := range s.rows {
		if y > 0 {
			text.WriteByte('/')
		}
		for x := range s.columns {
			if side, taken := all[square{x, y}]; taken {
				text.WriteByte("XO"[side&1]) // the letters of texts of positions
			} else {
				text.WriteByte('.')
			}
		}
	}
	return s.game.ParsePosition(text.String())
}

// setUp sets up the stones of the side to move and of the other side. Their numbers
// determine which side is first.
func (s *squares) setUp(own, other []square) (oxo.Position, error) {
	mover := oxo.First
	switch len(other) - len(own) {
	case 0:
	case 1:
		mover = oxo.Second
	default:
		return nil, fmt.Errorf("the board has %d stones of the side to move and %d of the other side: want equal numbers, or one more of the other side", len(own), len(other))
	}
	all := stones{}
	for i, list := range [...][]square{own, other} {
		for _, sq := range list {
			if _, ok := s.names[sq]; !ok {
				return nil, fmt.Errorf("%v is outside the board: columns are 0 to %d, rows 0 to %d", sq, s.columns-1, s.rows-1)
			}
			if _, twice := all[sq]; twice {
				return nil, fmt.Errorf("%v has two stones", sq)
			}
			all[sq] = mover ^ oxo.Side(i)
		}
	}
	p, err := s.position(all)
	if err != nil {
		return nil, err
	}
	if p.Outcome() != oxo.Ongoing {
		return p, errors.New("the game is over: " + catalog.Verdict(s.game, p))
	}
	return p, nil
}
