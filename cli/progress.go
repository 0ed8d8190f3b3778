package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress rewrites one line on a terminal; otherwise it writes a new line every
// few seconds. Several goroutines may use it.
type progress struct {
	terminal bool
	mu       sync.Mutex
	w        io.Writer
	every    time.Duration
	last     time.Time
	written  bool
}

const (
	terminalEvery = 100 * time.Millisecond
	elsewhere     = 5 * time.Second
	longest       = 5 * time.Minute // the longest interval between two lines of follow without a terminal
)

func (a *app) progress() *progress {
	p := &progress{w: a.err, terminal: a.errTerminal, last: time.Now(), every: elsewhere}
	if p.terminal {
		p.every = terminalEvery
	}
	return p
}

// show writes the state, unless the last writing was a short time ago. It calls
// text only if it writes.
func (p *progress) show(text func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) < p.every {
		return
	}
	p.last = time.Now()
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", text())
	} else {
		fmt.Fprintf(p.w, "%s\n", text())
	}
	p.written = true
}

// follow shows the state repeatedly until end is called, for work that does not
// report its progress. Without a terminal the interval grows, since work that takes
// more than seconds may take hours. An empty state is not shown.
func (p *progress) follow(state func() string) (end func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.NewTicker(terminalEvery); ; {
			select {
			case <-stop:
				tick.Stop()
				return
			case <-tick.C:
			}
			text := state()
			if text == "" {
				continue
			}
			p.show(func() string {
				if !p.terminal {
					p.every = min(2*p.every, longest)
				}
				return text
			})
		}
	}()
	return func() {
		close(stop)
		<-stopped
		p.done()
	}
}

// done clears the line when the work has ended.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.written && p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.written, p.last = false, time.Now()
	if !p.terminal {
		p.every = elsewhere
	}
}
