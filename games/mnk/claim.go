package mnk

import (
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// lineClaim is the claim that a side can complete a line before the other side does. A relaxed
// claim says that it can complete one at all. It keeps the contents of every track as each side
// sees them, and the potential of the claimant's lines.
type lineClaim[H high] struct {
	t         *claimTables[H]
	relaxed   bool
	claiming  bool       // the claimant is to move
	contents  [2][]int32 // of each track, as the claimant sees it and as the other side sees it
	stones    [2]set[H]
	potential int32  // of the claimant's lines, summed over the tracks
	hash      uint64 // of the rest of the tracks, summed likewise; kept in a relaxed claim only
	replies   int    // see Narrow
	pairing   pairing[H]

	own, other  view[H]
	last        int            // the last move made
	cores       []knownCore[H] // by the last move
	before      view[H]        // the claimant's view before the stones that spread tries
	sequence    sequence[H]
	scored      []scored
	stonesToTry []scored // see spread
	tried       []int    // see toTry
	least       uint64   // the least disproof number of the replies that defend has tried
	byPotential bool     // the last call of prevented needed only the potential, no pairs
	unsettled   unsettled
	thorough    bool // improves plans that leave a high potential, too
}

// view is the sum of all tracks for one side.
type view[H high] struct {
	potential int32
	heaviest  int32
	complete  set[H] // squares that complete a line
	live      set[H] // squares in live lines, with or without a stone
	weight    [128]int32
}

// scored is a square with its weight, to be sorted.
type scored struct {
	sq     int
	weight int32
}

// Claim returns the claim that a side completes a line: see [knowledge.Claimer].
func (p *word) Claim(side oxo.Side, relaxed bool) knowledge.LineClaim {
	return newLineClaim(p, side, relaxed)
}

// Claim returns the claim that a side completes a line: see [knowledge.Claimer].
func (p *wide) Claim(side oxo.Side, relaxed bool) knowledge.LineClaim {
	return newLineClaim(p, side, relaxed)
}

// Theory says that the second side does not win from an empty board. Otherwise the first side
// could play anywhere and then follow the second side's strategy, since an extra stone never
// harms.
func (p *word) Theory() oxo.Bounds { return p.g.theory(p.ply) }

// Theory says that the second side does not win from an empty board.
func (p *wide) Theory() oxo.Bounds { return p.g.theory(p.ply) }

// WinningSets returns the lines, or nil in a game where a line loses or can be too long.
func (p *word) WinningSets() [][]oxo.Move { return p.g.sets() }

// WinningSets returns the lines, or nil in a game where a line loses or can be too long.
func (p *wide) WinningSets() [][]oxo.Move { return p.g.sets() }

// LosingSets returns the lines if a side that completes one loses; otherwise nil.
func (p *word) LosingSets() [][]oxo.Move { return p.g.losing() }

// LosingSets returns the lines if a side that completes one loses; otherwise nil.
func (p *wide) LosingSets() [][]oxo.Move { return p.g.losing() }

// Owner returns the side that has a stone on a square, if any.
func (p *word) Owner(m oxo.Move) (oxo.Side, bool) { return p.stone(int(m)) }

// Owner returns the side that has a stone on a square, if any.
func (p *wide) Owner(m oxo.Move) (oxo.Side, bool) { return p.stone(int(m)) }

func (g *game) theory(ply int) oxo.Bounds {
	if ply > 0 || g.rules.Misere || g.rules.Exact {
		return oxo.Bounds{}
	}
	return oxo.Between(oxo.Draw, oxo.Infinity)
}

func newLineClaim(p stones, side oxo.Side, relaxed bool) knowledge.LineClaim {
	g := p.game()
	if narrowSets { // false in the browser, so that the page does not carry both versions
		if t := g.claims(); t != nil {
			return lineClaimOf(t, p, side, relaxed)
		}
	}
	if t := g.broadClaims(); t != nil {
		return lineClaimOf(t, p, side, relaxed)
	}
	return nil
}

func lineClaimOf[H high](t *claimTables[H], p stones, side oxo.Side, relaxed bool) *lineClaim[H] {
	c := &lineClaim[H]{t: t, relaxed: relaxed, claiming: p.Turn() == side}
	c.pairing.t = t
	c.cores = make([]knownCore[H], t.size)
	for view := range c.contents {
		c.contents[view] = make([]int32, len(t.tracks))
	}
	for i := range t.tracks {
		c.potential += t.tracks[i].table.sums[0].potential
	}
	for sq := range t.size {
		if s, ok := p.stone(sq); ok {
			c.put(sq, s != side, 1)
		}
	}
	return c
}

// put adds a stone if sign is 1, and removes it if sign is -1.
func (c *lineClaim[H]) put(sq int, others bool, sign int32) {
	own, other, owner := sign, 2*sign, 0
	if others {
		own, other, owner = other, own, 1
	}
	if sign > 0 {
		c.stones[owner].add(sq)
	} else {
		c.stones[owner].remove(sq)
	}
	spots := c.t.spots[sq]
	for i := range spots {
		s := &spots[i]
		at := &c.contents[0][s.track]
		before := &s.sums[*at]
		*at += own * s.power
		after := &s.sums[*at]
		c.potential += after.potential - before.potential
		if c.relaxed { // the other side has no lines
			c.hash += (after.hash - before.hash) * s.odd
		} else {
			c.contents[1][s.track] += other * s.power
		}
	}
}

// shift does what put does, for the contents of the tracks only. A search for threats reads
// nothing else.
func (c *lineClaim[H]) shift(sq int, others bool, sign int32) {
	own, other := sign, 2*sign
	if others {
		own, other = other, own
	}
	for _, s := range c.t.spots[sq] {
		c.contents[0][s.track] += own * s.power
		c.contents[1][s.track] += other * s.power
	}
}

func (c *lineClaim[H]) Claiming() bool { return c.claiming }

// Weights implements [knowledge.Claim]. A relaxed claim adds up the disproof numbers of the
// claimant's stones, since their refutations have less in common: so (8,7,5) takes a sixth of
// the positions.
func (c *lineClaim[H]) Weights() (proof, disproof uint64) {
	if c.relaxed {
		return 1, 0
	}
	return 1, 1
}

func (c *lineClaim[H]) Narrow(n int) bool {
	c.replies = n
	return n < c.t.size
}

func (c *lineClaim[H]) Make(m oxo.Move) {
	c.last = int(m)
	c.put(c.last, !c.claiming, 1)
	c.claiming = !c.claiming
}

func (c *lineClaim[H]) Unmake(m oxo.Move) {
	c.claiming = !c.claiming
	c.put(int(m), !c.claiming, -1)
}

func (c *lineClaim[H]) Clone() knowledge.Claim {
	d := *c
	for view := range d.contents {
		d.contents[view] = slices.Clone(c.contents[view])
	}
	d.pairing = pairing[H]{t: c.t}
	d.cores = make([]knownCore[H], c.t.size)
	d.scored, d.stonesToTry, d.tried, d.unsettled = nil, nil, nil, unsettled{}
	return &d
}

// look sums up the tracks for one side.
func (c *lineClaim[H]) look(v *view[H], contents []int32) {
	v.potential, v.heaviest, v.complete, v.live = 0, 0, set[H]{}, set[H]{}
	for i := range v.weight[:c.t.size] {
		v.weight[i] = 0
	}
	for i, contents := range contents {
		tr := &c.t.tracks[i]
		f := &tr.table.infos[contents]
		if f.potential == 0 {
			continue
		}
		v.potential += f.potential
		v.complete = v.complete.or(tr.sets[f.complete])
		v.live = v.live.or(tr.sets[f.live])
		for place, sq := range tr.squares {
			w := v.weight[sq] + int32(f.weight[place])
			v.weight[sq] = w
			v.heaviest = max(v.heaviest, w)
		}
	}
}

// lookAfter updates own after one stone of the claimant: only the tracks through the stone have
// changed. In the position before it the claimant could not complete a line.
func (c *lineClaim[H]) lookAfter(stone int) {
	v := &c.own
	*v = c.before
	var changed set[H]
	for _, s := range c.t.spots[stone] {
		tr, contents := &c.t.tracks[s.track], c.contents[0][s.track]
		f, was := &tr.table.infos[contents], &tr.table.infos[contents-s.power]
		v.complete = v.complete.or(tr.sets[f.complete])
		changed = changed.or(tr.sets[was.live])
		for place, sq := range tr.squares {
			v.weight[sq] += int32(f.weight[place]) - int32(was.weight[place])
		}
	}
	for !changed.empty() {
		if sq := changed.next(); v.weight[sq] == 0 {
			v.live.remove(sq)
		}
	}
	v.potential = c.potential
}

// taken returns the squares that have a stone.
func (c *lineClaim[H]) taken() set[H] { return c.stones[0].or(c.stones[1]) }

func (c *lineClaim[H]) Expand(buf []knowledge.Child) ([]knowledge.Child, knowledge.Verdict) {
	c.look(&c.own, c.contents[0])
	if !c.relaxed {
		c.look(&c.other, c.contents[1])
	}
	if c.claiming {
		return c.attack(buf)
	}
	return c.defend(buf)
}

// sort lists the heaviest squares, the heaviest first: at most limit of them, or all if limit
// is 0. If both is true, the other side's weights count as well. It is an insertion sort that
// keeps only the best, since few are wanted: a general sort took a seventh of the time of
// (7,7,5).
func (c *lineClaim[H]) sort(squares set[H], both bool, limit int) {
	best, least := c.scored[:0], int32(-1) // a square enters the list if it weighs more than least
	for !squares.empty() {
		sq := squares.next()
		weight := c.own.weight[sq]
		if both {
			weight += c.other.weight[sq]
		}
		if weight <= least {
			continue
		}
		if limit == 0 || len(best) < limit {
			best = append(best, scored{})
		}
		at := len(best) - 1
		for ; at > 0 && best[at-1].weight < weight; at-- {
			best[at] = best[at-1]
		}
		best[at] = scored{sq, weight}
		if len(best) == limit {
			least = best[limit-1].weight
		}
	}
	c.scored = best
}

// Key returns what matters of the stones, as the least image over all symmetries. In a strict
// claim that is all stones. In a relaxed claim with the claimant to move it is the squares of
// the core's lines, and which of them the claimant has; with the other side to move, the
// squares of all live lines: cores there would take a twelfth of the time of (8,8,5) and save 3
// positions in 1,000. The order of the two sets says whose turn it is.
func (c *lineClaim[H]) Key() (oxo.Key, bool) {
	a, b := c.stones[0], c.stones[1]
	if c.relaxed {
		b = c.liveSquares()
		if c.claiming {
			b = c.coreSquares()
		}
		a = a.and(b)
		if !c.claiming {
			a, b = b, a
		}
	}
	x, y := a, b
	for i := range c.t.turns {
		u := c.t.turns[i].apply(a)
		if x.less(u) {
			continue
		}
		v := c.t.turns[i].apply(b)
		if u.less(x) || v.less(y) {
			x, y = u, v
		}
	}
	return keyOf(x, y), c.t.size <= 64
}

// Position returns the stones, unreduced.
func (c *lineClaim[H]) Position() (oxo.Key, bool) { return keyOf(c.stones[0], c.stones[1]), true }

// keyOf returns a key of two sets: exact for up to 64 squares, a hash of 128 bits for more.
func keyOf[H high](x, y set[H]) oxo.Key {
	xLow, xHigh := x.words()
	yLow, yHigh := y.words()
	if xHigh|yHigh == 0 {
		return oxo.Key{Hi: xLow, Lo: yLow}
	}
	return oxo.Key{
		Hi: oxo.Key{Hi: xLow, Lo: yLow}.Hash() ^ oxo.Key{Hi: xHigh, Lo: ^yHigh}.Hash()*0x9e3779b97f4a7c15,
		Lo: oxo.Key{Hi: yHigh, Lo: xLow}.Hash() + oxo.Key{Hi: ^yLow, Lo: xHigh}.Hash()*0xbb67ae8584caa73b,
	}
}

// liveSquares returns the squares of all live lines of the claimant.
func (c *lineClaim[H]) liveSquares() set[H] {
	var live set[H]
	for i, contents := range c.contents[0] {
		tr := &c.t.tracks[i]
		live = live.or(tr.sets[tr.table.infos[contents].live])
	}
	return live
}
