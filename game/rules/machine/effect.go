package machine

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"oxo/game/rules/gdl"
)

// effect lists the fluents that a pair of moves, one of each role, may change. It is computed when
// this pair is first made.
type effect struct {
	made    [2]int32 // the atoms of the moves
	changes []int32  // the fluents that may change; all others surely stay as they are, or machines know whether they change
	next    []part   // for each of these fluents its next truth, as code
	fixed   []fixed  // other fluents: the moves decide their next truth
	code    code
	coded   bool         // the effect has code; otherwise the circuit is used
	times   atomic.Int32 // that the moves were made, as long as there are no trees
	trees   atomic.Pointer[[]*tree]
}

// fixed are fluents in one word of a machine's truth, and their next truth.
type fixed struct {
	word        int32
	mask, value uint64
}

// effect returns the effect of a move of each role.
func (p *Program) effect(first, second int32) *effect {
	made := [2]int32{int32(p.FirstMove(0)) + first, int32(p.FirstMove(1)) + second}
	// One of the roles mostly waits: its move has many effects, the move of the other role has few.
	ones := [2]*atomic.Pointer[effect]{&p.usual[0][first], &p.usual[1][second]}
	for _, usual := range ones {
		if e := usual.Load(); e != nil && e.made == made {
			return e
		}
	}
	if e, ok := p.other.Load(made); ok {
		return e.(*effect)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.planner.plan(made)
	for _, usual := range ones {
		if usual.CompareAndSwap(nil, e) {
			return e
		}
	}
	p.other.Store(made, e)
	return e
}

// planner finds out what moves may change. It knows the truth of atoms when no move is made, if
// it does not depend on the state: 1 true, -1 false, 0 unknown. Two moves change few of these.
type planner struct {
	*Program
	users  [][]int32 // of each atom: the atoms that depend on the moves and have a rule with it
	next   [][]int32 // of each atom: the fluents that it decides
	still  []int8    // the truth without a move
	truth  []int8    // the truth with the moves that are looked at
	moving []bool    // the fluents that may change without a move

	touched []int32 // atoms to restore
	work    int     // conditions of rules looked at
	queue   []uint64
}

func newPlanner(p *Program) *planner {
	q := &planner{Program: p, users: make([][]int32, p.Atoms), next: make([][]int32, p.Atoms), queue: make([]uint64, (p.Atoms+63)/64)}
	for _, r := range p.Rules {
		if !p.moved[r.Head] || p.loop != nil && p.loop[r.Head] != 0 {
			continue
		}
		for _, l := range r.Body {
			if of := &q.users[l.Atom()]; p.moved[l.Atom()] && (len(*of) == 0 || (*of)[len(*of)-1] != int32(r.Head)) {
				*of = append(*of, int32(r.Head))
			}
		}
	}
	q.truth = make([]int8, p.Atoms)
	q.truth[0] = 1
	for a := p.FirstMove(0); a < p.Atoms; a++ {
		switch {
		case a < p.FirstDerived():
			q.truth[a] = -1
		case p.moved[a]:
			q.truth[a] = q.decide(a)
		}
	}
	q.still, q.work = slices.Clone(q.truth), 0
	q.moving = make([]bool, len(p.Next))
	for f, l := range p.Next {
		q.next[l.Atom()] = append(q.next[l.Atom()], int32(f))
		q.moving[f] = !q.stays(f)
	}
	return q
}

// decide computes an atom, if the moves decide it.
func (q *planner) decide(a int) int8 {
	if q.loop != nil && q.loop[a] != 0 {
		return 0
	}
	result := int8(-1)
	for _, r := range q.Rules[q.rules[a]:q.rules[a+1]] {
		all := int8(1)
		for _, l := range r.Body {
			q.work++
			if all = min(all, q.known(l)); all < 0 {
				break
			}
		}
		if result = max(result, all); result > 0 {
			break
		}
	}
	return result
}

// known returns the truth of a literal if the moves decide it.
func (q *planner) known(l gdl.Literal) int8 {
	if l.Not() {
		return -q.truth[l.Atom()]
	}
	return q.truth[l.Atom()]
}

// plan finds out what two moves may change.
func (q *planner) plan(made [2]int32) *effect {
	// 1. The atoms that the moves change, in their order: each depends on lower ones only.
	for _, a := range made {
		q.set(a, 1)
	}
	for w := 0; w < len(q.queue); w++ {
		for q.queue[w] != 0 {
			a := int32(w<<6 | bits.TrailingZeros64(q.queue[w]))
			q.queue[w] &= q.queue[w] - 1
			q.set(a, q.decide(int(a)))
		}
	}
	// 2. The fluents that may change: those that may change without a move, unless the
	//    moves decide them, and those that the atoms of step 1 decide.
	look := map[int32]bool{}
	for f, yes := range q.moving {
		if yes {
			look[int32(f)] = true
		}
	}
	for _, a := range q.touched {
		for _, f := range q.next[a] {
			look[f] = true
		}
	}
	e := &effect{made: made}
	for f := range look {
		if !q.free(int(f)) && !q.stays(int(f)) {
			e.changes = append(e.changes, f)
		}
	}
	slices.Sort(e.changes)
	// 3. The code; then the truth without a move again.
	if e.coded = q.compile(e); e.coded {
		e.fix()
	} else {
		e.next, e.code = nil, code{}
	}
	for _, a := range q.touched {
		q.truth[a] = q.still[a]
	}
	q.touched = q.touched[:0]
	return e
}

// fix separates the fluents whose next truth is constant.
func (e *effect) fix() {
	changes, next := e.changes, e.next
	e.changes, e.next = nil, nil
	for i, f := range changes {
		if next[i] >= 0 {
			e.changes, e.next = append(e.changes, f), append(e.next, next[i])
			continue
		}
		a := f + 1
		if n := len(e.fixed); n == 0 || e.fixed[n-1].word != a>>6 {
			e.fixed = append(e.fixed, fixed{word: a >> 6})
		}
		x := &e.fixed[len(e.fixed)-1]
		x.mask |= 1 << (a & 63)
		if next[i] == always {
			x.value |= 1 << (a & 63)
		}
	}
}

// set sets the truth of an atom. If it changes, the atoms that depend on it are computed again.
func (q *planner) set(a int32, truth int8) {
	q.touched = append(q.touched, a)
	if q.truth[a] == truth {
		return
	}
	q.truth[a] = truth
	for _, u := range q.users[a] {
		q.queue[u>>6] |= 1 << (u & 63)
	}
}

// stays reports whether a fluent surely stays as it is: the only condition in the rules of
// its next state that the moves leave open is the fluent itself.
func (q *planner) stays(f int) bool {
	own, next := gdl.Literal((f+1)<<1), q.Next[f]
	if next == own {
		return true
	}
	a := next.Atom()
	if next.Not() || !q.moved[a] || q.loop != nil && q.loop[a] != 0 {
		return false
	}
	keeps := false
	for _, r := range q.Rules[q.rules[a]:q.rules[a+1]] {
		fails, rest, alone := false, 0, false
		q.work += len(r.Body)
		for _, l := range r.Body {
			switch q.known(l) {
			case -1:
				fails = true
			case 0:
				rest, alone = rest+1, l == own
			}
		}
		switch {
		case fails:
		case rest == 1 && alone:
			keeps = true
		default:
			return false
		}
	}
	return keeps
}
