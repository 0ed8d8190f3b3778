package mnk

import "math/bits"

// dropUseless drops every pair whose removal does not raise the cost, and reports whether the cost fell.
func (s *scheme[H]) dropUseless() (changed bool) {
	for rest := s.now.paired; !rest.empty(); {
		a := rest.next()
		b := int(s.now.partner[a&127])
		rest.remove(b)
		if harm := s.harm(a, b); harm >= 0 {
			s.part(a, b)
			changed = changed || harm > 0
		}
	}
	return changed
}

// harm returns how much the cost falls if a pair is dropped.
func (s *scheme[H]) harm(a, b int) int32 {
	harm := s.now.change[a&127] + s.now.change[b&127]
	track := s.now.on[a&127]
	others := s.now.paired
	others.remove(a)
	others.remove(b)
	for mask := s.both(a, b, track); mask != 0; mask &= mask - 1 {
		residual := s.remnants[track].lines[bits.TrailingZeros8(mask)]
		if !s.stopped(residual, others) {
			harm -= s.t.costs[residual.without(others).count()&15]
		}
	}
	return harm
}

// stopped reports whether a line contains one of the pairs in paired.
func (s *scheme[H]) stopped(residual, paired set[H]) bool {
	for rest := residual.and(paired); !rest.empty(); {
		if sq := rest.next(); rest.has(int(s.now.partner[sq&127])) {
			return true
		}
	}
	return false
}

// both returns the lines of a track through two squares.
func (s *scheme[H]) both(a, b int, track uint8) uint8 {
	left := s.remnants[track]
	return left.through[s.place(a, track)] & left.through[s.place(b, track)]
}

// place returns the place of a square on a track.
func (s *scheme[H]) place(sq int, track uint8) int {
	spots := s.t.spots[sq]
	for i := range spots {
		if spots[i].track == int32(track) {
			return int(spots[i].place)
		}
	}
	return 0
}

// part drops a pair.
func (s *scheme[H]) part(a, b int) {
	n := &s.now
	for _, sq := range [...]int{a, b} {
		s.recount(sq, 1)
		n.paired.remove(sq)
	}
	track := n.on[a&127]
	for mask := s.both(a, b, track); mask != 0; mask &= mask - 1 {
		if residual := s.remnants[track].lines[bits.TrailingZeros8(mask)]; !s.stopped(residual, n.paired) {
			n.open[track&(maxTracks-1)] |= mask & -mask
			s.count(residual, 1)
		}
	}
}

// join makes a pair of two squares of a track.
func (s *scheme[H]) join(a, b int, track uint8) {
	n := &s.now
	s.note(a, b, track)
	open := &n.open[track&(maxTracks-1)]
	for stopped := s.both(a, b, track) & *open; stopped != 0; stopped &= stopped - 1 {
		*open &^= stopped & -stopped
		s.count(s.remnants[track].lines[bits.TrailingZeros8(stopped)], -1)
	}
	for _, sq := range [...]int{a, b} {
		s.recount(sq, -1)
		n.paired.add(sq)
	}
}

// makeNew makes the best new pair of each track as long as the cost falls, and reports whether
// it made one.
func (s *scheme[H]) makeNew() (changed bool) {
	for track := range s.t.tracks {
		for s.now.open[track&(maxTracks-1)] != 0 {
			best := match{}
			for place, sq := range s.t.tracks[track].squares {
				if !s.now.paired.has(int(sq)) {
					s.matchOn(&best, track, place, place+1)
				}
			}
			if best.change == 0 {
				break
			}
			s.join(best.a, best.b, uint8(track))
			changed = true
		}
	}
	return changed
}

// match is the best pair found. Its change of the cost is negative, or 0 while none is found.
type match struct {
	a, b, track int
	change      int32
}

// matchOn looks for the best partner of the square at a place of a track, among the places from
// the given one on.
func (s *scheme[H]) matchOn(best *match, track, place, from int) {
	left, squares := s.remnants[track], s.t.tracks[track].squares
	mask := left.through[place] & s.now.open[track&(maxTracks-1)]
	if mask == 0 {
		return
	}
	a := int(squares[place])
	for other := from; other < len(squares); other++ {
		both := left.through[other] & mask
		b := int(squares[other])
		if both == 0 || other == place || s.now.paired.has(b) {
			continue
		}
		change := s.now.change[a&127] + s.now.change[b&127]
		for ; both != 0; both &= both - 1 { // the pair stops these lines, so they cost nothing any more
			lacks := left.lines[bits.TrailingZeros8(both)].without(s.now.paired).count()
			change -= 2*s.t.costs[(lacks-1)&15] - s.t.costs[lacks&15]
		}
		if change < best.change {
			*best = match{a, b, track, change}
		}
	}
}

// rejoin gives a square its best partner, if that lowers the cost.
func (s *scheme[H]) rejoin(a int) (b int, ok bool) {
	best := match{}
	spots := s.t.spots[a]
	for i := range spots {
		s.matchOn(&best, int(spots[i].track), int(spots[i].place), 0)
	}
	if best.change == 0 {
		return 0, false
	}
	s.join(best.a, best.b, uint8(best.track))
	return best.b, true
}

// exchange drops each pair in turn and looks for other partners of its squares. It undoes the
// exchanges that do not lower the cost, and reports whether an exchange lowered it. It skips
// pairs that no open line goes through.
func (s *scheme[H]) exchange() (changed bool) {
	for rest := s.now.paired; !rest.empty(); {
		a := rest.next()
		b := int(s.now.partner[a&127])
		rest.remove(b)
		if s.now.change[a&127]|s.now.change[b&127] == 0 {
			continue
		}
		s.before = s.now
		s.part(a, b)
		if c, ok := s.rejoin(a); ok && c == b {
			continue
		}
		if !s.now.paired.has(b) {
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
