package mnk

import (
	"math"

	"oxo"
	"oxo/game/knowledge"
)

// attack expands a position with the claimant to move.
func (c *lineClaim[H]) attack(buf []knowledge.Child) ([]knowledge.Child, knowledge.Verdict) {
	if !c.own.complete.empty() {
		return settled(buf, c.own.complete.first(), knowledge.Holds)
	}
	if !c.relaxed && !c.other.complete.empty() {
		return c.forced(buf, c.other.complete, knowledge.Fails)
	}
	if c.threats(&c.sequence) {
		return settled(buf, c.sequence.first, knowledge.Holds)
	}
	if _, prevented := c.tryReply(); prevented {
		return buf, knowledge.Fails
	}
	if buf = c.spread(buf); len(buf) == 0 { // the new plan has a pair for every line
		return buf, knowledge.Fails
	}
	return buf, knowledge.Open
}

// settled appends the move that proves a verdict without a search.
func settled(buf []knowledge.Child, sq int, v knowledge.Verdict) ([]knowledge.Child, knowledge.Verdict) {
	return append(buf, knowledge.Child{Move: oxo.Move(sq), Verdict: v}), v
}

// idle appends the squares that are in no live line of the claimant but in one of the other
// side.
func (c *lineClaim[H]) idle(buf []knowledge.Child) []knowledge.Child {
	rest := c.other.live.without(c.own.live).without(c.taken())
	for !rest.empty() {
		buf = append(buf, knowledge.Child{Move: oxo.Move(rest.next()), Proof: c.proofNumber(c.own.potential), Disproof: knowledge.Unit})
	}
	return buf
}

// forced appends the one move that stops a side from completing a line, on a square of complete. If there is more
// than one such square, it returns the verdict in the argument otherwise.
func (c *lineClaim[H]) forced(buf []knowledge.Child, complete set[H], otherwise knowledge.Verdict) ([]knowledge.Child, knowledge.Verdict) {
	if complete.count() > 1 {
		return buf, otherwise
	}
	return append(buf, knowledge.Child{Move: oxo.Move(complete.first()), Proof: knowledge.Unit, Disproof: knowledge.Unit}), knowledge.Open
}

// prevented reports whether the other side can stop every line without a search, with the claimant to move. It sums
// up the squares only if the potential alone leaves the result open, which is rare.
func (c *lineClaim[H]) prevented() bool {
	c.byPotential = false
	if c.potential < c.t.whole {
		c.look(&c.own, c.contents[0])
		c.byPotential = c.potential+c.own.heaviest < c.t.whole
	}
	if c.byPotential {
		return true
	}
	c.pairing.plan(c.contents[0])
	return c.pairing.settles() || c.relaxed && c.pairing.improves(c.thorough)
}

// byLeftover reports whether prevented needed a search of the lines that the pairs leave.
func (c *lineClaim[H]) byLeftover() bool {
	return !c.byPotential && c.pairing.potential+c.pairing.maxGain >= c.t.whole
}

// defend expands a position with the other side to move.
func (c *lineClaim[H]) defend(buf []knowledge.Child) ([]knowledge.Child, knowledge.Verdict) {
	if !c.relaxed && !c.other.complete.empty() {
		return settled(buf, c.other.complete.first(), knowledge.Fails)
	}
	if !c.own.complete.empty() {
		return c.forced(buf, c.own.complete, knowledge.Holds)
	}
	if c.own.potential < c.t.whole {
		return settled(buf, c.heaviest(), knowledge.Fails)
	}
	squares := c.own.live
	if !c.relaxed {
		squares = squares.or(c.other.live)
	}
	if c.threats(&c.sequence) {
		squares = c.relevant(&c.sequence)
	}
	c.sort(squares.without(c.taken()), !c.relaxed, c.replies)
	c.pairing.asked = set[H]{}
	c.least = math.MaxUint64
	for rank, s := range c.scored {
		c.put(s.sq, true, 1)
		child, prevented := c.reply(s.sq, rank)
		c.put(s.sq, true, -1)
		if prevented {
			return append(buf[:0], child), knowledge.Fails
		}
		buf = append(buf, child)
	}
	return buf, knowledge.Open
}

// heaviest returns the empty square with the greatest weight.
func (c *lineClaim[H]) heaviest() int {
	best := -1
	for sq := range c.t.size {
		if !c.taken().has(sq) && (best < 0 || c.own.weight[sq] > c.own.weight[best]) {
			best = sq
		}
	}
	return best
}

// Forced returns the square on which the other side would complete a line. A relaxed claim has
// none, since those lines do not count.
func (c *lineClaim[H]) Forced() (m oxo.Move, ok bool) {
	if c.relaxed {
		return 0, false
	}
	complete := c.completes(1)
	if complete.empty() {
		return 0, false
	}
	return oxo.Move(complete.first()), true
}

// reply evaluates the position after a reply.
func (c *lineClaim[H]) reply(sq, rank int) (knowledge.Child, bool) {
	if !c.relaxed && c.threats(&c.sequence) {
		return knowledge.Child{Move: oxo.Move(sq), Verdict: knowledge.Holds}, false
	}
	disproof, prevented := c.tryReply()
	if prevented {
		return knowledge.Child{Move: oxo.Move(sq), Verdict: knowledge.Fails}, true
	}
	child := knowledge.Child{Move: oxo.Move(sq), Proof: c.proofNumber(c.potential), Disproof: disproof}
	if c.relaxed {
		c.least = min(c.least, child.Disproof)
		if child.Disproof/2 < c.least { // the other positions are hardly ever visited, so they need no key
			c.noteCore(sq)
		}
	} else { // later replies stop less, so the rank is added
		c.look(&c.own, c.contents[0])
		child.Disproof = c.disproofNumber(c.own.potential+c.own.heaviest, c.pairing.bare) + uint64(rank)
	}
	return child, false
}

// proofNumber and disproofNumber estimate the work from the potential. They are tuned by the
// nodes for drawn boards of 7x7 and won boards up to 7x7.
func (c *lineClaim[H]) proofNumber(potential int32) uint64 {
	return knowledge.Unit + uint64(knowledge.Unit*c.t.whole/max(potential, 1))
}

func (c *lineClaim[H]) disproofNumber(potential int32, bare int) uint64 {
	left := 2 * uint64(c.t.size-c.taken().count())
	return knowledge.Unit*uint64(1+6*bare) + knowledge.Unit*uint64(potential)/uint64(c.t.whole) + left
}

// refutation estimates the disproof number of a position of a relaxed claim, with the claimant
// to move: how many positions its refutation takes. The logarithm grows with the potential, the
// number of groups and the number of groups without a pair, and falls with the number of
// squares left for pairs. The factors, in sixteenths of a doubling, are 0.7 times the factors
// of a regression over 6,000 refuted positions of (8,7,5). That explained four fifths of the
// variance; since [scheme] settles more positions it explains a quarter, but a new regression
// made openings of (8,8,5) no faster.
func (c *lineClaim[H]) refutation() refutation {
	p := &c.pairing
	sixteenths := 65*int(c.potential)/int(c.t.whole) + 16*p.bare - 6*p.free.count() + 6*len(p.of) - 200
	return refutation(max(0, min(sixteenths, int(hardest))))
}

// refutation is the logarithm of a disproof number, in sixteenths of a doubling.
type refutation uint16

// hardest is the greatest refutation. (After the first stone of (9,8,5) refutations reach 29
// doublings, on (9,9,5) they reach 40.)
const hardest refutation = 36 * 16

// disproofNumber returns the disproof number, with five bits of precision.
func (r refutation) disproofNumber() uint64 { return uint64(16+r%16) << (r / 16) }

// quiet returns the extra work expected for a stone of the claimant that makes no threat: the other side may then
// play anywhere. (Without it 7x7x4 takes a thousand times the nodes.) For a relaxed claim it is 0: such claims
// usually fail, so looking for threats would cost more than it saves.
func (c *lineClaim[H]) quiet(sq int) uint64 {
	if c.relaxed {
		return 0
	}
	c.shift(sq, false, 1)
	defer c.shift(sq, false, -1)
	if c.threats(&c.sequence) {
		return 0
	}
	return 20 * knowledge.Unit
}
