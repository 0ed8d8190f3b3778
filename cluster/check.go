package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"slices"
	"time"
)

// checks reports whether a second worker must also answer a job. The choice depends
// on a secret of the hub, so that a worker cannot predict it.
func (h *Hub) checks(l *live, j *Job) bool {
	if l.order.Check <= 0 || h.others("") < 2 && h.options.Judge == nil {
		return false
	}
	sum := fnv.New64a()
	_, _ = sum.Write(h.lot)
	_, _ = sum.Write([]byte(j.Name()))
	x := sum.Sum64()
	x ^= x >> 33 // improves the low bits
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return int(x%1000) < l.order.Check
}

// others counts the workers that could do a job now, without a given worker.
func (h *Hub) others(than string) int {
	n := 0
	for id, m := range h.members {
		if id != than && m.here(h.options.Lease) && m.Excluded == "" {
			n++
		}
	}
	return n
}

// selfCheck lets the hub do the checks for which no worker is left.
func (h *Hub) selfCheck(l *live) {
	for _, c := range l.checks {
		if !c.judged && h.others(c.job.NotBy) == 0 {
			h.judgeAlone(l, c)
		}
	}
}

// judgeAlone lets the hub judge an answer that no worker has confirmed or
// contradicted.
func (h *Hub) judgeAlone(l *live, c *offered) {
	c.judged = true
	go h.judge(h.ctx, l.name, c.job, said{c.found, c.job.NotBy})
}

func (h *Hub) offerCheck(j Job) {
	h.insist(h.ctx, "a check cannot be put into the queue", func() error { return h.office.Offer(h.ctx, h.unanswered([]Job{j})) })
}

// compare compares a second worker's answer to a job with the first. A worker cannot
// check its own answer.
func (h *Hub) compare(ctx context.Context, l *live, m *member, a *answer) {
	id := a.Job.ID
	c, ok := l.checks[id]
	if !ok || c.judged || a.Worker == c.job.NotBy || a.Job.Nonce != c.job.Nonce {
		return // it was not requested
	}
	if l.answers[id] != c.job.NotBy {
		h.forgetAnswer(l.name, id) // the run could not use it yet
		h.settled(l, id)
		return
	}
	if a.Error != "" {
		h.log.Warn("a check failed", "job", a.Job.Name(), "worker", m.title(), "why", a.Error)
		h.judgeAlone(l, c)
		return
	}
	m.Checks++
	why := l.run.Agree(id, c.found, a.Found)
	switch {
	case why == nil:
		h.settled(l, id)
	case errors.Is(why, ErrUnsettled): // the second worker found nothing, and is not wrong
		h.judgeAlone(l, c)
	case errors.Is(why, ErrImpossible):
		h.log.Warn("a check is not an answer", "job", a.Job.Name(), "worker", m.title(), "why", why)
		h.judgeAlone(l, c)
	default:
		h.log.Error("two workers disagree", "job", a.Job.Name(), "why", why, "first", h.titleOf(c.job.NotBy), "second", m.title())
		c.judged = true
		go h.judge(ctx, l.name, c.job, said{c.found, c.job.NotBy}, said{a.Found, m.ID})
	}
}

// titleOf names a worker for users.
func (h *Hub) titleOf(id string) string {
	if m, ok := h.members[id]; ok {
		return m.title()
	}
	return id
}

// settled ends a check. Everything to keep from it has been kept before: see
// [Hub.takeAll].
func (h *Hub) settled(l *live, id string) {
	delete(l.checks, id)
	ctx := h.ctx // h.ctx is guarded, and the goroutine holds no lock
	go h.insist(ctx, "a check that is over cannot be forgotten", func() error { return h.office.Forget(ctx, "check."+l.name+"."+id) })
}

func (h *Hub) forgetAnswer(run, id string) {
	h.insist(h.ctx, "an answer cannot be forgotten", func() error { return h.office.Forget(h.ctx, "answer."+run+"."+id) })
}

// said is an answer with its author.
type said struct {
	found json.RawMessage
	by    string
}

// judge does a job in the hub itself, and excludes workers that answered it wrongly.
// If the hub fails to do it, two workers that disagree are both excluded, and a
// single answer is accepted. If the hub finds nothing, nobody is excluded, and the
// job is set aside.
func (h *Hub) judge(ctx context.Context, run string, j Job, all ...said) {
	own, err := h.own(ctx, run, j, all)
	if ctx.Err() != nil {
		return
	}
	h.withdraw([]Job{j})
	h.keeping.Lock() // so that a run rebuilt meanwhile has all accepted answers
	defer h.keeping.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.runs[run]
	if !ok {
		return
	}
	h.settled(l, j.ID)
	if err != nil && len(all) == 1 {
		h.log.Warn("an answer was not checked", "job", j.Name(), "why", err)
	}
	for _, s := range all {
		why := err
		if err == nil {
			why = l.run.Agree(j.ID, s.found, own)
		}
		switch {
		case err == nil && errors.Is(why, ErrUnsettled):
			h.doubt(l, j.ID)
		case why != nil && (err == nil || len(all) > 1):
			h.exclude(s.by, "its answer to "+j.Name()+" was wrong: "+clip(why.Error()))
		}
	}
	if l, ok := h.runs[run]; ok { // it may have been rebuilt
		h.finish(l)
	}
	h.rouse()
}

// maxRaises is how often the hub doubles the limit of a job that it judges without a
// result. A worker may know more from earlier jobs than the hub.
const maxRaises = 5

// own returns the hub's own answer to a job.
func (h *Hub) own(ctx context.Context, run string, j Job, all []said) (json.RawMessage, error) {
	if h.options.Judge == nil {
		return nil, errors.New("the hub does no jobs itself")
	}
	h.judging.Lock()
	defer h.judging.Unlock()
	for raises := 0; ; raises++ {
		own, err := h.options.Judge.Do(ctx, &j, func(json.RawMessage) {})
		if err != nil || raises == maxRaises || !h.raise(run, &j, own, all) {
			return own, err
		}
	}
}

// raise doubles the limit of a job if the hub's answer leaves it unsettled. It
// reports false if the answer settles the job, or if no higher limit exists.
func (h *Hub) raise(run string, j *Job, own json.RawMessage, all []said) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.runs[run]
	if !ok {
		return false
	}
	limited, ok := l.run.(Limited)
	if !ok || !slices.ContainsFunc(all, func(s said) bool { return errors.Is(l.run.Agree(j.ID, s.found, own), ErrUnsettled) }) {
		return false
	}
	ask, err := limited.Raise(j.Ask)
	if err != nil {
		return false
	}
	j.Ask = ask
	return true
}

// doubt forgets the answer to a job and sets the job aside: the hub cannot tell
// whether the answer is right.
func (h *Hub) doubt(l *live, id string) {
	if h.runs[l.name] != l {
		return // it was rebuilt without the answer
	}
	why := "a check could not settle what was answered"
	h.log.Warn("a job is set aside", "job", l.name+"."+id, "why", why)
	h.insist(h.ctx, "a job that is set aside cannot be kept", func() error {
		return h.office.Keep(h.ctx, []Value{{"aside." + l.name + "." + id, []byte(why)}})
	})
	h.forgetAnswer(l.name, id)
	h.remake(l)
}

// exclude excludes a worker: its answers are forgotten, and the jobs done again.
func (h *Hub) exclude(id, why string) {
	m, ok := h.members[id]
	if !ok || m.Excluded != "" {
		return
	}
	m.Excluded = why
	m.depart()
	h.release(m)
	h.log.Error("a worker is excluded, and its jobs are done again", "worker", m.title(), "why", why, "answers", m.Answers)
	v := m.value()
	h.insist(h.ctx, "the exclusion cannot be kept", func() error { return h.office.Keep(h.ctx, []Value{v}) })
	for _, old := range h.runs {
		if !h.without(old, id) {
			continue
		}
		var gone []Job
		for job, c := range old.checks {
			if c.job.NotBy == id {
				h.settled(old, job)
				gone = append(gone, c.job)
			}
		}
		go h.withdraw(gone)
		h.remake(old)
	}
}

// remakes is how often the hub tries to rebuild a run, at intervals of a second.
const remakes = 10

// remake rebuilds a run from its stored data, including its open checks. If that
// fails, the run is abandoned, since it rests on answers that are no longer trusted.
func (h *Hub) remake(old *live) {
	for try := 1; ; try++ {
		fresh, err := h.restoreRun(h.ctx, old.name, old.order, old)
		if err == nil {
			h.runs[old.name] = fresh
			return
		}
		h.log.Error("a run cannot be rebuilt", "run", old.name, "try", try, "error", err)
		if try == remakes || h.ctx.Err() != nil {
			delete(h.runs, old.name)
			return
		}
		pause(h.ctx)
	}
}

// without forgets a worker's answers in a run, and reports whether there were any.
func (h *Hub) without(l *live, worker string) bool {
	some := false
	for id, by := range l.answers {
		if by != worker {
			continue
		}
		some = true
		h.forgetAnswer(l.name, id)
	}
	return some
}

// rate counts answers over the last ten seconds.
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

// perSecond returns the mean over the completed seconds.
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
