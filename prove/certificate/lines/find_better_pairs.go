package lines

// dropUseless drops every pair whose removal does not raise the cost. It reports whether the cost fell.
func (s *scheme) dropUseless() (changed bool) {
	for rest := s.now.paired; !rest.empty(); {
		a := rest.next()
		b := int(s.now.partner[a])
		rest = rest.without(one(b))
		if harm := s.harm(a, b); harm >= 0 {
			s.part(a, b)
			changed = changed || harm > 0
		}
	}
	return changed
}

// harm returns how much the cost falls without a pair.
func (s *scheme) harm(a, b int) int32 {
	harm := s.now.change[a] + s.now.change[b]
	others := s.now.paired.without(one(a)).without(one(b))
	for both := s.through[a].And(s.through[b]); !both.empty(); {
		needs := s.lines[both.next()]
		if !s.stopped(needs, others) {
			harm -= lineCost(needs.without(others).Count())
		}
	}
	return harm
}

// part drops a pair.
func (s *scheme) part(a, b int) {
	n := &s.now
	for _, sq := range [...]int{a, b} {
		s.recount(sq, 1)
		n.paired = n.paired.without(one(sq))
	}
	for both := s.through[a].And(s.through[b]); !both.empty(); {
		i := both.next()
		if needs := s.lines[i]; !s.stopped(needs, n.paired) {
			n.open = n.open.or(one(i))
			s.count(needs, 1)
		}
	}
}

// join makes a pair.
func (s *scheme) join(a, b int) {
	n := &s.now
	n.match(a, b)
	for stopped := s.through[a].And(s.through[b]).And(n.open); !stopped.empty(); {
		i := stopped.next()
		n.open = n.open.without(one(i))
		s.count(s.lines[i], -1)
	}
	for _, sq := range [...]int{a, b} {
		s.recount(sq, -1)
		n.paired = n.paired.or(one(sq))
	}
}

// makeNew makes the best new pair of each line that no pair stops, if it lowers the cost. It reports whether it has
// made one.
func (s *scheme) makeNew() (changed bool) {
	for open := s.now.open; !open.empty(); open = open.And(s.now.open) {
		best := match{}
		for rest := s.lines[open.next()].without(s.now.paired); !rest.empty(); {
			a := rest.next()
			s.matchOn(&best, a, rest)
		}
		if best.change < 0 {
			s.join(best.a, best.b)
			changed = true
		}
	}
	return changed
}

// match is the best pair so far. Its change of the cost is below 0, or is 0 while there is no pair.
type match struct {
	a, b   int
	change int32
}

// matchOn looks for the best partner of a square among other squares. None of them is in a pair.
func (s *scheme) matchOn(best *match, a int, others Pack) {
	open := s.through[a].And(s.now.open)
	for !others.empty() {
		b := others.next()
		change := s.now.change[a] + s.now.change[b]
		for both := open.And(s.through[b]); !both.empty(); { // the pair stops these lines, so they cost nothing any more
			lacks := s.lines[both.next()].without(s.now.paired).Count()
			change -= 2*lineCost(lacks-1) - lineCost(lacks)
		}
		if change < best.change {
			*best = match{a, b, change}
		}
	}
}

// rejoin gives a square the best partner, if that lowers the cost.
func (s *scheme) rejoin(a int) (b int, ok bool) {
	var others Pack
	for open := s.through[a].And(s.now.open); !open.empty(); {
		others = others.or(s.lines[open.next()])
	}
	best := match{}
	s.matchOn(&best, a, others.without(s.now.paired).without(one(a)))
	if best.change == 0 {
		return 0, false
	}
	s.join(best.a, best.b)
	return best.b, true
}

// exchange drops each pair in turn and looks for other partners of its squares. It keeps the exchange if the cost
// falls, and otherwise restores the pairs. It reports whether the cost fell at all. It skips a pair if the open lines
// through its squares cost nothing.
func (s *scheme) exchange() (changed bool) {
	for rest := s.now.paired; !rest.empty(); {
		a := rest.next()
		b := int(s.now.partner[a])
		rest = rest.without(one(b))
		if s.now.change[a]|s.now.change[b] == 0 {
			continue
		}
		s.before = s.now
		s.part(a, b)
		if c, ok := s.rejoin(a); ok && c == b {
			continue
		}
		if s.now.paired.And(one(b)).empty() {
			s.rejoin(b)
		}
		if s.now.cost < s.before.cost {
			changed = true
		} else {
			s.now = s.before
		}
	}
	return changed
}
