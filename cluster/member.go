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
	Excluded string    `json:"excluded,omitempty"` // why it is no longer trusted

	Answers int     `json:"-"` // accepted since the hub began
	Checks  int     `json:"-"` // of others' answers
	Seconds float64 `json:"-"` // time taken by accepted answers
	seen    time.Time
	left    bool
	jobs    []underway
	counts  counted              // of its calls in this session
	waiting int                  // its waiting calls for a job
	held    map[string]time.Time // by ticket: the end of the job's lease
	stay    context.Context      // ends when it leaves
	depart  context.CancelFunc
}

// maxShown is the maximum number of characters of a worker's name that are shown.
const maxShown = 100

// shown makes a worker's text safe for users: an invisible character, such as a
// terminal escape, becomes U+FFFD.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// short shortens a text for users.
func short(text string) string {
	if runes := []rune(shown(text)); len(runes) > maxShown {
		return string(runes[:maxShown]) + "..."
	}
	return shown(text)
}

// title names it for users.
func (m *member) title() string { return m.Hello.Name + " (" + m.ID + ")" }

func (m *member) value() Value {
	text, _ := json.Marshal(m)
	return Value{"worker." + m.ID, text}
}

// here reports whether a worker has not left, and was heard from within three leases.
func (m *member) here(lease time.Duration) bool {
	return !m.left && time.Since(m.seen) < 3*lease
}

// away returns why a worker may not have jobs, or nil.
func (m *member) away() error {
	switch {
	case m.Excluded != "":
		return errors.New("the worker is excluded: " + m.Excluded)
	case m.left:
		return errors.New("the worker has left: it has to join first")
	}
	return nil
}

// enter begins a worker's stay, which depart ends.
func (m *member) enter() {
	if m.held == nil {
		m.held = map[string]time.Time{}
	}
	m.stay, m.depart = context.WithCancel(context.Background())
}

// threads returns the number of threads of the workers that are here.
func (h *Hub) threads() int {
	n := 0
	for _, m := range h.members {
		if m.here(h.options.Lease) && m.Excluded == "" {
			n += m.Hello.Threads
		}
	}
	return n
}

// join admits the owner of a key, or returns why not.
func (h *Hub) join(key []byte, count uint64, hello Hello) welcome {
	hello.Name = short(hello.Name)
	h.mu.Lock()
	defer h.mu.Unlock()
	refuse := func(why string) welcome {
		h.log.Warn("a worker was refused", "worker", hello.Name, "why", why)
		return welcome{Refused: why}
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
		return welcome{Refused: "the hub is stopping"}
	}
	h.members[m.ID] = m
	h.log.Info("a worker joins", "worker", m.title(), "threads", hello.Threads)
	h.rouse()
	return welcome{Worker: m.ID, Lease: h.options.Lease}
}

// unfit returns why a worker cannot do the hub's work, or nil.
func (h *Hub) unfit(hello *Hello) error {
	if hello.Version != h.options.Version && (h.options.Same == nil || !h.options.Same(h.options.Version, hello.Version)) {
		return fmt.Errorf("the hub is version %s and the worker %s: both must be the same", h.options.Version, short(hello.Version))
	}
	if hello.Threads < 1 || hello.Threads > 4096 {
		return fmt.Errorf("%d threads: want a number from 1 to 4096", hello.Threads)
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

// dismiss sends workers away that cannot do an order.
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

// maxPartial is the maximum size of a partial result in bytes: all moves of a
// large board fit.
const maxPartial = 64 << 10

// maxName is the maximum length of a run's or a job's name in bytes.
const maxName = 256

// clip removes what is too long, and jobs that cannot be the worker's.
func (b *beat) clip(most int) {
	b.Jobs = slices.DeleteFunc(b.Jobs, func(j underway) bool { return len(j.Run) > maxName || len(j.ID) > maxName })
	b.Jobs = b.Jobs[:min(len(b.Jobs), most)]
	for i := range b.Jobs {
		j := &b.Jobs[i]
		if j.Run, j.ID = shown(j.Run), shown(j.ID); len(j.Partial) > maxPartial {
			j.Partial = nil
		}
	}
}

// beat handles a worker's report of its jobs.
func (h *Hub) beat(m *member, b beat) orders {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case m.Excluded != "":
		return orders{Leave: "it is excluded: " + m.Excluded}
	case m.left:
		return orders{Leave: "there is a run whose game it does not know"}
	}
	came := !m.here(h.options.Lease)
	b.clip(m.maxHeld())
	m.seen, m.jobs = time.Now(), b.Jobs
	if came {
		h.rouse()
	}
	var o orders
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
			if _, known := l.offered[u.ID]; known { // it may be reached again by another path
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
