package ggp

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// say sends a message without a network, since a synctest bubble cannot use one, and returns the
// answer and the time that it took.
func say(s *Server, message string) (string, time.Duration) {
	began := time.Now()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(message)))
	return strings.TrimSpace(w.Body.String()), time.Since(began)
}

// thinks is a server whose thinker continues after its context has ended, for the time given by
// more.
func thinks(opts Options, more time.Duration) *Server {
	s := New(opts)
	s.choose = func(ctx context.Context, _ *match, legal []int32, report func(choice)) error {
		report(choice{move: legal[1], by: "test"})
		report(choice{move: 999, by: "an illegal move"})
		<-ctx.Done()
		time.Sleep(more)
		report(choice{move: legal[2], by: "too late"})
		return nil
	}
	return s
}

// TestClocks: an answer comes a margin before the clock ends; without a choice it comes at once.
func TestClocks(t *testing.T) {
	nim := sheetOf(t, "nim")
	for _, c := range []struct {
		name        string
		margin      time.Duration
		clocks      string
		start, play time.Duration
	}{
		{"the default", 0, "30 10", 29 * time.Second, 9 * time.Second},
		{"a margin", 3 * time.Second, "30 20", 27 * time.Second, 17 * time.Second},
		{"short clocks", 3 * time.Second, "8 1", 6 * time.Second, 750 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := thinks(Options{Margin: c.margin}, 0)
				answer, took := say(s, "(START m first ("+nim+") "+c.clocks+")")
				if answer != ready || took != c.start {
					t.Errorf("START: %s after %v, want %v", answer, took, c.start)
				}
				answer, took = say(s, "(PLAY m NIL)")
				if answer != "(leave b 1)" || took != c.play {
					t.Errorf("PLAY: %s after %v, want %v", answer, took, c.play)
				}
				answer, took = say(s, "(PLAY m ((leave b 1) wait))")
				if answer != "wait" || took != 0 {
					t.Errorf("PLAY without a choice: %s after %v", answer, took)
				}
			})
		})
	}
}

// TestLateThinker: half a margin before the clock ends, the server stops waiting for a thinker that
// does not end. The next move gets another thinker.
func TestLateThinker(t *testing.T) {
	nim := sheetOf(t, "nim")
	synctest.Test(t, func(t *testing.T) {
		s := thinks(Options{}, time.Hour)
		if answer, took := say(s, "(START m first ("+nim+") 30 10)"); answer != ready || took != 29500*time.Millisecond {
			t.Errorf("START: %s after %v", answer, took)
		}
		// The new thinker is oxo's own: it has a proof at once.
		answer, took := say(s, "(PLAY m NIL)")
		if answer != "(leave a 0)" || took > 9*time.Second {
			t.Errorf("PLAY: %s after %v", answer, took)
		}
		if answer, _ = say(s, "(ABORT m)"); answer != aborted {
			t.Error(answer)
		}
		time.Sleep(time.Hour) // the old thinker ends
	})
}

// TestStopEndsThinking: STOP and ABORT do not wait for the clock of a move.
func TestStopEndsThinking(t *testing.T) {
	nim := sheetOf(t, "nim")
	for message, want := range map[string]string{"(STOP m ((leave a 0) wait))": done, "(ABORT m)": aborted} {
		synctest.Test(t, func(t *testing.T) {
			s := thinks(Options{}, 0)
			say(s, "(START m first ("+nim+") 10 100)")
			go say(s, "(PLAY m NIL)")
			time.Sleep(5 * time.Second)
			if answer, took := say(s, "(PLAY m NIL)"); answer != busy || took != 0 {
				t.Errorf("a second PLAY: %s after %v", answer, took)
			}
			if answer, took := say(s, message); answer != want || took != 0 {
				t.Errorf("%s: %s after %v", message, answer, took)
			}
		})
	}
}

// TestLateSheet: until a sheet has been read oxo has no move, but it keeps the moves of the
// messages.
func TestLateSheet(t *testing.T) {
	nim := sheetOf(t, "nim")
	synctest.Test(t, func(t *testing.T) {
		s := New(options())
		late := readSheet(t.Context(), "late", nim)
		<-late.surveyed
		read := late.read
		late.read = make(chan struct{})
		s.match = newMatch(t.Context(), &message{match: "m", role: "second", play: 10 * time.Second})
		s.match.sheet = late
		for _, message := range []string{"(PLAY m NIL)", "(PLAY m ((leave a 0) wait))"} {
			if answer, took := say(s, message); answer != none || took != 9*time.Second {
				t.Errorf("%s: %s after %v", message, answer, took)
			}
		}
		late.read = read
		if answer, _ := say(s, "(PLAY m (wait (leave c 2)))"); answer != "wait" {
			t.Error(answer)
		}
	})
}

// TestSilentServer: the match of a server that is silent for a minute after its clock makes
// room for another match, and continues without another one.
func TestSilentServer(t *testing.T) {
	nim := sheetOf(t, "nim")
	synctest.Test(t, func(t *testing.T) {
		s := thinks(Options{}, 0)
		say(s, "(START m first ("+nim+") 10 10)")
		say(s, "(PLAY m NIL)") // at 9 s, until 18 s
		for _, c := range []struct {
			after         time.Duration
			message, want string
		}{
			{60 * time.Second, "(START n first (" + nim + ") 10 10)", busy},
			{0, "(INFO)", "((name oxo) (status busy))"},
			{2 * time.Second, "(INFO)", "((name oxo) (status available))"},
			{0, "(PLAY m ((leave a 0) wait))", "wait"},
			{0, "(INFO)", "((name oxo) (status busy))"},
			{71 * time.Second, "(START n first (" + nim + ") 10 10)", ready},
			{0, "(PLAY m (wait (leave c 2)))", busy},
			{0, "(ABORT n)", aborted},
		} {
			time.Sleep(c.after)
			if answer, _ := say(s, c.message); answer != c.want {
				t.Errorf("%.20s: %s, want %s", c.message, answer, c.want)
			}
		}
	})
}
