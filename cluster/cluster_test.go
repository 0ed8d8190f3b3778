package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// sum is a run that adds the squares of the numbers below n, one job for each.
type sum struct {
	n, next int
	dropped []int
	found   map[int]int
	aside   map[int]string
}

func newSum(o Order) (Run, error) {
	s := &sum{found: map[int]int{}, aside: map[int]string{}}
	if err := json.Unmarshal(o.Spec, &s.n); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *sum) Next(n int) []Job {
	var jobs []Job
	for len(jobs) < n {
		var i int
		switch {
		case len(s.dropped) > 0:
			i, s.dropped = s.dropped[0], s.dropped[1:]
		case s.next < s.n:
			i = s.next
			s.next++
		default:
			return jobs
		}
		if _, ok := s.found[i]; ok || s.aside[i] != "" {
			continue
		}
		jobs = append(jobs, Job{ID: strconv.Itoa(i), Kind: "square", Ask: json.RawMessage(strconv.Itoa(i))})
	}
	return jobs
}

func (s *sum) Ahead() int { return 2 }

func (s *sum) Take(id string, found json.RawMessage) error {
	i, _ := strconv.Atoi(id)
	v, err := strconv.Atoi(string(found))
	if err != nil || v < 0 {
		return fmt.Errorf("%s is not a square", found)
	}
	s.found[i] = v
	return nil
}

func (s *sum) Agree(_ string, a, b json.RawMessage) error {
	if string(a) != string(b) {
		return fmt.Errorf("%s and %s", a, b)
	}
	return nil
}
func (s *sum) Hint(string, json.RawMessage) {}
func (s *sum) Drop(id string) {
	i, _ := strconv.Atoi(id)
	s.dropped = append(s.dropped, i)
}

func (s *sum) SetAside(id, why string) {
	i, _ := strconv.Atoi(id)
	s.aside[i] = why
}

func (s *sum) Wants(id string) bool {
	i, err := strconv.Atoi(id)
	_, ok := s.found[i]
	return err == nil && i < s.n && !ok && s.aside[i] == ""
}

func (s *sum) State() State {
	total := 0
	for _, v := range s.found {
		total += v
	}
	text, _ := json.Marshal(total)
	return State{Over: len(s.found)+len(s.aside) == s.n, Text: fmt.Sprintf("%d of %d", len(s.found), s.n), Result: text}
}

// does is a [Doer] made of a function.
type does func(ctx context.Context, i int) (int, error)

func (d does) Do(ctx context.Context, job *Job, report func(json.RawMessage)) (json.RawMessage, error) {
	i, err := strconv.Atoi(string(job.Ask))
	if err != nil {
		return nil, err
	}
	report(json.RawMessage("1"))
	v, err := d(ctx, i)
	return json.RawMessage(strconv.Itoa(v)), err
}

func square(_ context.Context, i int) (int, error) { return i * i, nil }

// quiet returns a log that is shown only if the test fails.
func quiet(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(testing.TB(t).Output(), nil))
}

// scene is a hub with its workers over a transport within one process.
type scene struct {
	t     *testing.T
	local *local
	hub   *Hub
	judge does
	stop  context.CancelFunc
	all   sync.WaitGroup
}

// shortLease is the lease in tests in which a worker dies. It is longer than a live
// worker waits on a slow machine.
const shortLease = time.Second

func begin(t *testing.T) *scene {
	s := &scene{t: t, local: newLocal(shortLease), judge: square}
	s.open()
	t.Cleanup(s.close)
	return s
}

// open starts the hub with what the transport has kept.
func (s *scene) open() {
	s.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var err error
	s.hub, err = NewHub(ctx, s.local, Options{
		Version: "1", Kinds: Kinds{"sum": newSum, "unsure": newUnsure}, Judge: s.judge, Lease: shortLease, Log: quiet(s.t),
		Knows: func(o Order, games []string) error {
			if !slices.Contains(games, o.Game) {
				return fmt.Errorf("no game %s", o.Game)
			}
			return nil
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.stop = stop
	s.all.Go(func() { _ = s.hub.Work(ctx) })
}

func (s *scene) close() {
	s.stop()
	s.all.Wait()
}

func (s *scene) worker(name string, do does) *Worker {
	ctx, stop := context.WithCancel(context.Background())
	w := &Worker{Desk: s.local, Own: NewIdentity(), Hello: Hello{Name: name, Version: "1", Threads: 2, Games: []string{"numbers"}}, Make: func() Doer { return do }, Log: quiet(s.t), Beats: 20 * time.Millisecond}
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Work(ctx) }()
	s.t.Cleanup(func() { stop(); <-done })
	return w
}

// submit begins a run of n squares.
func (s *scene) submit(n, check int) string {
	s.t.Helper()
	name, err := s.hub.Submit(s.t.Context(), Order{Kind: "sum", Game: "numbers", Spec: json.RawMessage(strconv.Itoa(n)), Check: check})
	if err != nil {
		s.t.Fatal(err)
	}
	return name
}

// over waits for the end of a run.
func (s *scene) over(name string) Followed {
	s.t.Helper()
	for {
		f, err := s.hub.Follow(Follow{Run: name})
		if err != nil {
			s.t.Fatal(err)
		}
		if f.Over {
			return f
		}
		select {
		case <-s.t.Context().Done():
			s.t.Fatal("the test ends before the run")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (s *scene) wantSum(f Followed, n int) {
	s.t.Helper()
	want := 0
	for i := range n {
		want += i * i
	}
	if string(f.State.Result) != strconv.Itoa(want) {
		s.t.Errorf("the sum of %d squares is %d, not %s", n, want, f.State.Result)
	}
}

// TestSum: several workers find the result, and each job counts once.
func TestSum(t *testing.T) {
	s := begin(t)
	for _, name := range []string{"a", "b", "c"} {
		s.worker(name, square)
	}
	f := s.over(s.submit(500, 0))
	if s.wantSum(f, 500); f.Answers != 500 || len(f.Aside) > 0 || f.Waiting > 0 {
		t.Errorf("%+v", f)
	}
	if again := s.submit(500, 0); again != f.Name {
		t.Errorf("an equal order is a run of its own: %s and %s", again, f.Name)
	}
}

// TestDeaths: if workers die with a job, and the hub restarts, nothing is lost.
func TestDeaths(t *testing.T) {
	s := begin(t)
	var mu sync.Mutex
	stuck := 0
	s.worker("a", func(ctx context.Context, i int) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		if i%10 == 0 && stuck < 5 { // like a killed worker: it keeps the job and stays silent
			stuck++
			_, err := s.local.Take(ctx)
			return i * i, err
		}
		time.Sleep(time.Millisecond)
		return i * i, nil
	})
	name := s.submit(200, 0)
	for range 5 {
		time.Sleep(30 * time.Millisecond)
		s.close()
		s.open()
	}
	f := s.over(name)
	if s.wantSum(f, 200); f.Answers != 200 || len(f.Aside) > 0 {
		t.Errorf("%+v", f)
	}
}

// TestSilentWorker: an answer from a worker that held a job beyond its lease changes
// nothing.
func TestSilentWorker(t *testing.T) {
	s := begin(t)
	name := s.submit(3, 0)
	gone := s.hand("gone")
	job := gone.want(s.t)
	s.worker("a", square)
	f := s.over(name)
	s.wantSum(f, 3)
	if err := gone.calls.call(t.Context(), verbAnswer, answered{job.Ticket, answer{Job: *job.Job, Found: json.RawMessage("77")}}, new(bool)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond)
	s.wantSum(s.over(name), 3)
}

// TestSetAside: a job that fails three times, with any workers, is set aside with its
// error, and the rest continues. The same holds if the worker panics.
func TestSetAside(t *testing.T) {
	s := begin(t)
	s.worker("a", func(_ context.Context, i int) (int, error) {
		switch i {
		case 3:
			return 0, errors.New("three is too hard")
		case 5:
			panic("five")
		case 7:
			return -1, nil
		}
		return i * i, nil
	})
	name := s.submit(10, 0)
	f := s.over(name)
	for id, want := range map[string]string{"3": "three is too hard", "5": "internal error: five", "7": "an answer that cannot be"} {
		if why := f.Aside[id]; !contains(why, want) {
			t.Errorf("job %s is set aside for %q, not %q", id, why, want)
		}
	}
	if f.Answers != 7 {
		t.Errorf("%d answers", f.Answers)
	}
	s.close()
	s.open()
	if again := s.over(name); len(again.Aside) != 3 || string(again.State.Result) != string(f.State.Result) {
		t.Errorf("after a new beginning: %+v", again)
	}
}

func contains(text, part string) bool {
	for i := range len(text) - len(part) + 1 {
		if text[i:i+len(part)] == part {
			return true
		}
	}
	return false
}

// TestLiar: the hub excludes a worker that gives wrong answers, and other workers
// repeat all its jobs.
func TestLiar(t *testing.T) {
	s := begin(t)
	s.worker("honest", func(_ context.Context, i int) (int, error) { time.Sleep(time.Millisecond); return i * i, nil })
	s.worker("liar", func(_ context.Context, i int) (int, error) { return i*i + 1, nil })
	for s.hub.Status().Threads < 4 {
		time.Sleep(time.Millisecond)
	}
	f := s.over(s.submit(300, 200))
	s.wantSum(f, 300)
	for _, w := range s.hub.Status().Workers {
		if (w.Name == "liar") != (w.Excluded != "") {
			t.Errorf("%+v", w)
		}
	}
}

// TestRefused: a worker must have the hub's version and know the games of its runs.
func TestRefused(t *testing.T) {
	s := begin(t)
	s.submit(3, 0)
	for why, hello := range map[string]Hello{
		"both must be the same": {Name: "old", Version: "0", Threads: 1, Games: []string{"numbers"}},
		"no game numbers":       {Name: "other", Version: "1", Threads: 1, Games: []string{"letters"}},
		"want a number from 1":  {Name: "none", Version: "1", Games: []string{"numbers"}},
	} {
		w := &Worker{Desk: s.local, Hello: hello, Make: func() Doer { return does(square) }, Log: quiet(t)}
		err := w.Work(t.Context())
		if r, ok := errors.AsType[*RefusedError](err); !ok || !contains(r.Why, why) {
			t.Errorf("%s: %v", hello.Name, err)
		}
	}
}

// TestRubbish: messages of strangers are ignored.
func TestRubbish(t *testing.T) {
	s := begin(t)
	name := s.submit(20, 0)
	for range 5 {
		given, err := s.local.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"", "{", `{"worker":"x"}`, `{"job":{"id":"0","run":"` + name + `"},"worker":"","found":5}`} {
			s.local.mu.Lock()
			s.local.answers = append(s.local.answers, []byte(text))
			s.local.rouse()
			s.local.mu.Unlock()
		}
		_ = s.local.GiveBack(given.Ticket, 0)
	}
	for _, verb := range []string{"", "join", "beat", "take", "extend", "answer", "back", "submit", "follow", "stop", "leave"} {
		if text, err := s.local.Call(t.Context(), verb, []byte(`{"a":[}`)); err != nil || !contains(string(text), `"error"`) {
			t.Errorf("%s: %s %v", verb, text, err)
		}
	}
	s.worker("a", square)
	s.wantSum(s.over(name), 20)
}
