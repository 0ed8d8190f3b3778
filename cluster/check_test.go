package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"testing"
	"time"
)

// unsure is a sum in which checks of odd numbers settle nothing until their limit has
// been raised three times, and checks of numbers equal to 3 modulo 4 never settle
// anything.
type unsure struct{ *sum }

func newUnsure(o Order) (Run, error) {
	s, err := newSum(o)
	if err != nil {
		return nil, err
	}
	return unsure{s.(*sum)}, nil
}

func (u unsure) Agree(id string, answer, check json.RawMessage) error {
	i, _ := strconv.Atoi(id)
	found, _ := strconv.Atoi(string(check))
	switch {
	case i%2 == 0:
		return u.sum.Agree(id, answer, check)
	case i%4 == 3 || found < (i+3000)*(i+3000):
		return ErrUnsettled
	default:
		return nil
	}
}

// Raise implements [Limited]: it adds a thousand to the number.
func (u unsure) Raise(ask json.RawMessage) (json.RawMessage, error) {
	i, _ := strconv.Atoi(string(ask))
	if i > 5000 {
		return nil, errors.New("no more")
	}
	return json.RawMessage(strconv.Itoa(i + 1000)), nil
}

// TestUnsettled: if a check finds nothing, the hub raises the limit; if it still
// finds nothing, the answer is forgotten, and nobody is excluded.
func TestUnsettled(t *testing.T) {
	s := begin(t)
	for _, name := range []string{"a", "b"} {
		s.worker(name, square)
	}
	for s.hub.Status().Threads < 4 {
		time.Sleep(time.Millisecond)
	}
	name, err := s.hub.Submit(t.Context(), Order{Kind: "unsure", Game: "numbers", Spec: json.RawMessage("40"), Check: 1000})
	if err != nil {
		t.Fatal(err)
	}
	f, want := s.over(name), 0
	for i := range 40 {
		if _, aside := f.Aside[strconv.Itoa(i)]; aside != (i%4 == 3) {
			t.Errorf("%d is set aside: %v", i, aside)
		}
		if i%4 != 3 {
			want += i * i
		}
	}
	if string(f.State.Result) != strconv.Itoa(want) {
		t.Errorf("the sum is %d, not %s", want, f.State.Result)
	}
	for _, w := range s.hub.Status().Workers {
		if w.Excluded != "" {
			t.Errorf("%+v", w)
		}
	}
}

// wantExcluded checks whether a worker is excluded.
func (s *scene) wantExcluded(name string) {
	s.t.Helper()
	for _, w := range s.hub.Status().Workers {
		if (w.Name == name) != (w.Excluded != "") {
			s.t.Errorf("%+v", w)
		}
	}
}

// TestForged: a worker cannot confirm its own answers.
func TestForged(t *testing.T) {
	s := begin(t)
	begun := make(chan bool)
	s.worker("honest", func(_ context.Context, i int) (int, error) { <-begun; return i * i, nil })
	liar := s.worker("liar", func(_ context.Context, i int) (int, error) { return i*i + 1, nil })
	for s.hub.Status().Threads < 4 {
		time.Sleep(time.Millisecond)
	}
	name := s.submit(10, 1000)
	f := Followed{}
	for f.Answers < 8 { // the honest one has two jobs
		f, _ = s.hub.Follow(Follow{Run: name})
		time.Sleep(time.Millisecond)
	}
	for i := range 10 {
		s.forge(liar, name, i)
	}
	time.Sleep(20 * time.Millisecond)
	if g, _ := s.hub.Follow(Follow{Run: name}); g.Checks != f.Answers || f.Checks != f.Answers {
		t.Errorf("%d and %d checks of %d answers", f.Checks, g.Checks, f.Answers)
	}
	close(begun)
	s.wantSum(s.over(name), 10)
	s.wantExcluded("liar")
}

// forge sends a check that the liar has made of its own answer, as if the hub had
// given it out.
func (s *scene) forge(liar *Worker, run string, i int) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	a := answer{Job: Job{ID: strconv.Itoa(i), Run: run, Check: true}, Found: json.RawMessage(strconv.Itoa(i*i + 1))}
	t := ticket{Run: run, Job: a.Job.Name()}
	t.Seal = s.hub.seal(s.hub.members[idOf(liar.Own.Key())], s.hub.runs[run], &t)
	text, _ := json.Marshal(answered{t, a})
	letter, _ := json.Marshal(liar.calls.sign(verbAnswer, text))
	if err := s.local.Answer(s.t.Context(), "", letter); err != nil {
		s.t.Error(err)
	}
}

// TestChecksAreKept: open checks are done after a restart of the hub, by the hub
// itself if no other worker is left.
func TestChecksAreKept(t *testing.T) {
	s := begin(t)
	s.close()
	s.judge = func(ctx context.Context, _ int) (int, error) { <-ctx.Done(); return 0, ctx.Err() }
	s.open()
	s.worker("liar", func(_ context.Context, i int) (int, error) { return i*i + 1, nil })
	name := s.submit(10, 1000)
	for {
		if f, err := s.hub.Follow(Follow{Run: name}); err != nil || f.Over {
			t.Fatalf("%+v %v", f, err)
		} else if f.Answers == 10 && f.Checks == 10 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	s.close()
	s.judge = square
	s.open()
	s.worker("honest", square)
	s.wantSum(s.over(name), 10)
	s.wantExcluded("liar")
}
