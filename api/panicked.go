package api

import (
	"fmt"
	"runtime/debug"
)

// passedOn is the panic of another goroutine, passed on to the goroutine that waits for
// it.
type passedOn struct {
	value any
	stack []byte
}

// panicked wraps the value of a panic with the stack of its goroutine.
func panicked(value any) error { return &passedOn{value, debug.Stack()} }

// caught does some work, and sends what it panics with.
func caught(failed chan<- any, work func()) {
	defer func() {
		if v := recover(); v != nil {
			failed <- panicked(v)
		}
	}()
	work()
}

// Error says what happened, and where.
func (p *passedOn) Error() string { return fmt.Sprintf("%v\n%s", p.value, p.stack) }

// Unwrap returns the value, if it is an error.
func (p *passedOn) Unwrap() error {
	err, _ := p.value.(error)
	return err
}
