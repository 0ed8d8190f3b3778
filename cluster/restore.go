package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// kept is the stored form of a run, except its answers, which are stored separately.
type kept struct {
	Order      Order     `json:"order"`
	Began      time.Time `json:"began"`
	Submission string    `json:"submission"`
}

// maxAge is how long a worker is remembered if it is not excluded.
const maxAge = 7 * 24 * time.Hour

// restore continues with what the office has stored.
func (h *Hub) restore(ctx context.Context) error {
	members, err := h.office.Kept(ctx, "worker.")
	if err != nil {
		return err
	}
	for _, v := range members {
		m := &member{}
		if err := json.Unmarshal(v.Data, m); err != nil || v.Name != "worker."+m.ID {
			h.log.Error("the kept data of a worker cannot be read, and is left out", "name", v.Name, "error", err)
			continue
		}
		m.enter()
		h.members[m.ID] = m
	}
	if err := h.restoreLot(ctx); err != nil {
		return err
	}
	orders, err := h.office.Kept(ctx, "order.")
	if err != nil {
		return err
	}
	for _, v := range orders {
		var k kept
		if err := json.Unmarshal(v.Data, &k); err != nil {
			h.log.Error("a kept order cannot be read, and is left out", "name", v.Name, "error", err)
			continue
		}
		name := strings.TrimPrefix(v.Name, "order.")
		l, err := h.restoreRun(ctx, name, k.Order, &live{began: k.Began, submission: k.Submission})
		if err != nil {
			h.log.Error("a kept run cannot continue", "run", name, "error", err)
			continue
		}
		h.runs[name] = l
		h.log.Info("a run continues", "run", name, "answers", len(l.answers), "state", l.run.State().Text)
	}
	h.forgetOld()
	return nil
}

// restoreLot reads the secret for the choice of checks, or makes one.
func (h *Hub) restoreLot(ctx context.Context) error {
	const name = "secret.lot"
	kept, err := h.office.Kept(ctx, name)
	if err != nil {
		return err
	}
	if len(kept) > 0 && len(kept[0].Data) > 0 {
		h.lot = kept[0].Data
		return nil
	}
	h.lot = secret(32)
	return h.office.Keep(ctx, []Value{{name, h.lot}})
}

// forgetOld forgets workers that joined long ago, are not excluded, and have no
// answers in any run.
func (h *Hub) forgetOld() {
	needed := map[string]bool{}
	for _, l := range h.runs {
		for _, by := range l.answers {
			needed[by] = true
		}
		for _, c := range l.checks {
			needed[c.job.NotBy] = true
		}
	}
	maps.DeleteFunc(h.members, func(id string, m *member) bool {
		return m.Excluded == "" && !needed[id] && time.Since(m.Joined) >= maxAge
	})
}

// restoreRun makes a run and gives it the stored answers. It takes over the jobs set
// aside and the open checks from before.
func (h *Hub) restoreRun(ctx context.Context, name string, o Order, before *live) (*live, error) {
	l, err := h.newLive(name, o)
	if err != nil {
		return nil, err
	}
	l.began, l.submission = before.began, before.submission
	maps.Copy(l.checks, before.checks)
	maps.Copy(l.aside, before.aside)
	asides, err := h.office.Kept(ctx, "aside."+name+".")
	if err != nil {
		return nil, err
	}
	for _, v := range asides {
		l.aside[strings.TrimPrefix(v.Name, "aside."+name+".")] = string(v.Data)
	}
	values, err := h.office.Kept(ctx, "answer."+name+".")
	if err != nil {
		return nil, err
	}
	var answers []answer
	for _, v := range values {
		var a answer
		if err := json.Unmarshal(v.Data, &a); err != nil {
			return nil, fmt.Errorf("%s: the kept data cannot be read: %w", v.Name, err)
		}
		if m := h.members[a.Worker]; m == nil || m.Excluded == "" {
			answers = append(answers, a)
		}
	}
	h.replay(l, answers)
	if err := h.restoreChecks(ctx, l, answers); err != nil {
		return nil, err
	}
	h.finish(l)
	return l, nil
}

// restoreChecks continues the open checks. If the run cannot use an answer yet and
// the answer was to be checked, it is forgotten, and the job done again.
func (h *Hub) restoreChecks(ctx context.Context, l *live, answers []answer) error {
	values, err := h.office.Kept(ctx, "check."+l.name+".")
	if err != nil {
		return err
	}
	for _, v := range values {
		var j Job
		if err := json.Unmarshal(v.Data, &j); err != nil {
			return fmt.Errorf("%s: the kept data cannot be read: %w", v.Name, err)
		}
		if _, ok := l.checks[j.ID]; !ok {
			l.checks[j.ID] = &offered{job: j, since: time.Now()}
		}
	}
	for id, c := range l.checks {
		i := slices.IndexFunc(answers, func(a answer) bool { return a.Job.ID == id && a.Worker == c.job.NotBy })
		if i < 0 || l.answers[id] != c.job.NotBy {
			h.forgetAnswer(l.name, id)
			h.settled(l, id)
			continue
		}
		if c.found = answers[i].Found; c.job.Nonce != "" {
			if _, said, ok := l.sample(answers[i].Job.Ask, c.found, c.job.Nonce); ok {
				c.found = said
			}
		}
	}
	return nil
}

// replay gives a run the stored answers. An answer may depend on another answer that
// comes later, since that job was asked again. Such an answer is retried after the
// others.
func (h *Hub) replay(l *live, answers []answer) {
	for id, why := range l.aside {
		l.run.SetAside(id, why)
	}
	for before := -1; len(answers) > 0 && len(answers) != before; {
		before = len(answers)
		var wait []answer
		for _, a := range answers {
			if !l.run.Wants(a.Job.ID) || l.run.Take(a.Job.ID, a.Found) != nil {
				wait = append(wait, a)
				continue
			}
			l.answers[a.Job.ID] = a.Worker
			l.work += a.Seconds
		}
		for id, why := range l.aside {
			l.run.SetAside(id, why)
		}
		answers = wait
	}
}
