package rules

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"oxo/game/rules/digits"
	"oxo/game/rules/gdl"
)

// traits holds facts about a game that its sheet does not state. Random games find them, and play
// checks them.
type traits struct {
	first   int               // the role that has a choice at the beginning
	waiting [2]map[int32]bool // moves that a role had to make while the other had a choice
	sum     int               // of the points at the end
	margins bool              // the points are not only all, half and nothing
	loops   bool              // nothing proves that every game ends
	groups  []group
}

// group is a set of fluents. At most one is true at a time; always says that exactly
// one is true at any time.
type group struct {
	fluents []int32
	always  bool
	checked bool // play checks it
}

// settle finds out whether every game ends, and which groups of fluents have to be checked
// in play: a key, or the proof that every game ends, rests on them.
func (t *traits) settle(c *gdl.Circuit, changes [][]delta) {
	counter := counted(c, t.groups)
	t.loops = counter == nil && !ending(c, t, changes)
	if counter == nil && !t.loops || bitsOf(t.groups) <= digits.MaxBits {
		for i := range t.groups {
			t.groups[i].checked = true
		}
	}
	if counter != nil {
		counter.checked = true
	}
}

// values returns the number of values of the digit.
func (g *group) values() int {
	if g.always {
		return len(g.fluents)
	}
	return len(g.fluents) + 1
}

// The random games of a survey. Their number is fixed, so that the keys are the same each time:
// files of proofs hold keys. At each state the survey also tries some other moves. In the first
// game it tries all, so that it sees rare moves.
const (
	surveyGames  = 60
	surveyPlies  = 400
	surveyStates = 1 << 13
	surveyTries  = 8
	maxTries     = 1 << 14 // in all states

	surveyChanges = 1 << 11

	// Without a circuit each state takes longer, and less rests on the survey.
	sheetGames = 16
	sheetSteps = 1_000_000_000 // conditions tested
)

// survey plays random games.
func survey(ctx context.Context, e *Engine) (traits, error) { return surveyWithin(ctx, e, sheetSteps) }

// surveyWithin plays random games. Without a circuit they may take a number of steps.
func surveyWithin(ctx context.Context, e *Engine, steps int) (traits, error) {
	if e.sheet == nil {
		e = FromProgram(e.program.Plain())
	}
	s := &surveyor{Engine: e, limit: steps, rng: rand.New(rand.NewPCG(3, 9)), late: rand.New(rand.NewPCG(9, 3)), points: map[[2]int]bool{}}
	s.traits.waiting = [2]map[int32]bool{{}, {}}
	s.traits.first = -1
	games := surveyGames
	if e.sheet != nil {
		games = sheetGames
	}
	for n := 0; n < games && s.states < surveyStates; n++ {
		tries := surveyTries
		switch {
		case e.sheet != nil:
			tries = 0
		case n == 0:
			tries = math.MaxInt
		}
		if err := s.play(ctx, tries); err != nil {
			return traits{}, err
		}
	}
	if s.traits.first < 0 {
		return traits{}, fmt.Errorf("no role ever has a choice of moves: want a game")
	}
	if err := s.ends(); err != nil {
		return traits{}, err
	}
	c := e.describe()
	s.reach(len(c.Fluents))
	s.traits.groups = groupsOf(c, s.columns, s.states)
	if e.sheet != nil {
		s.traits.loops = true
		return s.traits, nil
	}
	s.traits.settle(c, s.changes)
	if err := s.seekEnds(ctx); err != nil {
		return traits{}, err
	}
	return s.traits, nil
}

type surveyor struct {
	*Engine
	rng     *rand.Rand
	late    *rand.Rand // for other ends
	traits  traits
	columns [][]uint64 // of each fluent: the states that have it, a bit each
	states  int
	plies   int
	tried   int
	steps   int             // taken without a circuit
	limit   int             // of them
	changes [][]delta       // of moves
	points  map[[2]int]bool // pairs at the end
}

// note records a state in the columns.
func (s *surveyor) note(m State) {
	if s.states == surveyStates {
		return
	}
	s.reach(s.fluents())
	for f, c := range s.columns {
		if m.Fluent(f) {
			c[s.states>>6] |= 1 << (s.states & 63)
		}
	}
	s.states++
}

// reach makes columns for fluents.
func (s *surveyor) reach(fluents int) {
	for len(s.columns) < fluents {
		s.columns = append(s.columns, make([]uint64, surveyStates/64))
	}
}

// try notes the states after some moves of a role.
func (s *surveyor) try(m State, moves [2][]int32, tries int) {
	role := 0
	if len(moves[1]) > 1 {
		role = 1
	}
	list := slices.Clone(moves[role])
	s.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for _, move := range list[:min(tries, len(list), maxTries-s.tried)] {
		s.tried++
		both := [2]int32{moves[0][0], moves[1][0]}
		both[role] = move
		flips := slices.Clone(m.Make(both[0], both[1]))
		s.note(m)
		s.learn(m, flips)
		m.Unmake(flips)
	}
}

// learn keeps what a move has changed.
func (s *surveyor) learn(m State, flips []int32) {
	if len(s.changes) == surveyChanges {
		return
	}
	change := make([]delta, len(flips))
	for i, f := range flips {
		change[i] = delta(f << 1)
		if !m.Fluent(int(f)) {
			change[i]++
		}
	}
	s.changes = append(s.changes, change)
}

// mayGoOn returns an error if the games take too long.
func (s *surveyor) mayGoOn(ctx context.Context, m State) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("random games of the sheet take too long: %w", err)
	}
	if s.steps+stepsOf(m) > s.limit {
		return errors.New("random games of the sheet take too many steps: want a simpler sheet")
	}
	return nil
}

// play plays one game, and tries some other moves at each state.
func (s *surveyor) play(ctx context.Context, tries int) error {
	m := s.Begin()
	var made [][]int32
	for range surveyPlies {
		if err := s.mayGoOn(ctx, m); err != nil {
			return err
		}
		s.plies++
		s.note(m)
		if m.Over() {
			return s.finish(ctx, m, made)
		}
		moves, err := s.legal(m)
		if err != nil {
			return err
		}
		for role := range moves {
			if other := 1 - role; len(moves[other]) > 1 {
				s.traits.waiting[role][moves[role][0]] = true
				if s.traits.first < 0 {
					s.traits.first = other
				}
			}
		}
		s.try(m, moves, tries)
		made = append(made, slices.Clone(m.Make(moves[0][s.rng.IntN(len(moves[0]))], moves[1][s.rng.IntN(len(moves[1]))])))
	}
	s.pay(m)
	return nil
}

// legal returns the moves of both roles, if they take turns.
func (s *surveyor) legal(m State) (moves [2][]int32, err error) {
	for role := range moves {
		if moves[role] = m.Legal(role, nil); len(moves[role]) == 0 && Fault(m) == "" {
			return moves, fmt.Errorf("%s has no legal move in a game that goes on: %s", s.Roles()[role], s.text(m))
		}
	}
	if why := Fault(m); why != "" {
		return moves, fmt.Errorf("%s: want a simpler sheet: %s", why, s.text(m))
	}
	if len(moves[0]) > 1 && len(moves[1]) > 1 {
		return moves, fmt.Errorf("both roles choose at the same time, want turns: %s", s.text(m))
	}
	return moves, nil
}

// judge notes the points of an end, and returns an error for a state that is not one of a game of turns.
func (s *surveyor) judge(m State) error {
	if m.Over() {
		return s.end(m)
	}
	_, err := s.legal(m)
	return err
}

// pay counts the steps of a game.
func (s *surveyor) pay(m State) { s.steps += stepsOf(m) }

// text writes a state for an error, clipped.
func (s *surveyor) text(m State) string {
	const most = 300
	var b []byte
	for _, f := range s.facts(m) {
		b = append(append(b, s.fluent(f)...), ' ')
		if len(b) > most {
			return string(b[:most]) + "..."
		}
	}
	return string(b)
}

func (s *surveyor) end(m State) error {
	var points [2]int
	for role := range points {
		var ok bool
		if points[role], ok = m.Points(role); !ok {
			return fmt.Errorf("a game ends without one number of points for %s: %s", s.Roles()[role], s.text(m))
		}
	}
	s.points[points] = true
	return nil
}

// mover returns the role that has a choice or is not waiting. It returns -1 if this does not decide
// it: then the side to move has the move. why is not empty if the roles do not take turns.
func (t *traits) mover(moves [2][]int32) (role int, why string) {
	a, b := len(moves[0]), len(moves[1])
	switch {
	case a == 0 || b == 0:
		return 0, "a role has no legal move in a game that goes on"
	case a > 1 && b > 1:
		return 0, "both roles choose at the same time"
	case a > 1:
		return 0, ""
	case b > 1:
		return 1, ""
	}
	first, second := t.waiting[0][moves[0][0]], t.waiting[1][moves[1][0]]
	switch {
	case !first && second:
		return 0, ""
	case first && !second:
		return 1, ""
	}
	return -1, ""
}

// groupsOf finds the groups with the smallest keys that no state breaks: for each name and
// number of arguments, fluents that differ only in some of the arguments.
func groupsOf(c *gdl.Circuit, columns [][]uint64, states int) []group {
	kinds := map[[2]int32][]int32{}
	var order [][2]int32
	for f, parts := range c.Parts {
		k := [2]int32{parts[0], int32(len(parts))}
		if kinds[k] == nil {
			order = append(order, k)
		}
		kinds[k] = append(kinds[k], int32(f))
	}
	var all []group
	for _, k := range order {
		all = append(all, best(c, kinds[k], int(k[1])-1, columns, states)...)
	}
	return all
}

// best returns the cheapest groups of fluents of one kind.
func best(c *gdl.Circuit, fluents []int32, arguments int, columns [][]uint64, states int) []group {
	const maxArguments = 6
	var chosen []group
	least := math.Inf(1)
	for free := range 1 << min(arguments, maxArguments) {
		byRest := map[string][]int32{}
		var order []string
		for _, f := range fluents {
			var k []byte
			for i, part := range c.Parts[f][1:] {
				if free>>i&1 == 0 {
					k = append(k, byte(part), byte(part>>8), byte(part>>16), byte(part>>24))
				}
			}
			if byRest[string(k)] == nil {
				order = append(order, string(k))
			}
			byRest[string(k)] = append(byRest[string(k)], f)
		}
		var groups []group
		cost := 0.0
		for _, k := range order {
			g := group{fluents: byRest[k]}
			if !g.fits(columns, states) {
				cost = math.Inf(1)
				break
			}
			groups = append(groups, g)
			cost += math.Log2(float64(g.values()))
		}
		if cost < least {
			least, chosen = cost, groups
		}
	}
	return chosen
}

// fits reports whether no state has two of the fluents, and finds out whether each has one.
func (g *group) fits(columns [][]uint64, states int) bool {
	have := 0
	for w := range (states + 63) / 64 {
		var one uint64
		for _, f := range g.fluents {
			c := columns[f][w]
			if one&c != 0 {
				return false
			}
			one |= c
		}
		have += bits.OnesCount64(one)
	}
	g.always = have == states
	return true
}
