package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

// hand is a worker whose calls a test makes directly.
type hand struct {
	s     *scene
	w     welcome
	calls *caller
}

func (s *scene) hand(name string) *hand {
	s.t.Helper()
	h := &hand{s: s, calls: &caller{desk: s.local, own: NewIdentity()}}
	hello := Hello{Name: name, Version: "1", Threads: 1, Games: []string{"numbers"}}
	if err := h.calls.call(s.t.Context(), verbJoin, hello, &h.w); err != nil || h.w.Refused != "" {
		s.t.Fatal(err, h.w.Refused)
	}
	return h
}

// want waits for a job.
func (h *hand) want(t *testing.T) (job handed) {
	t.Helper()
	for job.Job == nil {
		if err := h.calls.call(t.Context(), verbTake, true, &job); err != nil {
			t.Fatal(err)
		}
	}
	return job
}

// take makes the hub accept an answer to the worker's job at once.
func (h *hand) take(a answer) {
	hub := h.s.hub
	hub.keeping.Lock()
	defer hub.keeping.Unlock()
	hub.mu.Lock()
	t := ticket{Number: "1", Run: a.Job.Run, Job: a.Job.Name()}
	t.Seal = hub.seal(hub.members[h.w.Worker], hub.runs[a.Job.Run], &t)
	text, _ := json.Marshal(answered{t, a})
	letter, _ := json.Marshal(h.calls.sign(verbAnswer, text))
	keep := hub.take(h.s.t.Context(), letter)
	hub.mu.Unlock()
	if err := h.s.local.Keep(h.s.t.Context(), keep); err != nil {
		h.s.t.Fatal(err)
	}
}

// offered waits until a job is given out.
func (s *scene) offered(run, id string) Job {
	for ; ; time.Sleep(time.Millisecond) {
		s.hub.mu.Lock()
		o, ok := s.hub.runs[run].offered[id]
		s.hub.mu.Unlock()
		if ok {
			return o.job
		}
	}
}

// check returns the check of a job, if there is one.
func (s *scene) check(run, id string) (Job, bool) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	c, ok := s.hub.runs[run].checks[id]
	if !ok {
		return Job{}, false
	}
	return c.job, true
}

// TestUnasked: a worker that was not given a check cannot confirm anything, and the
// counted time of a job is at most the time since it was offered.
func TestUnasked(t *testing.T) {
	s := begin(t)
	liar, friend := s.hand("liar"), s.hand("friend")
	run := s.submit(1, 1000)
	liar.take(answer{Job: s.offered(run, "0"), Found: json.RawMessage("7"), Seconds: 1.7e308})
	job, ok := s.check(run, "0")
	if !ok || job.Nonce == "" {
		t.Fatalf("an answer of which all are checked is not: %+v", job)
	}
	forged := job
	forged.Nonce = ""
	friend.take(answer{Job: forged, Found: json.RawMessage("7")})
	if _, ok := s.check(run, "0"); !ok {
		t.Error("a check that nobody was handed confirms an answer")
	}
	if work := s.hub.Status().Runs[0].Work; work > 60 {
		t.Errorf("%v seconds of work in a test", work)
	}
}

// TestAnsweredMeanwhile: a job that is answered while the queue is full does not
// return to the queue.
func TestAnsweredMeanwhile(t *testing.T) {
	s := begin(t)
	honest := s.hand("honest")
	run := s.submit(2, 0)
	jobs := []Job{s.offered(run, "0"), s.offered(run, "1")}
	honest.take(answer{Job: jobs[0], Found: json.RawMessage("0")})
	if left := s.hub.unanswered(jobs); len(left) != 1 || left[0].ID != "1" {
		t.Errorf("of two jobs, one of them answered, %+v are put into the queue again", left)
	}
}

// TestOldWorker: a worker that joined long ago is remembered while a run has answers
// of it.
func TestOldWorker(t *testing.T) {
	s := begin(t)
	old, other := s.hand("old"), s.hand("other")
	run := s.submit(1, 1000)
	old.take(answer{Job: s.offered(run, "0"), Found: json.RawMessage("7")})
	s.close()
	for _, h := range []*hand{old, other} {
		kept, err := s.local.Kept(t.Context(), "worker."+h.w.Worker)
		if err != nil || len(kept) != 1 {
			t.Fatal(err, len(kept))
		}
		var m member
		if err := json.Unmarshal(kept[0].Data, &m); err != nil {
			t.Fatal(err)
		}
		m.Joined = m.Joined.Add(-2 * maxAge)
		if err := s.local.Keep(t.Context(), []Value{m.value()}); err != nil {
			t.Fatal(err)
		}
	}
	s.open()
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if _, ok := s.hub.members[old.w.Worker]; !ok {
		t.Error("the worker whose answer a run has is forgotten")
	}
	if _, ok := s.hub.members[other.w.Worker]; ok {
		t.Error("a worker without answers is remembered for ever")
	}
}

// TestRecordsAgain: if a run is rebuilt without the answers of a worker, a follower
// gets the records from the first one on.
func TestRecordsAgain(t *testing.T) {
	s := begin(t)
	s.hub.options.Kinds["batch"] = func(Order) (Run, error) {
		var jobs []Job
		for i := range 6 {
			jobs = append(jobs, Job{ID: strconv.Itoa(i), Kind: "square", Game: "numbers", Ask: json.RawMessage(strconv.Itoa(i))})
		}
		return NewBatch(jobs, Hooks{Same: func(a, b json.RawMessage) error {
			if string(a) != string(b) {
				return fmt.Errorf("%s and %s", a, b)
			}
			return nil
		}}), nil
	}
	liar, honest := s.hand("liar"), s.hand("honest")
	run, err := s.hub.Submit(t.Context(), Order{Kind: "batch", Game: "numbers", Spec: json.RawMessage("6")})
	if err != nil {
		t.Fatal(err)
	}
	liar.take(answer{Job: s.offered(run, "0"), Found: json.RawMessage(`"lie"`)})
	honest.take(answer{Job: s.offered(run, "2"), Found: json.RawMessage("4")})
	before, err := s.hub.Follow(Follow{Run: run})
	if err != nil || len(before.Records) != 2 {
		t.Fatal(err, before.Records)
	}
	if same, _ := s.hub.Follow(Follow{Run: run, From: 2, Made: before.Made}); same.From != 2 || len(same.Records) != 0 {
		t.Errorf("nothing is new, and from %d on there are %s", same.From, same.Records)
	}
	s.hub.keeping.Lock()
	s.hub.mu.Lock()
	s.hub.exclude(liar.w.Worker, "it lied")
	s.hub.mu.Unlock()
	s.hub.keeping.Unlock()
	after, err := s.hub.Follow(Follow{Run: run, From: 2, Made: before.Made})
	if err != nil || after.From != 0 || len(after.Records) != 1 || string(after.Records[0]) != "4" {
		t.Errorf("after the exclusion, from %d on: %s, %v; want 4 alone, from 0 on", after.From, after.Records, err)
	}
}

// TestImpossibleCheck: an invalid check does not discredit the first answer.
func TestImpossibleCheck(t *testing.T) {
	b := NewBatch([]Job{{ID: "0"}}, Hooks{Valid: func(_ *Job, found json.RawMessage) error {
		if string(found) != "1" {
			return errors.New("it is 1")
		}
		return nil
	}})
	if err := b.Agree("0", json.RawMessage("1"), json.RawMessage("2")); !errors.Is(err, ErrImpossible) {
		t.Errorf("an impossible check: %v", err)
	}
	if err := b.Agree("0", json.RawMessage("2"), json.RawMessage("1")); err == nil || errors.Is(err, ErrImpossible) {
		t.Errorf("an impossible answer: %v", err)
	}
}

// TestShown: a worker's text contains no terminal escapes wherever users see it.
func TestShown(t *testing.T) {
	const evil = "\x1b[2J\u009b31m\u202eevil\x07\n"
	s := begin(t)
	h := s.hand(evil + strings.Repeat("x", 1000))
	s.submit(2, 0)
	for range maxFailures {
		job := h.want(t)
		if err := h.calls.call(t.Context(), verbAnswer, answered{job.Ticket, answer{Job: *job.Job, Error: evil}}, new(bool)); err != nil {
			t.Fatal(err)
		}
	}
	beat := beat{Jobs: make([]underway, 10_000)}
	for i := range beat.Jobs {
		beat.Jobs[i] = underway{Run: evil, ID: evil}
	}
	for f := (Followed{}); len(f.Aside) == 0; {
		if err := h.calls.call(t.Context(), verbBeat, beat, &orders{}); err != nil {
			t.Fatal(err)
		}
		f, _ = s.hub.Follow(Follow{Run: s.hub.names()[0]})
		job := h.want(t)
		if err := h.calls.call(t.Context(), verbAnswer, answered{job.Ticket, answer{Job: *job.Job, Error: evil}}, new(bool)); err != nil {
			t.Fatal(err)
		}
	}
	status := s.hub.Status()
	text := fmt.Sprintf("%+v", status)
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		t.Errorf("%q is printed", text[max(i-20, 0):i+20])
	}
	if w := status.Workers[0]; len(w.Name) > 300 || len(w.Jobs) > 100 || !strings.Contains(w.Name, "evil") {
		t.Errorf("a name of %d bytes, %d jobs: %.100s", len(w.Name), len(w.Jobs), w.Name)
	}
}
