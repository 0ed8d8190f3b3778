package gametest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"oxo"
)

// Loops is a game whose states can recur, defined by a function from a state to the
// states after its moves. A state is a number whose lowest bit is the turn.
type Loops struct {
	Title string
	First uint64
	Bits  int
	Most  uint64 // the highest state; 0 means the largest number of Bits bits
	// Next returns the states after the moves of a state, and for a state without
	// moves the outcome for the side to move.
	Next func(state uint64) ([]uint64, oxo.Outcome)
	// Forbidden makes a repetition a win for the side to move, which did not make it,
	// instead of a draw.
	Forbidden bool
}

// Name returns the title.
func (g *Loops) Name() string { return g.Title }

// Start returns the first state.
func (g *Loops) Start() oxo.Position { return g.At(g.First) }

// At returns a position of a state, without a past.
func (g *Loops) At(state uint64) oxo.Position { return &loopPosition{g: g, path: []uint64{state}} }

// ParseMove reads the number of a move.
func (g *Loops) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	n, err := strconv.Atoi(text)
	if next, _ := g.Next(p.(*loopPosition).state()); err != nil || n < 0 || n >= len(next) {
		return 0, fmt.Errorf("%.20q is not the number of a move, 0 to %d", text, len(next)-1)
	}
	return oxo.Move(n), nil
}

// FormatMove writes the number of a move.
func (g *Loops) FormatMove(_ oxo.Position, m oxo.Move) string { return strconv.Itoa(int(m)) }

// ParsePosition reads a state.
func (g *Loops) ParsePosition(text string) (oxo.Position, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || bits.Len64(n) > g.Bits || g.Most > 0 && n > g.Most || strconv.FormatUint(n, 10) != text {
		return nil, fmt.Errorf("%.20q is not the number of a state", text)
	}
	return g.At(n), nil
}

// FormatPosition writes the number of the state.
func (g *Loops) FormatPosition(p oxo.Position) string {
	return strconv.FormatUint(p.(*loopPosition).state(), 10)
}

// loopPosition holds the states from its creation to the current one.
type loopPosition struct {
	g    *Loops
	path []uint64
}

func (p *loopPosition) state() uint64 { return p.path[len(p.path)-1] }

func (p *loopPosition) Moves(buf []oxo.Move) []oxo.Move {
	next, _ := p.g.Next(p.state())
	for i := range next {
		buf = append(buf, oxo.Move(i))
	}
	return buf
}

func (p *loopPosition) Make(m oxo.Move) {
	next, _ := p.g.Next(p.state())
	p.path = append(p.path, next[m])
}

func (p *loopPosition) Unmake(oxo.Move) { p.path = p.path[:len(p.path)-1] }

func (p *loopPosition) Outcome() oxo.Outcome {
	next, o := p.g.Next(p.state())
	if len(next) > 0 {
		return oxo.Ongoing
	}
	return o
}

func (p *loopPosition) Turn() oxo.Side { return oxo.Side(p.state() & 1) }
func (p *loopPosition) Hash() uint64   { return p.Key().Hash() }
func (p *loopPosition) Key() oxo.Key   { return oxo.Key{Lo: p.state()} }
func (p *loopPosition) KeyBits() int   { return p.g.Bits }
func (p *loopPosition) Clone() oxo.Position {
	return &loopPosition{p.g, append([]uint64(nil), p.path...)}
}

func (p *loopPosition) Repeated() (int, oxo.Score) {
	value := oxo.Draw
	if p.g.Forbidden {
		value = oxo.Win(0)
	}
	last := len(p.path) - 1
	for back := 2; back <= last; back += 2 {
		if p.path[last-back] == p.path[last] {
			return back, value
		}
	}
	return 0, value
}

// RandomLoops returns a game on a random graph with many loops. Each side has n
// states; up to four moves lead from each to states of the other side; some states
// are ends.
func RandomLoops(seed uint64, n int) *Loops {
	rng := rand.New(rand.NewPCG(seed, 3))
	next, ends := make([][]uint64, 2*n), make([]oxo.Outcome, 2*n)
	for state := range next {
		ends[state] = [...]oxo.Outcome{oxo.Won, oxo.Lost, oxo.Lost, oxo.Drawn}[rng.IntN(4)]
		if state > 1 && rng.IntN(6) == 0 {
			continue
		}
		used := map[uint64]bool{}
		for range 1 + rng.IntN(4) {
			to := uint64(2*rng.IntN(n) + 1 - state&1)
			if !used[to] {
				used[to] = true
				next[state] = append(next[state], to)
			}
		}
	}
	return &Loops{Title: fmt.Sprintf("loops%d", seed), Bits: bits.Len(uint(2*n - 1)), Most: uint64(2*n - 1), Next: func(s uint64) ([]uint64, oxo.Outcome) { return next[s], ends[s] }}
}

// KingAndRook is king and rook against king on a square board of up to 5x5, white to move
// first from the corners. A state is the squares of white's king, of the rook and of black's
// king, five bits each, above the turn; a rook of 31 has been captured.
//
//nolint:funlen // the rules of a test's game
func KingAndRook(side int) *Loops {
	const taken = 31
	k := kingAndRook{side}
	pack := func(king, rook, black, turn int) uint64 { return uint64(((black<<5|rook)<<5|king)<<1 | turn) }
	type after struct {
		next []uint64
		over oxo.Outcome
	}
	var cache sync.Map // for several threads
	return &Loops{Title: "kingandrook", Bits: 16, First: pack(0, 1, side*side-1, 0), Next: func(s uint64) ([]uint64, oxo.Outcome) {
		if known, ok := cache.Load(s); ok {
			return known.(after).next, known.(after).over
		}
		turn, king, rook, black := int(s&1), int(s>>1&31), int(s>>6&31), int(s>>11&31)
		var next []uint64
		end := oxo.Drawn
		switch {
		case rook == taken:
		case turn == 0:
			for _, to := range k.around(king) {
				if to != rook && !k.near(to, black) {
					next = append(next, pack(to, rook, black, 1))
				}
			}
			for _, to := range k.lines(rook, king, black) {
				if to != black {
					next = append(next, pack(king, to, black, 1))
				}
			}
		default:
			for _, to := range k.around(black) {
				switch {
				case k.near(to, king):
				case to == rook:
					next = append(next, pack(king, taken, to, 0))
				case !k.attacks(rook, king, to):
					next = append(next, pack(king, rook, to, 0))
				}
			}
			if k.attacks(rook, king, black) {
				end = oxo.Lost
			}
		}
		cache.Store(s, after{next, end})
		return next, end
	}}
}

type kingAndRook struct{ side int }

func (k kingAndRook) near(a, b int) bool {
	dx, dy := a%k.side-b%k.side, a/k.side-b/k.side
	return dx*dx <= 1 && dy*dy <= 1
}

func (k kingAndRook) around(sq int) (squares []int) {
	for to := range k.side * k.side {
		if to != sq && k.near(sq, to) {
			squares = append(squares, to)
		}
	}
	return squares
}

// lines returns the squares that a rook reaches: up to its own king, and up to and
// including another piece.
func (k kingAndRook) lines(rook, king, other int) (squares []int) {
	for _, d := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		for x, y := rook%k.side+d[0], rook/k.side+d[1]; x >= 0 && y >= 0 && x < k.side && y < k.side; x, y = x+d[0], y+d[1] {
			sq := y*k.side + x
			if sq == king {
				break
			}
			squares = append(squares, sq)
			if sq == other {
				break
			}
		}
	}
	return squares
}

func (k kingAndRook) attacks(rook, king, sq int) bool {
	return slices.Contains(k.lines(rook, king, sq), sq)
}

// Kings is checkers with kings only on the dark squares of a 6x6 board: a step goes to a
// diagonal neighbour; a jump over an enemy king captures it, and is mandatory. A side that
// cannot move loses. A state is the squares of the first side and of the second, 18 bits
// each, above the turn.
//
//nolint:funlen // the rules of a test's game
func Kings(first, second uint64) *Loops {
	const columns, squares = 6, 18
	at := func(row, column int) int {
		if row < 0 || column < 0 || row >= columns || column >= columns {
			return -1
		}
		return row*3 + column/2
	}
	pack := func(men [2]uint64, turn uint64) uint64 { return (men[1]<<squares|men[0])<<1 | turn }
	return &Loops{Title: "kings", Bits: 2*squares + 1, First: pack([2]uint64{first, second}, 0), Next: func(s uint64) ([]uint64, oxo.Outcome) {
		turn := s & 1
		men := [2]uint64{s >> 1 & (1<<squares - 1), s >> (1 + squares)}
		own, opp := men[turn], men[1-turn]
		var steps, jumps []uint64
		for sq := range squares {
			if own>>sq&1 == 0 {
				continue
			}
			row := sq / 3
			column := sq%3*2 + (1 - row&1)
			for _, d := range [...][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				to := at(row+d[0], column+d[1])
				if to < 0 || own>>to&1 != 0 {
					continue
				}
				after := men
				if opp>>to&1 == 0 {
					after[turn] = own&^(1<<sq) | 1<<to
					steps = append(steps, pack(after, 1-turn))
					continue
				}
				if beyond := at(row+2*d[0], column+2*d[1]); beyond >= 0 && (own|opp)>>beyond&1 == 0 {
					after[turn], after[1-turn] = own&^(1<<sq)|1<<beyond, opp&^(1<<to)
					jumps = append(jumps, pack(after, 1-turn))
				}
			}
		}
		if len(jumps) > 0 {
			return jumps, oxo.Ongoing
		}
		return steps, oxo.Lost
	}}
}
