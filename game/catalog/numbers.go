package catalog

import "oxo"

// MoveNumbers returns the numbers of the moves of a game, as lists of moves count them: a move is
// the n-th of its side, from 1. A forced pass does not count, and has the number 0. The moves are
// legal ones, made from start, which stays as it is.
func MoveNumbers(g oxo.Game, start oxo.Position, moves []oxo.Move) []int {
	p := start.Clone()
	numbers, made := make([]int, len(moves)), [2]int{}
	for i, m := range moves {
		if _, only := OnlyPass(g, p); !only {
			made[p.Turn()&1]++
			numbers[i] = made[p.Turn()&1]
		}
		p.Make(m)
	}
	return numbers
}
