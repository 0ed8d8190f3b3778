package connect4

import (
	"context"
	"slices"
)

// finding is a search for a policy. It tries one without written answers; where that fails others that
// differ from it in what was answered on the way there, the last answer first; then in two of
// them, and so on. Most of what is tried fails as something before it did: so the replies to which policies have
// lost are kept, and played first.
type finding struct {
	ctx           context.Context // of the search
	effort        int             // how many positions may be looked at
	start         stage           // where the policy begins
	first         uint64          // the replies there that it is for
	looked, limit int
	states        int        // looked at since the policy was last changed
	hot           uint64     // the replies that are tried first
	fixed         [64]bool   // squares whose answer has been changed
	path          []answered // the moves to the state that is looked at, where rules 3 to 5 decided
	line          []uint64   // the replies to it
	refuted       [][]uint64 // lines to which policies have lost, the one that was of use last first
	heldStates
}

// answered is a reply and what was played then.
type answered struct {
	square int
	others uint64 // what could have been played else
}

// What a policy may be.
const (
	policyChanges = 4
	// policyStates is how many positions a policy leads to behind the replies that it was tried against together. The checker
	// looks at sixteen times as many, and there are twelve columns at most.
	policyStates = 1 << 12
	keptLines    = 48
)

// find looks for a policy, with so much effort. It begins with the one that there is.
func (f *policies) find(effort int) bool {
	f.fixed, f.looked, f.limit = [64]bool{}, 0, effort
	for changes := 0; changes <= policyChanges && f.looked <= f.limit; changes++ {
		if f.change(changes) {
			return true
		}
	}
	return false
}

// change tries the policy, and where it fails others with so many changes.
func (f *policies) change(changes int) bool {
	if f.holds() {
		return true
	}
	if changes == 0 || f.stopped() {
		return false
	}
	for _, reply := range slices.Backward(slices.Clone(f.path)) {
		s := reply.square
		if f.fixed[s] {
			continue
		}
		before := f.answer[s]
		f.fixed[s] = true
		for others := reply.others; others != 0; others &= others - 1 {
			f.answer[s] = others & -others
			if f.change(changes - 1) {
				return true
			}
			if f.looked > f.limit {
				return false
			}
		}
		f.answer[s], f.fixed[s] = before, false
	}
	return false
}

// stopped reports whether the context has ended. Then it ends the search.
func (f *policies) stopped() bool {
	if f.ctx.Err() == nil {
		return false
	}
	f.looked = f.limit + 1
	return true
}

// holds tries the policy against all play of the other side. Where it fails the path is that to where the
// side has lost.
func (f *policies) holds() bool {
	for i, line := range f.refuted {
		f.looked++
		if f.loses(line) {
			copy(f.refuted[1:i+1], f.refuted[:i])
			f.refuted[0] = line
			return false
		}
	}
	if f.answersAll() {
		return true
	}
	if f.states <= policyStates && len(f.line) > 0 {
		f.keep(f.line)
	}
	return false
}

// answersAll reports whether the policy holds against all play. How many states are behind one that is known is not known. So
// where there may be more than policyStates, all is forgotten and counted again.
func (f *policies) answersAll() bool {
	f.hot = 0
	if len(f.refuted) > 0 {
		for _, reply := range f.refuted[0] {
			f.hot |= reply
		}
	}
	ok := f.fromStart()
	if ok && f.expanded > policyStates {
		f.forget()
		ok = f.fromStart()
	}
	return ok
}

// fromStart tries the policy from where it begins.
func (f *policies) fromStart() bool {
	f.path, f.line, f.states = f.path[:0], f.line[:0], 0
	f.enter(&f.answer)
	_, ok := f.against(f.start, f.first)
	f.expanded += f.states
	return ok
}

// keep keeps a line to which the policy has lost, instead of the one that was of no use for longest.
func (f *policies) keep(line []uint64) {
	if len(f.refuted) < keptLines {
		f.refuted = append(f.refuted, nil)
	}
	copy(f.refuted[1:], f.refuted)
	f.refuted[0] = slices.Clone(line)
}

// loses reports whether the policy loses to the replies of a line.
func (f *policies) loses(line []uint64) bool {
	f.path = f.path[:0]
	at := f.start
	if line[0]&f.first == 0 {
		return false
	}
	for i, reply := range line {
		if i > 0 && f.lost(at) {
			return true
		}
		if reply&f.playable(at.mine|at.other) == 0 {
			return false
		}
		var over, reached bool
		if at, over, reached = f.turn(at, reply, f.wins(at.mine)); over {
			return !reached
		}
	}
	return f.lost(at)
}

// against tries the policy against some replies: first those of the line to which a policy has lost last, since most
// policies lose to what another one has lost to. It returns the replies for which it has looked whether an answer is written.
func (f *policies) against(at stage, replies uint64) (asked uint64, ok bool) {
	f.looked++
	if f.states++; f.states > policyStates || at.losses&replies != 0 {
		return 0, false
	}
	gains := f.wins(at.mine)
	depth, length := len(f.path), len(f.line)
	for left := replies; left != 0; {
		next := left
		if hot := left & f.hot; hot != 0 {
			next = hot
		}
		reply := next & -next
		left ^= reply
		f.line, f.asked = append(f.line, reply), 0
		then, over, reached := f.turn(at, reply, gains)
		asked |= f.asked
		if over && !reached {
			return 0, false
		}
		if !over {
			behind, ok := f.behind(then)
			if !ok {
				return 0, false
			}
			asked |= behind
		}
		f.path, f.line = f.path[:depth], f.line[:length]
	}
	return asked, true
}

// behind tries the policy from a state on, if that is not known to hold. It returns what against does.
func (f *policies) behind(at stage) (asked uint64, ok bool) {
	mask := at.mine | at.other
	mark := mask + f.bottom
	if asked, ok = f.held(at.mine, mark); ok {
		return asked, true
	}
	if asked, ok = f.against(at, f.playable(mask)); ok {
		f.hold(at.mine, mark, asked)
	}
	return asked, ok
}
