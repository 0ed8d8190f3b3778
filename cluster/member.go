package cluster

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// member is a worker that has joined.
type member struct {
	ID       string    `json:"id"`
	Key      []byte    `json:"key"` // of the seals of its answers
	Hello    Hello     `json:"hello"`
	Joined   time.Time `json:"joined"`
	Excluded string    `json:"excluded,omitempty"` // why it is believed no more

	Answers int     `json:"-"` // accepted since the hub began
	Checks  int     `json:"-"` // of others' answers
	Seconds float64 `json:"-"` // that accepted answers took
	seen    time.Time
	left    bool
	jobs    []Underway
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

// Sign seals an answer with the key of its worker: HMAC with SHA-256 [RFC2104].
func (a *Answer) Sign(key []byte) { a.Seal = a.seal(key) }

func (a *Answer) sealed(key []byte) bool { return hmac.Equal(a.Seal, a.seal(key)) }

func (a *Answer) seal(key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%q %q %q %q", a.Worker, a.Job.Name(), a.Error, a.Found)
	return mac.Sum(nil)
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

// join lets a worker in, or says why not.
func (h *Hub) join(hello Hello) Welcome {
	h.mu.Lock()
	defer h.mu.Unlock()
	refuse := func(why string) Welcome {
		h.log.Warn("a worker was refused", "worker", hello.Name, "why", why)
		return Welcome{Refused: why}
	}
	if hello.Version != h.options.Version {
		return refuse(fmt.Sprintf("the hub is version %s and the worker %s: both must be the same", h.options.Version, hello.Version))
	}
	if hello.Threads < 1 || hello.Threads > 4096 {
		return refuse(fmt.Sprintf("%d threads: it is a number from 1 to 4096", hello.Threads))
	}
	for _, name := range h.names() {
		l := h.runs[name]
		if !l.ended.IsZero() || h.options.Knows == nil {
			continue
		}
		if err := h.options.Knows(l.order, hello.Games); err != nil {
			return refuse("the worker cannot do " + name + ": " + err.Error())
		}
	}
	m := &member{ID: hex.EncodeToString(secret(6)), Key: secret(32), Hello: hello, Joined: time.Now(), seen: time.Now()}
	if !h.insist(h.ctx, "a worker cannot be remembered", func() error { return h.office.Keep(h.ctx, []Value{m.value()}) }) {
		return Welcome{Refused: "the hub is stopping"}
	}
	h.members[m.ID] = m
	h.log.Info("a worker joins", "worker", m.title(), "threads", hello.Threads)
	h.rouse()
	return Welcome{Worker: m.ID, Key: m.Key, Lease: h.options.Lease}
}

// dismiss tells workers to leave that cannot do an order.
func (h *Hub) dismiss(o Order) {
	if h.options.Knows == nil {
		return
	}
	for _, m := range h.members {
		if err := h.options.Knows(o, m.Hello.Games); err != nil && m.here(h.options.Lease) {
			h.log.Warn("a worker has to leave", "worker", m.title(), "why", err)
			m.left = true
		}
	}
}

// longestPartial is how many bytes a worker may say of a job on its way: all moves of a large board have room.
const longestPartial = 64 << 10

// clip leaves out what is too long.
func (b *Beat) clip() {
	for i := range b.Jobs {
		if len(b.Jobs[i].Partial) > longestPartial {
			b.Jobs[i].Partial = nil
		}
	}
}

// beat takes what a worker says of its jobs.
func (h *Hub) beat(b Beat) Orders {
	h.mu.Lock()
	defer h.mu.Unlock()
	m, ok := h.members[b.Worker]
	switch {
	case !ok:
		return Orders{Again: true}
	case m.Excluded != "":
		return Orders{Leave: "it is excluded: " + m.Excluded}
	case m.left:
		return Orders{Leave: "there is a run whose game it does not know"}
	}
	came := !m.here(h.options.Lease)
	b.clip()
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
