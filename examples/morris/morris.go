// Package morris is three games on boards of a shape of their own: Three, Six and Nine Men's Morris. Their boards are
// points on lines, and not all squares of a grid are points.
//
// Both sides place their men by turns, then move them along the lines to a neighbouring point. Three men on a line are
// a mill. In Three Men's Morris a mill wins. In the others a mill takes a man of the other side; the move says which
// one.
package morris

import (
	"fmt"
	"math/bits"
	"strings"

	"oxo"
	"oxo/game/board"
)

// none stands for the missing point in a move that places a man, or takes none.
const none = 31

// A move is three numbers of points, of five bits each: from (none for a man that is placed), to, and the man that is
// taken, or none.
func move(from, to, taken int) oxo.Move { return oxo.Move(from | to<<5 | taken<<10) }

func parts(m oxo.Move) (from, to, taken int) { return int(m & 31), int(m >> 5 & 31), int(m >> 10 & 31) }

// Game is the rules on one board. Lines of three points make the board: their points are its points, and neighbours on
// a line are neighbours on the board.
type Game struct {
	name          string
	columns, rows int
	men           int  // of each side
	takes         bool // a mill takes a man; else it wins
	jumps         bool // three men may jump to any empty point

	points     []board.Square
	mills      []uint32 // the sets of three points
	neighbours []uint32 // the set of each point
	symmetries [][]int  // of the lines: where each point goes
	facts      *board.Facts
}

// Three returns Three Men's Morris: three men of each side on three rows, three columns and two diagonals.
func Three() *Game {
	g := build("morris3", 3, 3, "a1b1c1 a2b2c2 a3b3c3 a1a2a3 b1b2b3 c1c2c3 a1b2c3 a3b2c1")
	g.facts.Goal = "Get your three men into one line. Place them by turns, then move them along the lines."
	g.facts.Rules = []string{
		"By turns, place one of your three men on an empty point.", "Once all are placed, move a man along a line to the next point.",
		"Three of your men on a line win.", "Whoever cannot move loses. If a position comes back, the game is a draw.",
	}
	return g
}

// Six returns Six Men's Morris: two squares of eight points, joined in the middle of their sides. Nobody jumps.
func Six() *Game {
	g := build("morris6", 5, 5, "a1c1e1 b2c2d2 b4c4d4 a5c5e5 a1a3a5 b2b3b4 d2d3d4 e1e3e5 c1c2 a3b3 d3e3 c4c5")
	g.men, g.takes = 6, true
	g.facts.Goal = "Take men until the other side has two left, or cannot move. Three of your men on a line take one."
	g.facts.Rules = []string{
		"By turns, place one of your six men on an empty point. Then move a man along a line to the next point.",
		"Three of your men on a line are a mill. Whoever makes one takes a man of the other side: first the move, then a click on the man.",
		"Men in a mill are safe while others are there.",
		"Whoever has two men left, or cannot move, loses. If a position comes back, the game is a draw.",
	}
	return g
}

// Nine returns Nine Men's Morris, in which a side with three men may jump to any empty point.
func Nine() *Game {
	g := build("morris9", 7, 7, "a1d1g1 b2d2f2 c3d3e3 a4b4c4 e4f4g4 c5d5e5 b6d6f6 a7d7g7 a1a4a7 b2b4b6 c3c4c5 d1d2d3 d5d6d7 e3e4e5 f2f4f6 g1g4g7")
	g.men, g.takes, g.jumps = 9, true, true
	g.facts.Goal = "Take men until the other side has two left, or cannot move. Three of your men on a line take one."
	g.facts.Rules = []string{
		"By turns, place one of your nine men on an empty point. Then move a man along a line to the next point.",
		"Three of your men on a line are a mill. Whoever makes one takes a man of the other side: first the move, then a click on the man.",
		"Men in a mill are safe while others are there.", "With three men left a man may jump to any empty point.",
		"Whoever has two men left, or cannot move, loses. If a position comes back, the game is a draw.",
	}
	return g
}

// build makes the board of some lines, each named by its points. Lines of two points only join them.
func build(name string, columns, rows int, lines string) *Game {
	g := &Game{name: name, columns: columns, rows: rows, men: 3}
	number := map[board.Square]int{}
	var drawn [][2]board.Square
	for line := range strings.FieldsSeq(lines) {
		mill := uint32(0)
		before := none
		for i := range len(line) / 2 {
			sq := board.Square{Column: int(line[2*i] - 'a'), Row: int(line[2*i+1] - '1')}
			at, known := number[sq]
			if !known {
				at = len(g.points)
				number[sq], g.points, g.neighbours = at, append(g.points, sq), append(g.neighbours, 0)
			}
			if mill |= 1 << at; before != none {
				g.neighbours[at] |= 1 << before
				g.neighbours[before] |= 1 << at
				drawn = append(drawn, [2]board.Square{g.points[before], sq})
			}
			before = at
		}
		if bits.OnesCount32(mill) == 3 {
			g.mills = append(g.mills, mill)
		}
	}
	g.symmetries = g.findSymmetries()
	g.facts = &board.Facts{
		Sides: [2]string{"black", "white"}, Style: board.Style{Places: board.Crossings, Pieces: board.Stones}, Path: g.path, Lines: drawn,
		Missing: func(sq board.Square) bool { _, known := number[sq]; return !known },
	}
	return g
}

// path returns the points to click for a move: the man's old point, its new one, and the point of the man that
// it takes.
func (g *Game) path(_ oxo.Position, m oxo.Move) (way []board.Square) {
	from, to, taken := parts(m)
	for _, at := range []int{from, to, taken} {
		if at != none {
			way = append(way, g.points[at])
		}
	}
	return way
}

// Name implements [oxo.Game].
func (g *Game) Name() string { return g.name }

// Facts implements [board.Factual].
func (g *Game) Facts() *board.Facts { return g.facts }

// Start implements [oxo.Game].
func (g *Game) Start() oxo.Position {
	return &Position{g: g, state: state{hand: [2]int8{int8(g.men), int8(g.men)}}}
}

func (g *Game) label(at int) string {
	return fmt.Sprintf("%c%d", 'a'+g.points[at].Column, g.points[at].Row+1)
}

// FormatMove writes a move: "a1" places, "a1d1" moves, and "a1d1xg7" takes, too.
func (g *Game) FormatMove(_ oxo.Position, m oxo.Move) string {
	from, to, taken := parts(m)
	text := g.label(to)
	if from != none {
		text = g.label(from) + text
	}
	if taken != none {
		text += "x" + g.label(taken)
	}
	return text
}

// ParseMove implements [oxo.Game].
func (g *Game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	var some []string
	for _, m := range p.Moves(nil) {
		name := g.FormatMove(p, m)
		if strings.EqualFold(name, strings.TrimSpace(text)) {
			return m, nil
		}
		if len(some) < 6 {
			some = append(some, name)
		}
	}
	return 0, fmt.Errorf("%.20q is not a legal move: want one such as %s", text, strings.Join(some, ", "))
}

// FormatPosition writes the points in the order of the lines, the men in hand, and the side to move:
// "bw....... 2 2 black".
func (g *Game) FormatPosition(p oxo.Position) string {
	s := &p.(*Position).state
	text := make([]byte, len(g.points))
	for at := range text {
		text[at] = ".bw"[s.on[0]>>at&1+2*(s.on[1]>>at&1)]
	}
	return fmt.Sprintf("%s %d %d %s", text, s.hand[0], s.hand[1], g.facts.Sides[s.turn])
}

// ParsePosition implements [oxo.Game].
func (g *Game) ParsePosition(text string) (oxo.Position, error) {
	s := state{}
	var men, turn string
	wrong := fmt.Errorf("%.40q: want the points, the men in hand and the side to move, as in %q", text, g.FormatPosition(g.Start()))
	if n, err := fmt.Sscanf(text, "%s %d %d %s", &men, &s.hand[0], &s.hand[1], &turn); n != 4 || err != nil || len(men) != len(g.points) {
		return nil, wrong
	}
	for at := range men {
		if side := strings.IndexByte("bw", men[at]); side >= 0 {
			s.on[side] |= 1 << at
		}
	}
	for side, name := range g.facts.Sides {
		if name == turn {
			s.turn = oxo.Side(side)
		}
	}
	p := &Position{g: g, state: s}
	if placed := [2]int{g.men - int(s.hand[0]), g.men - int(s.hand[1])}; g.FormatPosition(p) != text || !g.reached(&s, placed) {
		return nil, wrong
	}
	return p, nil
}

// reached reports whether a game can have these numbers of men on the board, after each side has placed its number.
func (g *Game) reached(s *state, placed [2]int) bool {
	if s.hand[0] < 0 || s.hand[1] < 0 || placed[0] < placed[1] || placed[0] > placed[1]+1 || placed[0] != placed[1] && s.turn == oxo.First ||
		placed[0] == placed[1] && s.turn == oxo.Second && placed[0] < g.men {
		return false
	}
	for side := range s.on {
		if n := bits.OnesCount32(s.on[side]); n > placed[side] || n < placed[side] && !g.takes || n < 2 && placed[side] == g.men {
			return false
		}
	}
	return g.takes || !g.mill(s.on[s.turn])
}
