package lines

import "oxo"

// pair gives a group two squares, or none if it finds only one.
func (f *Finder) pair(i int) {
	var has Pack
	for range 2 {
		f.tried = has
		sq, ok := f.square(i)
		if !ok {
			f.release(has)
			return
		}
		f.hold(i, sq)
		has = has.or(one(sq))
	}
}

// hold gives a group a square.
func (f *Finder) hold(i, sq int) {
	f.plan.holder[sq] = int8(i + 1)
	f.plan.has[i] = f.plan.has[i].or(one(sq))
	f.plan.held = f.plan.held.or(one(sq))
}

// release frees squares.
func (f *Finder) release(has Pack) {
	f.plan.held = f.plan.held.without(has)
	for !has.empty() {
		sq := has.next()
		f.plan.has[f.plan.holder[sq]-1] = Pack{}
		f.plan.holder[sq] = 0
	}
}

// square finds one more square for a group: a free square, or one whose present group finds another.
func (f *Finder) square(i int) (sq int, ok bool) {
	open := f.groups[i].without(f.tried)
	if free := open.without(f.plan.held); !free.empty() {
		for _, bad := range [...]Pack{f.avoid, f.shared} {
			if better := free.without(bad); !better.empty() {
				free = better
			}
		}
		return free.next(), true
	}
	for ; !open.empty(); open = open.without(f.tried) {
		sq = open.next()
		f.tried = f.tried.or(one(sq))
		by := int(f.plan.holder[sq]) - 1
		if by == i {
			continue
		}
		if other, found := f.square(by); found {
			f.plan.has[by] = f.plan.has[by].without(one(sq))
			f.hold(by, other)
			return sq, true
		}
	}
	return 0, false
}

// weigh sums the weights of the lines that the pairs leave, as lemma 2 does.
func (f *Finder) weigh() {
	total, maxGain := int64(0), int64(0)
	var gain [MaxPacked]int64
	for i, needs := range f.lines {
		if f.covers(i) {
			continue
		}
		loose := needs.without(f.plan.held)
		weight := FullWeight >> loose.Count()
		for total += weight; !loose.empty(); {
			sq := loose.next()
			gain[sq] += weight
			maxGain = max(maxGain, gain[sq])
		}
	}
	f.plan.left = total + maxGain
}

// covers reports whether a line has both squares of a pair: the pair of its own group, or of another group.
func (f *Finder) covers(line int) bool {
	if !f.plan.has[f.place[f.of[line]]].empty() {
		return true
	}
	needs := f.lines[line]
	for rest := needs.And(f.plan.held); !rest.empty(); {
		if f.plan.has[f.plan.holder[rest.next()]-1].within(needs) {
			return true
		}
	}
	return false
}

// steps bounds the number of changes of a plan that improve tries.
const steps = 200

// improve lets groups without a pair take the squares of other groups, as long as that lowers the
// sum of the weights left.
func (f *Finder) improve() {
	left := steps
	for before := int64(0); f.plan.left != before && f.plan.left < hopeless; {
		before = f.plan.left
		for i := range f.groups {
			for j := range f.groups {
				if !f.mayTake(i, j) {
					continue
				}
				if left--; left < 0 {
					return
				}
				if f.take(i, j); f.plan.left < FullWeight {
					return
				}
			}
		}
	}
}

// mayTake reports whether group i has no pair and would have one with the squares of group j.
func (f *Finder) mayTake(i, j int) bool {
	has := f.plan.has[j]
	return f.plan.has[i].empty() && !has.empty() && f.groups[i].without(f.plan.held.without(has)).two()
}

// take gives group i the squares of group j, and group j looks for others. If that does not lower the sum of the
// weights left, take restores the plan.
func (f *Finder) take(i, j int) {
	f.before = f.plan
	f.release(f.plan.has[j])
	f.pair(i)
	f.pair(j)
	if f.weigh(); f.plan.left >= f.before.left {
		f.plan = f.before
	}
}

// Found returns the pairs that were found.
func (f *Finder) Found() (pairs [][2]oxo.Move) {
	if f.changed {
		return f.scheme.pairs()
	}
	for i := range f.groups {
		if has := f.plan.has[i]; !has.empty() {
			a := has.next()
			pairs = append(pairs, [2]oxo.Move{oxo.Move(a), oxo.Move(has.next())})
		}
	}
	return pairs
}

// Zone returns the zone of the pairs that were found, and whether they are a leaf without a search of the lines that
// they leave.
func (f *Finder) Zone() (zone Pack, sure bool) {
	if f.changed {
		zone, f.loose, sure = f.scheme.zone(f.loose[:0])
		return zone, sure
	}
	f.loose, zone = f.loose[:0], f.plan.held
	for i, needs := range f.lines {
		if !f.covers(i) {
			loose := needs.without(f.plan.held)
			f.loose, zone = append(f.loose, loose), zone.or(loose)
		}
	}
	return zone, f.plan.left < FullWeight
}

// Searched reports whether a search of the lines that the pairs leave shows that the pairs are a leaf. The search
// looks at no more positions than budget, at most [SearchBudget]; the checker, with SearchBudget, then has the same
// result.
func (f *Finder) Searched(budget int) bool {
	var all Pack
	for _, loose := range f.loose {
		all = all.or(loose)
	}
	if all.Count() > 64 {
		return false
	}
	var number [MaxPacked]uint8
	for n := uint8(0); !all.empty(); n++ {
		number[all.next()] = n
	}
	f.sets = f.sets[:0]
	for _, loose := range f.loose {
		set := uint64(0)
		for !loose.empty() {
			set |= 1 << number[loose.next()]
		}
		f.sets = append(f.sets, set)
	}
	return f.rest.Keeps(f.sets, budget)
}
