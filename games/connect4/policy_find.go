package connect4

import (
	"context"
	"slices"
)

// finding is a search for a policy. It tries a policy without written answers. If that fails,
// it changes one of the answers on the path to the failure, the last one first; then two of
// them, and so on. Most attempts fail for the same reason as an earlier one: so the replies
// that beat policies are stored, and tried first.
type finding struct {
	ctx           context.Context // of the search
	effort        int             // limit of positions to visit
	start         stage           // where the policy begins
	first         uint64          // the replies there that it has to answer
	looked, limit int
	states        int        // positions visited since the policy was last changed
	hot           uint64     // replies that are tried first
	fixed         [64]bool   // squares whose answer was changed
	path          []answered // the moves to the current state where rules 3 to 5 decided
	line          []uint64   // the replies to the current state
	refuted       [][]uint64 // lines that beat policies, the last useful one first
	heldStates
}

// answered is a reply and the answer played.
type answered struct {
	square int
	others uint64 // the alternatives to the answer
}

// Limits of a policy.
const (
	policyChanges = 4
	// policyStates limits the positions that a policy leads to after the replies it was tried
	// against together. The checker accepts sixteen times that number, and there are at most
	// twelve columns.
	policyStates = 1 << 12
	keptLines    = 48
)

// find looks for a policy with a limited effort, starting from the current one.
func (f *policies) find(effort int) bool {
	f.fixed, f.looked, f.limit = [64]bool{}, 0, effort
	for changes := 0; changes <= policyChanges && f.looked <= f.limit; changes++ {
		if f.change(changes) {
			return true
		}
	}
	return false
}

// change tries the policy. If it fails, it tries others with at most a number of changes.
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

// stopped reports whether the context has ended, and then ends the search.
func (f *policies) stopped() bool {
	if f.ctx.Err() == nil {
		return false
	}
	f.looked = f.limit + 1
	return true
}

// holds tries the policy against all play of the other side. If it fails, path leads to where
// the side has lost.
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

// answersAll reports whether the policy holds against all play. A second visit to a state does not
// count the states after it again. So if the policy holds but may have more than policyStates
// states, answersAll forgets all states and repeats the check, which counts them.
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

// fromStart tries the policy from its first state.
func (f *policies) fromStart() bool {
	f.path, f.line, f.states = f.path[:0], f.line[:0], 0
	f.enter(&f.answer)
	_, ok := f.against(f.start, f.first)
	f.expanded += f.states
	return ok
}

// keep stores a line that beat the policy, in place of the line unused for longest.
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

// against tries the policy against some replies. It starts with the replies of the last line
// that beat a policy, since most policies lose to the same lines. It returns the replies for
// which the policy's written answer was looked up.
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
			after, ok := f.after(then)
			if !ok {
				return 0, false
			}
			asked |= after
		}
		f.path, f.line = f.path[:depth], f.line[:length]
	}
	return asked, true
}

// after tries the policy from a state on, unless it is known to hold there. It returns what
// against returns.
func (f *policies) after(at stage) (asked uint64, ok bool) {
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
