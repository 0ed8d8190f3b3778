package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// TestPoolIsFair: one searcher, a client who asks for four and two who ask for
// one each: each is served once before the greedy one is served again.
func TestPoolIsFair(t *testing.T) {
	p := newPool(1, 1, 10, 4)
	first, err := p.enter("z")
	if err != nil {
		t.Fatal(err)
	}
	searcher, err := first.wait(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	type named struct {
		name string
		*ticket
	}
	var waiting []named
	for _, name := range []string{"a", "a", "a", "a", "b", "c"} {
		tk, err := p.enter(name)
		if err != nil {
			t.Fatal(err)
		}
		waiting = append(waiting, named{name, tk})
	}
	if _, err := p.enter("a"); !errors.Is(err, errMany) {
		t.Errorf("a fifth of one client: %v", err)
	}
	var order []string
	first.leave(searcher)
	for len(waiting) > 0 {
		i := slices.IndexFunc(waiting, func(n named) bool { return len(n.ready) > 0 })
		if i < 0 {
			t.Fatalf("nobody is served after %v", order)
		}
		order = append(order, waiting[i].name)
		s, err := waiting[i].wait(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		waiting[i].leave(s)
		waiting = slices.Delete(waiting, i, i+1)
	}
	if got := fmt.Sprint(order); got != "[a b c a a a]" {
		t.Errorf("served in the order %s", got)
	}
	if running, left := p.use(); running != 0 || left != 0 {
		t.Errorf("%d run and %d wait at the end", running, left)
	}
}

// TestPoolIsBounded: the queue has an end, and who gives up leaves it.
func TestPoolIsBounded(t *testing.T) {
	p := newPool(1, 1, 3, 3)
	held, _ := p.enter("x")
	s, _ := held.wait(context.Background())
	ctx, cancel := context.WithCancel(context.Background())
	var gone sync.WaitGroup
	for i := range 3 {
		tk, err := p.enter(fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		gone.Go(func() {
			if _, err := tk.wait(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := p.enter("late"); !errors.Is(err, errBusy) {
		t.Errorf("a fourth in the queue: %v", err)
	}
	cancel()
	gone.Wait()
	if running, waiting := p.use(); running != 1 || waiting != 0 || len(p.clients) != 0 {
		t.Errorf("%d run, %d wait, %d clients", running, waiting, len(p.clients))
	}
	held.leave(s)
	if _, err := p.enter("late"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestPoolLosesNothing: hundreds come, wait, give up and leave at random, and
// all searchers are there in the end.
func TestPoolLosesNothing(t *testing.T) {
	p := newPool(3, 1, 50, 10)
	var all sync.WaitGroup
	for i := range 400 {
		all.Go(func() {
			tk, err := p.enter(fmt.Sprint(i % 7))
			if err != nil {
				return
			}
			ctx, cancel := context.WithCancel(context.Background())
			if i%3 == 0 {
				cancel()
			}
			if s, err := tk.wait(ctx); err == nil {
				tk.leave(s)
			}
			cancel()
		})
	}
	all.Wait()
	if running, waiting := p.use(); running != 0 || waiting != 0 || len(p.free) != 3 || len(p.clients) != 0 || p.turns.Len() != 0 {
		t.Errorf("%d run, %d wait, %d free, %d clients, %d turns", running, waiting, len(p.free), len(p.clients), p.turns.Len())
	}
}
