package mnk

// The same position after a reply is often evaluated again: when the parent of its parent is expanded, when its
// parent is expanded, and for every other order of the same stones. After two openings of (8,8,5) half of the
// evaluations that settled nothing were such repetitions. So a relaxed claim remembers the positions that it could
// not settle.

// unsettled is a cache of positions that [lineClaim.prevented] did not settle, with the claimant to move, each with
// its disproof number. The key is a hash. Two errors are possible: another position may have the same hash, or other
// pairs may settle the position now because groups avoid other squares. Both errors only delay a refutation; neither
// proves anything false.
//
//	bits 10-63   the same bits of the hash
//	bits 0-9     1 and the logarithm of the disproof number, see [lineClaim.refutation]; 0 is an empty entry
type unsettled struct {
	entries []uint64 // by the lowest bits of the hash; the length is a power of two
	added   int      // entries added since the allocation; a larger cache starts empty
}

const (
	refutationBits = 10
	firstUnsettled = 1 << 8
	maxUnsettled   = 1 << 16 // 512 kB, so that they stay in the processor's cache
)

func (u *unsettled) find(hash uint64) (r refutation, ok bool) {
	if len(u.entries) == 0 {
		return 0, false
	}
	e := u.entries[hash&uint64(len(u.entries)-1)]
	low := e & (1<<refutationBits - 1)
	return refutation(low) - 1, low != 0 && (e^hash)>>refutationBits == 0
}

func (u *unsettled) add(hash uint64, r refutation) {
	if u.added >= len(u.entries) && len(u.entries) < maxUnsettled {
		u.entries, u.added = make([]uint64, max(4*len(u.entries), firstUnsettled)), 0
	}
	u.entries[hash&uint64(len(u.entries)-1)] = hash>>refutationBits<<refutationBits | uint64(r+1)
	u.added++
}

// tryReply evaluates the position after a reply. If a relaxed claim is not settled, it returns the disproof number.
// After some 20,000 such evaluations the claim becomes thorough. (If it were thorough from the start, (7,7,5) would
// take 0.7 of the positions and 2.5 times the time.)
func (c *lineClaim[H]) tryReply() (disproof uint64, prevented bool) {
	if !c.relaxed {
		return 0, c.prevented()
	}
	r, known := c.unsettled.find(c.hash)
	if known {
		c.pairing.stale = true
		return r.disproofNumber(), false
	}
	if c.prevented() {
		return 0, true
	}
	r = c.refutation()
	c.unsettled.add(c.hash, r)
	c.thorough = c.thorough || len(c.unsettled.entries) == maxUnsettled
	return r.disproofNumber(), false
}
