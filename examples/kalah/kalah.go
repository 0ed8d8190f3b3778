// Package kalah is Kalah, a game with extra turns: a side sows the seeds of one of its pits counter-clockwise, one into
// each pit and into its own store. If the last seed falls into the store, the side moves again. If it falls into an
// empty pit of its own, and the pit opposite has seeds, both go into the store. Whoever has more seeds in the end wins.
//
// For the contract the turn passes with every move, so before an extra turn the other side has one move, its pass.
package kalah

import (
	"fmt"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
)

// maxPits is the greatest number of pits of a side.
const maxPits = 6

// Game is the rules for a number of pits of each side, and of seeds in each pit.
type Game struct{ pits, seeds int }

// New returns the game with 1 to 6 pits of each side, and 1 to 6 seeds in each; 6 and 4 are usual.
func New(pits, seeds int) Game {
	if pits < 1 || pits > maxPits || seeds < 1 || seeds > 6 {
		panic("kalah: want 1 to 6 pits and 1 to 6 seeds")
	}
	return Game{pits, seeds}
}

// state is what the rules know of a position. Pits are counted in the direction in which seeds are sown: the pits of
// the first side, its store, the pits of the second side, its store.
type state struct {
	holes  [2*maxPits + 2]uint8
	turn   oxo.Side
	passes bool // the side to move has one move, its pass: the other side moves again
}

// Position is a position of [Game].
type Position struct {
	g Game
	state
	past []state // the positions before
}

// store returns the number of a side's store.
func (g Game) store(side oxo.Side) int { return int(side)*(g.pits+1) + g.pits }

// pit returns the number of a side's pit, from 1 at the side's left.
func (g Game) pit(side oxo.Side, n int) int { return int(side)*(g.pits+1) + n - 1 }

// pass is the move of a side that must pass; other moves are the numbers of pits.
const pass oxo.Move = 0

// left returns the number of seeds in the pits of a side.
func (p *Position) left(side oxo.Side) (seeds int) {
	for n := 1; n <= p.g.pits; n++ {
		seeds += int(p.holes[p.g.pit(side, n)])
	}
	return seeds
}

// Moves lists the pits with seeds, the one next to the store first.
func (p *Position) Moves(buf []oxo.Move) []oxo.Move {
	if p.Outcome() != oxo.Ongoing {
		return buf
	}
	if p.passes {
		return append(buf, pass)
	}
	for n := p.g.pits; n >= 1; n-- {
		if p.holes[p.g.pit(p.turn, n)] > 0 {
			buf = append(buf, oxo.Move(n))
		}
	}
	return buf
}

// Make sows the seeds of a pit, or passes.
func (p *Position) Make(m oxo.Move) {
	p.past = append(p.past, p.state)
	mover := p.turn
	p.turn, p.passes = mover.Opponent(), false
	if m == pass {
		return
	}
	at := p.g.pit(mover, int(m))
	seeds := p.holes[at]
	for p.holes[at] = 0; seeds > 0; seeds-- {
		if at = (at + 1) % (2*p.g.pits + 2); at == p.g.store(mover.Opponent()) {
			at = (at + 1) % (2*p.g.pits + 2)
		}
		p.holes[at]++
	}
	mine, opposite := at >= p.g.pit(mover, 1) && at < p.g.store(mover), 2*p.g.pits-at
	if mine && p.holes[at] == 1 && p.holes[opposite] > 0 {
		p.holes[p.g.store(mover)] += p.holes[at] + p.holes[opposite]
		p.holes[at], p.holes[opposite] = 0, 0
	}
	p.finish()
	p.passes = at == p.g.store(mover) && p.Outcome() == oxo.Ongoing
}

// finish ends the game if a side has no seeds in its pits: the other side gets those that are left.
func (p *Position) finish() {
	if p.left(oxo.First) > 0 && p.left(oxo.Second) > 0 {
		return
	}
	for _, side := range []oxo.Side{oxo.First, oxo.Second} {
		p.holes[p.g.store(side)] += uint8(p.left(side))
		for n := 1; n <= p.g.pits; n++ {
			p.holes[p.g.pit(side, n)] = 0
		}
	}
}

// Unmake implements [oxo.Position].
func (p *Position) Unmake(oxo.Move) {
	p.state, p.past = p.past[len(p.past)-1], p.past[:len(p.past)-1]
}

// Margin implements [oxo.Margined]: the seeds in the store of the side to move, less the seeds of the other side.
func (p *Position) Margin() int {
	return int(p.holes[p.g.store(p.turn)]) - int(p.holes[p.g.store(p.turn.Opponent())])
}

// Outcome implements [oxo.Position].
func (p *Position) Outcome() oxo.Outcome {
	switch m := p.Margin(); {
	case p.left(oxo.First)+p.left(oxo.Second) > 0:
		return oxo.Ongoing
	case m > 0:
		return oxo.Won
	case m < 0:
		return oxo.Lost
	}
	return oxo.Drawn
}

// Evaluate implements [oxo.Evaluator]: the margin so far.
func (p *Position) Evaluate() oxo.Score { return oxo.Score(p.Margin()) }

// Turn implements [oxo.Position].
func (p *Position) Turn() oxo.Side { return p.turn }

// Key implements [oxo.Keyed]: seven bits for each hole, since there are at most 72 seeds, and two for turn and pass.
func (p *Position) Key() (k oxo.Key) {
	for _, n := range p.holes {
		k.Hi, k.Lo = k.Hi<<7|k.Lo>>57, k.Lo<<7|uint64(n)
	}
	k.Hi, k.Lo = k.Hi<<2|k.Lo>>62, k.Lo<<2|uint64(p.turn)
	if p.passes {
		k.Lo |= 2
	}
	return k
}

// KeyBits implements [oxo.Keyed].
func (p *Position) KeyBits() int { return 7*len(p.holes) + 2 }

// Hash implements [oxo.Position].
func (p *Position) Hash() uint64 { return p.Key().Hash() }

// Clone implements [oxo.Position].
func (p *Position) Clone() oxo.Position {
	c := *p
	c.past = append([]state(nil), p.past...)
	return &c
}

// Facts implements [oxo.Factual].
func (p *Position) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Unit: 1} }

// Name implements [oxo.Game]: "kalah" is the usual game.
func (g Game) Name() string {
	if g == New(6, 4) {
		return "kalah"
	}
	return fmt.Sprintf("kalah:%dx%d", g.pits, g.seeds)
}

// Start implements [oxo.Game].
func (g Game) Start() oxo.Position {
	p := &Position{g: g}
	for _, side := range []oxo.Side{oxo.First, oxo.Second} {
		for n := 1; n <= g.pits; n++ {
			p.holes[g.pit(side, n)] = uint8(g.seeds)
		}
	}
	return p
}

// FormatMove writes the number of the pit, from 1 at the mover's left, or "pass".
func (g Game) FormatMove(_ oxo.Position, m oxo.Move) string {
	if m == pass {
		return "pass"
	}
	return strconv.Itoa(int(m))
}

// ParseMove implements [oxo.Game].
func (g Game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	var names []string
	for _, m := range p.Moves(nil) {
		name := g.FormatMove(p, m)
		if strings.EqualFold(name, strings.TrimSpace(text)) {
			return m, nil
		}
		names = append(names, name)
	}
	return 0, fmt.Errorf("%.20q is not a legal move: want %s", text, strings.Join(names, ", "))
}

// FormatPosition writes the holes in the order of sowing, the side to move, and "passes" if it must:
// "4 4 4 4 4 4 0 4 4 4 4 4 4 0 south".
func (g Game) FormatPosition(p oxo.Position) string {
	var text strings.Builder
	s := &p.(*Position).state
	for _, n := range s.holes[:2*g.pits+2] {
		fmt.Fprintf(&text, "%d ", n)
	}
	text.WriteString(sides()[s.turn])
	if s.passes {
		text.WriteString(" passes")
	}
	return text.String()
}

// ParsePosition implements [oxo.Game].
func (g Game) ParsePosition(text string) (oxo.Position, error) {
	p := &Position{g: g}
	words := strings.Fields(text)
	holes, sum := 2*g.pits+2, 0
	for i := range min(holes, len(words)) {
		n, err := strconv.Atoi(words[i])
		if err != nil || n < 0 || n > 2*g.pits*g.seeds {
			break
		}
		p.holes[i] = uint8(n)
		sum += n
	}
	if len(words) > holes && words[holes] == sides()[oxo.Second] {
		p.turn = oxo.Second
	}
	p.passes = len(words) == holes+2
	unfinished := (p.left(oxo.First) == 0) != (p.left(oxo.Second) == 0) // the seeds that are left are in a store
	if g.FormatPosition(p) != text || sum != 2*g.pits*g.seeds || unfinished || p.passes && p.Outcome() != oxo.Ongoing {
		return nil, fmt.Errorf("%.60q: want the seeds of %d holes, %d in all, and the side to move, as in %q", text, holes, 2*g.pits*g.seeds, g.FormatPosition(g.Start()))
	}
	return p, nil
}

func sides() [2]string { return [2]string{"south", "north"} }

// Facts implements [board.Factual].
func (g Game) Facts() *board.Facts {
	return &board.Facts{
		Sides: sides(), Unit: [2]string{"seed", "seeds"}, Path: g.path,
		Missing: func(sq board.Square) bool {
			return sq == board.Square{Column: 0, Row: 0} || sq == board.Square{Column: g.pits + 1, Row: 1}
		},
		Goal: "Gather more seeds in your store than the other side. A last seed in your store gives another turn.",
		Rules: []string{
			"A move sows the seeds of one of your pits, one into each hole that follows, your store included, the other store not.",
			"If the last seed falls into your store, you move again: the other side passes.",
			"If it falls into an empty pit of yours, and the pit opposite has seeds, both go into your store.",
			"If a side has no seeds in its pits, the other side gets those that are left, and the game is over.",
		},
	}
}

// square returns where a hole is drawn: south's pits below from the left, north's above from the right, the stores at
// the ends.
func (g Game) square(hole int) board.Square {
	if hole <= g.pits {
		return board.Square{Column: hole + 1}
	}
	return board.Square{Column: 2*g.pits + 1 - hole, Row: 1}
}

func (g Game) path(p oxo.Position, m oxo.Move) []board.Square {
	if m == pass {
		return nil
	}
	return []board.Square{g.square(g.pit(p.Turn(), int(m)))}
}

// Size implements [board.Grid].
func (p *Position) Size() (columns, rows int) { return p.g.pits + 2, 2 }

// Labels implements [board.Grid]: squares have no names, since pits are counted from the mover's left.
func (p *Position) Labels() (columns, rows []string) { return nil, nil }

// At implements [board.Grid].
func (p *Position) At(sq board.Square) board.Cell {
	for hole, n := range p.holes[:2*p.g.pits+2] {
		if p.g.square(hole) == sq {
			return board.Cell{Text: strconv.Itoa(int(n)), Owner: oxo.Side(hole / (p.g.pits + 1))}
		}
	}
	return board.Cell{}
}

// Line implements [board.Grid].
func (p *Position) Line() []board.Square { return nil }
