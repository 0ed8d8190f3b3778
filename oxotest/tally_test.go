//go:build !race

package oxotest_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
)

// tally is a small game with a rule of no progress. A move takes a counter one step
// either way around four squares, or makes progress: it removes one of three sticks.
// The side that takes the last stick wins. Each function may be replaced by a faulty
// one.
type tally struct {
	game  func(p *tallying) oxo.Game // of the facts
	clock func(p *tallying) (int, int)
	twice func(p *tallying) []uint64
	times func(p *tallying) int
}

const tallyLimit = 1000 // plies without progress: more than in any random game here

func soundTally() *tally {
	return &tally{
		game:  func(p *tallying) oxo.Game { return p.g },
		clock: func(p *tallying) (int, int) { return p.quiet, tallyLimit },
		twice: (*tallying).again,
		times: (*tallying).count,
	}
}

func spoiltTally(spoil func(g *tally)) oxo.Game {
	g := soundTally()
	spoil(g)
	return g
}

// tallying is a position of the game; past holds the earlier states.
type tallying struct {
	g *tally
	tallyState
	past []tallyState
}

type tallyState struct {
	at, left, quiet int
	turn            oxo.Side
}

func (s tallyState) key() uint64 {
	return uint64(s.at) | uint64(s.left)<<2 | uint64(s.turn)<<4
}

func (p *tallying) Moves(buf []oxo.Move) []oxo.Move {
	if p.left == 0 {
		return buf
	}
	return append(buf, 0, 1, 2)
}

func (p *tallying) Make(m oxo.Move) {
	p.past = append(p.past, p.tallyState)
	p.turn = p.turn.Opponent()
	if p.quiet++; m == 2 {
		p.left, p.quiet = p.left-1, 0
		return
	}
	p.at = (p.at + 1 + 2*int(m)) % 4
}

func (p *tallying) Unmake(oxo.Move) {
	last := len(p.past) - 1
	p.tallyState, p.past = p.past[last], p.past[:last]
}

func (p *tallying) Outcome() oxo.Outcome {
	if p.left == 0 {
		return oxo.Lost
	}
	return oxo.Ongoing
}

func (p *tallying) Turn() oxo.Side { return p.turn }
func (p *tallying) Hash() uint64   { return oxo.Key{Lo: p.key()}.Hash() }
func (p *tallying) Key() oxo.Key   { return oxo.Key{Lo: p.key()} }
func (p *tallying) KeyBits() int   { return 5 }
func (p *tallying) Clone() oxo.Position {
	c := *p
	c.past = slices.Clone(p.past)
	return &c
}

// states returns the states since the last progress, newest last.
func (p *tallying) states() []tallyState {
	return append(slices.Clone(p.past[len(p.past)-min(p.quiet, len(p.past)):]), p.tallyState)
}

func (p *tallying) Repeated() (int, oxo.Score) {
	all := p.states()
	for back := 1; back < len(all); back++ {
		if all[len(all)-1-back].key() == p.key() {
			return back, oxo.Draw
		}
	}
	return 0, oxo.Draw
}

// count returns how often the state has occurred.
func (p *tallying) count() (n int) {
	for _, s := range p.states() {
		if s.key() == p.key() {
			n++
		}
	}
	return n
}

// renamed is a game with another name.
type renamed struct{ *tally }

func (renamed) Name() string { return "tally:4" }

// again returns the hashes of states that occurred twice.
func (p *tallying) again() (hashes []uint64) {
	seen := map[uint64]int{}
	for _, s := range p.states() {
		if seen[s.key()]++; seen[s.key()] == 2 {
			hashes = append(hashes, oxo.Key{Lo: s.key()}.Hash())
		}
	}
	return hashes
}

func (p *tallying) Clock() (int, int) { return p.g.clock(p) }
func (p *tallying) Twice() []uint64   { return p.g.twice(p) }
func (p *tallying) Times() int        { return p.g.times(p) }
func (p *tallying) Facts() oxo.Facts  { return oxo.Facts{Game: p.g.game(p)} }

func (g *tally) Name() string        { return "tally" }
func (g *tally) Start() oxo.Position { return &tallying{g: g, tallyState: tallyState{left: 3}} }
func (g *tally) FormatMove(_ oxo.Position, m oxo.Move) string {
	return [...]string{"right", "left", "take"}[m]
}

func (g *tally) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	for _, m := range p.Moves(nil) {
		if g.FormatMove(p, m) == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("no move %q: want right, left or take", text)
}

func (g *tally) FormatPosition(p oxo.Position) string {
	s := p.(*tallying).tallyState
	return fmt.Sprintf("%d %d %d", s.at, s.left, s.turn)
}

func (g *tally) ParsePosition(text string) (oxo.Position, error) {
	var numbers []int
	for field := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 || n > 3 {
			return nil, fmt.Errorf("%q: want the square, the sticks and the side, as in 0 3 0", text)
		}
		numbers = append(numbers, n)
	}
	if len(numbers) != 3 || numbers[2] > 1 {
		return nil, fmt.Errorf("%q: want the square, the sticks and the side, as in 0 3 0", text)
	}
	return &tallying{g: g, tallyState: tallyState{at: numbers[0], left: numbers[1], turn: oxo.Side(numbers[2])}}, nil
}

// clockMutants break the promises of Facts and Clocked.
func clockMutants() []mutant {
	return []mutant{
		{"another game's name", "Factual.Facts", spoiltTally(func(g *tally) {
			g.game = func(p *tallying) oxo.Game { return renamed{p.g} }
		}), "gamename", "the facts have the game"},
		{"the clock runs on after progress", "Clocked.Clock", spoiltTally(func(g *tally) {
			g.clock = func(p *tallying) (int, int) { return p.quiet + 2*(3-p.left), tallyLimit }
		}), "clock", "Clock counts the plies"},
		{"the limit follows the sticks", "Clocked.Clock", spoiltTally(func(g *tally) {
			g.clock = func(p *tallying) (int, int) { return p.quiet, tallyLimit - p.left }
		}), "clock", "Clock counts the plies"},
		{"the time now does not count", "Clocked.Times", spoiltTally(func(g *tally) {
			g.times = func(p *tallying) int { return p.count() - 1 }
		}), "loops", "Times returns how often"},
		{"states that came about once are in Twice", "Clocked.Twice", spoiltTally(func(g *tally) {
			g.twice = func(p *tallying) []uint64 { return []uint64{p.Hash()} }
		}), "clock", "Twice has the hashes"},
		{"the state now is never in Twice", "Clocked.Twice", spoiltTally(func(g *tally) {
			g.twice = func(p *tallying) []uint64 {
				return slices.DeleteFunc(p.again(), func(h uint64) bool { return h == p.Hash() })
			}
		}), "clock", "Twice has the hashes"},
	}
}
