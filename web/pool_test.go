package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// testPool is a pool with small tables and limits of waiting tickets: in total, for
// an address, and for a client.
func testPool(places, all, address, client int) *pool {
	return newPool(rules{
		places: places, table: 1,
		all: bound{Queue, all}, address: bound{QueueEach, address}, client: bound{QueueClient, client},
	})
}

// by is a request of a client; all have the same address.
func by(name string) request { return request{asker: asker{"192.0.2.1", name}} }

// met reports whether an error is a refusal by a limit.
func met(err error, l Limit) bool {
	var r *refusal
	return errors.As(err, &r) && r.limit == l
}

// TestPoolIsFair: one client has four requests, and two clients have one each. With one
// searcher, each client is served once before the greedy client is served again.
func TestPoolIsFair(t *testing.T) {
	p := testPool(1, 10, 10, 4)
	first, err := p.enter(by("z"))
	if err != nil {
		t.Fatal(err)
	}
	err = first.wait(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	type named struct {
		name string
		*ticket
	}
	var waiting []named
	for _, name := range []string{"a", "a", "a", "a", "b", "c"} {
		tk, err := p.enter(by(name))
		if err != nil {
			t.Fatal(err)
		}
		waiting = append(waiting, named{name, tk})
	}
	if _, err := p.enter(by("a")); !met(err, QueueClient) {
		t.Errorf("a fifth of one client: %v", err)
	}
	var order []string
	first.leave(true)
	for len(waiting) > 0 {
		i := slices.IndexFunc(waiting, func(n named) bool { return len(n.ready) > 0 })
		if i < 0 {
			t.Fatalf("nobody is served after %v", order)
		}
		order = append(order, waiting[i].name)
		err := waiting[i].wait(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		waiting[i].leave(true)
		waiting = slices.Delete(waiting, i, i+1)
	}
	if got := fmt.Sprint(order); got != "[a b c a a a]" {
		t.Errorf("served in the order %s", got)
	}
	if running, left := p.use(); running != 0 || left != 0 {
		t.Errorf("%d run and %d wait at the end", running, left)
	}
}

// TestPoolIsBounded: the queue is limited, and a cancelled ticket leaves it.
func TestPoolIsBounded(t *testing.T) {
	p := testPool(1, 3, 9, 3)
	held, _ := p.enter(by("x"))
	_ = held.wait(context.Background())
	ctx, cancel := context.WithCancel(context.Background())
	var gone sync.WaitGroup
	for i := range 3 {
		tk, err := p.enter(by(fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		gone.Go(func() {
			if err := tk.wait(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := p.enter(by("late")); !met(err, Queue) {
		t.Errorf("a fourth in the queue: %v", err)
	}
	cancel()
	gone.Wait()
	if running, waiting := p.use(); running != 1 || waiting != 0 {
		t.Errorf("%d run, %d wait", running, waiting)
	}
	held.leave(true)
	if _, err := p.enter(by("late")); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestPoolLosesNothing: hundreds of tickets arrive, wait, are cancelled and leave at
// random, and at the end all searchers are free.
func TestPoolLosesNothing(t *testing.T) {
	p := testPool(3, 50, 50, 10)
	var all sync.WaitGroup
	for i := range 400 {
		all.Go(func() {
			tk, err := p.enter(by(fmt.Sprint(i % 7)))
			if err != nil {
				return
			}
			ctx, cancel := context.WithCancel(context.Background())
			if i%3 == 0 {
				cancel()
			}
			if err := tk.wait(ctx); err == nil {
				tk.leave(true)
			}
			cancel()
		})
	}
	all.Wait()
	if running, waiting := p.use(); running != 0 || waiting != 0 || len(p.free) != 3 || len(p.turns.shares) != 0 {
		t.Errorf("%d run, %d wait, %d free, %d addresses", running, waiting, len(p.free), len(p.turns.shares))
	}
}
