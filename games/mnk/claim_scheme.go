package mnk

import "math/bits"

// A plan of pairs that does not stop every line may be close to one that stops them all. So its pairs are changed one
// by one, without regard to the groups: a change drops a pair, or makes a pair of two squares of a line that no pair
// stops, or both at once. A pair has a price. The claimant may take either of its squares for nothing, so each line
// through one of them that no pair stops lacks one square less. A pair that stops little does more harm than good.
// (When pairs could only move from group to group, (8,8,5) after a1 d4 took 3,233,085 positions. It takes 118,239.)
//
// The checker of certificates has the same algorithm in prove/certificate/lines. There are two, since this one finds
// lines by tables of each track: with the checker's in its place, which knows lines alone, (8,7,5) takes 1.2 times the
// time. And the steps and constants of the checker are part of the format of files, so they must stay when those here
// change.

// maxPasses limits the passes over all pairs. A plan that leaves whole lines is not improved if
// their number is hopeless or more. (With 3 for hopeless, three openings of (8,8,5) take 1.6
// times the positions and the same time; with 5, (8,8,5) after a1 d4 takes 0.7 times the
// positions and the same time.) Easy claims take longer with a high limit, so they start with
// hopelessAtFirst: see [lineClaim.tryReply]. A scheme that still costs tooMuch after a pass
// hardly ever becomes enough.
const (
	maxPasses = 3
	hopeless  = 4
	// hopelessAtFirst replaces hopeless until the claim is thorough.
	hopelessAtFirst = 2
	tooMuch         = costUnit * 3 / 2
)

// scheme is a plan whose pairs belong to no group.
type scheme[H high] struct {
	t        *claimTables[H]
	remnants []*remnant[H] // by track
	now      pairs[H]
	before   pairs[H] // the pairs before an exchange
}

// pairs holds the pairs of a scheme, and sums over the lines they leave.
type pairs[H high] struct {
	paired    set[H]
	partner   [128]uint8       // for each square of a pair, the other square
	on        [128]uint8       // for each square of a pair, the track that both squares are on
	open      [maxTracks]uint8 // for each track, the lines that no pair stops
	cost      int32            // sum of the costs of the open lines: see lineCosts
	potential int32            // sum of the weights of the open lines: see [pairing.settles]
	// change says how the cost changes. For a square in no pair it is the increase when the
	// claimant takes the square. For a square of a pair it is the decrease when the pair is
	// dropped, not counting the lines that this opens.
	change [128]int32
}

// costUnit is the cost of a line that lacks one square.
const costUnit = 1 << 12

// lineCosts returns the cost of a line by the number of squares it lacks, not counting squares
// of pairs. A scheme with a lower cost is better. Costs fall faster than the potential: with an
// open line that lacks one square no scheme is enough, however little the others weigh. (With
// the potential as the cost, three openings of (8,8,5) take 1.6 times the positions. From two
// squares on, each further square divides the cost by 2.8: with 2.2, 2.5 and 3 they take 1.3,
// 1.05 and 1.05 times the positions.)
func lineCosts() [16]int32 {
	return [16]int32{2 * costUnit, costUnit, 1536, 549, 196, 70, 25, 9, 3, 1}
}

// improves reports whether a plan that [pairing.settles] found insufficient stops every line once its pairs are
// improved, perhaps with a search of the lines that they leave. Afterwards the fields paired, loose, potential and
// maxGain belong to the scheme; the other fields still belong to the groups.
func (p *pairing[H]) improves(thorough bool) bool {
	limit := int32(hopelessAtFirst)
	if thorough {
		limit = hopeless
	}
	if p.potential+p.maxGain >= limit*p.t.whole {
		return false
	}
	s := &p.scheme
	s.begin(p)
	enough := s.improve()
	p.potential, p.maxGain = s.now.potential, s.maxGain()
	p.paired, p.loose, p.improved = s.now.paired, s.list(p.loose[:0]), true
	return enough || p.left.prevents(p)
}

// begin copies the pairs of a plan.
func (s *scheme[H]) begin(p *pairing[H]) {
	s.t, s.remnants = p.t, p.remnants
	s.now.paired, s.now.open = p.paired, p.open
	for i := range p.of {
		if g := &p.of[i]; g.has[1] >= 0 {
			s.note(int(g.has[0]), int(g.has[1]), g.track)
		}
	}
	s.survey()
}

// note stores a pair.
func (s *scheme[H]) note(a, b int, track uint8) {
	s.now.partner[a&127], s.now.partner[b&127] = uint8(b), uint8(a)
	s.now.on[a&127], s.now.on[b&127] = track, track
}

// improve changes the pairs as long as the cost falls, and reports whether they are enough.
func (s *scheme[H]) improve() bool {
	for range maxPasses {
		changed := s.dropUseless()
		changed = s.makeNew() || changed
		if s.enough() {
			return true
		}
		if s.now.cost >= tooMuch {
			return false
		}
		changed = s.exchange() || changed
		if s.enough() {
			return true
		}
		if !changed {
			return false
		}
	}
	return false
}

// enough reports whether the potential that the pairs leave is low enough: see
// [pairing.settles].
func (s *scheme[H]) enough() bool {
	return s.now.potential < s.t.whole && s.now.potential+s.maxGain() < s.t.whole
}

// maxGain returns the most that the claimant's next stone can add to the potential.
func (s *scheme[H]) maxGain() (greatest int32) {
	var gain [128]int32
	for track := range s.t.tracks {
		for open := s.now.open[track&(maxTracks-1)]; open != 0; open &= open - 1 {
			loose := s.remnants[track].lines[bits.TrailingZeros8(open)].without(s.now.paired)
			weight := s.t.whole >> loose.count()
			for !loose.empty() {
				sq := loose.next() & 127
				gain[sq] += weight
				greatest = max(greatest, gain[sq])
			}
		}
	}
	return greatest
}

// list appends, for each open line, the squares that it lacks, without squares of pairs.
func (s *scheme[H]) list(to []set[H]) []set[H] {
	for track := range s.t.tracks {
		for open := s.now.open[track&(maxTracks-1)]; open != 0; open &= open - 1 {
			to = append(to, s.remnants[track].lines[bits.TrailingZeros8(open)].without(s.now.paired))
		}
	}
	return to
}

// survey sums up the open lines.
func (s *scheme[H]) survey() {
	n := &s.now
	clear(n.change[:s.t.size])
	n.cost, n.potential = 0, 0
	for track := range s.t.tracks {
		for open := n.open[track&(maxTracks-1)]; open != 0; open &= open - 1 {
			s.count(s.remnants[track].lines[bits.TrailingZeros8(open)], 1)
		}
	}
}

// count adds an open line to the sums, multiplied by sign: -1 removes it.
func (s *scheme[H]) count(residual set[H], sign int32) {
	n := &s.now
	free := residual.without(n.paired)
	lacks := free.count()
	n.cost += sign * s.t.costs[lacks&15]
	n.potential += sign * (s.t.whole >> lacks)
	for rise := sign * s.t.falls[(lacks-1)&15]; !free.empty(); {
		n.change[free.next()&127] += rise
	}
	less := sign * s.t.falls[lacks&15]
	for rest := residual.and(n.paired); !rest.empty(); {
		n.change[rest.next()&127] += less
	}
}

// recount updates the sums for the open lines through a square that is about to leave a pair
// (more is 1) or to join one (-1): they then lack one square more or one less. The entry of the
// square itself in the sums stays as it is, because leaving and joining change the cost by the
// same amount. Few open lines go through the squares of a pair: after an opening of (9,8,5) 3.5
// of 11. (With a survey after each change, (8,7,5) took 1.2 times the time.)
func (s *scheme[H]) recount(sq int, more int) {
	n := &s.now
	spots := s.t.spots[sq]
	for i := range spots {
		track := spots[i].track & (maxTracks - 1)
		left := s.remnants[track]
		for open := left.through[spots[i].place] & n.open[track]; open != 0; open &= open - 1 {
			residual := left.lines[bits.TrailingZeros8(open)]
			free := residual.without(n.paired)
			was := free.count()
			now := was + more
			n.cost += s.t.costs[now&15] - s.t.costs[was&15]
			n.potential += s.t.whole>>now - s.t.whole>>was
			free.remove(sq)
			for by := s.t.falls[(now-1)&15] - s.t.falls[(was-1)&15]; !free.empty(); {
				n.change[free.next()&127] += by
			}
			rest := residual.and(n.paired)
			rest.remove(sq)
			for by := s.t.falls[now&15] - s.t.falls[was&15]; !rest.empty(); {
				n.change[rest.next()&127] += by
			}
		}
	}
}
