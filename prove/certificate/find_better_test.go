package certificate

import (
	"bufio"
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestScheme: what a scheme knows of its lines is what a look at all lines finds, through random changes of its pairs; and what it expects of
// a change is what the change brings.
func TestScheme(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 1))
	parted, joined, enough, improved := 0, 0, 0, 0
	for n := range 1500 {
		b, ok := varied(t, random, n)
		if !ok {
			continue
		}
		f := &finder{}
		if !f.collect(b) || !f.group(b.kin, nobody) || len(f.lines) > packed {
			continue
		}
		f.pairs(Found, b.kin, nobody, pack{})
		s := &f.scheme
		s.begin(f)
		checkScheme(t, s)
		for range 30 {
			a, other := random.IntN(b.count), random.IntN(b.count)
			switch inPair := s.now.paired.and(one(a)); {
			case !inPair.empty():
				other, before, harm := int(s.now.partner[a]), s.now.cost, s.harm(a, int(s.now.partner[a]))
				s.part(a, other)
				if before-s.now.cost != harm {
					t.Fatalf("without a pair the cost is %d, not %d, and the harm was %d", s.now.cost, before, harm)
				}
				parted++
			case a != other && s.now.paired.and(one(other)).empty():
				before, best := s.now.cost, match{change: math.MaxInt32}
				s.matchOn(&best, a, one(other))
				s.join(a, other)
				if s.now.cost-before != best.change {
					t.Fatalf("with a pair the cost is %d, not %d, and %d was to be added", s.now.cost, before, best.change)
				}
				joined++
			}
			checkScheme(t, s)
		}
		before := s.now.cost
		if s.improve(); s.now.cost > before {
			t.Fatalf("a better scheme costs %d, and cost %d", s.now.cost, before)
		} else if s.now.cost < before {
			improved++
		}
		if checkScheme(t, s); s.enough() {
			enough++
		}
	}
	t.Log(parted, "pairs given up,", joined, "made,", improved, "schemes improved,", enough, "enough in the end")
	if parted < 500 || joined < 500 || improved < 100 || enough < 100 {
		t.Error("too few")
	}
}

// checkScheme looks at all lines.
func checkScheme(t *testing.T, s *scheme) {
	t.Helper()
	want := pairing{paired: s.now.paired, partner: s.now.partner}
	var total, most int64
	var gain [packed]int64
	for i, needs := range s.lines {
		stopped := false
		for rest := needs.and(s.now.paired); !rest.empty(); {
			stopped = !needs.and(one(int(s.now.partner[rest.next()]))).empty() || stopped
		}
		if stopped {
			continue
		}
		want.open = want.open.or(one(i))
		lacks := needs.without(s.now.paired)
		n := lacks.count()
		want.cost += lineCost(n)
		total += fullWeight >> n
		for rest := needs; !rest.empty(); {
			if sq := rest.next(); s.now.paired.and(one(sq)).empty() {
				want.change[sq] += lineCost(n-1) - lineCost(n)
				gain[sq] += fullWeight >> n
				most = max(most, gain[sq])
			} else {
				want.change[sq] += lineCost(n) - lineCost(n+1)
			}
		}
	}
	if want != s.now {
		t.Fatalf("a scheme says\n%+v, and a look at all lines\n%+v", s.now, want)
	}
	if enough := s.enough(); enough != (total+most < fullWeight) || s.left != total+most {
		t.Fatalf("a scheme leaves %d, and says %d, and that it is enough: %v", total+most, s.left, enough)
	}
	for rest := s.now.paired; !rest.empty(); {
		sq := rest.next()
		other := int(s.now.partner[sq])
		if other == sq || int(s.now.partner[other]) != sq || s.now.paired.and(one(other)).empty() {
			t.Fatalf("%d is paired with %d, and that with %d", sq, other, s.now.partner[other])
		}
	}
}

// crowded returns an empty board of 128 squares, two of which are in the lines given.
func crowded(lines int) *board {
	b := &board{count: packed}
	for m := range b.count {
		b.owner = append(b.owner, -1)
		if m >= 2 && len(b.lines) < lines {
			b.lines = append(b.lines, []oxo.Move{0, 1, oxo.Move(m)})
		}
	}
	for m := 4; len(b.lines) < lines; m++ {
		b.lines = append(b.lines, []oxo.Move{2, 3, oxo.Move(m)})
	}
	b.kin = newKin(b.lines, b.count)
	return b
}

// TestTooManyLines: one leaf of kind Better stops 128 lines by two pairs at most, though one of kind Found may stop more.
func TestTooManyLines(t *testing.T) {
	for _, lines := range []int{packed, packed + 1} {
		for _, kind := range []byte{Found, Better} {
			c := &prevention{b: crowded(lines), unsettled: allSquares(), r: &reader{in: bufio.NewReader(bytes.NewReader([]byte{kind})), sum: newSum()}}
			_, err := c.node(false)
			if refused := kind == Better && lines > packed; refused != errors.Is(err, ErrWrong) || err != nil && !refused {
				t.Errorf("%d lines, kind %d: %v", lines, kind, err)
			}
		}
	}
}
