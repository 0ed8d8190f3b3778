package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress writes a line on a terminal again and again, or a new line every
// few seconds elsewhere. Several goroutines may use it.
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
	longest       = 5 * time.Minute // between two lines that follow writes elsewhere
)

func (a *app) progress() *progress {
	p := &progress{w: a.err, terminal: a.errTerminal, last: time.Now(), every: elsewhere}
	if p.terminal {
		p.every = terminalEvery
	}
	return p
}

// show writes the state unless it has lately. The text is made only then.
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

// follow shows the state, whether it changes or not, until end is called: for work
// that does not tell how far it is. Elsewhere than on a terminal the lines get rarer,
// since what is not over in seconds may take hours. A state that is "" is not shown.
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

// done clears the line: what it told of is done.
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
