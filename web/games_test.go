package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestManyGames: sixteen connections ask for large boards, a new one each time, while
// another asks for the state of a game of noughts and crosses. All are answered; the
// log shows how long the other waits.
func TestManyGames(t *testing.T) {
	seconds := 3 * time.Second
	if testing.Short() {
		seconds = 500 * time.Millisecond
	}
	ts := httptest.NewServer(handler(t))
	defer ts.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ask := func(c *http.Client, path string) bool {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, ts.URL+"/api/position?game="+path, nil)
		if err != nil {
			t.Error(err)
			return false
		}
		answer, err := c.Do(r)
		if ctx.Err() != nil {
			return false
		}
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %v %v", path, answer, err)
			return false
		}
		_ = answer.Body.Close()
		return true
	}
	var hostile sync.WaitGroup
	for i := range 16 {
		hostile.Go(func() {
			c := &http.Client{}
			for n := i; ask(c, fmt.Sprintf("mnk:%dx%dx%d,torus", 14+n%7, 14+n/7%7, 3+n%11)); n += 16 {
				continue
			}
		})
	}
	var times []time.Duration
	first := time.Now()
	for c := (&http.Client{}); len(times) == 0 || time.Since(first) < seconds; time.Sleep(5 * time.Millisecond) {
		begun := time.Now()
		if !ask(c, "tictactoe") {
			break
		}
		times = append(times, time.Since(begun))
	}
	stop()
	hostile.Wait()
	slices.Sort(times)
	if len(times) == 0 {
		t.Fatal("no answer")
	}
	t.Logf("%d answers: median %v, p99 %v, slowest %v", len(times), times[len(times)/2], times[len(times)*99/100], times[len(times)-1])
}
