package mnk

import "math/bits"

// content is the part of the contents of a track that a plan of pairs needs: the residuals of the live lines, and
// their groups. Few contents differ in this: on a track of eight squares with five in a row there are 337 different
// ones among 6,561. So each track can store the squares of every content.
type content struct {
	lines  [maxWindows]uint16 // ended by 0
	groups [maxGroups]group
}

// remnant is a content as sets of squares. The fields that [pairing.collect] reads come first.
type remnant[H high] struct {
	all     set[H]              // candidates of all groups
	wanted  set[H]              // candidates of several groups
	first   [2]tracked[H]       // the first two groups; most remnants have no more
	count   int                 // number of groups
	groups  []tracked[H]        // all groups
	lines   []set[H]            // the residuals
	lots    []lot[H]            // the squares of each group
	through [longestTrack]uint8 // for each place, the lines that lack it
}

// lot holds the squares of a group.
type lot[H high] struct {
	needed set[H] // empty squares in its lines
	all    set[H]
}

// kind returns the number of a content. A new content gets the next number.
func (s *trackTable) kind(c content, seen map[content]uint16) uint16 {
	n, ok := seen[c]
	if !ok {
		n = uint16(len(s.contents))
		seen[c] = n
		s.contents = append(s.contents, c)
	}
	return n
}

// newRemnants makes the remnants of a track. Fields of the same type share one allocation.
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

// join collects the candidates of all groups.
func (r *remnant[H]) join() {
	for i := range r.groups {
		c := r.groups[i].candidates
		r.wanted = r.wanted.or(r.all.and(c))
		r.all = r.all.or(c)
	}
}

func (c *content) count() (lines, groups int) {
	for lines < maxWindows && c.lines[lines] != 0 {
		lines++
	}
	for groups < maxGroups && c.groups[groups].shared != 0 {
		groups++
	}
	return lines, groups
}
