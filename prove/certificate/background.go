package certificate

import (
	"fmt"
	"sync"
	"sync/atomic"

	"oxo/prove/certificate/lines"
)

// later is a check that nothing else in the file waits for: a policy, or the search of what pairs leave.
type later interface {
	// whole reports whether it holds.
	whole(space *checkSpace) bool
	// where returns where in the file it is.
	where() *place
}

// place is where a check is.
type place struct {
	at  int64  // the byte of the file up to which it is written
	why string // what is wrong where it does not hold
}

func (p *place) where() *place { return p }

// wrong says why the certificate is refused where the check does not hold.
func (p *place) wrong() error { return wrongAt(p.at, p.why) }

// wrongAt says why a certificate is refused.
func wrongAt(at int64, why string) error { return fmt.Errorf("%w: byte %d: %s", ErrWrong, at, why) }

// checkSpace is what checks use one after another.
type checkSpace struct {
	seen stateSet // what a policy has led to
	rest lines.Rest
}

// beside checks on other goroutines, while the file is read on. Policies take most of the time of a large certificate of a
// game of columns, and searches of what pairs leave a fifth of that of one of k in a row.
type beside struct {
	checks chan []later
	small  []later // searches that are not handed over yet
	all    sync.WaitGroup
	failed atomic.Bool
	mu     sync.Mutex
	first  *place // of those that do not hold, the first one in the file
}

// newBeside starts that many goroutines. Where it is one it returns nil: then the reader checks.
func newBeside(threads int) *beside {
	if threads < 2 {
		return nil
	}
	const waiting = 16 // for each
	b := &beside{checks: make(chan []later, waiting*threads)}
	for range threads {
		b.all.Go(b.check)
	}
	return b
}

// check checks until there is no more to check.
func (b *beside) check() {
	var space checkSpace
	for checks := range b.checks {
		for _, c := range checks {
			if !c.whole(&space) {
				b.note(c.where())
			}
		}
	}
}

// note notes a check that does not hold.
func (b *beside) note(p *place) {
	b.mu.Lock()
	if b.first == nil || p.at < b.first.at {
		b.first = p
	}
	b.mu.Unlock()
	b.failed.Store(true)
}

// end waits for the last checks, and returns the first place in the file where one does not hold, or nil.
func (b *beside) end() *place {
	if b == nil {
		return nil
	}
	b.checks <- b.small
	close(b.checks)
	b.all.Wait()
	return b.first
}

// handedOver is how many searches are handed over at a time, since each is short.
const handedOver = 64

// try checks, or lets another goroutine do it: then the error may be of an earlier check.
func (r *Reader) try(c later) error {
	p := c.where()
	p.at = r.report.Bytes
	b := r.beside
	switch {
	case b == nil:
		if !c.whole(&r.space) {
			return p.wrong()
		}
		return nil
	case b.failed.Load():
		return ErrWrong // end has the reason
	}
	if _, small := c.(*restCheck); !small {
		b.checks <- []later{c}
		return nil
	}
	if b.small = append(b.small, c); len(b.small) >= handedOver {
		b.checks <- b.small
		b.small = nil
	}
	return nil
}
