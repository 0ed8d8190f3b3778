package certificate

// stateSet is a set of boards that can be cleared at no cost. It is a hash table, and a slot counts only in the round
// in which it was filled. It starts small and grows, so that small sets stay in the processor's cache.
type stateSet struct {
	slots []stateSlot // the length is a power of two
	count int
	round uint32
}

type stateSlot struct {
	mine, other uint64
	round       uint32
}

// clear makes the set empty.
func (s *stateSet) clear() {
	if s.round++; s.round == 0 { // the number of the round has overflowed
		clear(s.slots)
		s.round = 1
	}
	s.count = 0
}

// add adds a board, and reports whether it is new.
func (s *stateSet) add(mine, other uint64) bool {
	if 2*s.count >= len(s.slots) {
		s.grow()
	}
	slot := s.find(mine, other)
	if slot.round == s.round {
		return false
	}
	*slot = stateSlot{mine, other, s.round}
	s.count++
	return true
}

// find returns the slot of a board, or the free slot for it.
func (s *stateSet) find(mine, other uint64) *stateSlot {
	const ratio = 0x9e3779b97f4a7c15 // the golden ratio mixes the bits
	last := uint64(len(s.slots) - 1)
	hash := (mine*ratio ^ other) * ratio
	for at := hash >> 32 & last; ; at = (at + 1) & last {
		slot := &s.slots[at]
		if slot.round != s.round || slot.mine == mine && slot.other == other {
			return slot
		}
	}
}

// grow doubles the table.
func (s *stateSet) grow() {
	const minSlots = 1 << 10
	before := s.slots
	s.slots = make([]stateSlot, max(minSlots, 2*len(before)))
	for _, slot := range before {
		if slot.round == s.round {
			*s.find(slot.mine, slot.other) = slot
		}
	}
}
