package connect4

import "math/bits"

// heldStates is a cache of states from which a policy holds. Another policy holds from the same
// state if it has the same written answers to the replies looked up after that state. So each
// state is stored with these replies and the number of its policy, and for each policy there is
// the set of replies that the current policy answers differently. A new state may overwrite an
// old one, which is then tried again.
type heldStates struct {
	slots    [1 << heldBits][4]heldState
	tried    []written // the policies since the cache was last cleared; the last is the current one
	differs  []uint64  // of each policy: the replies where the current one answers differently
	answers  []uint8   // of all policies
	before   uint64    // number of policies forgotten
	expanded int       // states tried since the cache was last cleared
	asked    uint64    // the reply whose written answer was looked up last, or 0
}

// heldState is a state: the squares of the side, and a mark that says which squares are taken.
type heldState struct {
	mine, mark uint64
	asked      uint64 // the replies whose written answers were looked up
	policy     uint64 // its number, from 1 on
}

// written holds the written answers of a policy.
type written struct {
	replies uint64
	answers []uint8 // to these replies, in order
}

const (
	heldBits = 12  // sixteen thousand states, 512 kB
	maxTried = 256 // with 1,024 a search took 1.09 times as long, since each policy is compared with all earlier ones
)

// forget clears the cache.
func (h *heldStates) forget() {
	h.before += uint64(len(h.tried))
	h.tried, h.differs, h.answers, h.expanded = h.tried[:0], h.differs[:0], h.answers[:0], 0
}

// enter makes a policy the current one.
func (h *heldStates) enter(policy *[64]uint64) {
	if len(h.tried) == maxTried {
		h.forget()
	}
	now, from := written{}, len(h.answers)
	for reply, answer := range policy {
		if answer != 0 {
			now.replies |= 1 << reply
			h.answers = append(h.answers, uint8(bits.TrailingZeros64(answer))) //nolint:gosec // 63 at most
		}
	}
	now.answers = h.answers[from:]
	h.tried, h.differs = append(h.tried, now), append(h.differs, 0)
	for i := range h.tried {
		h.differs[i] = h.tried[i].differs(&now)
	}
}

// differs returns the replies that another policy answers differently.
func (w *written) differs(other *written) uint64 {
	all := w.replies ^ other.replies
	for both := w.replies & other.replies; both != 0; both &= both - 1 {
		reply := both & -both
		if w.to(reply) != other.to(reply) {
			all |= reply
		}
	}
	return all
}

// to returns the answer to a reply that has one.
func (w *written) to(reply uint64) uint8 { return w.answers[bits.OnesCount64(w.replies&(reply-1))] }

// at returns the slots for a state.
func (h *heldStates) at(mine, mark uint64) *[4]heldState {
	return &h.slots[((mine^mark<<1)*0x9e3779b97f4a7c15)>>(64-heldBits)] // the golden ratio mixes the bits
}

// held reports whether the current policy is known to hold from a state on, and the replies
// looked up for it.
func (h *heldStates) held(mine, mark uint64) (asked uint64, ok bool) {
	place := h.at(mine, mark)
	for i := range place {
		s := &place[i]
		if s.mine == mine && s.mark == mark && s.policy > h.before && s.asked&h.differs[s.policy-h.before-1] == 0 {
			return s.asked, true
		}
	}
	return 0, false
}

// hold stores a state from which the current policy holds. It replaces the same state, a
// forgotten one, or a state of the oldest policy.
func (h *heldStates) hold(mine, mark, asked uint64) {
	place := h.at(mine, mark)
	to := &place[0]
	for i := range place {
		s := &place[i]
		if s.policy <= h.before || s.mine == mine && s.mark == mark {
			to = s
			break
		}
		if s.policy < to.policy {
			to = s
		}
	}
	*to = heldState{mine, mark, asked, h.before + uint64(len(h.tried))}
}
