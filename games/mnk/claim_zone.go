package mnk

import (
	"oxo"
	"oxo/game/knowledge"
)

// When a position is expanded, a claim tries each stone of the claimant: most stones are refuted by a reply after
// which no search is needed. Such a refutation has a zone, the squares that it depends on. After any stone outside
// the zone the same reply refutes the claim, so that stone need not be tried. (Without zones, (8,7,5) after d4 e4
// takes 2.5 times the tests.) A strict claim does this only if the pairs leave little, because otherwise it usually
// holds. (That halves the positions of (5,5,4). Without the limit (7,6,4), which is won, took about 3 times as long.)

// firstReplies limits the replies tried for each stone when a position is expanded. In a relaxed claim a reply
// whose disproof number is above tooHard is the last one tried: hardly any reply refutes such a
// position at once. Failed tries are not repeated when the position after the stone is
// expanded, see [unsettled]. (With 3, 4, 7 or 10 replies three openings of (8,8,5) take 0.96 to
// 1.04 times the positions. With tooHard 2^14, (8,8,5) after a1 d4 takes 1.3 times the
// positions.)
const (
	firstReplies = 5
	tooHard      = 1 << 17
)

// littleLeft is the potential, in quarters of a line, below which a strict claim tries replies.
const littleLeft = 10

// spread appends the claimant's stones, each with the verdict or the numbers that its replies
// give.
func (c *lineClaim[H]) spread(buf []knowledge.Child) []knowledge.Child {
	if c.pairing.stale {
		c.pairing.plan(c.contents[0])
	}
	todo, looks := c.worthwhile()
	c.sort(todo.and(c.own.live), false, 0)
	c.stonesToTry = append(c.stonesToTry[:0], c.scored...)
	c.before = c.own
	potential, killer, more := c.potential, -1, c.moreReplies()
	for _, s := range c.stonesToTry {
		m, after := oxo.Move(s.sq), potential+s.weight
		if after < c.t.whole || !todo.has(s.sq) {
			buf = append(buf, knowledge.Child{Move: m, Verdict: knowledge.Fails})
			continue
		}
		child := knowledge.Child{Move: m, Proof: c.proofNumber(after) + more, Disproof: c.disproofNumber(after, 0)}
		if looks {
			var zone set[H]
			c.pairing.asked = todo
			c.put(s.sq, false, 1)
			if killer, zone = c.refute(&child, killer); child.Verdict == knowledge.Fails {
				todo = todo.and(zone)
			}
			c.put(s.sq, false, -1)
		}
		if child.Verdict == knowledge.Open {
			child.Proof += c.quiet(s.sq)
		}
		buf = append(buf, child)
	}
	c.pairing.asked = set[H]{}
	if !c.relaxed {
		c.own = c.before // refute has changed it
		buf = c.idle(buf)
	}
	for i := range buf {
		if b := &buf[i]; b.Verdict == knowledge.Open && !todo.has(int(b.Move)) {
			b.Verdict = knowledge.Fails
		}
	}
	return buf
}

// moreReplies returns what the replies to a stone, other than the first, can add to its proof
// number when the position after it is expanded: see [lineClaim.Weights]. It is 0 if replies
// are not limited. (Without it each stone would be visited once before any is visited twice:
// six openings of (8,8,5) took 1.1 times the positions, though such visits are short.)
func (c *lineClaim[H]) moreReplies() uint64 {
	if !c.relaxed || c.replies == 0 {
		return 0
	}
	return uint64(c.replies - 1)
}

// worthwhile returns the squares that matter to the claim, and whether to try replies to stones
// on them.
func (c *lineClaim[H]) worthwhile() (squares set[H], looks bool) {
	if c.relaxed {
		core := c.pairing.core()
		if first, _, ok := c.pairing.exchange(); ok {
			squares.add(first)
			return squares, true
		}
		return core.without(c.taken()).without(c.dominated()), true
	}
	looks = 4*(c.pairing.potential+c.pairing.maxGain) < littleLeft*c.t.whole
	return c.own.live.or(c.other.live).without(c.taken()), looks
}

// refute looks for a reply after which no search is needed. It tries the killer first: the
// reply that refuted the stone before. It returns the killer for the next stone, and the zone
// of the refutation.
func (c *lineClaim[H]) refute(child *knowledge.Child, killer int) (reply int, zone set[H]) {
	c.lookAfter(int(child.Move))
	if n := c.own.complete.count(); n > 0 {
		if n > 1 {
			child.Verdict = knowledge.Holds
		} else if c.relaxed {
			child.Disproof = knowledge.Unit
		}
		return killer, set[H]{}
	}
	if c.relaxed {
		child.Disproof = 2 * hardest.disproofNumber()
	}
	for _, sq := range c.toTry(killer) {
		c.put(sq, true, 1)
		disproof, prevented := c.tryReply()
		if prevented {
			child.Verdict = knowledge.Fails
			zone = c.zone()
			zone.add(sq)
			c.put(sq, true, -1)
			return sq, zone
		}
		if c.relaxed {
			child.Disproof = min(child.Disproof, disproof)
		}
		c.put(sq, true, -1)
		if c.relaxed && child.Disproof > tooHard {
			break
		}
	}
	return killer, set[H]{}
}

// toTry lists the replies to try after a stone, the killer first.
func (c *lineClaim[H]) toTry(killer int) []int {
	c.sort(c.own.live.without(c.taken()), false, firstReplies)
	replies := c.tried[:0]
	if killer >= 0 && c.own.live.has(killer) && !c.taken().has(killer) {
		replies = append(replies, killer)
	}
	for _, s := range c.scored {
		if s.sq != killer {
			replies = append(replies, s.sq)
		}
	}
	c.tried = replies
	return replies
}

// zone returns the squares that the plan of [lineClaim.prevented] depends on: the pairs, and the other squares of the
// lines that no pair stops. A stone outside the zone is in no such line.
func (c *lineClaim[H]) zone() set[H] {
	if c.byPotential {
		return c.liveSquares()
	}
	z := c.pairing.paired
	for _, loose := range c.pairing.loose {
		z = z.or(loose)
	}
	return z
}
