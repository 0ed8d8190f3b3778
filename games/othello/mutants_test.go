//go:build !race

package othello

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/oxotest"
)

// mutant is Othello with one fault: each function that is set replaces one of the game's. It tests
// the suite itself, which must find the faults that beginners make.
type mutant struct {
	*game
	name    string
	promise string // a part of the promise that the suite has to name; "" if it cannot

	start       func(*mutated)
	moves       func(p *mutated, moves []oxo.Move) []oxo.Move
	make        func(p *mutated, m oxo.Move)
	unmake      func(p *mutated, m oxo.Move)
	outcome     func(p *mutated) oxo.Outcome
	margin      func(p *mutated) int
	hash        func(p *mutated) uint64
	key         func(p *mutated) oxo.Key
	keyBits     int
	clone       func(p *mutated) *mutated
	canonical   func(p *mutated) (oxo.Key, int)
	mapMove     func(p *mutated, m oxo.Move, symmetry int) oxo.Move
	expand      func(children []oxo.Child, b oxo.Bounds, p *mutated) ([]oxo.Child, oxo.Bounds)
	evaluate    func(p *mutated) oxo.Score
	terms       func(terms []board.Term) []board.Term
	at          func(p *mutated, s board.Square) board.Cell
	formatMove  func(text string) string
	formatPlace func(text string) string
	turn        func(p *mutated) oxo.Side
}

// mutated is a position of a mutant.
type mutated struct {
	*position
	of    *mutant
	count int // number of calls
}

func (g *mutant) Name() string { return "mutant" }
func (g *mutant) Start() oxo.Position {
	p := &mutated{position: g.game.Start().(*position), of: g}
	if g.start != nil {
		g.start(p)
	}
	return p
}

func (g *mutant) FormatMove(_ oxo.Position, m oxo.Move) string {
	text := g.game.FormatMove(nil, m)
	if g.formatMove != nil {
		text = g.formatMove(text)
	}
	return text
}

func (g *mutant) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return g.game.ParseMove(p.(*mutated).position, text)
}

func (g *mutant) FormatPosition(p oxo.Position) string {
	text := g.game.FormatPosition(p.(*mutated).position)
	if g.formatPlace != nil {
		text = g.formatPlace(text)
	}
	return text
}

func (g *mutant) ParsePosition(text string) (oxo.Position, error) {
	p, err := g.game.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return &mutated{position: p.(*position), of: g}, nil
}

// Facts implements [oxo.Factual]: a mutant is a game of its own.
func (p *mutated) Facts() oxo.Facts {
	f := p.position.Facts()
	f.Game = p.of
	return f
}

func (p *mutated) Moves(buf []oxo.Move) []oxo.Move {
	moves := p.position.Moves(nil)
	if p.of.moves != nil {
		moves = p.of.moves(p, moves)
	}
	return append(buf, moves...)
}

func (p *mutated) Make(m oxo.Move) {
	if p.of.make != nil {
		p.of.make(p, m)
		return
	}
	p.position.Make(m)
}

func (p *mutated) Unmake(m oxo.Move) {
	if p.of.unmake != nil {
		p.of.unmake(p, m)
		return
	}
	p.position.Unmake(m)
}

func (p *mutated) Outcome() oxo.Outcome {
	if p.of.outcome != nil {
		return p.of.outcome(p)
	}
	return p.position.Outcome()
}

func (p *mutated) Margin() int {
	if p.of.margin != nil {
		return p.of.margin(p)
	}
	return p.position.Margin()
}

func (p *mutated) Turn() oxo.Side {
	if p.of.turn != nil {
		return p.of.turn(p)
	}
	return p.position.Turn()
}

func (p *mutated) Hash() uint64 {
	if p.of.hash != nil {
		return p.of.hash(p)
	}
	return p.Key().Hash()
}

func (p *mutated) Key() oxo.Key {
	if p.of.key != nil {
		return p.of.key(p)
	}
	return p.position.Key()
}

func (p *mutated) KeyBits() int {
	if p.of.keyBits != 0 {
		return p.of.keyBits
	}
	return p.position.KeyBits()
}

func (p *mutated) Clone() oxo.Position {
	if p.of.clone != nil {
		return p.of.clone(p)
	}
	return &mutated{position: p.position.Clone().(*position), of: p.of}
}

func (p *mutated) Canonical() (oxo.Key, int) {
	switch {
	case p.of.canonical != nil:
		return p.of.canonical(p)
	case p.of.key != nil: // the least of the wrong keys
		return p.of.key(p), 0
	}
	return p.position.Canonical()
}

func (p *mutated) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if p.of.mapMove != nil {
		return p.of.mapMove(p, m, symmetry)
	}
	return p.position.MapMove(m, symmetry)
}

func (p *mutated) UnmapMove(m oxo.Move, symmetry int) oxo.Move { return p.MapMove(m, symmetry) }

func (p *mutated) Guide() oxo.Guide { return mutatedGuide{p} }

type mutatedGuide struct{ p *mutated }

func (g mutatedGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	children, b := newGuide(g.p.position).Expand(alpha, beta, nil)
	if g.p.of.expand != nil {
		children, b = g.p.of.expand(children, b, g.p)
	}
	return append(buf, children...), b
}

func (p *mutated) Evaluate() oxo.Score {
	if p.of.evaluate != nil {
		return p.of.evaluate(p)
	}
	return p.position.Evaluate()
}

func (p *mutated) Terms() []board.Term {
	switch {
	case p.of.evaluate != nil:
		return nil // they belong to another estimate
	case p.of.terms != nil:
		return p.of.terms(p.position.Terms())
	}
	return p.position.Terms()
}

func (p *mutated) At(s board.Square) board.Cell {
	if p.of.at != nil {
		return p.of.at(p, s)
	}
	return p.position.At(s)
}

// mutants returns the faults.
//
//nolint:funlen // a table
func mutants() []mutant {
	corner := uint64(1)
	return []mutant{
		{name: "the hash leaves out the turn", promise: "other states", hash: func(p *mutated) uint64 {
			return p.g.key(p.discs, oxo.First).Hash()
		}},
		{name: "the key leaves out the colour of one square", promise: "equal keys if and only if", key: func(p *mutated) oxo.Key {
			k := p.position.Key()
			k.Lo &^= corner
			return k
		}, hash: func(p *mutated) uint64 { return p.position.Hash() }},
		{name: "the key leaves out the turn", promise: "equal keys if and only if", key: func(p *mutated) oxo.Key {
			return p.g.key(p.discs, oxo.First)
		}, hash: func(p *mutated) uint64 { return p.position.Hash() }},
		{name: "a term of the estimate is left out", promise: "sums up", terms: func(terms []board.Term) []board.Term {
			return terms[min(len(terms), 1):]
		}},
		{name: "a term has no words", promise: "sums up", terms: func(terms []board.Term) []board.Term {
			for i := range terms {
				terms[i].Text = ""
			}
			return terms
		}},
		{name: "KeyBits is too small", promise: "KeyBits", keyBits: 70},
		{name: "a symmetry maps moves wrongly", promise: "symmetry", mapMove: func(p *mutated, m oxo.Move, symmetry int) oxo.Move {
			if symmetry == 2 && m != pass {
				return p.position.MapMove(m, 1)
			}
			return p.position.MapMove(m, symmetry)
		}},
		{name: "Canonical returns another symmetry", promise: "Canonical", canonical: func(p *mutated) (oxo.Key, int) {
			k, s := p.position.Canonical()
			return k, (s + 1) % 4
		}},
		{name: "Canonical mirrors one colour only", promise: "canonical key", canonical: func(p *mutated) (oxo.Key, int) {
			best, symmetry := p.position.Key(), 0
			for s := 1; s < 4; s++ {
				k := p.g.key([2]uint64{p.g.mapped(p.discs[0], s), p.discs[1]}, p.Turn())
				if k.Hi < best.Hi || k.Hi == best.Hi && k.Lo < best.Lo {
					best, symmetry = k, s
				}
			}
			return best, symmetry
		}},
		{name: "a clone shares the undo stack", promise: "a copy shares nothing", clone: func(p *mutated) *mutated {
			c := *p.position
			c.turned = append(c.turned, 0)[:len(c.turned)]
			p.turned = c.turned
			return &mutated{position: &c, of: p.of}
		}},
		{name: "the guide's bounds are too narrow", promise: "guide says is proven", expand: func(c []oxo.Child, b oxo.Bounds, _ *mutated) ([]oxo.Child, oxo.Bounds) {
			return c, b.And(oxo.Between(oxo.By(-5), oxo.By(5)))
		}},
		{name: "the guide leaves the best move out", promise: "guide says is proven", expand: func(c []oxo.Child, b oxo.Bounds, _ *mutated) ([]oxo.Child, oxo.Bounds) {
			return c[min(len(c), max(len(c)-1, 1)-1):], b
		}},
		{name: "two moves are written alike", promise: "ParseMove reads what", formatMove: func(text string) string { return strings.Replace(text, "d", "a", 1) }},
		{name: "the position text leaves out the turn", promise: "FormatPosition", formatPlace: func(text string) string { return text[:strings.IndexByte(text, ' ')] }},
		{name: "the board is drawn upside down", promise: "a board shows", at: func(p *mutated, s board.Square) board.Cell {
			return p.position.At(board.Square{Column: s.Column, Row: p.g.rows - 1 - s.Row})
		}},
		{name: "the board swaps columns and rows", promise: "a board shows", at: func(p *mutated, s board.Square) board.Cell {
			return p.position.At(board.Square{Column: s.Row, Row: s.Column})
		}},
		{name: "the moves come in another order each time", promise: "same order", moves: func(p *mutated, moves []oxo.Move) []oxo.Move {
			if p.count++; p.count%2 == 0 {
				slices.Reverse(moves)
			}
			return moves
		}},
		{name: "there is no pass", promise: "Ongoing exactly as long", moves: func(_ *mutated, moves []oxo.Move) []oxo.Move {
			return slices.DeleteFunc(moves, func(m oxo.Move) bool { return m == pass })
		}},
		{name: "one direction is forgotten", promise: "symmetry", make: func(p *mutated, m oxo.Move) {
			p.position.Make(m)
			if m == pass {
				return
			}
			last := len(p.turned) - 1
			own := p.Turn().Opponent()
			// Discs to the right of the new one do not turn, if other discs turn.
			right := p.turned[last] & (1 << (m + 1))
			if right != p.turned[last] {
				p.turned[last] &^= right
				p.discs[own] &^= right
				p.discs[own.Opponent()] |= right
			}
		}},
		{name: "Unmake forgets a disc", promise: "inverse", unmake: func(p *mutated, m oxo.Move) {
			last := len(p.turned) - 1
			p.turned[last] &= p.turned[last] - 1
			p.position.Unmake(m)
		}},
		{name: "a margin is given for the first side", promise: "margin", margin: func(p *mutated) int {
			n := p.position.Margin()
			if p.Turn() == oxo.Second {
				n = -n
			}
			return n
		}},
		{name: "estimates are too large", promise: "within ±MaxEstimate", evaluate: func(*mutated) oxo.Score { return oxo.By(3) }},
		{name: "the turn does not pass", promise: "turn passes", turn: func(*mutated) oxo.Side { return oxo.First }},
		{name: "who has fewer discs wins", promise: "", margin: func(p *mutated) int { return -p.position.Margin() }, outcome: func(p *mutated) oxo.Outcome {
			return [...]oxo.Outcome{oxo.Ongoing: oxo.Ongoing, oxo.Won: oxo.Lost, oxo.Lost: oxo.Won, oxo.Drawn: oxo.Drawn}[p.position.Outcome()]
		}, expand: func(_ []oxo.Child, _ oxo.Bounds, p *mutated) ([]oxo.Child, oxo.Bounds) {
			// The full window, so that no ending is solved.
			c, b := newGuide(p.position).Expand(-oxo.Infinity, oxo.Infinity, nil)
			if b.Exact() {
				return c, oxo.Exactly(-b.Lo())
			}
			return c, b
		}},
	}
}

// TestMutants: the suite catches every fault except the one it cannot know, and names a broken
// promise.
func TestMutants(t *testing.T) {
	g, err := newGame(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	sound := mutant{game: g, name: "none"}
	if failures := oxotest.Check(&sound, oxotest.Options{}); len(failures) > 0 {
		t.Errorf("without a fault: %v", failures)
	}
	caught := 0
	for _, m := range mutants() {
		t.Run(m.name, func(t *testing.T) {
			m.game = g
			failures := oxotest.Check(&m, oxotest.Options{})
			var promises []string
			for _, f := range failures {
				promises = append(promises, fmt.Sprintf("%s: %s", f.Check, f.Promise))
			}
			t.Log(strings.Join(promises, "; "))
			switch found := strings.Contains(strings.Join(promises, "; "), m.promise); {
			case m.promise == "" && len(failures) > 0:
				t.Errorf("the suite cannot know, but says %v", failures)
			case m.promise != "" && len(failures) == 0:
				t.Error("not caught")
			case !found:
				t.Errorf("the promise %q is not named", m.promise)
			}
		})
		caught++
	}
	if caught < 19 {
		t.Errorf("only %d mutants", caught)
	}
}
