package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// member is a worker that has joined.
type member struct {
	ID       string    `json:"id"`
	Key      []byte    `json:"key"` // public
	Hello    Hello     `json:"hello"`
	Joined   time.Time `json:"joined"`
	Excluded string    `json:"excluded,omitempty"` // why it is believed no more

	Answers int     `json:"-"` // accepted since the hub began
	Checks  int     `json:"-"` // of others' answers
	Seconds float64 `json:"-"` // that accepted answers took
	seen    time.Time
	left    bool
	jobs    []Underway
	counts  counted              // of its calls in this session
	waiting int                  // of its calls for a job
	held    map[string]time.Time // by ticket: when the lease of a job that it has ends
	stay    context.Context      // ends when it leaves
	depart  context.CancelFunc
}

// mostShown is how many characters of a worker's name people see.
const mostShown = 100

// shown is a worker's text for people: what cannot be seen, as an order to a terminal, is U+FFFD.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// short is the beginning of what people see of a text.
func short(text string) string {
	if runes := []rune(shown(text)); len(runes) > mostShown {
		return string(runes[:mostShown]) + "..."
	}
	return shown(text)
}

// title names it for people.
func (m *member) title() string { return m.Hello.Name + " (" + m.ID + ")" }

func (m *member) value() Value {
	text, _ := json.Marshal(m)
	return Value{"worker." + m.ID, text}
}

// here reports whether a worker was heard of within three leases, and has not left.
func (m *member) here(lease time.Duration) bool {
	return !m.left && time.Since(m.seen) < 3*lease
}

// away returns why a worker may have no jobs, or nil.
func (m *member) away() error {
	switch {
	case m.Excluded != "":
		return errors.New("the worker is excluded: " + m.Excluded)
	case m.left:
		return errors.New("the worker has left: it has to join first")
	}
	return nil
}

// enter makes a worker's stay, which depart ends.
func (m *member) enter() {
	if m.held == nil {
		m.held = map[string]time.Time{}
	}
	m.stay, m.depart = context.WithCancel(context.Background())
}

// threads returns how many jobs the workers that are here do at a time.
func (h *Hub) threads() int {
	n := 0
	for _, m := range h.members {
		if m.here(h.options.Lease) && m.Excluded == "" {
			n += m.Hello.Threads
		}
	}
	return n
}

// join lets the owner of a key in, or says why not.
func (h *Hub) join(key []byte, count uint64, hello Hello) Welcome {
	hello.Name = short(hello.Name)
	h.mu.Lock()
	defer h.mu.Unlock()
	refuse := func(why string) Welcome {
		h.log.Warn("a worker was refused", "worker", hello.Name, "why", why)
		return Welcome{Refused: why}
	}
	if err := h.unfit(&hello); err != nil {
		return refuse(err.Error())
	}
	m, known := h.members[idOf(key)]
	switch {
	case !known:
		m = &member{ID: idOf(key), Key: key}
		m.counts.take(count)
	case m.Excluded != "":
		return refuse("it is excluded: " + m.Excluded)
	default:
		m.depart()
	}
	m.enter()
	m.Hello, m.Joined, m.seen, m.left = hello, time.Now(), time.Now(), false
	if !h.insist(h.ctx, "a worker cannot be remembered", func() error { return h.office.Keep(h.ctx, []Value{m.value()}) }) {
		return Welcome{Refused: "the hub is stopping"}
	}
	h.members[m.ID] = m
	h.log.Info("a worker joins", "worker", m.title(), "threads", hello.Threads)
	h.rouse()
	return Welcome{Worker: m.ID, Lease: h.options.Lease}
}

// unfit returns why a worker cannot do what the hub has to do, or nil.
func (h *Hub) unfit(hello *Hello) error {
	if hello.Version != h.options.Version && (h.options.Same == nil || !h.options.Same(h.options.Version, hello.Version)) {
		return fmt.Errorf("the hub is version %s and the worker %s: both must be the same", h.options.Version, short(hello.Version))
	}
	if hello.Threads < 1 || hello.Threads > 4096 {
		return fmt.Errorf("%d threads: it is a number from 1 to 4096", hello.Threads)
	}
	for _, name := range h.names() {
		l := h.runs[name]
		if !l.ended.IsZero() || h.options.Knows == nil {
			continue
		}
		if err := h.options.Knows(l.order, hello.Games); err != nil {
			return fmt.Errorf("the worker cannot do %s: %w", name, err)
		}
	}
	return nil
}

// dismiss tells workers to leave that cannot do an order.
func (h *Hub) dismiss(o Order) {
	if h.options.Knows == nil {
		return
	}
	for _, m := range h.members {
		if err := h.options.Knows(o, m.Hello.Games); err != nil && m.here(h.options.Lease) {
			h.log.Warn("a worker has to leave", "worker", m.title(), "why", err)
			h.sendAway(m)
		}
	}
}

// longestPartial is how many bytes a worker may say of a job on its way: all moves of a large board have room.
const longestPartial = 64 << 10

// longestName is how many bytes the name of a run or of a job may have.
const longestName = 256

// clip leaves out what is too long, and jobs that cannot be the worker's.
func (b *Beat) clip(most int) {
	b.Jobs = slices.DeleteFunc(b.Jobs, func(j Underway) bool { return len(j.Run) > longestName || len(j.ID) > longestName })
	b.Jobs = b.Jobs[:min(len(b.Jobs), most)]
	for i := range b.Jobs {
		j := &b.Jobs[i]
		if j.Run, j.ID = shown(j.Run), shown(j.ID); len(j.Partial) > longestPartial {
			j.Partial = nil
		}
	}
}

// beat takes what a worker says of its jobs.
func (h *Hub) beat(m *member, b Beat) Orders {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case m.Excluded != "":
		return Orders{Leave: "it is excluded: " + m.Excluded}
	case m.left:
		return Orders{Leave: "there is a run whose game it does not know"}
	}
	came := !m.here(h.options.Lease)
	b.clip(m.mostHeld())
	m.seen, m.jobs = time.Now(), b.Jobs
	if came {
		h.rouse()
	}
	var o Orders
	for _, u := range b.Jobs {
		l, ok := h.runs[u.Run]
		if !ok || !l.ended.IsZero() {
			o.Drop = append(o.Drop, u.Run+"."+u.ID)
			continue
		}
		if _, checked := l.checks[u.ID]; checked {
			continue
		}
		if !l.run.Wants(u.ID) {
			o.Drop = append(o.Drop, u.Run+"."+u.ID)
			if _, known := l.offered[u.ID]; known { // another way may lead there again
				delete(l.offered, u.ID)
				l.run.Drop(u.ID)
			}
			continue
		}
		if len(u.Partial) > 0 {
			l.run.Hint(u.ID, u.Partial)
		}
	}
	return o
}
