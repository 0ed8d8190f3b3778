package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"time"
)

// checks reports whether a second worker is to answer a job too. The choice is the hub's
// secret, so that a worker cannot know it.
func (h *Hub) checks(l *live, j *Job) bool {
	if l.order.Check <= 0 || h.others("") < 2 {
		return false
	}
	sum := fnv.New64a()
	_, _ = sum.Write(h.lot())
	_, _ = sum.Write([]byte(j.Name()))
	x := sum.Sum64()
	x ^= x >> 33 // its low bits alone would be poor
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return int(x%1000) < l.order.Check
}

// lot is the secret of the choice: no worker's key is known to another.
func (h *Hub) lot() []byte {
	var all []byte
	for _, m := range h.members {
		if all == nil || string(m.Key) < string(all) {
			all = m.Key
		}
	}
	return all
}

// others counts the workers besides one that could do a job now.
func (h *Hub) others(than string) int {
	n := 0
	for id, m := range h.members {
		if id != than && m.here(h.options.Lease) && m.Excluded == "" {
			n++
		}
	}
	return n
}

// selfCheck lets the hub do the checks that no worker is left for.
func (h *Hub) selfCheck(l *live) {
	for _, c := range l.checks {
		if !c.judged && h.others(c.job.NotBy) == 0 {
			c.judged = true
			go h.judge(h.ctx, l.name, c.job, said{c.found, c.job.NotBy})
		}
	}
}

func (h *Hub) offerCheck(j Job) {
	h.insist(h.ctx, "a check cannot be put into the queue", func() error { return h.office.Offer(h.ctx, []Job{j}) })
}

// compare takes a second worker's answer to a job.
func (h *Hub) compare(ctx context.Context, l *live, m *member, a *Answer) {
	id := a.Job.ID
	c, ok := l.checks[id]
	if !ok {
		return
	}
	first := h.members[l.answers[id]]
	if a.Worker == c.job.NotBy || a.Error != "" || first == nil {
		h.log.Warn("a check found nothing out", "job", a.Job.Name(), "worker", m.title(), "why", a.Error)
		delete(l.checks, id)
		return
	}
	m.Checks++
	why := l.run.Agree(id, c.found, a.Found)
	if why == nil {
		delete(l.checks, id)
		return
	}
	h.log.Error("two workers disagree", "job", a.Job.Name(), "why", why, "first", first.title(), "second", m.title())
	c.judged = true
	go h.judge(ctx, l.name, c.job, said{c.found, first.ID}, said{a.Found, m.ID})
}

// said is an answer, and whose it is.
type said struct {
	found json.RawMessage
	by    string
}

// judge does a job itself, and excludes who was wrong about it. Where it cannot, two who
// disagree are both excluded, and one is believed.
func (h *Hub) judge(ctx context.Context, run string, j Job, all ...said) {
	var own json.RawMessage
	err := errors.New("the hub does no jobs itself")
	if h.options.Judge != nil {
		h.judging.Lock()
		own, err = h.options.Judge.Do(ctx, &j, func(json.RawMessage) {})
		h.judging.Unlock()
	}
	if ctx.Err() != nil {
		return
	}
	h.withdraw([]Job{j})
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.runs[run]
	if !ok {
		return
	}
	delete(l.checks, j.ID)
	for _, s := range all {
		why := err
		if err == nil {
			why = l.run.Agree(j.ID, own, s.found)
		}
		if why != nil && (err == nil || len(all) > 1) {
			h.exclude(s.by, "its answer to "+j.Name()+" was wrong: "+why.Error())
		}
	}
	if l, ok := h.runs[run]; ok { // which may have been made again
		h.finish(l)
	}
	h.rouse()
}

// exclude believes a worker no more: what it answered is forgotten and asked again.
func (h *Hub) exclude(id, why string) {
	m, ok := h.members[id]
	if !ok || m.Excluded != "" {
		return
	}
	m.Excluded = why
	h.log.Error("a worker is excluded, and its answers are asked again", "worker", m.title(), "why", why, "answers", m.Answers)
	v := m.value()
	h.insist(h.ctx, "the exclusion cannot be kept", func() error { return h.office.Keep(h.ctx, []Value{v}) })
	for name, old := range h.runs {
		if !h.without(old, id) {
			continue
		}
		fresh, err := h.restoreRun(h.ctx, name, old.order, old.began)
		if err != nil {
			h.log.Error("a run cannot be made again", "run", name, "error", err)
			continue
		}
		fresh.checks = old.checks
		for job := range fresh.checks {
			if old.answers[job] == id {
				delete(fresh.checks, job)
			}
		}
		h.runs[name] = fresh
	}
}

// without forgets what a worker answered in a run, and reports whether that was anything.
func (h *Hub) without(l *live, worker string) bool {
	some := false
	for id, by := range l.answers {
		if by != worker {
			continue
		}
		some = true
		h.insist(h.ctx, "a wrong answer cannot be forgotten", func() error { return h.office.Forget(h.ctx, "answer."+l.name+"."+id) })
	}
	return some
}

// rate counts answers over the last seconds.
type rate struct {
	second int64
	counts [10]int
}

func (r *rate) add(now time.Time) {
	r.move(now)
	r.counts[r.second%10]++
}

func (r *rate) move(now time.Time) {
	for s := now.Unix(); r.second < s; {
		r.second = max(r.second+1, s-10)
		r.counts[r.second%10] = 0
	}
}

// perSecond is the mean of the seconds that are over.
func (r *rate) perSecond(now time.Time) float64 {
	r.move(now)
	sum := 0
	for i, n := range r.counts {
		if int64(i) != r.second%10 {
			sum += n
		}
	}
	return float64(sum) / 9
}
