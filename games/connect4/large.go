package connect4

import (
	"fmt"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// largeGame is Connect Four on a board of 65 to 128 bits. A set of squares is a word of two uint64. Rules, texts and
// knowledge are the same as on small boards; large boards judge one column after the other.
type largeGame struct {
	frame
	name    func() string // calls text once
	step    int           // bits from one column to the next
	board   word          // every square
	bottom  word          // the lowest square of every column
	spare   word          // the spare row
	oddRows word          // the first, third... row, from the bottom
	claimed word          // the top row and every second one below it
	centre  word          // the middle column, or the two middle columns
	columns []word        // the squares of each column
	order   []int         // columns from the centre outward
	from    []int         // of each column, its place in that order
	weights [2][phases]weights
}

// maxBits is the number of bits of the largest board.
const maxBits = 128

func newLarge(width, height int) *largeGame {
	g := &largeGame{frame: newFrame(width, height), step: height + 1, from: make([]int, width)}
	g.name = sync.OnceValue(g.text)
	for c := range width {
		g.bottom = g.bottom.or(bit(c * g.step))
		g.spare = g.spare.or(bit(c*g.step + height))
		var column word
		for row := range height {
			square := bit(c*g.step + row)
			column = column.or(square)
			if row%2 == 0 {
				g.oddRows = g.oddRows.or(square)
			}
			if (height-1-row)%2 == 0 {
				g.claimed = g.claimed.or(square)
			}
		}
		g.columns, g.board = append(g.columns, column), g.board.or(column)
	}
	g.order = outward(width)
	for i, c := range g.order {
		g.from[c] = i
	}
	g.centre = g.columns[(width-1)/2].or(g.columns[width/2])
	g.weights = newWeights(0, 0)
	return g
}

// Name returns "connect4:8x8".
func (g *largeGame) Name() string { return g.name() }

// Start returns an empty board.
func (g *largeGame) Start() oxo.Position { return g.newPosition([2]word{}) }

func (g *largeGame) square(s board.Square) word { return bit(s.Column*g.step + s.Row) }

// ParseMove reads the number of a column that is not full.
func (g *largeGame) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*largePosition)
	ours := ok && b.g.wide == g.wide && b.g.high == g.high
	if err := notation.Check(g, p, ours, text); err != nil {
		return 0, err
	}
	return g.readMove(b, text)
}

// ParsePosition reads what FormatPosition writes, or, on boards of up to nine columns, the columns of all moves from the
// start as one word.
func (g *largeGame) ParsePosition(text string) (oxo.Position, error) {
	return g.read(g, text, func(sides [2][]board.Square) discs {
		var stones [2]word
		for side, squares := range sides {
			for _, s := range squares {
				stones[side] = stones[side].or(g.square(s))
			}
		}
		return g.newPosition(stones)
	})
}

// FormatFEN writes a position as Fairy-Stockfish would.
func (g *largeGame) FormatFEN(p oxo.Position) string {
	return notation.FormatStonesFEN(g, p, g.wide, g.high)
}

// ParseFEN reads what FormatFEN writes.
func (g *largeGame) ParseFEN(text string) (oxo.Position, error) {
	return notation.ParseStonesFEN(g, text, g.wide, g.high)
}

// ParseUCI reads what FormatUCI writes.
func (g *largeGame) ParseUCI(p oxo.Position, text string) (oxo.Move, error) {
	return g.readUCI(g, p, text)
}

// FairySection returns an error: the boards of Fairy-Stockfish are smaller.
func (g *largeGame) FairySection() (string, error) { return g.fairySection(g) }

// largeState is the [state] of a large board: its stones and what follows from them.
type largeState struct {
	mover, follower         word
	moverWins, followerWins word
	key, mirror             word
	lined                   bool
}

func (st *largeState) mask() word { return st.mover.or(st.follower) }

// largePosition is the list of states from the position where it was made to the current position.
type largePosition struct {
	g    *largeGame
	ply  int // stones on the board; X moves at even plies
	path []largeState
}

func (g *largeGame) newPosition(stones [2]word) *largePosition {
	p := &largePosition{g: g, ply: stones[0].or(stones[1]).count()}
	p.path = make([]largeState, 1, g.wide*g.high-p.ply+1)
	mover := p.ply & 1
	mask := stones[0].or(stones[1])
	st := &p.path[0]
	st.mover, st.follower = stones[mover], stones[1-mover]
	st.moverWins = st.mover.wins(g.high).and(g.board).andNot(mask)
	st.followerWins = st.follower.wins(g.high).and(g.board).andNot(mask)
	st.lined = st.follower.hasLine(g.high)
	st.key = mask.plus(g.bottom).or(stones[0])
	st.mirror = g.mirror(st.key)
	return p
}

// mirror reverses the order of the columns, with their spare bits.
func (g *largeGame) mirror(w word) (to word) {
	for c := range g.wide {
		column := w.down(c * g.step).and(bit(g.step).minus(word{lo: 1}))
		to = to.or(column.up((g.wide - 1 - c) * g.step))
	}
	return to
}

func (p *largePosition) now() *largeState { return &p.path[len(p.path)-1] }

// playable returns the lowest empty square of each column that is not full.
func (g *largeGame) playable(mask word) word { return mask.plus(g.bottom).and(g.board) }

// Moves appends the columns that are not full, from the centre outward.
func (p *largePosition) Moves(buf []oxo.Move) []oxo.Move {
	if p.now().lined {
		return buf
	}
	playable := p.g.playable(p.now().mask())
	for _, c := range p.g.order {
		if !playable.and(p.g.columns[c]).empty() {
			buf = append(buf, oxo.Move(c))
		}
	}
	return buf
}

// Make drops a stone. In the key the mark of its column moves up one square, and X's stones do not change. For a stone
// of either side that is an addition.
func (p *largePosition) Make(m oxo.Move) {
	g, st, column := p.g, p.now(), int(m)
	mask := st.mask()
	stone := g.playable(mask).and(g.columns[column])
	own := st.mover.or(stone)
	add := stone.up(1 - p.ply&1)
	other := add.down(column * g.step).up((g.wide - 1 - column) * g.step)
	p.path = append(p.path, largeState{
		mover: st.follower, follower: own,
		moverWins:    st.followerWins.andNot(stone),
		followerWins: own.wins(g.high).and(g.board).andNot(mask.or(stone)),
		lined:        !st.moverWins.and(stone).empty(),
		key:          st.key.plus(add),
		mirror:       st.mirror.plus(other),
	})
	p.ply++
}

// Unmake takes the last stone back.
func (p *largePosition) Unmake(oxo.Move) {
	p.path = p.path[:len(p.path)-1]
	p.ply--
}

// Outcome says whether the game is over.
func (p *largePosition) Outcome() oxo.Outcome {
	switch {
	case p.now().lined:
		return oxo.Lost
	case p.ply == p.g.wide*p.g.high:
		return oxo.Drawn
	}
	return oxo.Ongoing
}

func (p *largePosition) stones() [2]word {
	if p.ply&1 == 0 {
		return [2]word{p.now().mover, p.now().follower}
	}
	return [2]word{p.now().follower, p.now().mover}
}

func (w word) toKey() oxo.Key { return oxo.Key{Hi: w.hi, Lo: w.lo} }

func (p *largePosition) Turn() oxo.Side      { return oxo.Side(p.ply & 1) }
func (p *largePosition) Hash() uint64        { return p.Key().Hash() }
func (p *largePosition) Clone() oxo.Position { return p.g.newPosition(p.stones()) }
func (p *largePosition) Key() oxo.Key        { return p.now().key.toKey() }
func (p *largePosition) Symmetries() int     { return 2 }
func (p *largePosition) KeyBits() int        { return p.g.wide * p.g.step }
func (p *largePosition) Size() (int, int)    { return p.g.wide, p.g.high }
func (p *largePosition) Guide() oxo.Guide    { return &largeGuide{p} }

// Canonical returns the lesser of the keys of the board and of its mirror image.
func (p *largePosition) Canonical() (oxo.Key, int) {
	if st := p.now(); st.mirror.less(st.key) {
		return st.mirror.toKey(), 1
	}
	return p.Key(), 0
}

// MapMove maps a move onto the mirror image.
func (p *largePosition) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if symmetry == 0 {
		return m
	}
	return oxo.Move(p.g.wide-1) - m
}

// UnmapMove maps a move of the mirror image back.
func (p *largePosition) UnmapMove(m oxo.Move, symmetry int) oxo.Move { return p.MapMove(m, symmetry) }

// largeError returns the error for an impossible size.
func largeError(width, height int) error {
	return fmt.Errorf("a board of %d columns and %d rows is impossible: want at least %d of each, and columns times (rows + 1) at most %d, as in 7x6, 8x8, 12x9 or 25x4",
		width, height, minSide, maxBits)
}
