package mnk

// A look at the position behind a reply is often repeated: once when the position two plies before is expanded, once when the one
// before is, and wherever other orders of the same stones lead. Of the looks that settled nothing behind two openings of (8,8,5)
// half were such. So a relaxed claim keeps which positions it could not settle.

// unsettled are positions that [lineClaim.prevented] did not settle, with the claimant to move, each with its disproof
// number. They are known by a hash. If another position has the same one, or if other pairs would settle it since other
// squares are better left alone, a refutation is found later than it could be, and nothing false is proven.
//
//	bits 10-63   the same bits of the hash
//	bits 0-9     1 and the logarithm of the disproof number, see [lineClaim.refutation]; 0 is an empty entry
type unsettled struct {
	entries []uint64 // by the lowest bits of the hash; their number is a power of two
	added   int      // since the entries were made; to make more of them forgets all
}

const (
	refutationBits = 10
	firstUnsettled = 1 << 8
	mostUnsettled  = 1 << 16 // 512 kB, so that they stay near the processor
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
	if u.added >= len(u.entries) && len(u.entries) < mostUnsettled {
		u.entries, u.added = make([]uint64, max(4*len(u.entries), firstUnsettled)), 0
	}
	u.entries[hash&uint64(len(u.entries)-1)] = hash>>refutationBits<<refutationBits | uint64(r+1)
	u.added++
}

// tryReply looks at the position behind a reply. If no look settles a relaxed claim, it returns the disproof number. After some 20,000 such
// looks the claim becomes thorough. (If it were so from the beginning, (7,7,5) would take 0.7 of the positions, and 2.5 times the
// time.)
func (c *lineClaim[H]) tryReply() (disproof uint64, prevented bool) {
	if !c.relaxed {
		return 0, c.prevented()
	}
	r, known := c.unsettled.find(c.hash)
	if known {
		c.pairing.elsewhere = true
		return r.disproofNumber(), false
	}
	if c.prevented() {
		return 0, true
	}
	r = c.refutation()
	c.unsettled.add(c.hash, r)
	c.thorough = c.thorough || len(c.unsettled.entries) == mostUnsettled
	return r.disproofNumber(), false
}
