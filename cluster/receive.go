package cluster

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxFailures is how often a job may fail before it is set aside.
const maxFailures = 3

// receive collects answers until ctx ends.
func (h *Hub) receive(ctx context.Context) {
	for ctx.Err() == nil {
		var letters []Letter
		if !h.insist(ctx, "answers cannot be read", func() (err error) {
			letters, err = h.office.Answers(ctx)
			return err
		}) {
			return
		}
		// Answers are first taken into memory, then stored, and only then removed from
		// the queue.
		if !h.takeAll(ctx, letters) {
			return
		}
		for _, letter := range letters {
			if err := letter.Done(); err != nil && ctx.Err() == nil {
				h.log.Warn("an answer stays in the queue and will come again, which changes nothing", "error", err)
			}
		}
		h.mu.Lock()
		for _, l := range h.runs {
			h.finish(l)
		}
		h.mu.Unlock()
		h.rouse()
	}
}

// takeAll accepts answers and stores those that count. It returns false if ctx ends
// first.
func (h *Hub) takeAll(ctx context.Context, letters []Letter) bool {
	h.keeping.Lock()
	defer h.keeping.Unlock()
	h.mu.Lock()
	var keep []Value
	for _, letter := range letters {
		keep = append(keep, h.take(ctx, letter.Text)...)
	}
	h.mu.Unlock()
	return len(keep) == 0 || h.insist(ctx, "answers cannot be kept", func() error { return h.office.Keep(ctx, keep) })
}

// opened reads and checks a letter, which holds a worker's answer to a job.
func (h *Hub) opened(letter []byte) (*member, *answer, error) {
	var s signed
	var a answered
	if err := json.Unmarshal(letter, &s); err != nil {
		return nil, nil, fmt.Errorf("it cannot be read: %w", err)
	}
	if !s.genuine(verbAnswer) {
		return nil, nil, errors.New("its signature is wrong")
	}
	if err := json.Unmarshal(s.Text, &a); err != nil {
		return nil, nil, fmt.Errorf("it cannot be read: %w", err)
	}
	m, ok := h.members[idOf(s.Key)]
	if !ok || !bytes.Equal(m.Key, s.Key) {
		return nil, nil, errors.New("its sender is not a worker of this hub")
	}
	if err := h.honour(m, &a.Ticket); err != nil {
		return nil, nil, err
	}
	if a.Answer.Job.Name() != a.Ticket.Job || a.Answer.Job.Run != a.Ticket.Run {
		return nil, nil, errTicket
	}
	a.Answer.Worker = m.ID
	return m, &a.Answer, nil
}

// take reads an answer, and returns the values to store.
func (h *Hub) take(ctx context.Context, text []byte) []Value {
	m, a, err := h.opened(text)
	if err != nil {
		h.log.Warn("an answer was left out", "why", err, "bytes", len(text))
		return nil
	}
	if m.Excluded != "" {
		h.log.Warn("an answer of an excluded worker was left out", "worker", m.title(), "job", a.Job.Name())
		h.forgetOffer(&a.Job)
		return nil
	}
	l, ok := h.runs[a.Job.Run]
	if !ok {
		return nil // of a run that was stopped
	}
	if a.Job.Check {
		h.compare(ctx, l, m, a)
		return nil
	}
	if _, ok := l.answers[a.Job.ID]; ok {
		l.again++
		return nil
	}
	if a.Error != "" {
		return some(h.fail(l, &a.Job, fmt.Sprintf("%s: %s", m.title(), clip(a.Error)), m.ID))
	}
	return h.accept(l, m, a)
}

// some returns the value as a list, or nil if ok is false.
func some(v Value, ok bool) []Value {
	if !ok {
		return nil
	}
	return []Value{v}
}

// accept accepts an answer, and returns the values to store.
func (h *Hub) accept(l *live, m *member, a *answer) []Value {
	id := a.Job.ID
	asked, known := l.offered[id]
	switch {
	case !known && l.order.Check > 0:
		// Only the hub's own question can be checked, since a worker could claim to
		// have been asked another. The job will be asked again.
		return nil
	case !l.run.Wants(id):
		if delete(l.offered, id); known { // it may be reached again by another path
			l.run.Drop(id)
		}
		return nil
	}
	if err := l.run.Take(id, a.Found); err != nil {
		return some(h.fail(l, &a.Job, fmt.Sprintf("%s: an answer that cannot be: %s", m.title(), clip(err.Error())), m.ID))
	}
	delete(l.offered, id)
	delete(l.failures, id)
	delete(l.failedBy, id)
	l.answers[id] = a.Worker
	since := l.began
	if known {
		since = asked.since
	}
	took := max(0, min(a.Seconds, time.Since(since).Seconds())) // nobody worked on it for longer
	l.work += took
	m.Answers++
	m.Seconds += took
	h.rate.add(time.Now())
	if known {
		a.Job = asked.job // the hub's own question, whatever the worker sent
	}
	text, _ := json.Marshal(a) // cannot fail: all its parts came from JSON
	keep := []Value{{"answer." + l.name + "." + id, text}}
	if known && h.checks(l, &asked.job) {
		keep = append(keep, some(h.beginCheck(l, a))...)
	}
	return keep
}

// beginCheck starts the check of an answer, and returns the value to store for it.
func (h *Hub) beginCheck(l *live, a *answer) (Value, bool) {
	again, found := a.Job, a.Found
	again.Check, again.NotBy, again.Turn, again.Nonce = true, a.Worker, 0, hex.EncodeToString(secret(8))
	if ask, said, ok := l.sample(again.Ask, found, again.Nonce); ok {
		again.Ask, found = ask, said
	}
	l.checks[again.ID] = &offered{job: again, since: time.Now(), found: found}
	go h.offerCheck(again)
	job, err := json.Marshal(&again)
	return Value{"check." + l.name + "." + again.ID, job}, err == nil
}

// sample calls [sampled], with the nonce of a check as the random number.
func (l *live) sample(ask, answer json.RawMessage, nonce string) (asked, said json.RawMessage, ok bool) {
	s, can := l.run.(sampled)
	draw, err := strconv.ParseUint(nonce, 16, 64)
	if !can || err != nil {
		return nil, nil, false
	}
	return s.Sample(ask, answer, draw)
}

// maxError is the maximum length of a stored error of a worker in bytes.
const maxError = 500

// clip shortens a worker's text for users.
func clip(text string) string {
	if text = shown(text); len(text) <= maxError {
		return text
	}
	return strings.ToValidUTF8(text[:maxError], "") + "..."
}

// fail counts a failure of a job. by is the worker that failed, or "". The job is asked
// again, or set aside after too many failures. If possible another worker gets it: one
// that cannot do a job fails fast, and would get it again.
func (h *Hub) fail(l *live, j *Job, why, by string) (Value, bool) {
	if _, known := l.offered[j.ID]; !known || j.Turn < l.failures[j.ID] {
		return Value{}, false // already reported
	}
	l.failures[j.ID]++
	delete(l.offered, j.ID)
	if delete(l.failedBy, j.ID); by != "" && h.others(by) > 0 {
		l.failedBy[j.ID] = by
	}
	if l.failures[j.ID] < maxFailures {
		h.log.Warn("a job failed and is asked again", "job", j.Name(), "why", why)
		l.run.Drop(j.ID)
		return Value{}, false
	}
	h.log.Error("a job is set aside: it failed three times", "job", j.Name(), "ask", string(j.Ask), "why", why)
	l.aside[j.ID] = why
	l.run.SetAside(j.ID, why)
	return Value{"aside." + l.name + "." + j.ID, []byte(why)}, true
}

// lapsed handles a job, given by name, that the queue has abandoned.
func (h *Hub) lapsed(name string) {
	h.mu.Lock()
	for _, l := range h.runs {
		for id, o := range l.offered {
			if o.job.Name() != name {
				continue
			}
			if l.failedBy[id] != "" { // the worker that failed gave it back, and no other was free
				delete(l.failedBy, id)
				delete(l.offered, id)
				l.run.Drop(id)
				continue
			}
			if v, ok := h.fail(l, &o.job, "its workers stopped answering again and again", ""); ok {
				go h.insist(h.ctx, "a job that is set aside cannot be kept", func() error { return h.office.Keep(h.ctx, []Value{v}) })
			}
			delete(l.offered, id)
		}
		for _, o := range l.checks {
			if o.job.Name() != name || o.judged {
				continue
			}
			// The queue also counts deliveries to the author of the answer, which gives
			// the check back if no other worker is free. The next sweep offers it again.
			if o.lapses++; o.lapses < maxFailures && h.others(o.job.NotBy) > 0 {
				continue
			}
			h.log.Warn("the hub makes a check itself: no worker did it", "job", name)
			h.judgeAlone(l, o)
		}
		h.finish(l)
	}
	h.mu.Unlock()
	h.rouse()
}

// forgetOffer lets a job be asked again after its answer was ignored.
func (h *Hub) forgetOffer(j *Job) {
	l, ok := h.runs[j.Run]
	if !ok {
		return
	}
	if _, ok := l.offered[j.ID]; ok && !j.Check {
		delete(l.offered, j.ID)
		l.run.Drop(j.ID)
	}
}

// finish ends a run that is over, once its checks are over, too.
func (h *Hub) finish(l *live) {
	if !l.ended.IsZero() || len(l.checks) > 0 || !l.run.State().Over {
		return
	}
	l.ended = time.Now()
	var rest []Job
	for _, o := range l.offered {
		rest = append(rest, o.job)
	}
	clear(l.offered)
	h.log.Info("a run is over", "run", l.name, "after", l.ended.Sub(l.began).Round(time.Millisecond), "state", l.run.State().Text)
	if len(rest) > 0 {
		go h.withdraw(rest)
	}
}

func (h *Hub) withdraw(jobs []Job) {
	if err := h.office.Withdraw(h.ctx, jobs); err != nil && h.ctx.Err() == nil {
		h.log.Warn("jobs that nobody wants stay in the queue", "error", err)
	}
}
