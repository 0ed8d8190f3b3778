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

// mostFailures is how often a job may fail before it is set aside.
const mostFailures = 3

// receive takes answers until ctx ends.
func (h *Hub) receive(ctx context.Context) {
	for ctx.Err() == nil {
		var letters []Letter
		if !h.insist(ctx, "answers cannot be read", func() (err error) {
			letters, err = h.office.Answers(ctx)
			return err
		}) {
			return
		}
		// What they say is in memory, then kept, and only then taken from the queue.
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

// takeAll takes answers and keeps those that count. It is false where ctx ends before.
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

// opened reads a letter: the call by which a worker answered a job that was handed to it.
func (h *Hub) opened(letter []byte) (*member, *Answer, error) {
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
		return nil, nil, errors.New("it is a stranger's")
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

// take reads an answer, and returns what is to be kept of it, if anything.
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

// some returns a list of the value, or an empty one where ok is false.
func some(v Value, ok bool) []Value {
	if !ok {
		return nil
	}
	return []Value{v}
}

// accept takes an answer in, and returns what is to be kept.
func (h *Hub) accept(l *live, m *member, a *Answer) []Value {
	id := a.Job.ID
	asked, known := l.offered[id]
	switch {
	case !known && l.order.Check > 0:
		// Only what the hub asked itself can be checked: a worker may say that it was asked
		// something else. The job will be asked again.
		return nil
	case !l.run.Wants(id):
		if delete(l.offered, id); known { // another way may lead there again
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
	took := max(0, min(a.Seconds, time.Since(since).Seconds())) // nobody worked at it for longer
	l.work += took
	m.Answers++
	m.Seconds += took
	h.rate.add(time.Now())
	if known {
		a.Job = asked.job // whatever the worker says that it was asked
	}
	text, _ := json.Marshal(a) // all its parts were read from JSON
	keep := []Value{{"answer." + l.name + "." + id, text}}
	if known && h.checks(l, &asked.job) {
		keep = append(keep, some(h.beginCheck(l, a))...)
	}
	return keep
}

// beginCheck has an answer checked, and returns what is to be kept of that.
func (h *Hub) beginCheck(l *live, a *Answer) (Value, bool) {
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

// sample is [Sampled], by the nonce of a check.
func (l *live) sample(ask, answer json.RawMessage, nonce string) (asked, said json.RawMessage, ok bool) {
	s, can := l.run.(Sampled)
	draw, err := strconv.ParseUint(nonce, 16, 64)
	if !can || err != nil {
		return nil, nil, false
	}
	return s.Sample(ask, answer, draw)
}

// longestError is how many bytes of a worker's error are kept.
const longestError = 500

// clip is the beginning of a worker's text, for people.
func clip(text string) string {
	if text = shown(text); len(text) <= longestError {
		return text
	}
	return strings.ToValidUTF8(text[:longestError], "") + "..."
}

// fail counts a job that failed, by a worker or none, and sets it aside or lets it be asked again: another worker
// where there is one, since who cannot do a job fails fast and would get it again.
func (h *Hub) fail(l *live, j *Job, why, by string) (Value, bool) {
	if _, known := l.offered[j.ID]; !known || j.Turn < l.failures[j.ID] {
		return Value{}, false // told before
	}
	l.failures[j.ID]++
	delete(l.offered, j.ID)
	if delete(l.failedBy, j.ID); by != "" && h.others(by) > 0 {
		l.failedBy[j.ID] = by
	}
	if l.failures[j.ID] < mostFailures {
		h.log.Warn("a job failed and is asked again", "job", j.Name(), "why", why)
		l.run.Drop(j.ID)
		return Value{}, false
	}
	h.log.Error("a job is set aside: it failed three times", "job", j.Name(), "ask", string(j.Ask), "why", why)
	l.aside[j.ID] = why
	l.run.SetAside(j.ID, why)
	return Value{"aside." + l.name + "." + j.ID, []byte(why)}, true
}

// lapsed is told of a job that the queue gave up, by name.
func (h *Hub) lapsed(name string) {
	h.mu.Lock()
	for _, l := range h.runs {
		for id, o := range l.offered {
			if o.job.Name() != name {
				continue
			}
			if l.failedBy[id] != "" { // the one who failed gave it back, and nobody else was free
				delete(l.failedBy, id)
				delete(l.offered, id)
				l.run.Drop(id)
				continue
			}
			if v, ok := h.fail(l, &o.job, "its workers fell silent, again and again", ""); ok {
				go h.insist(h.ctx, "a job that is set aside cannot be kept", func() error { return h.office.Keep(h.ctx, []Value{v}) })
			}
			delete(l.offered, id)
		}
		for _, o := range l.checks {
			if o.job.Name() != name || o.judged {
				continue
			}
			// The queue counts it, too, when the author of the answer was the only one free, and gave the check back. The
			// next sweep offers it again.
			if o.lapses++; o.lapses < mostFailures && h.others(o.job.NotBy) > 0 {
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

// forgetOffer lets a job be asked again whose answer was left out.
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

// finish notes that a run is over, once its checks are.
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
