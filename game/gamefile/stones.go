package gamefile

import (
	"errors"
	"fmt"

	"oxo/game/board"
	"oxo/internal/words"
)

// Formats of k in a row. They can be read but not written.
const (
	PSQ    Format = "psq" // Piskvork's games
	RenLib Format = "lib" // RenLib's trees of games: each line of play is a game
	RIF    Format = "rif" // the database of RenjuNet
)

// stoneGame is a game of a format of k in a row: squares in the order of the stones.
type stoneGame struct {
	columns, rows int // of the board
	names         [2]string
	result        Result
	unit          string // the unit of stone.at: "line" or "byte"
	stones        []stone
}

// any reports whether there is a move.
func (g *stoneGame) any() bool { return g != nil && len(g.stones) > 0 }

// stone is one move.
type stone struct {
	text string // a square, or a word that is not one
	at   int    // its line or byte, from 1
}

// maxStones is more than any board has squares. The reader stops at a file with more moves.
const maxStones = 1 << 10

// isInARow reports whether a game is k in a row.
func isInARow(facts *board.Facts) bool {
	const number = 4
	return facts.SGF != nil && facts.SGF.Number == number
}

// squareFromTop names a square by its column from the left and its row from the top, both from 1.
// For a square outside of the board it returns the numbers, which no game reads as a square.
func (g *stoneGame) squareFromTop(column, row int) string {
	const letters = 26
	if column < 1 || column > min(g.columns, letters) || row < 1 || row > g.rows {
		return fmt.Sprintf("%d,%d", column, row)
	}
	return fmt.Sprintf("%c%d", 'a'+column-1, g.rows+1-row)
}

// checkStones returns an error if the rules are of another game or of another board.
func (t *Text) checkStones(g *stoneGame) error {
	if !isInARow(board.FactsOf(t.rules)) {
		return fmt.Errorf("the file is of gomoku or renju, but the game is %s: want mnk:%dx%dx5 or renju", t.rules.Name(), g.columns, g.rows)
	}
	if columns, rows := t.boardSize(); columns != g.columns || rows != g.rows {
		return fmt.Errorf("the file has a board of %dx%d, but the game is %s: want a game of that size, as mnk:%dx%dx5", g.columns, g.rows, t.rules.Name(), g.columns, g.rows)
	}
	return nil
}

// playStones plays such a game.
func (t *Text) playStones(r *replay) error {
	g := t.stones
	if err := t.checkStones(g); err != nil {
		return err
	}
	r.Names, r.Result = g.names, g.result
	r.begin(t.rules.Start())
	for _, s := range g.stones {
		if r.full() {
			return nil
		}
		err := r.playOn(s.text, s.at)
		if err == nil {
			continue
		}
		if s.text == passName {
			err = errors.New("a pass: " + t.rules.Name() + " has none")
		}
		return fmt.Errorf("%s %d, ply %d, %s: %w", g.unit, s.at, r.plies()+1, words.Clip(s.text), err)
	}
	return nil
}
