package machine

import (
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"oxo/game/rules/gdl"
)

// Program is a circuit in the form that machines run. It does not change what it computes:
// machines share it.
//
// A machine keeps the truth of some atoms, change by change. It computes the others when they are
// asked for. Either all atoms are kept; or those on which legal moves and the end of the game
// depend, and the next state is computed for the fluents that a move may change. Keeping all
// takes less time if a move changes few atoms of the many that it could change, as in games with
// hundreds of facts about connected squares.
type Program struct {
	*gdl.Circuit
	all   bool    // all atoms are kept
	rules []int32 // of each atom: its first rule; one more at the end
	kept  []bool  // of each atom
	moved []bool  // of each atom: it depends on the moves made

	wires // between the gates of kept atoms

	loop []int32 // of each atom: one more than the number of its loop, or 0; nil without loops

	small   bool       // to copy a machine takes less time than to take back what a move has changed
	rank    int        // of equal ways, that with the lowest rank is taken
	start   Machine    // at the beginning of the game
	mu      sync.Mutex // guards the next three
	plain   *Program   // that keeps all atoms; nil if nobody has made it yet
	planner *planner
	garden  *gardener
	planned sync.Once // the next one is made when somebody asks for lanes
	plan    *lanePlan
	turns   [2]turn
	usual   [2][]atomic.Pointer[effect] // of each move of a role, with the other role's move that was seen first
	other   sync.Map                    // of other pairs of moves
}

// New prepares one of several circuits that compute the same, and a way to run it. It takes the
// circuit and the way with the least work in random games.
func New(circuits ...*gdl.Circuit) *Program {
	var best *Program
	var plain []*Program
	least := math.MaxInt
	for _, all := range []bool{true, false} { // to keep all atoms needs no plans, so this is measured first
		for i, c := range circuits {
			p := newProgram(c, all)
			p.rank = 2 * i
			if all {
				p.rank++
				plain = append(plain, p)
			} else {
				p.plain = plain[i]
			}
			if work := p.measure(least); work < least || work == least && p.rank < best.rank {
				best, least = p, work
			}
		}
	}
	return best
}

// measure plays random games and returns the number of conditions of rules that are checked, as soon as it is greater than a limit.
func (p *Program) measure(limit int) (work int) {
	const (
		often        = 20 // times that a move is made in a search, at least
		games, plies = 4, 40
	)
	rng := rand.New(rand.NewPCG(5, 8))
	played, plans, made := 0, 0, 0
	for range games {
		g := p.start.Clone()
		for range plies {
			first, second := g.Legal(0, nil), g.Legal(1, nil)
			if len(first) == 0 || len(second) == 0 || g.Over() {
				break
			}
			g.Make(first[rng.IntN(len(first))], second[rng.IntN(len(second))])
			made++
			if p.planner != nil {
				plans = p.planner.work / often
			}
			if played+g.work+plans > limit {
				return played + g.work + plans
			}
		}
		played += g.work
	}
	const costly = 100 // bytes that are copied in the time that it takes to look at a condition
	p.small = made > 0 && 4*len(p.size)+8*(len(p.first)+len(p.and)) < costly*played/made
	return played + plans
}

// Plain returns the program without plans of moves, for a few games in which most moves are made
// once. The program does not keep it.
func (p *Program) Plain() *Program {
	p.mu.Lock()
	plain := p.plain
	p.plain = nil
	p.mu.Unlock()
	switch {
	case p.all:
		return p
	case plain != nil:
		return plain
	}
	return newProgram(p.Circuit, true)
}

func newProgram(c *gdl.Circuit, all bool) *Program {
	p := &Program{Circuit: c, all: all, rules: make([]int32, c.Atoms+1)}
	for i := range c.Rules {
		p.rules[c.Rules[i].Head+1] = int32(i + 1)
	}
	for a := range c.Atoms {
		p.rules[a+1] = max(p.rules[a+1], p.rules[a])
	}
	if len(c.Loops) > 0 {
		p.loop = make([]int32, c.Atoms)
		for i, l := range c.Loops {
			for a := l.First; a <= l.Last; a++ {
				p.loop[a] = int32(i + 1)
			}
		}
	}
	p.sort()
	p.keep()
	p.turns = [2]turn{p.turn(0), p.turn(1)}
	p.link()
	for role := range p.usual {
		p.usual[role] = make([]atomic.Pointer[effect], len(c.Moves[role]))
	}
	if !all {
		p.planner = newPlanner(p)
	}
	p.start = p.begin()
	return p
}

// sort finds out which atoms depend on the moves made.
func (p *Program) sort() {
	p.moved = make([]bool, p.Atoms)
	for a := p.FirstMove(0); a < p.FirstDerived(); a++ {
		p.moved[a] = true
	}
	for again := true; again; { // once, and once more for each step of a loop
		again = false
		for _, r := range p.Rules {
			for _, l := range r.Body {
				if p.moved[l.Atom()] && !p.moved[r.Head] {
					p.moved[r.Head] = true
					again = p.loop != nil
				}
			}
		}
	}
}

// keep decides which atoms the machine keeps up to date.
func (p *Program) keep() {
	p.kept = make([]bool, p.Atoms)
	for a := range p.kept {
		p.kept[a] = p.all || a < p.FirstMove(0)
	}
	for role := range p.Legal {
		for m, l := range p.Legal[role] {
			p.kept[l.Atom()], p.kept[p.Guards[role][m].Atom()] = true, true
		}
	}
	p.kept[p.Over.Atom()] = true
	for _, l := range p.Loops {
		for a := l.First; a <= l.Last && !p.moved[l.First]; a++ {
			p.kept[a] = true
		}
	}
	p.close(p.kept)
}

// turn holds the guard that most moves of a role share, and the few moves with another guard, by
// which a role waits.
type turn struct {
	guard  gdl.Literal
	others []int32
}

func (p *Program) turn(role int) (t turn) {
	t.guard = gdl.Always
	for _, g := range p.Guards[role] {
		if g != gdl.Always {
			t.guard = g
		}
	}
	for m, g := range p.Guards[role] {
		if g != t.guard {
			t.others = append(t.others, int32(m))
		}
	}
	return t
}

// Machine returns a machine at the beginning of the game.
func (p *Program) Machine() *Machine { return p.start.Clone() }
