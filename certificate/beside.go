package certificate

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// beside checks policies on other goroutines, while the file is read on: that takes most of the time of a large certificate of a
// game of columns.
type beside struct {
	checks chan *policyCheck
	all    sync.WaitGroup
	failed atomic.Bool
	mu     sync.Mutex
	first  *policyCheck // of those that do not hold, the first one in the file
}

// newBeside starts that many goroutines. Where it is one it returns nil: then the reader checks.
func newBeside(threads int) *beside {
	if threads < 2 {
		return nil
	}
	const waiting = 16 // for each
	b := &beside{checks: make(chan *policyCheck, waiting*threads)}
	for range threads {
		b.all.Go(b.check)
	}
	return b
}

// check checks policies until there are no more.
func (b *beside) check() {
	var seen stateSet
	for c := range b.checks {
		if c.whole(&seen) {
			continue
		}
		b.mu.Lock()
		if b.first == nil || c.at < b.first.at {
			b.first = c
		}
		b.mu.Unlock()
		b.failed.Store(true)
	}
}

// end waits for the last checks, and returns the first policy in the file that does not hold, or nil.
func (b *beside) end() *policyCheck {
	if b == nil {
		return nil
	}
	close(b.checks)
	b.all.Wait()
	return b.first
}

// try checks a policy, or lets another goroutine do it: then the error may be of an earlier one.
func (r *reader) try(c *policyCheck) error {
	c.at = r.report.Bytes
	switch {
	case r.beside == nil:
		if !c.whole(&r.tried) {
			return c.wrong()
		}
	case r.beside.failed.Load():
		return ErrWrong // end has the reason
	default:
		r.beside.checks <- c
	}
	return nil
}

// wrong says why the certificate is refused where the policy does not hold.
func (c *policyCheck) wrong() error { return wrongAt(c.at, c.why) }

// wrongAt says why a certificate is refused.
func wrongAt(at int64, why string) error { return fmt.Errorf("%w: byte %d: %s", ErrWrong, at, why) }
