package gtp

import (
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
)

// minHandicap is the smallest handicap: a single stone would only be Black's first
// move.
const minHandicap = 2

// fixedHandicap handles fixed_handicap: black stones on the points that GTP
// prescribes for the size of the board.
func (s *server) fixedHandicap(args []string) (string, error) {
	n, err := s.handicap(args[0])
	if err != nil {
		return "", err
	}
	all := s.fixedPoints(n)
	if n > len(all) && len(all) == 0 {
		return "", fail("invalid number of stones", "a board with fewer than %d columns or rows has no fixed points: send place_free_handicap or set_free_handicap", minFixed)
	}
	if n > len(all) {
		return "", fail("invalid number of stones", "%d: this board has fixed points for %d to %d", n, minHandicap, len(all))
	}
	return s.putHandicap(all)
}

// placeFreeHandicap handles place_free_handicap: oxo chooses the points. It places
// fewer stones than requested if the board has no room.
func (s *server) placeFreeHandicap(args []string) (string, error) {
	n, err := s.handicap(args[0])
	if err != nil {
		return "", err
	}
	columns, rows := s.now.(board.Grid).Size()
	n = min(n, columns*rows-1)
	if n < minHandicap {
		return "", fail("invalid number of stones", "this board has no room for a handicap")
	}
	all := s.fixedPoints(n)
	for len(all) < n {
		all = append(all, farthest(all, columns, rows))
	}
	return s.putHandicap(all)
}

// setFreeHandicap handles set_free_handicap: the controller chooses the points.
func (s *server) setFreeHandicap(args []string) (string, error) {
	if err := s.emptyBoard(); err != nil {
		return "", err
	}
	columns, rows := s.now.(board.Grid).Size()
	if n, most := len(args), columns*rows-1; n < minHandicap || n > most {
		return "", fail("bad vertex list", "%d vertices: want %d to %d, so that a point stays empty", n, minHandicap, most)
	}
	for i, text := range args {
		if slices.ContainsFunc(args[:i], func(other string) bool { return strings.EqualFold(other, text) }) {
			return "", fail("bad vertex list", "%.20q is given twice", text)
		}
		if strings.EqualFold(text, pass) {
			return "", fail("bad vertex list", "want the vertex of a stone, as in D4, not a pass")
		}
		if _, err := s.notation.parse(s.game.Start(), text); err != nil {
			return "", fail("bad vertex list", "%.20q: %v", text, err)
		}
	}
	_, err := s.place(args)
	return "", err
}

// handicap reads a number of handicap stones. It returns an error unless the game is Go
// and the board empty.
func (s *server) handicap(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 20)
	if err != nil {
		return 0, fail("syntax error", "%.20q is not a number of stones: want a whole number", text)
	}
	if err := s.emptyBoard(); err != nil {
		return 0, err
	}
	if n < minHandicap {
		return 0, fail("invalid number of stones", "%d: want at least %d", n, minHandicap)
	}
	return int(n), nil
}

// emptyBoard returns an error if no handicap can be placed.
func (s *server) emptyBoard() error {
	grid, ok := s.now.(board.Grid)
	if !compensated(s.game) || !ok || !s.notation.vertices() {
		return fail("no handicap", "%s is not Go: set_game go begins a game with handicap stones", s.game.Name())
	}
	columns, rows := grid.Size()
	for row := range rows {
		for column := range columns {
			if grid.At(board.Square{Column: column, Row: row}).Text != "" {
				return fail("board not empty", "handicap stones come before the first move: send clear_board")
			}
		}
	}
	return nil
}

// putHandicap places stones, and returns their vertices.
func (s *server) putHandicap(squares []board.Square) (string, error) {
	vertices := make([]string, len(squares))
	for i, sq := range squares {
		vertices[i] = column(sq.Column) + strconv.Itoa(sq.Row+1)
	}
	return s.place(vertices)
}

// place begins a game with black stones on vertices and White to move. The stones do
// not count as moves: undo does not remove them.
func (s *server) place(vertices []string) (string, error) {
	p := s.game.Start()
	for _, text := range vertices {
		if p.Turn() != oxo.First {
			m, ok := s.notation.passing(p)
			if !ok {
				return "", fail("no handicap", "white may not pass in %s", s.game.Name())
			}
			p.Make(m)
		}
		m, err := s.notation.parse(p, text)
		if err != nil {
			return "", fail("bad vertex list", "%.20q: %v", text, err)
		}
		p.Make(m)
	}
	start, err := s.game.ParsePosition(s.game.FormatPosition(p)) // without earlier moves
	if err != nil {
		return "", fail("no handicap", "%v", err)
	}
	s.setUp(start)
	return strings.Join(vertices, " "), nil
}

// Boards with fixed points for handicap stones: from 7x7 four points, or nine if both
// sides are odd and at least 9. From 13 the points are on the fourth line, on smaller
// boards on the third.
const (
	minFixed   = 7
	minNine    = 9
	fourthLine = 13
	fourFixed  = 4
)

// fixedPoints returns the fixed points for n stones, or for fewer if the board has
// fewer such points [Farneback02, section 4.1.1].
func (s *server) fixedPoints(n int) []board.Square {
	columns, rows := s.now.(board.Grid).Size()
	if min(columns, rows) < minFixed {
		return nil
	}
	x, y := fixedLines(columns), fixedLines(rows)
	at := func(i, j int) board.Square { return board.Square{Column: x[i], Row: y[j]} }
	all := []board.Square{at(0, 0), at(2, 2), at(0, 2), at(2, 0), at(0, 1), at(2, 1), at(1, 0), at(1, 2), at(1, 1)}
	if columns%2 == 0 || rows%2 == 0 || min(columns, rows) < minNine {
		all = all[:fourFixed]
	}
	if n >= len(all) {
		return all
	}
	if n > fourFixed && n%2 == 1 { // with an odd number the last stone is in the centre
		return append(all[:n-1], at(1, 1))
	}
	return all[:n]
}

// fixedLines returns the coordinates of fixed points along a side: low, middle and
// high.
func fixedLines(side int) [3]int {
	low := 2
	if side >= fourthLine {
		low = 3
	}
	return [3]int{low, side / 2, side - 1 - low}
}

// farthest returns the empty point farthest from all stones, preferring points off
// the edge. Without stones it is the centre.
func farthest(stones []board.Square, columns, rows int) (best board.Square) {
	if len(stones) == 0 {
		return board.Square{Column: columns / 2, Row: rows / 2}
	}
	most := -1
	for y := range rows {
		for x := range columns {
			nearest := columns*columns + rows*rows
			for _, sq := range stones {
				dx, dy := sq.Column-x, sq.Row-y
				nearest = min(nearest, dx*dx+dy*dy)
			}
			worth := nearest
			if edge := min(x, y, columns-1-x, rows-1-y); edge > 0 && nearest > 0 {
				worth += columns*columns + rows*rows
			}
			if nearest > 0 && worth > most {
				best, most = board.Square{Column: x, Row: y}, worth
			}
		}
	}
	return best
}
