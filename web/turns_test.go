package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oxo/api"
	"oxo/search"
)

// served runs the tickets of a pool with one place until none is left, each for a
// second, and returns the order of service.
func served(t *testing.T, p *pool, requests []request) string {
	t.Helper()
	held, err := p.enter(request{asker: asker{"first", ""}})
	if err != nil {
		t.Fatal(err)
	}
	_ = held.wait(t.Context())
	var tickets []*ticket
	for _, r := range requests {
		time.Sleep(time.Millisecond)
		tk, err := p.enter(r)
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, tk)
	}
	held.leave(true)
	var order []string
	for len(tickets) > 0 {
		i := slices.IndexFunc(tickets, func(tk *ticket) bool { return len(tk.ready) > 0 })
		if i < 0 {
			t.Fatalf("nobody is served after %v", order)
		}
		tk := tickets[i]
		order = append(order, fmt.Sprintf("%s%s%d", tk.address, tk.name, tk.degree))
		_ = tk.wait(t.Context())
		time.Sleep(time.Second)
		tk.leave(true)
		tickets = slices.Delete(tickets, i, i+1)
	}
	return strings.Join(order, " ")
}

// TestTurns: addresses are served in turn, whatever names they invent; and so are the
// clients of an address; play comes before scores, and scores before explorations.
func TestTurns(t *testing.T) {
	r := func(address, name string, d degree) request { return request{asker: asker{address, name}, degree: d} }
	for _, c := range []struct {
		name     string
		requests []request
		want     string
	}{
		{
			"an address with many names",
			[]request{r("A", "a", 0), r("A", "b", 0), r("A", "c", 0), r("A", "d", 0), r("B", "z", 0), r("B", "z", 0)},
			"Aa0 Bz0 Ab0 Bz0 Ac0 Ad0",
		},
		{"clients of an address", []request{r("A", "a", 0), r("A", "a", 0), r("A", "a", 0), r("A", "b", 0)}, "Aa0 Ab0 Aa0 Aa0"},
		{"degrees", []request{r("A", "a", exploration), r("B", "b", scores), r("C", "c", play)}, "Cc0 Bb1 Aa2"},
		{"degrees of one client", []request{r("A", "a", exploration), r("A", "a", scores), r("A", "a", play)}, "Aa0 Aa1 Aa2"},
		{
			"who explores is not put off for ever",
			[]request{
				r("E", "", exploration), r("A", "", 0), r("A", "", 0), r("A", "", 0), r("A", "", 0), r("A", "", 0), r("A", "", 0), r("A", "", 0), r("A", "", 0),
			},
			"A0 A0 A0 A0 A0 E2 A0 A0 A0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := served(t, testPool(1, 20, 20, 20), c.requests); got != c.want {
					t.Errorf("%s, not %s", got, c.want)
				}
			})
		})
	}
}

// TestFullQueue: in a full queue the address with most tickets loses its last one to
// an address with fewer.
func TestFullQueue(t *testing.T) {
	p := testPool(1, 4, 4, 4)
	var all []*ticket
	for i, address := range []string{"A", "A", "A", "A", "B", "C"} {
		tk, err := p.enter(request{asker: asker{address, fmt.Sprint(i)}})
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		all = append(all, tk)
	}
	// The first ticket of A runs. Three more of A wait, then one of B. The ticket of C
	// displaces one of A.
	if err := all[3].wait(t.Context()); !met(err, Queue) {
		t.Errorf("the last of A: %v", err)
	}
	if _, err := p.enter(request{asker: asker{"A", ""}}); !met(err, Queue) {
		t.Errorf("one more of A: %v", err)
	}
	if running, waiting := p.use(); running != 1 || waiting != 4 {
		t.Errorf("%d run, %d wait", running, waiting)
	}
}

// TestShare: a search without competition may run on. If others wait, it must end
// after its share of time; the number of searches that must end is the number of
// tickets that wait.
func TestShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(rules{places: 2, table: 1, share: 3 * time.Second, all: bound{Queue, 9}, address: bound{QueueEach, 9}})
		begun := time.Now()
		ended := make(chan time.Duration, 3)
		search := func(ctx context.Context, _ *search.Searcher) error {
			select {
			case <-ctx.Done():
				if !errors.Is(context.Cause(ctx), api.ErrEnough) {
					t.Errorf("the cause is %v", context.Cause(ctx))
				}
			case <-time.After(time.Minute):
			}
			ended <- time.Since(begun)
			return nil
		}
		go func() { _ = p.do(t.Context(), by("a"), search) }()
		time.Sleep(time.Second)
		go func() { _ = p.do(t.Context(), by("b"), search) }()
		time.Sleep(time.Second)
		go func() { _ = p.do(t.Context(), by("c"), search) }()
		for _, want := range []time.Duration{3 * time.Second, 61 * time.Second, 63 * time.Second} {
			if got := <-ended; got != want {
				t.Errorf("ended after %v, not %v", got, want)
			}
		}
	})
}

// TestPaused: a long search is paused after a quantum for an address with short
// requests, and continues afterwards; the same holds for another client of its
// address.
func TestPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(rules{
			places: 1, seats: 2, table: 1, quantum: 5 * time.Millisecond, pause: time.Second, all: bound{Waiting, 9}, address: bound{WaitingEach, 9},
		})
		begun := time.Now()
		ended := make(chan string, 3)
		works := func(name string, long time.Duration) {
			a, _, _ := strings.Cut(name, " ")
			_ = p.do(t.Context(), request{asker: asker{a, name}}, func(context.Context, *search.Searcher) error {
				for range long / time.Millisecond {
					time.Sleep(time.Millisecond)
					p.running[slices.IndexFunc(p.running, func(tk *ticket) bool { return tk.name == name })].seat.Yield()
				}
				return nil
			})
			ended <- fmt.Sprintf("%s after %v", name, time.Since(begun))
		}
		go works("A long", 50*time.Millisecond)
		time.Sleep(1500 * time.Microsecond)
		go works("A short", time.Millisecond)
		go works("B short", 2*time.Millisecond)
		for _, want := range []string{"B short after 11.08ms", "A short after 12.08ms", "A long after 53.36ms"} {
			if got := <-ended; got != want {
				t.Errorf("%s, not %s", got, want)
			}
		}
		if running, waiting := p.use(); running != 0 || waiting != 0 || p.active != 0 || len(p.free) != 2 {
			t.Errorf("%d run, %d wait, %d are active, %d free", running, waiting, p.active, len(p.free))
		}
	})
}

// TestSeats: short requests begin without a processor, up to the number of seats;
// long ones wait for a processor.
func TestSeats(t *testing.T) {
	p := newPool(rules{places: 1, seats: 3, table: 1, quantum: time.Millisecond, all: bound{Waiting, 9}, address: bound{WaitingEach, 9}})
	var ready []int
	for _, moment := range []bool{false, false, true, true, true} {
		tk, err := p.enter(request{asker: asker{"A", ""}, moment: moment})
		if err != nil {
			t.Fatal(err)
		}
		ready = append(ready, len(tk.ready))
	}
	if got := fmt.Sprint(ready); got != "[1 0 1 1 0]" {
		t.Errorf("ready: %s", got)
	}
	if running, waiting := p.use(); running != 3 || waiting != 2 || p.active != 1 {
		t.Errorf("%d run, %d wait, %d have a processor", running, waiting, p.active)
	}
}

// TestBuildsLeaveRoom: tickets that make large boards leave a place for others.
func TestBuildsLeaveRoom(t *testing.T) {
	p := newPool(rules{places: 2, table: 1, builds: 1, all: bound{Waiting, 9}, address: bound{WaitingEach, 9}})
	large := request{asker: asker{"A", ""}, builds: true}
	first, _ := p.enter(large)
	second, _ := p.enter(large)
	light, _ := p.enter(request{asker: asker{"B", ""}})
	if len(first.ready) != 1 || len(second.ready) != 0 || len(light.ready) != 1 {
		t.Errorf("ready: %d %d %d", len(first.ready), len(second.ready), len(light.ready))
	}
	_ = light.wait(t.Context())
	light.leave(true)
	if len(second.ready) != 0 {
		t.Error("two are made at once")
	}
	_ = first.wait(t.Context())
	first.leave(true)
	if len(second.ready) != 1 {
		t.Error("the second is not made")
	}
}

// TestPanicInPool: after a panic the pool is complete, with a new searcher.
func TestPanicInPool(t *testing.T) {
	p := testPool(1, 9, 9, 9)
	before := p.free[0]
	func() {
		defer func() { _ = recover() }()
		_ = p.do(t.Context(), by("a"), func(context.Context, *search.Searcher) error { panic("a game's own") })
	}()
	if running, waiting := p.use(); running != 0 || waiting != 0 || len(p.free) != 1 || p.free[0] == before {
		t.Errorf("%d run, %d wait, %d free; the same searcher: %v", running, waiting, len(p.free), p.free[0] == before)
	}
}
