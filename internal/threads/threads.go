// Package threads runs goroutines that work on one thing. If one of them panics, the goroutine
// that waits for them panics too, so that the caller can recover. Without a group the panic would
// end the program: no other goroutine can recover it.
package threads

import (
	"runtime"
	"sync"
)

// Group is a set of goroutines. The zero Group is ready for use.
type Group struct {
	// Stop makes the others end when one of them panics. It may be called more than once, and
	// by several goroutines. Nil: they end by themselves.
	Stop func()

	all    sync.WaitGroup
	mu     sync.Mutex
	failed bool
	value  any // of the first panic
}

// Go starts a goroutine. A fault of the program itself, such as an index out of range, ends the
// program with a trace, as in any goroutine.
func (g *Group) Go(work func()) { g.all.Go(func() { g.Call(work) }) }

// Call does what Go does, in a goroutine that another package has started.
func (g *Group) Call(work func()) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, fault := v.(runtime.Error); fault {
			panic(v)
		}
		g.note(v)
		if g.Stop != nil {
			g.Stop()
		}
	}()
	work()
}

func (g *Group) note(v any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.failed {
		g.failed, g.value = true, v
	}
}

// Wait waits until all goroutines of the group have ended. If one has panicked, Wait panics with
// the same value.
func (g *Group) Wait() {
	if failed, value := g.end(); failed {
		panic(value)
	}
}

// Join waits until all goroutines of the group have ended, and ignores their panics. It is for a
// goroutine that is panicking itself.
func (g *Group) Join() { g.end() }

func (g *Group) end() (failed bool, value any) {
	g.all.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	failed, value = g.failed, g.value
	g.failed, g.value = false, nil
	return failed, value
}
