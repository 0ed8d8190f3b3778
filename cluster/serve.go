package cluster

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// leave notes that a worker goes, and gives others what it has.
func (h *Hub) leave(m *member) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !m.left {
		h.log.Info("a worker leaves", "worker", m.title(), "answers", m.Answers)
	}
	h.sendAway(m)
}

// sendAway lets a worker take no more jobs, and gives others what it has.
func (h *Hub) sendAway(m *member) {
	m.left = true
	m.depart()
	h.release(m)
}

// Status is what a hub does, for people to look at.
type Status struct {
	Version   string         `json:"version"`
	Seconds   float64        `json:"seconds"` // since the hub began
	Threads   int            `json:"threads"` // of workers that are here
	PerSecond float64        `json:"per_second"`
	Workers   []WorkerStatus `json:"workers"`
	Runs      []RunStatus    `json:"runs"`
}

// WorkerStatus is a worker.
type WorkerStatus struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Threads  int        `json:"threads"`
	Here     bool       `json:"here"`
	Excluded string     `json:"excluded,omitempty"`
	Answers  int        `json:"answers"` // accepted
	Checks   int        `json:"checks"`  // of others' answers
	Seconds  float64    `json:"seconds"` // that they took
	Seen     time.Time  `json:"seen"`
	Jobs     []Underway `json:"jobs,omitempty"`
}

// RunStatus is a run.
type RunStatus struct {
	Name    string            `json:"name"`
	Kind    string            `json:"kind"`
	Game    string            `json:"game"`
	State   State             `json:"state"`
	Over    bool              `json:"over"` // with all its checks
	Began   time.Time         `json:"began"`
	Seconds float64           `json:"seconds"`
	Waiting int               `json:"waiting"` // jobs given out and not answered
	Answers int               `json:"answers"`
	Checks  int               `json:"checks"` // that are to come
	Work    float64           `json:"work"`   // seconds of workers in its answers
	Again   int               `json:"again"`  // answers that came twice, and changed nothing
	Aside   map[string]string `json:"aside,omitempty"`
}

// Status says what the hub does.
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

// Follow asks how far a run is.
type Follow struct {
	Run  string `json:"run"`
	From int    `json:"from"` // records that the asker has already
	// Made is what the hub said with them. Where it made the run again since, they come again from the first.
	Made uint64 `json:"made,omitempty"`
}

// Followed is how far a run is.
type Followed struct {
	RunStatus
	Threads int    `json:"threads"` // of the workers that are here
	Made    uint64 `json:"made"`
	// Records are answers in a form of the run's kind, from number From on, some of them
	// where there are many.
	From    int               `json:"from"`
	Records []json.RawMessage `json:"records,omitempty"`
	Total   int               `json:"total"` // of records
}

// Recorded is a [Run] whose answers are worth having one by one.
type Recorded interface {
	Run
	// Records returns those from a number on, in the order in which they were taken.
	Records(from int) []json.RawMessage
}

// mostRecords is how many bytes of records one call gets, at least one record.
const mostRecords = 256 << 10

// Follow says how far a run is.
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
	if r, ok := l.run.(Recorded); ok {
		bytes := 0
		all := r.Records(max(f.From, 0))
		out.Total = max(f.From, 0) + len(all)
		for _, record := range all {
			if bytes += len(record); bytes > mostRecords && len(out.Records) > 0 {
				break
			}
			out.Records = append(out.Records, record)
		}
	}
	return out, nil
}
