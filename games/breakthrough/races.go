package breakthrough

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"oxo"
)

// races is a table of attacks on the far row, for every set of pawns on the last rows before
// it. The defender cannot enter these rows: his pawns only leave them, so no pawn ever arrives
// to help. All that he can do outside is to pass, or to run a race of his own. That is the idea
// of the race patterns of [SaffidineEtc11]; here a pattern is as wide as the board, so nothing
// enters it from its sides.
//
// Rows are counted from the attacker's far row, row 0, which is the defender's home. A state is
// the defender's pawns on rows below depth-1, and the attacker's on rows from 2 to depth-1; no
// other pawn of the attacker moves. (A pawn on row 1 arrives with the attacker's next move, or
// is captured at once: see threat.)
//
// Verdicts are computed at their first use, and stored. Several goroutines may compute one at
// once: they get the same verdict.
type races struct {
	g        *game
	depth    int
	all      uint32          // a full row
	windows  [2]window       // by attacker
	row2     [][]uint16      // by the attacker's and the defender's pawns on row 2: their number, to base 3
	verdicts []atomic.Uint32 // two states each: with the attacker to move, and with the defender; 0 means unknown
}

// verdict is the value of a state, for one side to move. Its high half is a number of moves:
// whatever the defender does, the attacker wins if no pawn of the defender outside these rows
// can arrive in fewer moves. Its low half is the greatest number of moves that the attacker
// then needs. With never the attacker may not win at all.
type verdict uint8

const (
	never    = verdict(0xff)
	farthest = 14 // the largest of either number
)

func (v verdict) away() int  { return int(v >> 4) }
func (v verdict) moves() int { return int(v & 15) }

// wins returns the verdict of two numbers, or never if they are too large for one.
func wins(away, moves int) verdict {
	if away > farthest || moves > farthest {
		return never
	}
	return verdict(away<<4 | moves)
}

// after returns the verdict one move of the attacker earlier.
func (v verdict) after() verdict {
	if v == never {
		return never
	}
	return wins(v.away(), v.moves()+1)
}

// worse returns the verdict that holds if either of two may apply.
func worse(v, w verdict) verdict {
	return wins(max(v.away(), w.away()), max(v.moves(), w.moves()))
}

// Limits of the boards that have a table: at most 2^(3*8) or 2^(3*5)*3^5 states, 32 MB and 16
// MB, which the system provides as they are used.
const (
	widestShallow = 8
	widestDeep    = 5
)

// makeTables decides which tables a board has; each is made at its first use. On 5 columns
// filling the deep table takes seconds, which is too long for play. With it 4x6 is solved in
// 3.0 instead of 10.0 million nodes, 5x5 in 0.21 instead of 0.36. A board has no table whose
// depth is its number of rows: a pawn would leave the table's rows by arriving.
func (g *game) makeTables() {
	if !g.exact() || g.columns > widestShallow {
		return
	}
	shallow := sync.OnceValue(func() *races { return newRaces(g, 3) })
	deep := sync.OnceValue(func() *races { return newRaces(g, 4) })
	g.races, g.racesToProve = shallow, shallow
	switch {
	case g.columns > widestDeep || g.rows == 4:
	case g.columns < widestDeep:
		g.races, g.racesToProve = deep, deep
	case g.rows > 5:
		g.racesToProve = deep
	}
}

// newRaces makes an empty table.
func newRaces(g *game, depth int) *races {
	t := &races{g: g, depth: depth, all: 1<<g.columns - 1, windows: g.windows(depth)}
	states := 1 << (3 * g.columns)
	if depth == 4 {
		t.numberRow2()
		for range g.columns {
			states *= 3
		}
	}
	t.verdicts = make([]atomic.Uint32, (states+1)/2)
	return t
}

// numberRow2 numbers the contents of row 2.
func (t *races) numberRow2() {
	t.row2 = make([][]uint16, t.all+1)
	for a := range t.row2 {
		t.row2[a] = make([]uint16, t.all+1)
		for d := range t.row2[a] {
			n, digit := 0, 1
			for c := range t.g.columns {
				n += digit * (a>>c&1 + 2*(d&^a>>c&1))
				digit *= 3
			}
			t.row2[a][d] = uint16(n)
		}
	}
}

// index numbers the states.
func (t *races) index(f *front) int {
	n := uint32(t.g.columns)
	i := int(f.d0<<n | f.d1)
	if t.depth == 3 {
		return int(f.a2)<<(2*n) | i
	}
	return (int(t.row2[f.a2][f.d2])<<n|int(f.a3))<<(2*n) | i
}

// attack returns the verdict of a state with the attacker to move.
func (t *races) attack(f *front) verdict {
	i := t.index(f)
	word, shift := &t.verdicts[i/2], i&1*16
	if v := verdict(word.Load() >> shift); v != 0 {
		return v
	}
	v := t.attacking(f)
	word.Or(uint32(v) << shift)
	return v
}

// defend returns the verdict of a state with the defender to move and no pawn of the attacker
// on row 1.
func (t *races) defend(f *front) verdict {
	i := t.index(f)
	word, shift := &t.verdicts[i/2], i&1*16+8
	if v := verdict(word.Load() >> shift); v != 0 {
		return v
	}
	v := t.defending(f)
	word.Or(uint32(v) << shift)
	return v
}

// stones holds the pawns of both sides as bits, on boards that fit into a word.
type stones [2]uint64

// window locates an attacker's rows in such a word: the shifts of rows 0 to 3, and the squares
// where a defender's pawn is outside.
type window struct {
	row     [4]uint8
	outside uint64
}

// windows returns the windows of both sides.
func (g *game) windows(depth int) (of [2]window) {
	for i := range 4 {
		of[oxo.First].row[i] = uint8((g.rows - 1 - i) * g.columns)
		of[oxo.Second].row[i] = uint8(i * g.columns)
	}
	of[oxo.First].outside = 1<<((g.rows-depth+1)*g.columns) - 1
	of[oxo.Second].outside = ^uint64(0) << ((depth - 1) * g.columns)
	return of
}

// sight is the state of one side's attack as seen by the table.
type sight struct {
	front
	arrives uint32 // the attacker's pawns on row 1
	away    int    // the moves that the defender's foremost pawn outside needs
}

// look finds the state of a position.
func (t *races) look(s *stones, attacker oxo.Side) (see sight) {
	a, d, all, w := s[attacker], s[attacker.Opponent()], t.all, &t.windows[attacker]
	see.d0, see.d1 = uint32(d>>w.row[0])&all, uint32(d>>w.row[1])&all
	see.arrives, see.a2 = uint32(a>>w.row[1])&all, uint32(a>>w.row[2])&all
	if t.depth == 4 {
		see.d2, see.a3 = uint32(d>>w.row[2])&all, uint32(a>>w.row[3])&all
	}
	switch outside := d & w.outside; {
	case outside == 0:
		see.away = t.g.rows
	case attacker == oxo.First:
		see.away = int(t.g.toGo[oxo.Second][bits.TrailingZeros64(outside)])
	default:
		see.away = int(t.g.toGo[oxo.First][63-bits.LeadingZeros64(outside)])
	}
	return see
}

// attacked returns the verdict with the attacker to move.
func (t *races) attacked(see *sight) verdict {
	if see.arrives != 0 {
		return wins(0, 1)
	}
	return t.attack(&see.front)
}

// defended returns the verdict with the defender to move: he cannot capture two pawns on row 1.
func (t *races) defended(see *sight) verdict {
	switch {
	case see.arrives == 0:
		return t.defend(&see.front)
	case see.arrives&(see.arrives-1) != 0:
		return wins(2, 1)
	}
	v := t.threat(see.front, see.arrives)
	if v == never {
		return never
	}
	return wins(v.away(), v.moves()-1) // the move to row 1 is already made
}

// bounds returns the table's bounds of a position: the side to move wins the race, or its
// opponent does, who moves later.
func (t *races) bounds(s *stones, turn oxo.Side) oxo.Bounds {
	see := t.look(s, turn)
	if v := t.attacked(&see); v.away() <= see.away && v != never {
		return oxo.Between(oxo.Win(2*v.moves()-1), oxo.Infinity)
	}
	see = t.look(s, turn.Opponent())
	if v := t.defended(&see); v.away() <= see.away && v != never {
		return oxo.Between(-oxo.Infinity, oxo.Loss(2*v.moves()))
	}
	return oxo.Bounds{}
}
