//go:build !race

package oxotest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
)

// walk is a small game that loops: on 3x3 squares each side has a king that steps to
// a neighbouring square in its row or column, except the square that the other king
// has just left (the ko, at the start b2). A king wins on the square where the other
// began. Each function may be replaced by a faulty one.
type walk struct {
	repeated  func(p *walking) (int, oxo.Score)
	times     func(p *walking) int
	earlier   func(p *walking) uint64
	identity  func(p *walking) (uint64, bool)
	moves     func(p *walking) []oxo.Move
	make      func(p *walking, m oxo.Move)
	unmake    func(p *walking)
	outcome   func(p *walking) oxo.Outcome
	key       func(p *walking) oxo.Key
	bits      func(s places, turn oxo.Side) uint64 // of keys
	keyBits   func(p *walking) int
	hash      func(p *walking) uint64
	clone     func(p *walking) *walking
	canonical func(p *walking) (oxo.Key, int)
	mapMove   func(m oxo.Move, symmetry int) oxo.Move
	guide     func(p *walking) oxo.Guide
	expand    func(p *walking) ([]oxo.Child, oxo.Bounds)
	evaluate  func(p *walking) oxo.Score
	ko        func(text string) string // the notation of a ko
}

// soundWalk is the game without faults. worth is the value of a repetition for the
// side to move; Win(0) means that repetitions are forbidden.
func soundWalk(worth oxo.Score) *walk {
	return &walk{
		repeated: func(p *walking) (int, oxo.Score) { return p.back(0), worth },
		times:    func(p *walking) int { return p.counts[p.places.key(p.turn)] },
		earlier:  (*walking).hashOfPast,
		identity: func(p *walking) (uint64, bool) { return p.places.key(p.turn), worth != oxo.Draw },
		moves:    (*walking).steps,
		make:     (*walking).step,
		unmake:   (*walking).stepBack,
		outcome:  (*walking).result,
		key:      func(p *walking) oxo.Key { return oxo.Key{Lo: p.g.bits(*p.places, p.turn)} },
		bits:     places.key,
		keyBits:  func(*walking) int { return 13 },
		hash:     func(p *walking) uint64 { return oxo.Key{Lo: p.places.key(p.turn)}.Hash() },
		clone:    (*walking).copied,
		canonical: func(p *walking) (oxo.Key, int) {
			own, image := p.g.bits(*p.places, p.turn), p.g.bits(p.places.mirrored(), p.turn)
			if image < own {
				return oxo.Key{Lo: image}, 1
			}
			return oxo.Key{Lo: own}, 0
		},
		mapMove: func(m oxo.Move, symmetry int) oxo.Move {
			if symmetry == 1 {
				m = oxo.Move(mirror(uint64(m)))
			}
			return m
		},
		guide:    func(p *walking) oxo.Guide { return walkGuide{p} },
		expand:   (*walking).children,
		evaluate: func(p *walking) oxo.Score { return p.ahead() },
		ko:       func(text string) string { return text },
	}
}

// places holds the squares of the kings, and the ko.
type places struct {
	kings [2]uint64
	ko    uint64
}

func mirror(square uint64) uint64 { return square/3*3 + 2 - square%3 }

func (s places) mirrored() places {
	return places{kings: [2]uint64{mirror(s.kings[0]), mirror(s.kings[1])}, ko: mirror(s.ko)}
}

// key has one king in bits 0 to 3, the other in 4 to 7, the ko in 8 to 11, the turn
// in 12.
func (s places) key(turn oxo.Side) uint64 {
	return s.kings[0] | s.kings[1]<<4 | s.ko<<8 | uint64(turn)<<12
}

// goal returns the square that a side wants to reach: where the other began.
func goal(s oxo.Side) uint64 { return [2]uint64{7, 1}[s] }

// walking is a position of the game. past holds the keys of the earlier states,
// oldest first, undo the places before each move, and counts the occurrences of each
// state.
type walking struct {
	g      *walk
	places *places
	turn   oxo.Side
	past   []uint64
	undo   []places
	counts map[uint64]int
	asked  int // for faults that count
}

func (p *walking) copied() *walking {
	c, places := *p, *p.places
	c.places, c.past, c.undo, c.counts = &places, slices.Clone(p.past), slices.Clone(p.undo), maps.Clone(p.counts)
	return &c
}

// back returns how many plies ago the state last occurred, considering the past from
// an index on, or 0.
func (p *walking) back(from int) int {
	now := p.places.key(p.turn)
	for at := len(p.past) - 1; at >= from; at-- {
		if p.past[at] == now {
			return len(p.past) - at
		}
	}
	return 0
}

func (p *walking) result() oxo.Outcome {
	if last := p.turn.Opponent(); p.places.kings[last] == goal(last) {
		return oxo.Lost
	}
	return oxo.Ongoing
}

func (p *walking) steps() (moves []oxo.Move) {
	if p.result() != oxo.Ongoing {
		return nil
	}
	own := p.places.kings[p.turn]
	for to := range uint64(9) {
		dx, dy := int(to%3)-int(own%3), int(to/3)-int(own/3)
		if dx*dx+dy*dy == 1 && to != p.places.kings[p.turn.Opponent()] && to != p.places.ko {
			moves = append(moves, oxo.Move(to))
		}
	}
	return moves
}

func (p *walking) step(m oxo.Move) {
	p.past, p.undo = append(p.past, p.places.key(p.turn)), append(p.undo, *p.places)
	p.places.ko, p.places.kings[p.turn] = p.places.kings[p.turn], uint64(m)
	p.turn = p.turn.Opponent()
	p.counts[p.places.key(p.turn)]++
}

func (p *walking) stepBack() {
	last := len(p.undo) - 1
	p.counts[p.places.key(p.turn)]--
	*p.places, p.turn = p.undo[last], p.turn.Opponent()
	p.past, p.undo = p.past[:last], p.undo[:last]
}

func (p *walking) children() (children []oxo.Child, b oxo.Bounds) {
	if p.Outcome() != oxo.Ongoing {
		return nil, oxo.Exactly(oxo.Final(p))
	}
	for _, m := range p.Moves(nil) {
		children = append(children, oxo.Child{Move: m})
	}
	return children, oxo.Between(oxo.Loss(1), oxo.Win(1))
}

// hashOfPast returns a hash of the earlier states.
func (p *walking) hashOfPast() (h uint64) {
	for _, key := range p.past {
		h = oxo.Key{Hi: h, Lo: key}.Hash()
	}
	return h
}

// ahead returns how many more rows the side to move has advanced than the other.
func (p *walking) ahead() oxo.Score {
	first, second := int(p.places.kings[0]/3), 2-int(p.places.kings[1]/3)
	if p.turn == oxo.Second {
		first, second = second, first
	}
	return oxo.Score(first - second)
}

func (p *walking) Moves(buf []oxo.Move) []oxo.Move      { return append(buf, p.g.moves(p)...) }
func (p *walking) Make(m oxo.Move)                      { p.g.make(p, m) }
func (p *walking) Unmake(oxo.Move)                      { p.g.unmake(p) }
func (p *walking) Outcome() oxo.Outcome                 { return p.g.outcome(p) }
func (p *walking) Turn() oxo.Side                       { return p.turn }
func (p *walking) Hash() uint64                         { return p.g.hash(p) }
func (p *walking) Clone() oxo.Position                  { return p.g.clone(p) }
func (p *walking) Repeated() (int, oxo.Score)           { return p.g.repeated(p) }
func (p *walking) Times() int                           { return p.g.times(p) }
func (p *walking) Past() uint64                         { return p.g.earlier(p) }
func (p *walking) Identity() (uint64, bool)             { return p.g.identity(p) }
func (p *walking) Key() oxo.Key                         { return p.g.key(p) }
func (p *walking) KeyBits() int                         { return p.g.keyBits(p) }
func (p *walking) Symmetries() int                      { return 2 }
func (p *walking) Canonical() (oxo.Key, int)            { return p.g.canonical(p) }
func (p *walking) MapMove(m oxo.Move, s int) oxo.Move   { return p.g.mapMove(m, s) }
func (p *walking) UnmapMove(m oxo.Move, s int) oxo.Move { return p.g.mapMove(m, s) }
func (p *walking) Guide() oxo.Guide                     { return p.g.guide(p) }
func (p *walking) Evaluate() oxo.Score                  { return p.g.evaluate(p) }
func (p *walking) Size() (columns, rows int)            { return 3, 3 }
func (p *walking) Line() []board.Square                 { return nil }
func (p *walking) Labels() (columns, rows []string) {
	return []string{"a", "b", "c"}, []string{"1", "2", "3"}
}

func (p *walking) At(s board.Square) board.Cell {
	for side, king := range p.places.kings {
		if king == uint64(3*s.Row+s.Column) {
			return board.Cell{Text: [...]string{"K", "k"}[side], Owner: oxo.Side(side)}
		}
	}
	return board.Cell{}
}

type walkGuide struct{ p *walking }

func (g walkGuide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	children, b := g.p.g.expand(g.p)
	return append(buf, children...), b
}

func (g *walk) Name() string { return "walk" }

func (g *walk) Start() oxo.Position { return g.at(places{[2]uint64{1, 7}, 4}, oxo.First) }

func (g *walk) at(s places, turn oxo.Side) *walking {
	return &walking{g: g, places: &s, turn: turn, counts: map[uint64]int{s.key(turn): 1}}
}

func squareName(square uint64) string { return string("abc"[square%3]) + string("123"[square/3]) }

func (g *walk) FormatMove(_ oxo.Position, m oxo.Move) string {
	return squareName(uint64(m))
}

func (g *walk) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	for _, m := range p.Moves(nil) {
		if g.FormatMove(p, m) == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%.20q: want a square that the king can step to, as b2", text)
}

func (g *walk) FormatPosition(p oxo.Position) string {
	w := p.(*walking)
	return strings.Join([]string{squareName(w.places.kings[0]), squareName(w.places.kings[1]), g.ko(squareName(w.places.ko)), w.turn.String()}, " ")
}

func (g *walk) ParsePosition(text string) (oxo.Position, error) {
	var s places
	fields := strings.Split(text+"   ", " ")
	for i, square := range []*uint64{&s.kings[0], &s.kings[1], &s.ko} {
		for *square = 0; *square < 9 && squareName(*square) != fields[i]; *square++ {
		}
	}
	for turn := range oxo.Side(2) {
		if p := g.at(s, turn); max(s.kings[0], s.kings[1], s.ko) < 9 && s.kings[0] != s.kings[1] && g.FormatPosition(p) == text {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%.40q: want the kings, the ko and the side to move, as in \"b1 b3 b2 first\"", text)
}
