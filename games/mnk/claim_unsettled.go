package mnk

// A look at the position behind a reply is often repeated: once when the position two plies before is expanded, once when the one
// before is, and wherever other orders of the same stones lead. Of the looks that settled nothing behind two openings of (8,8,5)
// half were such. So a relaxed claim keeps which positions it could not settle.

// unsettled are positions that [lineClaim.prevented] did not settle, with the claimant to move, each with its disproof
// number. They are known by a hash. If another position has the same one, or if other pairs would settle it since other
// squares are better left alone, a refutation is found later than it could be, and nothing false is proven.
//
//	bits 26-63   the same bits of the hash
//	bits 0-25    the disproof number; 0 is an empty entry
type unsettled struct {
	entries []uint64 // by the lowest bits of the hash; their number is a power of two
	added   int      // since the entries were made; to make more of them forgets all
}

const (
	disproofBits   = 26
	firstUnsettled = 1 << 8
	mostUnsettled  = 1 << 16 // 512 kB, so that they stay near the processor
)

func (u *unsettled) find(hash uint64) (disproof uint32, ok bool) {
	if len(u.entries) == 0 {
		return 0, false
	}
	e := u.entries[hash&uint64(len(u.entries)-1)]
	disproof = uint32(e & (1<<disproofBits - 1))
	return disproof, disproof != 0 && (e^hash)>>disproofBits == 0
}

func (u *unsettled) add(hash uint64, disproof uint32) {
	if u.added >= len(u.entries) && len(u.entries) < mostUnsettled {
		u.entries, u.added = make([]uint64, max(4*len(u.entries), firstUnsettled)), 0
	}
	u.entries[hash&uint64(len(u.entries)-1)] = hash>>disproofBits<<disproofBits | uint64(disproof)
	u.added++
}

// tryReply looks at the position behind a reply. If no look settles a relaxed claim, it returns the disproof number. After some 20,000 such
// looks the claim becomes thorough. (If it were so from the beginning, (7,7,5) would take 0.7 of the positions, and 2.5 times the
// time.)
func (c *lineClaim[H]) tryReply() (disproof uint32, prevented bool) {
	if !c.relaxed {
		return 0, c.prevented()
	}
	disproof, known := c.unsettled.find(c.hash)
	if known {
		c.pairing.elsewhere = true
		return disproof, false
	}
	if c.prevented() {
		return 0, true
	}
	disproof = c.refutation()
	c.unsettled.add(c.hash, disproof)
	c.thorough = c.thorough || len(c.unsettled.entries) == mostUnsettled
	return disproof, false
}
