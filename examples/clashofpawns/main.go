// Command clashofpawns is a complete program in one file for the bot contest Clash of
// Pawns: alpha-beta with iterative deepening until the time is up, with only the standard
// library.
//
//	go run examples/clashofpawns/main.go < board
//
// Input is the player, 1 white or 0 black, and twelve rows of twelve squares: 1
// white, 0 black, -1 empty. Output is the row and column of a pawn and of its
// destination, from 0. White moves down the page. Set teleport for the edition of 2017.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
)

const (
	side     = 12
	thinking = 1200 * time.Millisecond // of the 1.5 s that the contest allows
	teleport = false
	won      = 1_000_000
)

// board holds the squares, row by row; a player is 1 or 0.
type board [side][side]int

type move struct{ row, column, toRow, toColumn int }

// search searches for a move until the time is up.
type search struct {
	b     board
	until time.Time
	nodes int
	late  bool
}

func ahead(player int) int { return 2*player - 1 }              // the step of its pawns
func home(player int) int  { return (1 - player) * (side - 1) } // their first row

// portal returns 1 or 2 for the left and the right columns that teleport, otherwise
// 0.
func portal(column int) int { return [side]int{2: 1, 3: 1, 8: 2, 9: 2}[column] }

// moves lists the moves of a player.
func (b *board) moves(player int, teleport bool) []move {
	var list []move
	for row := range side {
		for column := range side {
			to := row + ahead(player)
			if b[row][column] != player || to < 0 || to >= side {
				continue
			}
			for next := max(column-1, 0); next <= min(column+1, side-1); next++ {
				if b[to][next] == -1 || next != column && b[to][next] == 1-player {
					list = append(list, move{row, column, to, next})
				}
			}
			if !teleport || portal(column) == 0 || row != 6-player {
				continue
			}
			for next := range side {
				if portal(next) == 3-portal(column) && b[to][next] == -1 {
					list = append(list, move{row, column, to, next})
				}
			}
		}
	}
	return list
}

// value estimates the board for the player to move: a pawn is worth more the farther
// it has advanced; guarded pawns and the home row add a little.
func (b *board) value(player int) int {
	sum := 0
	for row := range side {
		for column, pawn := range b[row] {
			if pawn < 0 {
				continue
			}
			gone := (row - home(pawn)) * ahead(pawn)
			worth := 100 + 2*gone*gone
			if gone == 0 {
				worth += 15
			}
			for _, c := range [2]int{column - 1, column + 1} {
				if r := row - ahead(pawn); r >= 0 && r < side && c >= 0 && c < side && b[r][c] == pawn {
					worth += 12
				}
			}
			if pawn != player {
				worth = -worth
			}
			sum += worth
		}
	}
	return sum
}

// negamax is alpha-beta from the view of the player to move, in a single function.
func (s *search) negamax(player, depth, alpha, beta int) int {
	s.nodes++
	if s.nodes%1024 == 0 && time.Now().After(s.until) {
		s.late = true
	}
	list := s.b.moves(player, teleport)
	if slices.Contains(s.b[home(player)][:], 1-player) || len(list) == 0 {
		return -won - depth // the opponent has arrived; sooner is worse: more depth is left
	}
	if depth == 0 || s.late {
		return s.b.value(player)
	}
	s.sort(list, player)
	for _, m := range list {
		taken := s.play(m, player)
		v := -s.negamax(1-player, depth-1, -beta, -alpha)
		s.takeBack(m, player, taken)
		if alpha = max(alpha, v); alpha >= beta || s.late {
			break
		}
	}
	return alpha
}

// sort puts captures of the most advanced pawns first, then moves of the player's own
// most advanced pawns.
func (s *search) sort(list []move, player int) {
	rank := func(m move) int {
		gone := (m.toRow - home(player)) * ahead(player)
		if s.b[m.toRow][m.toColumn] != -1 {
			return 100 + side - gone
		}
		return gone
	}
	slices.SortStableFunc(list, func(a, b move) int { return cmp.Compare(rank(b), rank(a)) })
}

func (s *search) play(m move, player int) (taken int) {
	taken = s.b[m.toRow][m.toColumn]
	s.b[m.row][m.column], s.b[m.toRow][m.toColumn] = -1, player
	return taken
}

func (s *search) takeBack(m move, player, taken int) {
	s.b[m.row][m.column], s.b[m.toRow][m.toColumn] = player, taken
}

// best deepens until the time is up, and returns the best move of the last complete
// iteration. There must be a legal move.
func (s *search) best(player int) (best move) {
	list := s.b.moves(player, teleport)
	s.sort(list, player)
	for depth := 1; depth < 60 && !s.late; depth++ {
		alpha, first := -2*won, 0
		for i := 0; i < len(list) && !s.late; i++ {
			taken := s.play(list[i], player)
			v := -s.negamax(1-player, depth-1, -2*won, -alpha)
			s.takeBack(list[i], player, taken)
			if v > alpha && !s.late {
				alpha, first = v, i
			}
		}
		if !s.late || depth == 1 {
			best = list[first]
			list = append([]move{best}, slices.Delete(slices.Clone(list), first, first+1)...)
		}
	}
	return best
}

func main() {
	s := search{until: time.Now().Add(thinking)}
	var player int
	_, err := fmt.Fscan(os.Stdin, &player)
	for i := range side * side {
		square := &s.b[i/side][i%side]
		if err == nil {
			_, err = fmt.Fscan(os.Stdin, square)
		}
		if err == nil && (*square < -1 || *square > 1) {
			err = fmt.Errorf("%d is not a square", *square)
		}
	}
	if err == nil && player != player&1 {
		err = fmt.Errorf("%d is not a player", player)
	}
	if err == nil && (slices.Contains(s.b[home(player)][:], 1-player) || len(s.b.moves(player, teleport)) == 0) {
		err = errors.New("the game is over")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "want 1 or 0 and 144 numbers, -1, 0 or 1, of an unfinished game:", err)
		os.Exit(2)
	}
	m := s.best(player)
	fmt.Println(m.row, m.column, m.toRow, m.toColumn)
}
