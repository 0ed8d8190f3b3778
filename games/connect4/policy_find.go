package connect4

import "slices"

// finding is a search for a policy. It tries one without written answers; where that fails others that
// differ from it in what was answered on the way there, the last answer first; then in two of
// them, and so on. Most of what is tried fails as something before it did: so the replies to which policies have
// lost are kept, and played first.
type finding struct {
	effort        int    // how many positions may be looked at
	start         stage  // where the policy begins
	first         uint64 // the replies there that it is for
	looked, limit int
	states        int        // looked at since the policy was last changed
	fixed         [64]bool   // squares whose answer has been changed
	path          []answered // the moves to the state that is looked at, where rules 3 to 5 decided
	line          []uint64   // the replies to it
	refuted       [][]uint64 // lines to which policies have lost, the one that was of use last first
	seen          stateSet
}

// answered is a reply and what was played then.
type answered struct {
	square int
	others uint64 // what could have been played else
}

// What a policy may be.
const (
	policyChanges = 4
	policyStates  = 1 << 12 // positions that it leads to: the checker looks at each
	keptLines     = 48
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
	if changes == 0 {
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
	f.path, f.line, f.states = f.path[:0], f.line[:0], 0
	f.seen.clear()
	if f.against(f.start, f.first) {
		return true
	}
	if f.states <= policyStates && len(f.line) > 0 {
		f.keep(f.line)
	}
	return false
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

// against tries the policy against some replies.
func (f *policies) against(at stage, replies uint64) bool {
	mask := at.mine | at.other
	if f.seen.add(at.mine, mask+f.bottom) {
		return true
	}
	f.looked++
	if f.states++; f.states > policyStates || at.losses&replies != 0 {
		return false
	}
	gains := f.wins(at.mine)
	depth, length := len(f.path), len(f.line)
	for left := replies; left != 0; left &= left - 1 {
		reply := left & -left
		f.line = append(f.line, reply)
		then, over, reached := f.turn(at, reply, gains)
		if over && !reached || !over && !f.against(then, f.playable(then.mine|then.other)) {
			return false
		}
		f.path, f.line = f.path[:depth], f.line[:length]
	}
	return true
}

// stateSet is a set of states, cleared at no cost: a hash table in which what is of an
// earlier round is not there.
type stateSet struct {
	slots [1 << stateBits]struct {
		mine, mark uint64
		round      uint32
	}
	round uint32
}

// stateBits: four times as many places as states are ever looked at.
const stateBits = 14

func (s *stateSet) clear() { s.round++ }

// add adds a state, and reports whether it was there.
func (s *stateSet) add(mine, mark uint64) bool {
	at := ((mine ^ mark<<1) * 0x9e3779b97f4a7c15) >> (64 - stateBits) // the golden ratio mixes the bits
	for ; s.slots[at].round == s.round; at = (at + 1) % (1 << stateBits) {
		if s.slots[at].mine == mine && s.slots[at].mark == mark {
			return true
		}
	}
	s.slots[at].mine, s.slots[at].mark, s.slots[at].round = mine, mark, s.round
	return false
}
