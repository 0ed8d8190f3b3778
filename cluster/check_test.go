package cluster

import (
	"encoding/json"
	"errors"
	"strconv"
	"testing"
	"time"
)

// unsure is a sum whose checks of odd numbers settle nothing before their limit was raised
// three times, and those of numbers with a remainder of 3 by 4 never.
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

// Raise implements [Limited]: a thousand more is a higher limit.
func (u unsure) Raise(ask json.RawMessage) (json.RawMessage, error) {
	i, _ := strconv.Atoi(string(ask))
	if i > 5000 {
		return nil, errors.New("no more")
	}
	return json.RawMessage(strconv.Itoa(i + 1000)), nil
}

// TestUnsettled: where a check finds nothing out, the hub raises the limit; where that finds
// nothing out either, the answer is forgotten, and nobody is excluded.
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
