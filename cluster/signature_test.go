package cluster

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// say sends a call unchanged, and returns the hub's reply.
func (s *scene) say(verb string, call *signed) result {
	s.t.Helper()
	text, err := json.Marshal(call)
	if err != nil {
		s.t.Fatal(err)
	}
	var r result
	if text, err = s.local.Call(s.t.Context(), verb, text); err != nil {
		s.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// here reports whether the hub counts a worker as present.
func (s *scene) here(id string) bool {
	for _, w := range s.hub.Status().Workers {
		if w.ID == id {
			return w.Here
		}
	}
	return false
}

// TestSignatures: only the owner of a key can call in its name, and a signature is
// valid for one text and one verb.
func TestSignatures(t *testing.T) {
	s := begin(t)
	victim, thief := s.hand("victim"), s.hand("thief")
	genuine := func() *signed { return victim.calls.sign(verbBeat, []byte(`{"jobs":[]}`)) }
	for what, forge := range map[string]func() (string, *signed){
		"signed by another": func() (string, *signed) {
			c := thief.calls.sign(verbLeave, []byte("true"))
			c.Key = victim.calls.own.Key()
			return verbLeave, c
		},
		"another verb": func() (string, *signed) { return verbLeave, genuine() },
		"another text": func() (string, *signed) {
			c := genuine()
			c.Text = json.RawMessage(`{"jobs":null}`)
			return verbBeat, c
		},
		"another count":   func() (string, *signed) { c := genuine(); c.Count += 5; return verbBeat, c },
		"another session": func() (string, *signed) { c := genuine(); c.Session = "x"; return verbBeat, c },
		"no signature":    func() (string, *signed) { c := genuine(); c.Seal = nil; return verbBeat, c },
		"no key":          func() (string, *signed) { c := genuine(); c.Key = nil; return verbBeat, c },
		"a short key":     func() (string, *signed) { c := genuine(); c.Key = c.Key[:5]; return verbBeat, c },
	} {
		verb, call := forge()
		if r := s.say(verb, call); !strings.Contains(r.Error, "the signature of the call is wrong") {
			t.Errorf("%s: %+v", what, r)
		}
	}
	if r := s.say(verbBeat, genuine()); r.Error != "" || r.Session != "" {
		t.Errorf("its own: %+v", r)
	}
	if !s.here(victim.w.Worker) {
		t.Error("the victim was sent away")
	}
}

// TestReplay: a recorded call is worthless in its session and in later ones.
func TestReplay(t *testing.T) {
	s := begin(t)
	victim := s.hand("victim")
	overheard := map[string]*signed{
		verbJoin:  victim.calls.sign(verbJoin, []byte(`{"name":"victim","version":"1","threads":7,"games":["numbers"]}`)),
		verbBeat:  victim.calls.sign(verbBeat, []byte(`{"jobs":[]}`)),
		verbLeave: victim.calls.sign(verbLeave, []byte("true")),
	}
	replay := func(when string) {
		t.Helper()
		for verb, call := range overheard {
			if r := s.say(verb, call); r.Session == "" {
				t.Errorf("%s, %s again: %+v", when, verb, r)
			}
		}
		if err := victim.calls.call(t.Context(), verbBeat, beat{}, &orders{}); err != nil {
			t.Error(err)
		}
		if !s.here(victim.w.Worker) || s.hub.Status().Threads != 1 {
			t.Errorf("%s the victim is not what it was: %+v", when, s.hub.Status().Workers)
		}
	}
	for _, verb := range []string{verbBeat, verbLeave, verbJoin} {
		if r := s.say(verb, overheard[verb]); r.Error != "" || r.Session != "" {
			t.Fatalf("%s: %+v", verb, r)
		}
	}
	if err := victim.calls.call(t.Context(), verbJoin, Hello{Name: "victim", Version: "1", Threads: 1, Games: []string{"numbers"}}, &victim.w); err != nil {
		t.Fatal(err)
	}
	replay("in the same session")
	s.close()
	s.open()
	replay("in the next session")
}

// TestCounted: a count is accepted once, in any order of calls.
func TestCounted(t *testing.T) {
	var c counted
	for _, step := range []struct {
		n    uint64
		want bool
	}{
		{0, false},
		{1, true},
		{1, false},
		{5, true},
		{3, true},
		{3, false},
		{5, false},
		{4, true},
		{1024, true},
		{2, true},
		{2, false},
		{1025, true},
		{1, false},
		{6000, true},
		{6000, false},
		{4976, false},
		{4977, true},
		{4977, false},
		{5999, true},
		{1 << 62, true},
		{6001, false},
		{^uint64(0), false},
	} {
		if got := c.take(step.n); got != step.want {
			t.Errorf("%d is taken: %v, want %v", step.n, got, step.want)
		}
	}
}

// TestTickets: a worker can answer, extend and give back only its own jobs.
func TestTickets(t *testing.T) {
	s := begin(t)
	victim, thief := s.hand("victim"), s.hand("thief")
	run := s.submit(2, 0)
	job := victim.want(t)
	own := thief.want(t)
	lie := answer{Job: *job.Job, Found: json.RawMessage("77")}
	invented := job.Ticket
	invented.Seal = make([]byte, 32)
	renamed := own.Ticket
	renamed.Job = job.Ticket.Job
	for what, ticket := range map[string]ticket{"another's ticket": job.Ticket, "an invented ticket": invented, "its own ticket for another job": renamed, "no ticket": {Run: run}} {
		for verb, text := range map[string]any{verbAnswer: answered{ticket, lie}, verbExtend: ticket, verbBack: returned{ticket, 0}} {
			if err := thief.calls.call(t.Context(), verb, text, new(bool)); err == nil || !strings.Contains(err.Error(), "the ticket is wrong") {
				t.Errorf("%s, %s: %v", verb, what, err)
			}
		}
	}
	if err := thief.calls.call(t.Context(), verbAnswer, answered{own.Ticket, lie}, new(bool)); err == nil || !strings.Contains(err.Error(), "the ticket is wrong") {
		t.Errorf("an answer to another job than the ticket's: %v", err)
	}
	// A letter in the queue of answers is checked again: on external servers others
	// may be able to write there.
	for _, ticket := range []ticket{job.Ticket, invented, renamed} {
		text, _ := json.Marshal(answered{ticket, lie})
		letter, _ := json.Marshal(thief.calls.sign(verbAnswer, text))
		if err := s.local.Answer(t.Context(), "", letter); err != nil {
			t.Fatal(err)
		}
	}
	s.close()
	s.open() // a ticket outlives the hub's process
	for _, h := range []struct {
		*hand
		handed
	}{{victim, job}, {thief, own}} {
		i := answer{Job: *h.Job, Found: json.RawMessage(map[string]string{"0": "0", "1": "1"}[h.Job.ID])}
		if err := h.calls.call(t.Context(), verbAnswer, answered{h.Ticket, i}, new(bool)); err != nil {
			t.Error(err)
		}
	}
	s.wantSum(s.over(run), 2)
}

// TestSubmissions: tickets from before a run was stopped are invalid when the same
// order comes again.
func TestSubmissions(t *testing.T) {
	s := begin(t)
	old := s.hand("old")
	run := s.submit(1, 0)
	job := old.want(t)
	text, _ := json.Marshal(answered{job.Ticket, answer{Job: *job.Job, Found: json.RawMessage("77")}})
	letter, _ := json.Marshal(old.calls.sign(verbAnswer, text))
	if err := s.hub.stop(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	s.submit(1, 0)
	if err := old.calls.call(t.Context(), verbExtend, job.Ticket, new(bool)); err == nil {
		t.Error("an old ticket is honoured")
	}
	if err := s.local.Answer(t.Context(), "", letter); err != nil {
		t.Fatal(err)
	}
	for len(s.letters()) > 0 {
		time.Sleep(time.Millisecond)
	}
	if f, err := s.hub.Follow(Follow{Run: run}); err != nil || f.Answers != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	s.worker("a", square)
	s.wantSum(s.over(run), 1)
}

// letters returns the answers that wait for the hub.
func (s *scene) letters() [][]byte {
	s.local.mu.Lock()
	defer s.local.mu.Unlock()
	return s.local.answers
}

// TestExcludedReturns: an excluded worker cannot return with the same key.
func TestExcludedReturns(t *testing.T) {
	s := begin(t)
	liar := s.hand("liar")
	s.submit(1, 0)
	job := liar.want(t)
	s.hub.keeping.Lock()
	s.hub.mu.Lock()
	s.hub.exclude(liar.w.Worker, "it lied")
	s.hub.mu.Unlock()
	s.hub.keeping.Unlock()
	var w welcome
	hello := Hello{Name: "honest", Version: "1", Threads: 1, Games: []string{"numbers"}}
	if err := liar.calls.call(t.Context(), verbJoin, hello, &w); err != nil || !strings.Contains(w.Refused, "it is excluded") {
		t.Errorf("it joins again: %+v, %v", w, err)
	}
	if err := liar.calls.call(t.Context(), verbTake, true, &handed{}); err == nil || !strings.Contains(err.Error(), "excluded") {
		t.Errorf("it takes a job: %v", err)
	}
	if again := s.hand("other").want(t); again.Job.Name() != job.Job.Name() { // at once, although its lease continues
		t.Errorf("its job is not given to another, who got %s", again.Job.Name())
	}
}

// TestGreedy: a worker holds at most the number of jobs that its threads need.
func TestGreedy(t *testing.T) {
	s := begin(t)
	greedy := s.hand("greedy")
	s.submit(100, 0)
	s.hub.mu.Lock()
	m := s.hub.members[greedy.w.Worker]
	for i := range m.maxHeld() {
		m.held[string(rune('a'+i))] = time.Now().Add(time.Hour)
	}
	s.hub.mu.Unlock()
	if err := greedy.calls.call(t.Context(), verbTake, true, &handed{}); err == nil || !strings.Contains(err.Error(), "want fewer than") {
		t.Errorf("one more job: %v", err)
	}
}

// TestLost: a job whose worker went before it got the job is given to another at
// once.
func TestLost(t *testing.T) {
	s := begin(t)
	gone, here := s.hand("gone"), s.hand("here")
	s.submit(1, 0)
	s.offered(s.hub.names()[0], "0")
	call, _ := json.Marshal(gone.calls.sign(verbTake, []byte("true")))
	r := s.hub.serve(t.Context(), Question{Verb: verbTake, Text: call})
	if r.Lost == nil {
		t.Fatalf("%s", r.Text)
	}
	r.Lost()
	s.local.mu.Lock()
	for _, j := range s.local.jobs {
		if j.until.After(time.Now()) {
			t.Error("the job waits for its lease")
		}
	}
	s.local.mu.Unlock()
	if job := here.want(t); job.Job.ID != "0" {
		t.Errorf("%+v", job.Job)
	}
}

// TestOrdersAreARight: a client without the right to give orders cannot submit, stop,
// follow or read.
func TestOrdersAreARight(t *testing.T) {
	s := begin(t)
	run := s.submit(1, 0)
	door := s.hub.Door()
	defer door.Close()
	for verb, text := range map[string]string{Submit: `{"kind":"sum","game":"numbers","spec":2}`, Stop: `"` + run + `"`, FollowRun: `{"run":"` + run + `"}`, GetStatus: "null", "x": "null"} {
		if r := door.Call(t.Context(), verb, []byte(text)); !strings.Contains(string(r.Text), "want the token for orders") {
			t.Errorf("%s: %s", verb, r.Text)
		}
	}
	if n := len(s.hub.Status().Runs); n != 1 {
		t.Errorf("%d runs", n)
	}
	if err := Call(t.Context(), s.local, Stop, run, new(bool)); err != nil || errors.Is(err, ErrGone) {
		t.Error(err)
	}
}
