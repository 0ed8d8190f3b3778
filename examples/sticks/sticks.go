// Package sticks is a game in sixty lines: from a heap of 21 sticks the players
// alternately take one, two or three; the player who takes the last one loses.
package sticks

import (
	"fmt"
	"strconv"

	"oxo"
)

// Position is a heap. Its moves are the numbers of sticks to take.
type Position struct {
	left int
	turn oxo.Side
}

func (p *Position) Moves(buf []oxo.Move) []oxo.Move {
	for n := 1; n <= min(3, p.left); n++ {
		buf = append(buf, oxo.Move(n))
	}
	return buf
}

func (p *Position) Outcome() oxo.Outcome {
	if p.left == 0 {
		return oxo.Won // the opponent took the last stick
	}
	return oxo.Ongoing
}

func (p *Position) Make(m oxo.Move)     { p.left, p.turn = p.left-int(m), p.turn.Opponent() }
func (p *Position) Unmake(m oxo.Move)   { p.left, p.turn = p.left+int(m), p.turn.Opponent() }
func (p *Position) Turn() oxo.Side      { return p.turn }
func (p *Position) Key() oxo.Key        { return oxo.Key{Lo: uint64(p.left)<<1 | uint64(p.turn)} }
func (p *Position) KeyBits() int        { return 6 }
func (p *Position) Hash() uint64        { return p.Key().Hash() }
func (p *Position) Clone() oxo.Position { c := *p; return &c }
func (p *Position) String() string      { return fmt.Sprint(p.left, " ", p.turn) }
func (p *Position) Facts() oxo.Facts    { return oxo.Facts{Game: Game{}} }

// Game is the rules.
type Game struct{}

func (Game) Name() string                                 { return "sticks" }
func (Game) Start() oxo.Position                          { return &Position{left: 21} }
func (Game) FormatMove(_ oxo.Position, m oxo.Move) string { return strconv.Itoa(int(m)) }
func (Game) FormatPosition(p oxo.Position) string         { return fmt.Sprint(p) }
func (Game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	n, err := strconv.Atoi(text)
	if left := p.(*Position).left; err != nil || n < 1 || n > min(3, left) {
		return 0, fmt.Errorf("%.20q: take 1 to %d of the %d sticks", text, min(3, left), left)
	}
	return oxo.Move(n), nil
}

func (Game) ParsePosition(text string) (oxo.Position, error) {
	for n := range 2 * 22 { // every heap with either side to move
		if p := (&Position{n / 2, oxo.Side(n % 2)}); p.String() == text {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%.20q: write the sticks left and the side to move, as in \"21 first\"", text)
}
