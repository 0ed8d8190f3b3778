package mnk

// pairing is a plan by which the other side stops lines without a search. It has pairs of squares, each within a
// line: if the claimant takes one square, the other side takes the other. Lines without a pair must be stopped by the
// potential: see [pairing.settles].
type pairing[H high] struct {
	t        *claimTables[H]
	of       []tracked[H]
	remnants []*remnant[H]       // by track
	heads    [longestTrack]int16 // by number of stones: 1 plus the first group with this number, or 0
	next     []int16             // by group: 1 plus the next group with the same number of stones, or 0
	owner    [128]int16          // by square: the group that has it, or -1
	all      set[H]              // squares that groups can have
	free     set[H]              // the squares of the set all that belong to no group
	wanted   set[H]              // squares that several groups can have
	tried    set[H]              // squares that the current search has tried
	stuck    set[H]              // squares that every search would try in vain
	barred   set[H]              // squares that no group may have
	asked    set[H]              // squares that groups should avoid: see [lineClaim.spread]

	potential int32            // sum of the weights of the lines that no pair stops
	maxGain   int32            // the most that the claimant's next stone can add to the potential
	gain      [128]int32       // for each square in no pair, the weights of the lines through it that no pair stops
	loose     []set[H]         // for each line that no pair stops, its squares that are in no pair
	open      [maxTracks]uint8 // for each track, the lines that no pair of a group stops
	bare      int              // number of groups without a pair
	stale     bool             // no plan was made for the current position
	paired    set[H]           // squares of pairs
	scheme    scheme[H]
	improved  bool // the pairs are from the scheme: see [pairing.improves]
	left      leftover[H]
}

// tracked is a group of lines of a track. Two squares stop all of them.
type tracked[H high] struct {
	candidates set[H]
	has        [2]int16 // its pair of squares, or -1
	track      uint8
	place      uint8 // its number on the track
	stones     uint8 // the claimant's stones in its fullest line
	core       bool  // see [pairing.core]
}

// plan looks for a pair of squares for each group, by augmenting paths [Kuhn55].
func (p *pairing[H]) plan(contents []int32) {
	p.collect(contents)
	for stones := p.t.k - 1; stones >= 0; stones-- { // the fullest lines first
		for i := p.heads[stones]; i > 0; i = p.next[i-1] {
			p.pair(int(i - 1))
		}
	}
	p.paired = p.all.without(p.free) // each group has two squares or none
	p.bare = len(p.of) - p.paired.count()/2
	p.stale, p.improved = false, false
}

// pair looks for two squares for a group. The group ends with both or with none.
func (p *pairing[H]) pair(i int) {
	g := &p.of[i]
	for n := range 2 {
		sq := -1
		if free := g.candidates.and(p.free); !free.empty() {
			sq = p.pick(free)
		} else if !p.free.empty() {
			sq = p.search(i, g)
		}
		if sq < 0 {
			break
		}
		g.has[n] = int16(sq)
		p.owner[sq] = int16(i)
	}
	if g.has[1] < 0 && g.has[0] >= 0 {
		p.release(int(g.has[0]))
		g.has[0] = -1
	}
}

// pick takes one of the free squares.
func (p *pairing[H]) pick(free set[H]) int {
	if rest := free.without(p.asked); !rest.empty() {
		free = rest
	}
	if alone := free.without(p.wanted); !alone.empty() {
		free = alone // no other group can have it
	}
	sq := free.first()
	p.free.remove(sq)
	return sq
}

// search finds a square for a group that has no free candidate. Squares that it tried in vain
// become stuck: their groups can have no other squares, so no later search enters them until
// one of them is released. If the group has one square already, that square is released next,
// so squares from which it can be reached do not become stuck.
func (p *pairing[H]) search(i int, g *tracked[H]) int {
	p.tried = p.stuck.or(p.barred)
	own := g.has[0]
	if own >= 0 {
		p.tried.add(int(own))
	}
	sq := p.find(i)
	if sq >= 0 {
		return sq
	}
	if own < 0 {
		p.stuck = p.tried
		return -1
	}
	p.tried.remove(int(own))
	for rest := p.tried.without(p.stuck.or(p.barred)); !rest.empty(); {
		if p.of[p.owner[rest.next()]].candidates.has(int(own)) {
			return -1
		}
	}
	p.stuck = p.tried
	return -1
}

// collect lists the groups of all tracks. It always copies two groups per track, since the
// processor cannot predict how many there are.
func (p *pairing[H]) collect(contents []int32) {
	if p.remnants == nil {
		size := len(p.t.tracks)*maxGroups + 2
		p.remnants, p.of, p.next = make([]*remnant[H], len(p.t.tracks)), make([]tracked[H], size), make([]int16, size)
	}
	n, of, all, wanted := 0, p.of[:cap(p.of)], set[H]{}, set[H]{}
	for i, contents := range contents {
		tr := &p.t.tracks[i]
		kind := tr.kinds[contents]
		left := &tr.remnants[kind]
		p.remnants[i] = left
		if kind == 0 {
			continue
		}
		wanted = wanted.or(left.wanted).or(all.and(left.all))
		all = all.or(left.all)
		of[n], of[n+1] = left.first[0], left.first[1]
		if left.count > 2 {
			copy(of[n:], left.groups)
		}
		n += left.count
	}
	p.of, p.all, p.free, p.wanted, p.stuck = of[:n], all, all, wanted, set[H]{}
	p.heads = [longestTrack]int16{}
	for i := n - 1; i >= 0; i-- {
		head := &p.heads[of[i].stones]
		p.next[i], *head = *head, int16(i+1)
	}
}

// find looks for a square for a group that has no free candidate: a square whose group can have another one instead.
// It returns -1 if no candidate can be had.
func (p *pairing[H]) find(i int) int {
	for rest := p.of[i].candidates.without(p.tried); !rest.empty(); rest = rest.without(p.tried) {
		sq := rest.first()
		p.tried.add(sq)
		by := p.owner[sq]
		if int(by) == i {
			continue
		}
		from := &p.of[by]
		var other int
		if free := from.candidates.and(p.free); !free.empty() {
			other = p.pick(free)
		} else {
			other = p.find(int(by))
		}
		if other < 0 {
			continue
		}
		p.owner[other] = by
		if from.has[0] == int16(sq) {
			from.has[0] = int16(other)
		} else {
			from.has[1] = int16(other)
		}
		return sq
	}
	return -1
}

func (p *pairing[H]) release(sq int) {
	p.free.add(sq)
	if p.stuck.has(sq) {
		p.stuck = set[H]{}
	}
}

// far is the potential, in whole lines, from which [pairing.settles] may stop adding: no caller needs a greater value
// exactly. littleLeft is in quarters of a line, so it is rounded up.
const far = max(hopeless, littleLeft/4+1)

// settles reports whether the plan stops every line, with the claimant to move.
//
// A line that contains a pair is covered. In the other lines, a square of a pair counts as the
// claimant's, since the claimant may take it without losing a move. So the weight of such a
// line is 2^-n, where n is the number of its empty squares in no pair. The claimant takes one
// of these squares first, which adds the weights of the lines through it. From then on the
// other side, to move, keeps the sum below 1, so no line is completed [ErdosSelfridge73].
//
// At far whole lines settles stops adding: then potential, maxGain, gain, loose and open cover
// only some of the lines.
func (p *pairing[H]) settles() bool {
	p.potential, p.maxGain, p.loose, p.open = 0, 0, p.loose[:0], [maxTracks]uint8{}
	for i := range p.gain[:p.t.size] {
		p.gain[i] = 0
	}
	var added uint64
	for i := range p.of {
		g := &p.of[i]
		if g.has[1] >= 0 || added>>(g.track&63)&1 != 0 {
			continue // covered, or added already
		}
		added |= 1 << (g.track & 63)
		p.maxGain = max(p.maxGain, p.addTrack(int(g.track)))
		if p.potential >= far*p.t.whole {
			return false
		}
	}
	return p.potential+p.maxGain < p.t.whole
}

// addTrack adds the lines of a track that no pair stops, and returns the greatest gain seen.
func (p *pairing[H]) addTrack(track int) (greatest int32) {
	for line, residual := range p.remnants[track].lines {
		if p.covers(residual) {
			continue
		}
		p.open[track&(maxTracks-1)] |= 1 << line
		loose := residual.without(p.paired)
		p.loose = append(p.loose, loose)
		weight := p.t.whole >> loose.count()
		p.potential += weight
		for !loose.empty() {
			sq := loose.next()
			p.gain[sq] += weight
			greatest = max(greatest, p.gain[sq])
		}
	}
	return greatest
}

// covers reports whether a set contains a pair.
func (p *pairing[H]) covers(squares set[H]) bool {
	for rest := squares.and(p.paired); !rest.empty(); {
		sq := rest.next()
		if rest.has(p.partner(sq)) {
			return true
		}
	}
	return false
}
