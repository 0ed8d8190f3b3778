// A bot for noughts and crosses in one file, which speaks oxo's line protocol: a
// position in, a move out (docs/lookup/lines.md). It wins, blocks, and prefers the centre.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		fmt.Println(best(strings.ReplaceAll(in.Text(), "/", "")))
	}
}

// best returns the move in a position: nine squares, row by row from the top.
func best(cells string) string {
	me := byte('X')
	if strings.Count(cells, "X") > strings.Count(cells, "O") {
		me = 'O'
	}
	move, most := 0, -1
	for i := range cells {
		if cells[i] == '.' && worth(cells, i, me) > most {
			move, most = i, worth(cells, i, me)
		}
	}
	return "abc"[move%3:move%3+1] + "321"[move/3:move/3+1]
}

// worth rates a square: highest if it wins, then if it blocks, then the centre, then
// the corners.
func worth(cells string, i int, me byte) int {
	n := []int{2, 0, 2, 0, 3, 0, 2, 0, 2}[i]
	for _, row := range []string{"012", "345", "678", "036", "147", "258", "048", "246"} {
		count := map[byte]int{}
		for _, c := range row {
			count[cells[c-'0']]++
		}
		switch {
		case !strings.Contains(row, fmt.Sprint(i)):
		case count[me] == 2:
			n += 100
		case count['X'] == 2 || count['O'] == 2:
			n += 10
		}
	}
	return n
}
