// Command hackerrank is a complete program in one file: minimax that never loses at
// noughts and crosses, with only the standard library.
//
// To submit it at HackerRank (Artificial Intelligence, Bot Building, "Tic Tac
// Toe"): choose the language Go, paste this file, and submit. Or try it here:
//
//	printf 'X\n___\n___\n_XO\n' | go run examples/hackerrank/main.go
//
// Input is the player to move, X or O, and three lines of the board, top row
// first, with _ for an empty square. Output is the row and the column of the best
// move, counted from 0 at the top left.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// board is nine squares, row by row from the top: 'X', 'O' or '_'.
type board [9]byte

// lines returns the three rows, the three columns and the two diagonals.
func lines() [8][3]int {
	return [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}
}

// winner returns 'X' or 'O' if that player has three in a row, otherwise '_'.
func (b *board) winner() byte {
	for _, l := range lines() {
		if b[l[0]] != '_' && b[l[0]] == b[l[1]] && b[l[1]] == b[l[2]] {
			return b[l[0]]
		}
	}
	return '_'
}

// full reports whether no square is empty: without a winner, that is a draw.
func (b *board) full() bool { return !strings.ContainsRune(string(b[:]), '_') }

// other returns the opponent of a player.
func other(player byte) byte {
	if player == 'X' {
		return 'O'
	}
	return 'X'
}

// minimax returns the value of the board for me, MAX, when player is to move: a win
// is 10 minus the moves made, a loss that number minus 10, a draw 0. MAX takes the
// greatest value of all moves, MIN the least.
func minimax(b *board, player, me byte, depth int) int {
	switch w := b.winner(); {
	case w == me:
		return 10 - depth
	case w != '_':
		return depth - 10
	case b.full():
		return 0
	}
	best := 100
	if player == me {
		best = -100
	}
	for square := range b {
		if b[square] != '_' {
			continue
		}
		b[square] = player
		value := minimax(b, other(player), me, depth+1)
		b[square] = '_'
		if player == me {
			best = max(best, value)
		} else {
			best = min(best, value)
		}
	}
	return best
}

// bestMove returns the square with the greatest value for the player to move, or -1
// when the game is over.
func bestMove(b *board, me byte) int {
	if b.winner() != '_' {
		return -1
	}
	move, best := -1, -100
	for square := range b {
		if b[square] != '_' {
			continue
		}
		b[square] = me
		if value := minimax(b, other(me), me, 1); value > best {
			move, best = square, value
		}
		b[square] = '_'
	}
	return move
}

// read returns the player to move and the board, or false if the input is invalid.
func read(lines []string) (player byte, b board, ok bool) {
	if len(lines) != 4 || lines[0] != "X" && lines[0] != "O" {
		return 0, b, false
	}
	for i, row := range lines[1:] {
		if len(row) != 3 || strings.Trim(row, "XO_") != "" {
			return 0, b, false
		}
		copy(b[3*i:], row)
	}
	return lines[0][0], b, true
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	var lines []string
	for in.Scan() {
		if line := strings.TrimSpace(in.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	player, b, ok := read(lines)
	if !ok {
		fmt.Fprintln(os.Stderr, "the input is X or O, and three lines of three squares: X, O or _")
		os.Exit(2)
	}
	move := bestMove(&b, player)
	if move < 0 {
		fmt.Fprintln(os.Stderr, "the game is over: there is no move")
		os.Exit(2)
	}
	fmt.Println(move/3, move%3)
}
