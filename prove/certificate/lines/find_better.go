package lines

import "oxo"

// A leaf of kind Better is like one of kind Found, but its pairs are then changed one by one, whatever groups they were made for:
// a pair is given up, or made of two squares of a line that no pair stops, or both at once. For a pair has a price: the other
// side may take either square for nothing, so each line through one of them that no pair stops lacks one less. A pair that
// stops little does more harm than good.

// scheme is a plan whose pairs belong to no group. It has 128 lines at most, so that a pack can be a set of them.
type scheme struct {
	lines   []Pack          // what each needs
	through [MaxPacked]Pack // of each square: the lines that need it
	now     pairing
	before  pairing // where an exchange began
	left    int64   // what lemma 2 counts
}

// pairing is the pairs of a scheme, and what is known of them.
type pairing struct {
	paired  Pack
	partner [MaxPacked]uint8 // of each square of a pair
	open    Pack             // the lines that no pair stops
	cost    int32            // of these: see lineCost
	// change is what a square adds to the cost when the other side takes it, if it is in no pair; else what it takes
	// from the cost when its pair is given up, but for the lines that this opens.
	change [MaxPacked]int32
}

// costUnit is the cost of a line that lacks one square.
const costUnit = 1 << 12

// A scheme is not improved where the plan leaves worstPlan or more, all pairs are looked at maxPasses times, and one that still costs
// tooMuch is hardly ever enough in the end.
const (
	worstPlan = 4 * FullWeight
	maxPasses = 3
	tooMuch   = costUnit * 3 / 2
)

// lineCost returns the cost of a line by what it lacks, without the squares of pairs. A scheme that costs less is better. From two
// squares on each further one is worth a factor of 2.8.
func lineCost(lacks int) int32 {
	return [...]int32{2 * costUnit, costUnit, 1536, 549, 196, 70, 25, 9, 3, 1, 0}[min(uint(lacks), 10)] //nolint:gosec // no line lacks fewer than none
}

// fall is how much less a line costs that lacks one more.
func fall(lacks int) int32 { return lineCost(lacks) - lineCost(lacks+1) }

// better changes the pairs that were found one by one, and reports whether there is hope for what comes of that.
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

// begin takes over the lines and the pairs of a plan.
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

// improve changes the pairs as long as that costs less.
func (s *scheme) improve() {
	for range maxPasses {
		changed := s.giveUp()
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

// enough reports whether lemma 2 holds of what the pairs leave.
func (s *scheme) enough() bool {
	total, most := int64(0), int64(0)
	var gain [MaxPacked]int64
	for open := s.now.open; !open.empty(); {
		loose := s.lines[open.next()].without(s.now.paired)
		weight := FullWeight >> loose.Count()
		for total += weight; !loose.empty(); {
			sq := loose.next()
			gain[sq] += weight
			most = max(most, gain[sq])
		}
	}
	s.left = total + most
	return s.left < FullWeight
}

// count adds a line to what is known of those that no pair stops, times sign: -1 takes it away.
func (s *scheme) count(needs Pack, sign int32) {
	n := &s.now
	free := needs.without(n.paired)
	lacks := free.Count()
	n.cost += sign * lineCost(lacks)
	for more := sign * fall(lacks-1); !free.empty(); {
		n.change[free.next()] += more
	}
	less := sign * fall(lacks)
	for rest := needs.And(n.paired); !rest.empty(); {
		n.change[rest.next()] += less
	}
}

// recount counts the open lines through a square again, which lack one square more or less: the square is about to leave a pair, or to come into
// one. What the square itself changes stays the same, in the other direction.
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

// stopped reports whether a line has both squares of one of some pairs.
func (s *scheme) stopped(needs, paired Pack) bool {
	for rest := needs.And(paired); !rest.empty(); {
		if sq := rest.next(); !rest.And(one(int(s.now.partner[sq]))).empty() {
			return true
		}
	}
	return false
}

// zone returns the zone of the pairs, what the lines lack that these leave, and whether lemma 2 holds of that.
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
