package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
)

// batch is a run of independent jobs. It implements [recorded]: each answer is a
// record.
type batch struct {
	jobs    []Job
	hooks   Hooks
	next    int
	dropped []int
	at      map[string]int // index by ID
	done    map[string]bool
	records []json.RawMessage
	aside   int
	enough  bool
}

// Hooks interpret the answers of a kind of batch. Each may be nil.
type Hooks struct {
	// Valid returns an error if found cannot be the answer to the job.
	Valid func(j *Job, found json.RawMessage) error
	// Same returns an error if two answers to a job cannot both be true.
	Same func(a, b json.RawMessage) error
	// Told gets each answer once, and reports whether no more are needed.
	Told func(found json.RawMessage) (enough bool)
	// Text is appended to the line of progress.
	Text func() string
}

// ahead is the number of jobs that may wait for each thread: enough for jobs of a
// millisecond.
const ahead = 32

// NewBatch makes the run of jobs with distinct IDs.
func NewBatch(jobs []Job, hooks Hooks) Run {
	b := &batch{jobs: jobs, hooks: hooks, at: map[string]int{}, done: map[string]bool{}}
	for i := range jobs {
		b.at[jobs[i].ID] = i
	}
	return b
}

// Next implements [Run].
func (b *batch) Next(n int) []Job {
	var jobs []Job
	for len(jobs) < n && !b.enough {
		i := b.next
		if len(b.dropped) > 0 {
			i, b.dropped = b.dropped[0], b.dropped[1:]
		} else if b.next++; i >= len(b.jobs) {
			b.next = len(b.jobs)
			break
		}
		if !b.done[b.jobs[i].ID] {
			jobs = append(jobs, b.jobs[i])
		}
	}
	return jobs
}

// Ahead implements [Run].
func (b *batch) Ahead() int { return ahead }

// Take implements [Run].
func (b *batch) Take(id string, found json.RawMessage) error {
	i, ok := b.at[id]
	if !ok {
		return errors.New("the job is not one of this run")
	}
	if b.done[id] || b.enough {
		return nil
	}
	if b.hooks.Valid != nil {
		if err := b.hooks.Valid(&b.jobs[i], found); err != nil {
			return err
		}
	}
	b.done[id] = true
	b.records = append(b.records, found)
	if b.hooks.Told != nil {
		b.enough = b.hooks.Told(found)
	}
	return nil
}

// Agree implements [Run].
func (b *batch) Agree(id string, one, two json.RawMessage) error {
	if i, ok := b.at[id]; ok && b.hooks.Valid != nil {
		if err := b.hooks.Valid(&b.jobs[i], one); err != nil {
			return err
		}
		if err := b.hooks.Valid(&b.jobs[i], two); err != nil {
			return fmt.Errorf("%w: %w", ErrImpossible, err)
		}
	}
	if b.hooks.Same == nil {
		return nil
	}
	return b.hooks.Same(one, two)
}

// Hint implements [Run].
func (b *batch) Hint(string, json.RawMessage) {}

// Drop implements [Run].
func (b *batch) Drop(id string) {
	if i, ok := b.at[id]; ok {
		b.dropped = append(b.dropped, i)
	}
}

// SetAside implements [Run].
func (b *batch) SetAside(id, _ string) {
	if _, ok := b.at[id]; ok && !b.done[id] {
		b.done[id] = true
		b.aside++
	}
}

// Wants implements [Run].
func (b *batch) Wants(id string) bool {
	_, ok := b.at[id]
	return ok && !b.done[id] && !b.enough
}

// Records implements [recorded].
func (b *batch) Records(from int) []json.RawMessage { return b.records[min(from, len(b.records)):] }

// State implements [Run].
func (b *batch) State() State {
	s := State{Over: b.enough || len(b.done) == len(b.jobs), Text: fmt.Sprintf("%d of %d", len(b.records), len(b.jobs))}
	if b.aside > 0 {
		s.Text += fmt.Sprintf(", %d set aside", b.aside)
	}
	if b.hooks.Text != nil {
		s.Text += b.hooks.Text()
	}
	return s
}
