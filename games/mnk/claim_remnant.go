package mnk

import "math/bits"

// content is what a plan of pairs needs to know of the contents of a track: the residuals of
// its live lines, and how they are grouped. Few are different: 337 of the 6,561 contents of eight
// squares, with five in a row. So there is room for the squares of each on each track.
type content struct {
	lines  [mostWindows]uint16 // ended by 0
	groups [mostGroups]group
}

// remnant is such a content as sets of squares. What [pairing.collect] reads comes first.
type remnant[H high] struct {
	all     set[H]              // candidates of all groups
	wanted  set[H]              // candidates of more than one
	first   [2]tracked[H]       // most have no more groups
	count   int                 // of all groups
	groups  []tracked[H]        // those and the others
	lines   []set[H]            // the residuals
	lots    []lot[H]            // the squares of the same groups
	through [longestTrack]uint8 // of each place: which of the lines lack it
}

// lot is the squares of a group.
type lot[H high] struct {
	needed set[H] // empty squares in its lines
	all    set[H]
}

// kind returns the number of a content, a new one if it is the first of its kind.
func (s *trackTable) kind(c content, seen map[content]uint16) uint16 {
	n, ok := seen[c]
	if !ok {
		n = uint16(len(s.contents))
		seen[c] = n
		s.contents = append(s.contents, c)
	}
	return n
}

// newRemnants makes those of a track, in one piece of memory of each sort.
func newRemnants[H high](number int, tr *track[H]) []remnant[H] {
	remnants := make([]remnant[H], len(tr.table.contents))
	lines, groups := 0, 0
	for i := range tr.table.contents {
		l, g := tr.table.contents[i].count()
		lines, groups = lines+l, groups+g
	}
	sets, all, lots := make([]set[H], 0, lines), make([]tracked[H], 0, groups), make([]lot[H], 0, groups)
	for i := range remnants {
		c := &tr.table.contents[i]
		l, g := c.count()
		for _, places := range c.lines[:l] {
			sets = append(sets, tr.sets[places])
		}
		for n, g := range c.groups[:g] {
			all = append(all, tracked[H]{
				candidates: tr.sets[g.shared], has: [2]int16{-1, -1}, track: uint8(number), place: uint8(n), stones: g.stones,
			})
			lots = append(lots, lot[H]{tr.sets[g.needed], tr.sets[g.all]})
		}
		remnants[i] = remnant[H]{count: g, lines: sets[len(sets)-l:], groups: all[len(all)-g:], lots: lots[len(lots)-g:]}
		for line, places := range c.lines[:l] {
			for rest := places; rest != 0; rest &= rest - 1 {
				remnants[i].through[bits.TrailingZeros16(rest)] |= 1 << line
			}
		}
		copy(remnants[i].first[:], remnants[i].groups)
		remnants[i].join()
	}
	return remnants
}

// join sums up the candidates.
func (r *remnant[H]) join() {
	for i := range r.groups {
		c := r.groups[i].candidates
		r.wanted = r.wanted.or(r.all.and(c))
		r.all = r.all.or(c)
	}
}

// count returns how many lines and groups there are.
func (c *content) count() (lines, groups int) {
	for lines < mostWindows && c.lines[lines] != 0 {
		lines++
	}
	for groups < mostGroups && c.groups[groups].shared != 0 {
		groups++
	}
	return lines, groups
}
