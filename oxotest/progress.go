package oxotest

import (
	"fmt"
	"iter"
	"time"
)

const (
	slow  = 5 * time.Second  // a run that may take longer is announced
	every = 10 * time.Second // between lines of progress
)

// progress sometimes reports how far a check is. A nil progress reports nothing.
type progress struct {
	now  func() time.Time
	say  func(line string)
	last time.Time
}

func newProgress(now func() time.Time, say func(line string)) *progress {
	return &progress{now: now, say: say, last: now()}
}

// report reports the progress, unless the last report is recent.
func (p *progress) report(done, all int, what string) {
	if p == nil || done == all || p.now().Sub(p.last) < every {
		return
	}
	p.last = p.now()
	p.say(fmt.Sprintf("%d of %d %s", done, all, what))
}

// turns counts the random games of a check.
func (c *checker) turns() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range c.opts.Games {
			if c.stop() || !yield(i) {
				return
			}
			c.progress.report(i+1, c.opts.Games, "games")
		}
	}
}

// stop reports whether the check is to end early.
func (c *checker) stop() bool { return c.stopped != nil && c.stopped() }
