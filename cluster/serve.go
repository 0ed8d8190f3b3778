package cluster

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// leave records that a worker leaves, and gives its jobs to others.
func (h *Hub) leave(m *member) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !m.left {
		h.log.Info("a worker leaves", "worker", m.title(), "answers", m.Answers)
	}
	h.sendAway(m)
}

// sendAway gives a worker no more jobs, and gives its jobs to others.
func (h *Hub) sendAway(m *member) {
	m.left = true
	m.depart()
	h.release(m)
}

// Status is the state of a hub for users.
type Status struct {
	Version   string         `json:"version"`
	Seconds   float64        `json:"seconds"` // since the hub's start
	Threads   int            `json:"threads"` // of the workers that are here
	PerSecond float64        `json:"per_second"`
	Workers   []WorkerStatus `json:"workers"`
	Runs      []RunStatus    `json:"runs"`
}

// WorkerStatus is the state of a worker.
type WorkerStatus struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Threads  int        `json:"threads"`
	Here     bool       `json:"here"`
	Excluded string     `json:"excluded,omitempty"`
	Answers  int        `json:"answers"` // accepted
	Checks   int        `json:"checks"`  // of others' answers
	Seconds  float64    `json:"seconds"` // time that they took
	Seen     time.Time  `json:"seen"`
	Jobs     []underway `json:"jobs,omitempty"`
}

// RunStatus is the state of a run.
type RunStatus struct {
	Name    string            `json:"name"`
	Kind    string            `json:"kind"`
	Game    string            `json:"game"`
	State   State             `json:"state"`
	Over    bool              `json:"over"` // including all its checks
	Began   time.Time         `json:"began"`
	Seconds float64           `json:"seconds"`
	Waiting int               `json:"waiting"` // jobs given out and not answered
	Answers int               `json:"answers"`
	Checks  int               `json:"checks"` // open checks
	Work    float64           `json:"work"`   // worker seconds in its answers
	Again   int               `json:"again"`  // answers that arrived twice, without effect
	Aside   map[string]string `json:"aside,omitempty"`
}

// Status returns the state of the hub.
func (h *Hub) Status() Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	s := Status{
		Version: h.options.Version, Seconds: now.Sub(h.began).Seconds(), Threads: h.threads(), PerSecond: h.rate.perSecond(now),
		Workers: []WorkerStatus{}, Runs: []RunStatus{},
	}
	for _, m := range h.members {
		here := m.here(h.options.Lease)
		if !here && m.Excluded == "" && m.Answers == 0 {
			continue
		}
		w := WorkerStatus{ID: m.ID, Name: m.Hello.Name, Threads: m.Hello.Threads, Here: here, Excluded: m.Excluded, Answers: m.Answers, Checks: m.Checks, Seconds: m.Seconds, Seen: m.seen}
		if here {
			w.Jobs = m.jobs
		}
		s.Workers = append(s.Workers, w)
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	for _, name := range h.names() {
		s.Runs = append(s.Runs, h.runs[name].status())
	}
	return s
}

func (l *live) status() RunStatus {
	r := RunStatus{
		Name: l.name, Kind: l.order.Kind, Game: l.order.Game, State: l.run.State(), Over: !l.ended.IsZero(), Began: l.began,
		Seconds: time.Since(l.began).Seconds(), Waiting: len(l.offered), Answers: len(l.answers), Checks: len(l.checks), Work: l.work, Again: l.again,
	}
	if r.Over {
		r.Seconds = l.ended.Sub(l.began).Seconds()
	}
	if len(l.aside) > 0 {
		r.Aside = maps.Clone(l.aside)
	}
	return r
}

// Follow asks for the progress of a run.
type Follow struct {
	Run  string `json:"run"`
	From int    `json:"from"` // number of records that the caller already has
	// Made is the value from the hub's last reply. If the hub has rebuilt the run
	// since then, the records start again from the first.
	Made uint64 `json:"made,omitempty"`
}

// Followed is the progress of a run.
type Followed struct {
	RunStatus
	Threads int    `json:"threads"` // of the workers that are here
	Made    uint64 `json:"made"`
	// Records are answers in the form of the run's kind, from number From on; only a
	// part if there are many.
	From    int               `json:"from"`
	Records []json.RawMessage `json:"records,omitempty"`
	Total   int               `json:"total"` // of records
}

// recorded is a [Run] whose answers are also read one by one.
type recorded interface {
	Run
	// Records returns the records from a number on, in the order of acceptance.
	Records(from int) []json.RawMessage
}

// maxRecords is the maximum number of bytes of records in one reply, which has at
// least one record.
const maxRecords = 256 << 10

// Follow returns the progress of a run.
func (h *Hub) Follow(f Follow) (Followed, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.runs[f.Run]
	if !ok {
		return Followed{}, fmt.Errorf("no run %q: it was stopped, or never begun", f.Run)
	}
	if f.Made != 0 && f.Made != l.made {
		f.From = 0
	}
	out := Followed{RunStatus: l.status(), Threads: h.threads(), Made: l.made, From: max(f.From, 0)}
	if r, ok := l.run.(recorded); ok {
		bytes := 0
		all := r.Records(max(f.From, 0))
		out.Total = max(f.From, 0) + len(all)
		for _, record := range all {
			if bytes += len(record); bytes > maxRecords && len(out.Records) > 0 {
				break
			}
			out.Records = append(out.Records, record)
		}
	}
	return out, nil
}
