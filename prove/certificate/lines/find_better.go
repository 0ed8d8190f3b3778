package lines

import "oxo"

// A leaf of kind Better begins like a leaf of kind Found. Then its pairs are changed one by one, without regard to
// the groups: a change drops a pair, or makes a pair of two squares of a line that no pair stops, or both. A pair
// also has a price: the other side may take either of its squares for nothing, so the squares of pairs count as taken
// in each line that no pair stops. A pair that stops little does more harm than good.
//
// The prover of k in a row has the same algorithm in games/mnk (scheme). There are two, since the steps and constants
// of this one are a part of the format of files: if they change, old files may fail. And the prover has tables of each
// track. With this finder in the place of its own, (8,7,5) takes 1.2 times the time (median of 7 pairs of runs).

// scheme is a plan whose pairs belong to no group. It has at most 128 lines, so that a Pack can be a set of lines.
type scheme struct {
	lines   []Pack          // the squares that each line needs
	through [MaxPacked]Pack // for each square the lines that need it
	now     pairing
	before  pairing // before the current exchange
	left    int64   // the sum of weights in lemma 2
}

// pairing holds the pairs of a scheme, and sums that depend on them.
type pairing struct {
	paired  Pack
	partner [MaxPacked]uint8 // the partner of each square in a pair
	open    Pack             // the lines that no pair stops
	cost    int32            // the cost of the open lines: see lineCost
	// change says how the cost depends on a square. If the square is in no pair, it is what the cost rises by when
	// the other side takes the square. If it is in a pair, it is what the cost falls by when the pair is dropped,
	// without the lines that this opens.
	change [MaxPacked]int32
}

// costUnit is the cost of a line that lacks one square.
const costUnit = 1 << 12

// A scheme is not improved if the plan leaves worstPlan or more. All pairs are tried at most maxPasses times. A pass
// stops if the cost is at least tooMuch after its first changes, because such a scheme is hardly ever enough in the
// end.
const (
	worstPlan = 4 * FullWeight
	maxPasses = 3
	tooMuch   = costUnit * 3 / 2
)

// lineCost returns the cost of a line by the number of squares it lacks outside pairs. The total cost should be low.
// From two squares on, each further square lowers the cost by a factor of 2.8.
func lineCost(lacks int) int32 {
	return [...]int32{2 * costUnit, costUnit, 1536, 549, 196, 70, 25, 9, 3, 1, 0}[min(uint(lacks), 10)] //nolint:gosec // lacks is not negative
}

// fall returns how much the cost of a line falls when it lacks one square more.
func fall(lacks int) int32 { return lineCost(lacks) - lineCost(lacks+1) }

// better changes the pairs one by one, and reports whether the result may be enough.
func (f *Finder) better() bool {
	if f.plan.left >= worstPlan || len(f.lines) > MaxPacked {
		return false
	}
	f.changed = true
	s := &f.scheme
	s.begin(f)
	s.improve()
	return s.left < hopeless
}

// begin takes the lines and the pairs from a plan.
func (s *scheme) begin(f *Finder) {
	s.lines, s.now = f.lines, pairing{paired: f.plan.held}
	clear(s.through[:])
	for i := range f.groups {
		if has := f.plan.has[i]; !has.empty() {
			a := has.next()
			s.now.match(a, has.next())
		}
	}
	for i, needs := range s.lines {
		for rest := needs; !rest.empty(); {
			sq := rest.next()
			s.through[sq] = s.through[sq].or(one(i))
		}
		if !s.stopped(needs, s.now.paired) {
			s.now.open = s.now.open.or(one(i))
			s.count(needs, 1)
		}
	}
}

func (p *pairing) match(a, b int) { p.partner[a], p.partner[b] = uint8(b), uint8(a) } //nolint:gosec // squares

// improve changes the pairs as long as the cost falls.
func (s *scheme) improve() {
	for range maxPasses {
		changed := s.dropUseless()
		changed = s.makeNew() || changed
		if s.enough() || s.now.cost >= tooMuch {
			return
		}
		changed = s.exchange() || changed
		if s.enough() || !changed {
			return
		}
	}
}

// enough reports whether lemma 2 holds for the lines that the pairs leave.
func (s *scheme) enough() bool {
	total, maxGain := int64(0), int64(0)
	var gain [MaxPacked]int64
	for open := s.now.open; !open.empty(); {
		loose := s.lines[open.next()].without(s.now.paired)
		weight := FullWeight >> loose.Count()
		for total += weight; !loose.empty(); {
			sq := loose.next()
			gain[sq] += weight
			maxGain = max(maxGain, gain[sq])
		}
	}
	s.left = total + maxGain
	return s.left < FullWeight
}

// count adds a line that no pair stops to the sums, times sign: -1 takes it away.
func (s *scheme) count(needs Pack, sign int32) {
	n := &s.now
	free := needs.without(n.paired)
	lacks := free.Count()
	n.cost += sign * lineCost(lacks)
	for rise := sign * fall(lacks-1); !free.empty(); {
		n.change[free.next()] += rise
	}
	less := sign * fall(lacks)
	for rest := needs.And(n.paired); !rest.empty(); {
		n.change[rest.next()] += less
	}
}

// recount updates the sums for the open lines through a square that is about to leave a pair (more is 1) or to enter
// one (more is -1): each of these lines then lacks one square more or one less. The entry of the square itself in the
// sums stays as it is, because leaving and entering change the cost by the same amount.
func (s *scheme) recount(sq, more int) {
	n := &s.now
	for open := s.through[sq].And(n.open); !open.empty(); {
		needs := s.lines[open.next()]
		free, rest := needs.without(n.paired), needs.And(n.paired).without(one(sq))
		was := free.Count()
		now := was + more
		n.cost += lineCost(now) - lineCost(was)
		free = free.without(one(sq))
		for by := fall(now-1) - fall(was-1); !free.empty(); {
			n.change[free.next()] += by
		}
		for by := fall(now) - fall(was); !rest.empty(); {
			n.change[rest.next()] += by
		}
	}
}

// stopped reports whether a line has both squares of a pair.
func (s *scheme) stopped(needs, paired Pack) bool {
	for rest := needs.And(paired); !rest.empty(); {
		if sq := rest.next(); !rest.And(one(int(s.now.partner[sq]))).empty() {
			return true
		}
	}
	return false
}

// zone returns the zone of the pairs, the squares that each remaining line lacks, and whether lemma 2 holds for these
// lines.
func (s *scheme) zone(loose []Pack) (zone Pack, lack []Pack, sure bool) {
	zone = s.now.paired
	for open := s.now.open; !open.empty(); {
		left := s.lines[open.next()].without(s.now.paired)
		loose, zone = append(loose, left), zone.or(left)
	}
	return zone, loose, s.left < FullWeight
}

// pairs returns the pairs.
func (s *scheme) pairs() (pairs [][2]oxo.Move) {
	for rest := s.now.paired; !rest.empty(); {
		a := rest.next()
		b := int(s.now.partner[a])
		rest = rest.without(one(b))
		pairs = append(pairs, [2]oxo.Move{oxo.Move(a), oxo.Move(b)}) //nolint:gosec // squares
	}
	return pairs
}
