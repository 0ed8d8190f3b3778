package judge_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"oxo/internal/bottest"
)

// The judged programs are this test binary, run in different roles. Each program
// searches noughts and crosses with a minimax of its own that has a fault.

// student is a minimax as tutorials write it, with a fault.
type student struct {
	fault string
	cells []byte // row by row from the top
	me    byte
	known map[string]int
	calls int
}

// turn is the side to move.
func (s *student) turn() byte {
	if strings.Count(string(s.cells), "X") > strings.Count(string(s.cells), "O") {
		return 'O'
	}
	return 'X'
}

// winner returns the side with three in a row, or 0.
func (s *student) winner() byte {
	for _, row := range []string{"012", "345", "678", "036", "147", "258", "048", "246"} {
		if c := s.cells[row[0]-'0']; c != '.' && c == s.cells[row[1]-'0'] && c == s.cells[row[2]-'0'] {
			return c
		}
	}
	return 0
}

func (s *student) value(depth int) int {
	win := 10
	if s.fault == "depth beyond the largest" { // 100 - depth on a board of 10x10, on a smaller scale
		win = 4
	}
	switch w := s.winner(); {
	case w == 0:
	case w == s.me:
		return win - depth
	case s.fault == "sign" && w == 'O':
		return win - depth
	default:
		return depth - win
	}
	if s.fault != "full board" && strings.Count(string(s.cells), ".") == 0 {
		return 0
	}
	key := fmt.Sprint(depth, string(s.cells), s.me)
	v, ok := s.known[key]
	if !ok {
		v, _ = s.search(depth)
		s.known[key] = v
	}
	return v
}

// search returns the value and the best move, -1 without one.
func (s *student) search(depth int) (best, move int) {
	turn := s.turn()
	best, move = -1000, -1
	if turn != s.me {
		best = 1000
	}
	for i, c := range s.cells {
		if c != '.' {
			continue
		}
		s.cells[i] = turn
		v := s.value(depth + 1)
		s.cells[i] = '.'
		if turn == s.me && v > best || turn != s.me && v < best {
			best, move = v, i
		}
	}
	return best, move
}

func square(i int) string { return "abc"[i%3:i%3+1] + "321"[i/3:i/3+1] }

// answer returns the answer in a position.
func (s *student) answer(position string) string {
	s.cells = []byte(strings.ReplaceAll(strings.TrimSpace(position), "/", ""))
	s.me = s.turn()
	over := s.winner() != 0 || strings.Count(string(s.cells), ".") == 0
	move := -1
	if !over {
		_, move = s.search(0)
	}
	stones := 9 - strings.Count(string(s.cells), ".")
	seldom := stones == 1 && s.cells[0] == 'X' || stones == 3 && s.cells[8] == 'X'
	switch {
	case over && s.fault == "(-1,-1)":
		return "(-1,-1)"
	case over && s.fault == "hangs on a full board":
		time.Sleep(time.Hour)
	case over:
		return "? the game is over"
	case s.fault == "occupied" && seldom:
		return square(strings.IndexAny(string(s.cells), "XO"))
	case s.fault == "crash" && seldom:
		panic("index out of range [9]")
	case s.fault == "not a move" && seldom:
		return "-1 -1"
	case s.fault == "rubbish" && seldom:
		return "\x00\xff{\"move\": 5}\x1b[2J"
	case s.fault == "draws its moves":
		for s.calls++; s.cells[s.calls%9] != '.'; s.calls++ { //nolint:revive // looks for an empty square
		}
		return square(s.calls % 9)
	case s.fault == "resigns" && stones == 0:
		return "resign"
	}
	return square(move)
}

// play is the program in the subprocess.
func play(part string) {
	if bottest.Misbehave(part) {
		return
	}
	s := student{fault: part, known: map[string]int{}}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch part {
		case "text loop":
			for {
				fmt.Println("Enter row and column:")
			}
		case "comments":
			for {
				fmt.Println("# thinking")
			}
		case "late":
			time.Sleep(150 * time.Millisecond)
		}
		fmt.Println(s.answer(in.Text()))
		if part == "once" {
			return
		}
	}
}
