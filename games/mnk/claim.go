package mnk

import (
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// lineClaim is the claim that a side can complete a line before the other does; relaxed, that it can
// complete one at all. It keeps the contents of the tracks, as either side sees them, and
// the potential of the claimant's lines.
type lineClaim[H high] struct {
	t         *claimTables[H]
	relaxed   bool
	claiming  bool       // the claimant is to move
	contents  [2][]int32 // of each track: for the claimant's lines, for the other's
	stones    [2]set[H]
	potential int32  // sum over the tracks, of the claimant's lines
	hash      uint64 // of what is left on the tracks, likewise; of a relaxed claim alone
	replies   int    // see Narrow
	pairing   pairing[H]

	own, other  view[H]
	last        int            // move made
	cores       []knownCore[H] // by the last move
	before      view[H]        // of the claimant, where spread is at
	sequence    sequence[H]
	scored      []scored
	stonesToTry []scored // see spread
	tried       []int    // see toTry
	least       uint64   // disproof number of the replies that defend has looked at
	byPotential bool     // what prevented found needs no pairs
	unsettled   unsettled
	thorough    bool // plans are improved that leave much
}

// view is the sum of all tracks for one side.
type view[H high] struct {
	potential int32
	heaviest  int32
	complete  set[H] // squares that complete a line
	live      set[H] // squares in live lines, stones too
	weight    [128]int32
}

// scored is a reply on its way to be sorted.
type scored struct {
	sq     int
	weight int32
}

// Claim returns the claim that a side completes a line: see [knowledge.Claimer].
func (p *word) Claim(side oxo.Side, relaxed bool) knowledge.Claim {
	return newLineClaim(p, side, relaxed)
}

// Claim returns the claim that a side completes a line: see [knowledge.Claimer].
func (p *wide) Claim(side oxo.Side, relaxed bool) knowledge.Claim {
	return newLineClaim(p, side, relaxed)
}

// Theory says of an empty board that the second side does not win: the first could
// play anywhere and then as the second does, since a stone more never harms.
func (p *word) Theory() oxo.Bounds { return p.g.theory(p.ply) }

// Theory says of an empty board that the second side does not win.
func (p *wide) Theory() oxo.Bounds { return p.g.theory(p.ply) }

// WinningSets returns the lines, or nil where a line loses or can be too long.
func (p *word) WinningSets() [][]oxo.Move { return p.g.sets() }

// WinningSets returns the lines, or nil where a line loses or can be too long.
func (p *wide) WinningSets() [][]oxo.Move { return p.g.sets() }

// LosingSets returns the lines where a line loses, or nil.
func (p *word) LosingSets() [][]oxo.Move { return p.g.losing() }

// LosingSets returns the lines where a line loses, or nil.
func (p *wide) LosingSets() [][]oxo.Move { return p.g.losing() }

// Owner returns whose a square is.
func (p *word) Owner(m oxo.Move) (oxo.Side, bool) { return p.stone(int(m)) }

// Owner returns whose a square is.
func (p *wide) Owner(m oxo.Move) (oxo.Side, bool) { return p.stone(int(m)) }

func (g *Game) theory(ply int) oxo.Bounds {
	if ply > 0 || g.rules.Misere || g.rules.Exact {
		return oxo.Bounds{}
	}
	return oxo.Between(oxo.Draw, oxo.Infinity)
}

func newLineClaim(p stones, side oxo.Side, relaxed bool) knowledge.Claim {
	g := p.game()
	if narrowSets { // else its code would be in the page, too
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

// put adds a stone, or with -1 takes it away.
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

// shift changes the contents of the tracks alone, as put does: sequences of threats look at nothing else.
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

// Weights implements [knowledge.Claim]. What refutes the stones of the claimant hangs together
// less: of a relaxed claim, (8,7,5) takes a sixth of the positions where disproof numbers are
// added up.
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

// lookAfter is a look at a position in which the claimant could not complete a line before its
// last stone: only the tracks through that have changed.
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

// taken are the squares with a stone.
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

// sort lists the heaviest squares, the heaviest first: most of them at most, or all if most is 0.
// Where the other side has lines too, its weights count as well. Each square is inserted at its
// place, and dropped if that is behind the last: few are wanted, and a general sort took a
// seventh of the time of (7,7,5).
func (c *lineClaim[H]) sort(squares set[H], both bool, most int) {
	best, least := c.scored[:0], int32(-1) // what a square must have more than
	for !squares.empty() {
		sq := squares.next()
		weight := c.own.weight[sq]
		if both {
			weight += c.other.weight[sq]
		}
		if weight <= least {
			continue
		}
		if most == 0 || len(best) < most {
			best = append(best, scored{})
		}
		at := len(best) - 1
		for ; at > 0 && best[at-1].weight < weight; at-- {
			best[at] = best[at-1]
		}
		best[at] = scored{sq, weight}
		if len(best) == most {
			least = best[most-1].weight
		}
	}
	c.scored = best
}

// Key is what matters of the stones, the least over all symmetries. Of the relaxed
// claim that is the squares of the lines of its core, and which of them the claimant has:
// whatever is in no such line is erased. Where the other side is to move it is those of all live lines: cores
// there would take a twelfth of the time of (8,8,5), and save 3 in 1,000 positions. Whose turn it is says which set comes first.
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

// Position is the stones as they are.
func (c *lineClaim[H]) Position() (oxo.Key, bool) { return keyOf(c.stones[0], c.stones[1]), true }

// keyOf returns a key of two sets: exact on up to 64 squares, beyond them a hash of 128 bits.
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

// liveSquares are the squares of all live lines of the claimant.
func (c *lineClaim[H]) liveSquares() set[H] {
	var live set[H]
	for i, contents := range c.contents[0] {
		tr := &c.t.tracks[i]
		live = live.or(tr.sets[tr.table.infos[contents].live])
	}
	return live
}
