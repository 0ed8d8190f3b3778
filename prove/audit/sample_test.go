package audit

import (
	"math"
	"strings"
	"testing"
)

// TestDraw: a sample does not have a record twice, another seed draws others, and every record is drawn equally often.
func TestDraw(t *testing.T) {
	const all, n, draws = 20, 5, 4000
	times := make([]int, all+1)
	for seed := range uint64(draws) {
		s := Draw(n, all, seed)
		if len(s.chosen) != n {
			t.Fatalf("%d records: want %d", len(s.chosen), n)
		}
		for number := range s.chosen {
			times[number]++
		}
	}
	for number, k := range times[1:] {
		if k < draws*n/all*8/10 || k > draws*n/all*12/10 {
			t.Errorf("record %d was drawn %d times: want about %d", number+1, k, draws*n/all)
		}
	}
	if whole := (*Sample)(nil); !whole.Has(7) {
		t.Error("no sample: want all records")
	}
}

// TestMissed: the chances are right for drawing without putting back; a sample of 2 of 5 can be counted by hand.
func TestMissed(t *testing.T) {
	for _, c := range []struct {
		all, faulty, n int
		want           float64
	}{
		{5, 1, 2, 3.0 / 5},
		{5, 2, 2, 3.0 / 10},
		{5, 3, 2, 1.0 / 10},
		{5, 4, 2, 0},
		{5, 0, 2, 1},
		{5, 1, 5, 0},
		{67557, 1, 1000, 1 - 1000.0/67557},
	} {
		if got := Missed(c.all, c.faulty, c.n); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v: %v", c, got)
		}
		if bound := math.Pow(1-float64(c.faulty)/float64(c.all), float64(c.n)); Missed(c.all, c.faulty, c.n) > bound+1e-9 {
			t.Errorf("%+v: above (1-f)^n = %v", c, bound)
		}
	}
}

// TestAtMost: the limit grows with the number of faults found. If all records are checked, the limit is exact.
func TestAtMost(t *testing.T) {
	if n := AtMost(1000, 1000, 3, 0.05); n != 3 {
		t.Errorf("all were checked: at most %d, want 3", n)
	}
	last := -1
	for found := range 5 {
		n := AtMost(100_000, 1000, found, 0.05)
		if n <= last {
			t.Errorf("%d found: at most %d", found, n)
		}
		last = n
		sum := func(faulty int) (p float64) {
			for k := range found + 1 {
				p += chance(100_000, faulty, 1000, k)
			}
			return p
		}
		if sum(n) < 0.05 || sum(n+1) >= 0.05 {
			t.Errorf("%d found, at most %d: chances %v and %v", found, n, sum(n), sum(n+1))
		}
	}
	if n := AtMost(100_000, 1000, 0, 0.05); n < 290 || n > 300 {
		t.Errorf("none found: at most %d, want just below the rule of three, 3 in 1000", n)
	}
}

// TestPart: an unfinished report continues after its last counts.
func TestPart(t *testing.T) {
	head, err := PartHead("this")
	if err != nil {
		t.Fatal(err)
	}
	one, err := PartLines([]Finding{{Record: 3, Verdict: Wrong}}, Count{Records: 5, Wrong: 1})
	if err != nil {
		t.Fatal(err)
	}
	two, err := PartLines([]Finding{{Record: 7, Verdict: Wrong}}, Count{Records: 9, Wrong: 2})
	if err != nil {
		t.Fatal(err)
	}
	whole := string(head) + string(one) + string(two)
	for end := range len(whole) + 1 {
		part, err := ReadPart("this", strings.NewReader(whole[:end]))
		want := Part{}
		switch {
		case end == len(whole):
			want = Part{Count{Records: 9, Wrong: 2}, []Finding{{Record: 3, Verdict: Wrong}, {Record: 7, Verdict: Wrong}}, int64(len(whole))}
		case end >= len(head)+len(one):
			want = Part{Count{Records: 5, Wrong: 1}, []Finding{{Record: 3, Verdict: Wrong}}, int64(len(head) + len(one))}
		case end >= len(head):
			want.Bytes = int64(len(head))
		}
		if err != nil || part.Count != want.Count || len(part.Findings) != len(want.Findings) || part.Bytes != want.Bytes {
			t.Fatalf("%d bytes: %+v, %v: want %+v", end, part, err, want)
		}
	}
	if _, err := ReadPart("that", strings.NewReader(whole)); err == nil {
		t.Error("a report about something else was taken")
	}
}
