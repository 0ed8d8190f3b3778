//go:build !race

package mnk

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestScheme: the pairs of a plan are of empty squares, no square is in two pairs, and the sums
// over the lines equal a fresh count. Each change of a pair changes the cost by the amount
// predicted, and the final cost is not above the first.
func TestScheme(t *testing.T) {
	t.Run("narrow", testScheme[narrow])
	t.Run("broad", testScheme[broad])
}

func testScheme[H high](t *testing.T) {
	improved, enough, made := 0, 0, 0
	for i, r := range boardsFor[H]([]rules{
		{Columns: 4, Rows: 4, K: 3},
		{Columns: 5, Rows: 5, K: 4},
		{Columns: 7, Rows: 6, K: 5},
		{Columns: 8, Rows: 8, K: 5},
		{Columns: 10, Rows: 10, K: 3},
		{Columns: 10, Rows: 10, K: 5},
		{Columns: 10, Rows: 10, K: 10},
	}) {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		random, tables := rand.New(rand.NewPCG(31, uint64(i))), newClaimTables[H](g)
		for range 2000 {
			p := g.played(random, g.squares/4+random.IntN(g.squares/3))
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			c := lineClaimOf(tables, p.(stones), p.Turn(), true)
			c.look(&c.own, c.contents[0])
			c.put(c.heaviest(), true, 1) // without it few positions are close enough
			q := &c.pairing
			q.plan(c.contents[0])
			if q.settles() || q.potential+q.maxGain >= hopeless*tables.whole {
				continue
			}
			q.scheme.begin(q)
			before := q.scheme.now.cost
			made += checkChanges(t, g.FormatPosition(p), &q.scheme)
			found := q.improves(true)
			if found {
				enough++
			}
			improved++
			if q.scheme.now.cost > before {
				t.Fatalf("%s: a scheme costs %d, before it cost %d", g.FormatPosition(p), q.scheme.now.cost, before)
			}
			checkScheme(t, g.FormatPosition(p), c, found)
		}
	}
	t.Logf("%d of %d plans were enough in the end; %d pairs were made", enough, improved, made)
	if enough < 50 || improved-enough < 50 || made < 1000 {
		t.Error("too few of one sort")
	}
}

// checkScheme compares the sums of a scheme with a fresh count over all lines.
func checkScheme[H high](t *testing.T, position string, c *lineClaim[H], enough bool) {
	t.Helper()
	q := &c.pairing
	for rest := q.paired; !rest.empty(); {
		sq := rest.next()
		other := q.partner(sq)
		if other == sq || q.partner(other) != sq || !q.paired.has(other) || c.taken().has(sq) {
			t.Fatalf("%s: %d is paired with %d", position, sq, other)
		}
	}
	loose, gain := map[set[H]]int{}, map[int]int32{}
	var potential, maxGain, cost int32
	for _, residual := range c.residuals() {
		stopped := false
		for rest := residual.and(q.paired); !rest.empty(); {
			stopped = residual.has(q.partner(rest.next())) || stopped
		}
		if stopped {
			continue
		}
		lacks := residual.without(q.paired)
		weight := c.t.whole >> lacks.count()
		loose[lacks]++
		potential, cost = potential+weight, cost+lineCosts()[lacks.count()]
		for rest := lacks; !rest.empty(); {
			sq := rest.next()
			gain[sq] += weight
			maxGain = max(maxGain, gain[sq])
		}
	}
	for _, lacks := range q.loose {
		loose[lacks]--
	}
	for lacks, n := range loose {
		if n != 0 {
			t.Errorf("%s: %v is left %d times more than in the scheme", position, lacks, n)
		}
	}
	if now := &q.scheme.now; potential != q.potential || maxGain != q.maxGain || potential != now.potential || cost != now.cost {
		t.Errorf("%s: potential %d, gain %d, cost %d, but the scheme has %d, %d and %d",
			position, potential, maxGain, cost, q.potential, q.maxGain, now.cost)
	}
	if potential+maxGain < c.t.whole && !enough {
		t.Errorf("%s: enough is false for a scheme that is enough", position)
	}
	if enough && potential+maxGain >= c.t.whole && !q.left.prevents(q) {
		t.Errorf("%s: enough is true for a scheme that is not enough", position)
	}
}

// residuals returns the squares that the claimant lacks in each line.
func (c *lineClaim[H]) residuals() (all []set[H]) {
	for track, contents := range c.contents[0] {
		tr := &c.t.tracks[track]
		for _, places := range tr.table.infos[contents].lines {
			if places != 0 {
				all = append(all, tr.sets[places])
			}
		}
	}
	return all
}

// checkChanges compares the predicted and the actual change of the cost for each pair dropped
// or made, and undoes the change.
func checkChanges[H high](t *testing.T, position string, s *scheme[H]) (pairs int) {
	t.Helper()
	for rest := s.now.paired; !rest.empty(); {
		a := rest.next()
		b, cost := int(s.now.partner[a]), s.now.cost
		rest.remove(b)
		harm := s.harm(a, b)
		s.before = s.now
		s.part(a, b)
		checkCounts(t, position, s)
		if cost-s.now.cost != harm {
			t.Fatalf("%s: without %d and %d the cost is %d, want %d less than %d", position, a, b, s.now.cost, harm, cost)
		}
		parted, best := s.now.cost, match{}
		for _, spot := range s.t.spots[a] {
			s.matchOn(&best, int(spot.track), int(spot.place), 0)
		}
		if best.change < 0 {
			s.join(best.a, best.b, uint8(best.track))
			checkCounts(t, position, s)
			if s.now.cost-parted != best.change {
				t.Fatalf("%s: with %d and %d the cost is %d, want %d more than %d", position, best.a, best.b, s.now.cost, best.change, parted)
			}
			pairs++
		}
		s.now = s.before
	}
	return pairs
}

// checkCounts compares the sums over the lines with a fresh count.
func checkCounts[H high](t *testing.T, position string, s *scheme[H]) {
	t.Helper()
	changed := s.now
	if s.survey(); s.now != changed {
		t.Fatalf("%s: after a change the cost is %d, the potential %d, and the squares change it by %v; a survey finds %d, %d and %v",
			position, changed.cost, changed.potential, changed.change, s.now.cost, s.now.potential, s.now.change)
	}
}
