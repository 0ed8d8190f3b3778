package threads_test

import (
	"sync/atomic"
	"testing"

	"oxo/internal/threads"
)

// TestPanic: if one goroutine panics, the others end, and Wait panics with the same value, once.
func TestPanic(t *testing.T) {
	var stop atomic.Bool
	c := threads.Group{Stop: func() { stop.Store(true) }}
	for range 3 {
		c.Go(func() {
			for !stop.Load() { //nolint:revive // it waits for the panic
			}
		})
	}
	c.Go(func() { panic("over") })
	func() {
		defer func() {
			if v := recover(); v != "over" {
				t.Errorf("Wait panics with %v, want over", v)
			}
		}()
		c.Wait()
	}()
	c.Go(func() {})
	c.Wait()
}
