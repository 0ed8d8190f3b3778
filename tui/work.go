//go:build unix || windows

package tui

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// work is a long computation: it sends messages to its reporter until it is done or
// its context ends. A message sent with replace may be lost if another follows; one
// sent with tell is not.
type work func(ctx context.Context, r *reporter)

// job is a work that runs in its own goroutine. It begins when its command is first
// run, so a model whose commands are never run has no goroutine.
type job struct {
	ctx      context.Context
	cancel   context.CancelFunc
	before   <-chan struct{} // closed when the work before has released the shared engines
	do       work
	begin    sync.Once
	all      bool
	skipped  bool // it was cancelled before it began
	unwanted bool // it was cancelled; for the goroutine of the model
	done     chan struct{}
	messages chan tea.Msg // holds one
}

// report is a message of a job.
type report struct {
	of  *job
	msg tea.Msg
}

// finished is the last message of a job.
type finished struct{}

// crash is a panic of a job, to be raised again where the terminal is restored.
type crash struct {
	value any
	stack []byte
}

// lane runs one job after another: they share engines, which only one caller at a
// time may use.
type lane struct {
	now *job
	all bool // skip no report of progress; for tests
}

// start cancels the lane's current job, and returns the command that runs another and
// yields its first message.
func (l *lane) start(ctx context.Context, do work) tea.Cmd {
	j := &job{do: do, all: l.all, done: make(chan struct{}), messages: make(chan tea.Msg, 1)}
	j.ctx, j.cancel = context.WithCancel(ctx)
	l.stop()
	if l.now != nil {
		j.before = l.now.over()
	}
	l.now = j
	return j.next
}

// stop cancels the lane's current job, if there is one; its messages are no longer
// wanted.
func (l *lane) stop() {
	if l.now == nil {
		return
	}
	l.now.unwanted = true
	l.now.cancel()
	l.now.begin.Do(func() {
		l.now.skipped = true
		close(l.now.messages)
		close(l.now.done)
	})
}

// over is closed when the job and those before it have released their engines; nil if
// there is nothing to wait for. The job has been stopped.
func (j *job) over() <-chan struct{} {
	if j.skipped {
		return j.before
	}
	return j.done
}

// wants reports whether a message comes from the lane's current job.
func (l *lane) wants(r report) bool { return l.now == r.of && !r.of.unwanted }

// running reports whether the lane's current job is still running.
func (l *lane) running() bool {
	if l.now == nil || l.now.ctx.Err() != nil {
		return false
	}
	select {
	case <-l.now.done:
		return false
	default:
		return true
	}
}

// wait stops the lane's work and waits for it.
func (l *lane) wait() {
	l.stop()
	if l.now == nil {
		return
	}
	if over := l.now.over(); over != nil {
		<-over
	}
}

// next waits for a message of the job. It raises a panic of the work again here,
// where Bubble Tea restores the terminal.
func (j *job) next() tea.Msg {
	j.begin.Do(func() { go j.run() })
	msg, open := <-j.messages
	if c, ok := msg.(crash); ok {
		panic(fmt.Sprintf("%v\n%s", c.value, c.stack))
	}
	if !open {
		msg = finished{}
	}
	return report{j, msg}
}

func (j *job) run() {
	defer close(j.done)
	defer close(j.messages)
	defer j.cancel()
	r := &reporter{job: j}
	defer func() {
		if v := recover(); v != nil {
			r.replace(crash{v, debug.Stack()})
		}
	}()
	if j.before != nil {
		<-j.before
	}
	if j.ctx.Err() == nil {
		j.do(j.ctx, r)
	}
}

// reporter passes the messages of a job on.
type reporter struct {
	job  *job
	last time.Time
}

// between is the minimum time between two reports of progress: a reader cannot follow
// more, and writing them slows the search.
const between = 50 * time.Millisecond

// due reports whether it is time for the next report of progress.
func (r *reporter) due() bool {
	if !r.job.all && time.Since(r.last) < between {
		return false
	}
	r.last = time.Now()
	return true
}

// replace replaces a message that has not been read yet. The job is the only sender,
// so there is room after that.
func (r *reporter) replace(msg tea.Msg) {
	select {
	case <-r.job.messages:
	default:
	}
	r.job.messages <- msg
}

// tell waits until the message is received, or the job is cancelled.
func (r *reporter) tell(msg tea.Msg) {
	select {
	case r.job.messages <- msg:
	case <-r.job.ctx.Done():
	}
}
