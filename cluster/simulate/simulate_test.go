//go:build !race

package simulate

import (
	"fmt"
	"testing"
	"time"

	"oxo/game/knowledge"
)

// workers returns the numbers of workers to try.
func workers() []int { return []int{1, 2, 3, 8, 64, 1024} }

// TestEqualJobs: 200 equal, independent jobs on n workers take 200/n rounds,
// rounded up.
func TestEqualJobs(t *testing.T) {
	for _, n := range workers() {
		o := Cluster{Workers: n}.Run(&Jobs{Times: Draw(200, time.Second, 0, 1), Ahead: 1})
		want := time.Duration((200+n-1)/n) * time.Second
		if o.Makespan != want || o.Jobs != 200 || o.Work != 200*time.Second {
			t.Errorf("%d workers: %+v, want %v", n, o, want)
		}
	}
}

// TestOneWorker: with one worker a run takes the sum of the jobs' times and overheads,
// plus the hub's time for the last answer.
func TestOneWorker(t *testing.T) {
	times := Draw(100, time.Second, 0.8, 3)
	sum := time.Duration(0)
	for _, d := range times {
		sum += d + 5*time.Millisecond
	}
	o := Cluster{Workers: 1, Overhead: 5 * time.Millisecond, Hub: time.Millisecond}.Run(&Jobs{Times: times, Ahead: 1})
	if o.Makespan != sum+time.Millisecond || o.Hub != 100*time.Millisecond {
		t.Errorf("%+v, want %v", o, sum+time.Millisecond)
	}
}

// TestSerialHub: the hub's time limits the speed-up.
func TestSerialHub(t *testing.T) {
	o := Cluster{Workers: 1024, Hub: 100 * time.Millisecond}.Run(&Jobs{Times: Draw(2000, time.Second, 0, 1), Ahead: 1})
	if o.Makespan < 200*time.Second || o.Load() < 0.99 {
		t.Errorf("%+v, load %g", o, o.Load())
	}
}

// TestDeaths: whatever dies, every answer counts once.
func TestDeaths(t *testing.T) {
	for _, n := range workers() {
		c := Cluster{Workers: n, Hub: time.Millisecond, Deaths: 20 * time.Second, Return: time.Second, Lease: 5 * time.Second, Seed: 4}
		o := c.Run(&Jobs{Times: Draw(300, time.Second, 0.5, 2), Ahead: 1})
		if o.Jobs != 300 || n < 64 && o.Lost == 0 || o.Work < 299*time.Second {
			t.Errorf("%d workers: %+v", n, o)
		}
	}
}

func some(seed uint64, holds bool) *Proof {
	return &Proof{
		Game:   Game{Seed: seed, Holds: holds, Size: 20, Branching: 5, Skew: 1, Order: 1, Noise: 1},
		Budget: time.Second, Spread: 0.3, Ahead: 1,
	}
}

// TestVerdict: a proof finds the value of its game with any number of workers, even
// with deaths.
func TestVerdict(t *testing.T) {
	for seed := range uint64(4) {
		for _, n := range []int{1, 2, 7, 64} {
			for _, deaths := range []time.Duration{0, 20 * time.Second} {
				p, want := some(seed, seed%2 == 0), knowledge.Fails
				if p.Game.Holds {
					want = knowledge.Holds
				}
				o := Cluster{Workers: n, Hub: time.Millisecond, Deaths: deaths, Return: time.Second, Lease: 3 * time.Second}.Run(p)
				if o.Verdict != want || o.Jobs < 3 {
					t.Errorf("seed %d, %d workers: %+v, want %v", seed, n, o, want)
				}
			}
		}
	}
}

// TestGame: a position's value follows from its moves, and the tree is finite.
func TestGame(t *testing.T) {
	g := some(7, true).Game
	var check func(p place, depth int)
	check = func(p place, depth int) {
		won := false
		for _, c := range g.children(p) {
			won = won || c.holds == p.claiming
			if c.size >= p.size || c.claiming == p.claiming {
				t.Fatalf("%+v behind %+v", c, p)
			}
			if depth > 0 {
				check(c, depth-1)
			}
		}
		if won != (p.claiming == p.holds) {
			t.Fatalf("%+v: a winning move: %v", p, won)
		}
	}
	check(g.root(), 4)
}

// TestSameSeed: the same seed gives the same bytes, another seed gives other bytes.
func TestSameSeed(t *testing.T) {
	text := func(seed uint64) string {
		points := Curve([]Plan{some(seed, true), some(seed+1, false)}, Cluster{Hub: time.Millisecond}, 16)
		return Table(points) + Plot("a & b", points)
	}
	if a := text(1); a != text(1) || a == text(5) {
		t.Error(a)
	}
}

// TestFit: the fitted run has about the measured number of jobs, share of open answers
// and mean time.
func TestFit(t *testing.T) {
	m := Measured{Jobs: 60, Mean: 800 * time.Millisecond, Open: 0.4, Total: 49 * time.Second}
	p, o, err := Fit(*some(1, true), m)
	if err != nil {
		t.Fatal(err)
	}
	open, mean := float64(o.Open)/float64(o.Jobs), o.Answered.Seconds()/float64(o.Jobs)
	if o.Jobs < 54 || o.Jobs > 66 || open < 0.3 || open > 0.5 || mean < 0.76 || mean > 0.84 {
		t.Errorf("%+v: %+v", p, o)
	}
	if d, err := m.Overhead(); err != nil || d != time.Second/60 {
		t.Error(d, err)
	}
	for _, bad := range []Measured{{}, {Jobs: 10, Mean: time.Second, Open: 1}} {
		if _, _, err := Fit(*some(1, true), bad); err == nil {
			t.Errorf("%+v was fitted", bad)
		}
	}
	if _, err := (Measured{Jobs: 10, Mean: time.Second, Total: time.Second}).Overhead(); err == nil {
		t.Error("a run took less time than its work")
	}
}

// ExampleCluster_Run: 200 jobs of a second occupy 64 workers four times.
func ExampleCluster_Run() {
	o := Cluster{Workers: 64}.Run(&Jobs{Times: Draw(200, time.Second, 0, 1), Ahead: 1})
	fmt.Println(o.Makespan, o.Jobs)
	// Output: 4s 200
}
