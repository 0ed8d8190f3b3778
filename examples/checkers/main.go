// A program for checkers in one file: only alpha-beta to a fixed depth (9 plies, or
// its argument) and a count of the pieces. It speaks oxo's line protocol: a position
// in, a move out (docs/lookup/lines.md). It uses nothing of oxo, not even the rules, so
// oxo's strength can be measured against it.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Values of a man and a king.
const (
	man  = 2
	king = 3
)

const won = 1000 // more than all pieces

// board has a number for each square, row 0 at the top: 1 a black man, 2 a black
// king, -1 and -2 the white ones, 0 an empty square. Black starts at the top.
type board [8][8]int

// move holds the squares that a piece visits, and the board afterwards.
type move struct {
	squares []square
	after   board
}

type square struct{ row, column int }

func main() {
	depth := 9
	if len(os.Args) > 1 {
		n, err := strconv.Atoi(os.Args[1])
		if err != nil || n < 1 || n > 30 {
			fmt.Fprintf(os.Stderr, "%q is not a depth: want a number of plies from 1 to 30\n", os.Args[1])
			os.Exit(2)
		}
		depth = n
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		if line := in.Text(); !strings.HasPrefix(line, "#") {
			fmt.Println(answer(line, depth))
		}
	}
}

// answer returns the move in a position, or a question mark and the error.
func answer(text string, depth int) string {
	b, side, err := read(text)
	if err != nil {
		return "? " + err.Error()
	}
	m, ok := best(&b, side, depth)
	if !ok {
		return "? there is no move"
	}
	return m.String()
}

// read reads a position: "B:W21,22,K32:B1,K2", the side to move first.
func read(text string) (b board, side int, err error) {
	parts := strings.Split(strings.TrimSpace(text), ":")
	sides := map[string]int{"B": 1, "W": -1}
	if side = sides[parts[0]]; side == 0 || len(parts) < 3 {
		return b, 0, fmt.Errorf("%q is not a position", text)
	}
	for _, part := range parts[1:3] {
		if part == "" {
			return b, 0, fmt.Errorf("%q is not a position", text)
		}
		for _, name := range strings.FieldsFunc(part[1:], func(r rune) bool { return r == ',' }) {
			piece := sides[part[:1]]
			digits, isKing := strings.CutPrefix(name, "K")
			if isKing {
				piece *= 2
			}
			n, err := strconv.Atoi(digits)
			if err != nil || n < 1 || n > 32 {
				return b, 0, fmt.Errorf("%q is not a square", name)
			}
			s := numbered(n)
			b[s.row][s.column] = piece
		}
	}
	return b, side, nil
}

// numbered returns the square with a number; 1 is the first dark square at the top.
func numbered(n int) square {
	row := (n - 1) / 4
	return square{row, (n-1)%4*2 + (row+1)%2}
}

func (s square) number() int { return s.row*4 + s.column/2 + 1 }

// String writes the squares: 11-15, or 22x15x6 for a jump.
func (m move) String() string {
	between := "-"
	if d := m.squares[0].row - m.squares[1].row; d == 2 || d == -2 {
		between = "x"
	}
	names := make([]string, len(m.squares))
	for i, s := range m.squares {
		names[i] = strconv.Itoa(s.number())
	}
	return strings.Join(names, between)
}

// best returns the first of the best moves.
func best(b *board, side, depth int) (found move, ok bool) {
	alpha := -2 * won
	for _, m := range moves(b, side) {
		if v := -alphaBeta(&m.after, -side, depth-1, -2*won, -alpha); v > alpha || !ok {
			alpha, found, ok = v, m, true
		}
	}
	return found, ok
}

// alphaBeta returns the value of a position for the side to move.
func alphaBeta(b *board, side, depth, alpha, beta int) int {
	if depth == 0 {
		return side * material(b)
	}
	all := moves(b, side)
	if len(all) == 0 {
		return -won - depth // a sooner loss is worse
	}
	for _, m := range all {
		alpha = max(alpha, -alphaBeta(&m.after, -side, depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// material returns the value of Black's pieces minus White's.
func material(b *board) (sum int) {
	for _, row := range b {
		for _, piece := range row {
			sum += []int{-king, -man, 0, man, king}[piece+2]
		}
	}
	return sum
}

// moves lists the moves of a side: the jumps, or the steps if there is no jump.
func moves(b *board, side int) (all []move) {
	for _, jumping := range []bool{true, false} {
		for row := range 8 {
			for column := range 8 {
				at := square{row, column}
				switch {
				case b[row][column]*side <= 0:
				case jumping:
					all = jumps(all, *b, at, []square{at}, side)
				default:
					all = steps(all, b, at)
				}
			}
		}
		if len(all) > 0 {
			break
		}
	}
	return all
}

// on returns the piece on a square, and whether the square is on the board.
func (b *board) on(s square) (piece int, ok bool) {
	if s.row < 0 || s.row > 7 || s.column < 0 || s.column > 7 {
		return 0, false
	}
	return b[s.row][s.column], true
}

// directions returns the directions of a piece: a man moves only away from its home.
func directions(piece int) (all []square) {
	for _, row := range []int{-1, 1} {
		if piece*row > 0 || piece == 2 || piece == -2 {
			all = append(all, square{row, -1}, square{row, 1})
		}
	}
	return all
}

// steps appends the steps of a piece.
func steps(all []move, b *board, at square) []move {
	piece := b[at.row][at.column]
	for _, d := range directions(piece) {
		to := square{at.row + d.row, at.column + d.column}
		if there, ok := b.on(to); ok && there == 0 {
			after := *b
			after[at.row][at.column], after[to.row][to.column] = 0, crowned(piece, to)
			all = append(all, move{[]square{at, to}, after})
		}
	}
	return all
}

// jumps appends the jumps that continue from a square, each with the squares before
// it.
func jumps(all []move, b board, at square, before []square, side int) []move {
	piece, further := b[at.row][at.column], false
	for _, d := range directions(piece) {
		over := square{at.row + d.row, at.column + d.column}
		to := square{over.row + d.row, over.column + d.column}
		taken, _ := b.on(over)
		if there, ok := b.on(to); !ok || there != 0 || taken*side >= 0 {
			continue
		}
		further = true
		after := b
		after[at.row][at.column], after[over.row][over.column] = 0, 0
		after[to.row][to.column] = crowned(piece, to)
		path := append(slices.Clip(before), to)
		if after[to.row][to.column] != piece {
			all = append(all, move{path, after}) // the move of a new king ends
			continue
		}
		all = jumps(all, after, to, path, side)
	}
	if !further && len(before) > 1 {
		all = append(all, move{before, b})
	}
	return all
}

// crowned returns the piece after it has reached a square.
func crowned(piece int, to square) int {
	if piece == 1 && to.row == 7 || piece == -1 && to.row == 0 {
		return 2 * piece
	}
	return piece
}
