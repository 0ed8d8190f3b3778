package certificate

import (
	"fmt"
	"sync"
	"sync/atomic"

	"oxo/prove/certificate/lines"
)

// deferred is a check that nothing else in the file waits for: a policy, or the search of the lines that pairs leave.
type deferred interface {
	// whole reports whether the check holds.
	whole(space *checkSpace) bool
	// where returns the place of the check in the file.
	where() *place
}

// place says where in the file a check ends, and why the file is wrong if the check fails.
type place struct {
	at  int64  // the bytes of the file up to the end of the checked part
	why string // the reason for an error if the check does not hold
}

func (p *place) where() *place { return p }

// wrong returns the error of a check that does not hold.
func (p *place) wrong() error { return wrongAt(p.at, p.why) }

// wrongAt returns the error of a wrong certificate.
func wrongAt(at int64, why string) error { return fmt.Errorf("%w: byte %d: %s", ErrWrong, at, why) }

// checkSpace is work space that one check after another uses.
type checkSpace struct {
	seen stateSet // the positions that a policy has led to
	rest lines.Rest
}

// background runs checks on other goroutines, while the reader reads on. Policies take most of the time in a large
// certificate of a game of columns. Searches of the lines that pairs leave take a fifth of the time for k in a row.
type background struct {
	checks chan []deferred
	small  []deferred // searches that are not sent yet
	all    sync.WaitGroup
	failed atomic.Bool
	mu     sync.Mutex
	first  *place // the first place in the file with a check that does not hold
}

// newBackground starts the goroutines. With fewer than two threads it returns nil, and the reader checks itself.
func newBackground(threads int) *background {
	if threads < 2 {
		return nil
	}
	const waiting = 16 // checks in the queue, for each goroutine
	b := &background{checks: make(chan []deferred, waiting*threads)}
	for range threads {
		b.all.Go(b.check)
	}
	return b
}

// check runs queued checks until the channel closes.
func (b *background) check() {
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
func (b *background) note(p *place) {
	b.mu.Lock()
	if b.first == nil || p.at < b.first.at {
		b.first = p
	}
	b.mu.Unlock()
	b.failed.Store(true)
}

// end waits for the last checks. It returns the first place in the file where a check does not hold, or nil.
func (b *background) end() *place {
	if b == nil {
		return nil
	}
	b.checks <- b.small
	close(b.checks)
	b.all.Wait()
	return b.first
}

// batch is the number of searches that are sent together, since each is short.
const batch = 64

// try runs a check, or queues it for another goroutine: then the error may be of an earlier check.
func (r *Reader) try(c deferred) error {
	p := c.where()
	p.at = r.report.Bytes
	b := r.background
	switch {
	case b == nil:
		if !c.whole(&r.space) {
			return p.wrong()
		}
		return nil
	case b.failed.Load():
		return ErrWrong // end returns the reason
	}
	if _, small := c.(*restCheck); !small {
		b.checks <- []deferred{c}
		return nil
	}
	if b.small = append(b.small, c); len(b.small) >= batch {
		b.checks <- b.small
		b.small = nil
	}
	return nil
}
