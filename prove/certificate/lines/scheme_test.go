//go:build !race

package lines

import (
	"math"
	"math/rand/v2"
	"testing"

	"oxo"
)

// CheckSchemes compares the sums of schemes with sums over all lines: see TestScheme.
func CheckSchemes(t *testing.T, boards Boards) {
	t.Helper()
	random := rand.New(rand.NewPCG(17, 1))
	parted, joined, enough, improved := 0, 0, 0, 0
	for n := range 1500 {
		b, ok := boards(t, random, n)
		if !ok {
			continue
		}
		f := &Finder{}
		if !f.Collect(b) || !f.group(b.Kin, NoSquare) || len(f.lines) > MaxPacked {
			continue
		}
		f.Pairs(false, b.Kin, NoSquare, Pack{})
		s := &f.scheme
		s.begin(f)
		checkScheme(t, s)
		for range 30 {
			a, other := random.IntN(b.Count), random.IntN(b.Count)
			switch inPair := s.now.paired.And(one(a)); {
			case !inPair.empty():
				other, before, harm := int(s.now.partner[a]), s.now.cost, s.harm(a, int(s.now.partner[a]))
				s.part(a, other)
				if before-s.now.cost != harm {
					t.Fatalf("without a pair the cost falls from %[2]d to %[1]d, but the harm was %[3]d", s.now.cost, before, harm)
				}
				parted++
			case a != other && s.now.paired.And(one(other)).empty():
				before, best := s.now.cost, match{change: math.MaxInt32}
				s.matchOn(&best, a, one(other))
				s.join(a, other)
				if s.now.cost-before != best.change {
					t.Fatalf("with a pair the cost changes from %[2]d to %[1]d, want a change of %[3]d", s.now.cost, before, best.change)
				}
				joined++
			}
			checkScheme(t, s)
		}
		before := s.now.cost
		if s.improve(); s.now.cost > before {
			t.Fatalf("the improved scheme costs %d, before it cost %d", s.now.cost, before)
		} else if s.now.cost < before {
			improved++
		}
		if checkScheme(t, s); s.enough() {
			enough++
		}
	}
	t.Log(parted, "pairs dropped,", joined, "made,", improved, "schemes improved,", enough, "enough in the end")
	if parted < 500 || joined < 500 || improved < 100 || enough < 100 {
		t.Error("too few")
	}
}

// checkScheme compares the sums of a scheme with sums over all lines.
func checkScheme(t *testing.T, s *scheme) {
	t.Helper()
	want := pairing{paired: s.now.paired, partner: s.now.partner}
	var total, maxGain int64
	var gain [MaxPacked]int64
	for i, needs := range s.lines {
		stopped := false
		for rest := needs.And(s.now.paired); !rest.empty(); {
			stopped = !needs.And(one(int(s.now.partner[rest.next()]))).empty() || stopped
		}
		if stopped {
			continue
		}
		want.open = want.open.or(one(i))
		lacks := needs.without(s.now.paired)
		n := lacks.Count()
		want.cost += lineCost(n)
		total += FullWeight >> n
		for rest := needs; !rest.empty(); {
			if sq := rest.next(); s.now.paired.And(one(sq)).empty() {
				want.change[sq] += lineCost(n-1) - lineCost(n)
				gain[sq] += FullWeight >> n
				maxGain = max(maxGain, gain[sq])
			} else {
				want.change[sq] += lineCost(n) - lineCost(n+1)
			}
		}
	}
	if want != s.now {
		t.Fatalf("the scheme is\n%+v, and a sum over all lines gives\n%+v", s.now, want)
	}
	if enough := s.enough(); enough != (total+maxGain < FullWeight) || s.left != total+maxGain {
		t.Fatalf("the scheme leaves %d; it has %d, and enough is %v", total+maxGain, s.left, enough)
	}
	for rest := s.now.paired; !rest.empty(); {
		sq := rest.next()
		other := int(s.now.partner[sq])
		if other == sq || int(s.now.partner[other]) != sq || s.now.paired.And(one(other)).empty() {
			t.Fatalf("%d is paired with %d, and that with %d", sq, other, s.now.partner[other])
		}
	}
}

// TestIdle: a set is idle if another set is part of it, or is equal and comes before it.
func TestIdle(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	b := &Board{Count: 9}
	for range 2000 {
		sets := make([]Squares, 1+random.IntN(8))
		for i := range sets {
			for range random.IntN(4) {
				sets[i].Add(oxo.Move(random.IntN(b.Count)))
			}
		}
		first := b.byFirst(sets)
		for i := range sets {
			want := false
			for j := range sets {
				want = want || i != j && sets[j].within(&sets[i]) && (j < i || !sets[i].within(&sets[j]))
			}
			if got := first.idle(sets, i); got != want {
				t.Fatalf("set %d of %v is idle %v, want %v", i, sets, got, want)
			}
		}
	}
}
