package web_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo/web"
)

// TestStoppingAnswers: the server is stopped while twenty replies of a minute and
// twenty streams run or wait, and silent connections are open. All replies get the
// best move so far, all streams get a last message, and the server ends.
func TestStoppingAnswers(t *testing.T) {
	address, stop, ended := begin(t, web.Options{Limits: web.Limits{web.QueueEach: 64, web.QueueClient: 64, web.Grace: int64(time.Hour)}, Log: slog.New(slog.NewTextHandler(failing{t}, nil))}, nil)
	base := "http://" + address
	transport := &http.Transport{DisableKeepAlives: true}
	c := &http.Client{Transport: transport}
	defer transport.CloseIdleConnections()
	var all, begun sync.WaitGroup
	for i := range 20 {
		begun.Add(1)
		all.Go(func() {
			level := []string{"perfect", "perfect", "10", "5"}[i%4]
			game := []string{"connect4:8x7", "mnk:19x19x5", "mnk:15x15x5"}[i%3]
			status, _, content := get(t, c, fmt.Sprintf("%s/api/reply?game=%s&level=%s&ms=60000", base, game, level), begun.Done)
			if status != http.StatusOK || !strings.Contains(string(content), `"move":`) {
				t.Errorf("a reply of %s at level %s: %d %.200s", game, level, status, content)
			}
		})
		begun.Add(1)
		all.Go(func() {
			what := []string{"analyze?game=connect4:8x7", "solve?game=connect4:8x7", "review?game=connect4:8x7&moves=4.4.4", "explain?game=mnk:4x4x4&algorithm=minimax"}[i%4]
			r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/api/"+what, nil)
			answer, err := c.Do(r)
			if begun.Done(); err != nil || answer.StatusCode != http.StatusOK {
				t.Errorf("%s: %v %v", what, answer, err)
				return
			}
			defer func() { _ = answer.Body.Close() }()
			content, err := io.ReadAll(answer.Body)
			if text := string(content); err != nil || !strings.Contains(text, "event: end") && !strings.Contains(text, "event: problem") {
				t.Errorf("%s: %v %.300s", what, err, text)
			}
		})
	}
	for range 3 {
		silent := dialFrom(t, "127.0.0.1", address)
		defer func() { _ = silent.Close() }()
	}
	begun.Wait()
	taken(t, base)
	told := time.Now()
	stop()
	all.Wait()
	t.Logf("all were answered after %v", time.Since(told))
	if err := <-ended; err != nil {
		t.Error(err)
	}
	t.Logf("it ended after %v", time.Since(told))
}

// TestOthersWait: when others wait, a stream ends with its results so far, and says so;
// a stream without results names the limit that it met.
func TestOthersWait(t *testing.T) {
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Searches: 1, web.Share: int64(300 * time.Millisecond), web.Nodes: 100_000_000}})
	for what, want := range map[string]string{
		"analyze?game=connect4:8x7": "others are waiting", "solve?game=connect4:8x7": "others are waiting", "review?game=connect4:8x7&moves=4.4.4": "others are waiting",
		"explain?game=mnk:5x5x5&algorithm=minimax": `"limit":"share"`,
	} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, ts.URL+"/api/"+what, nil)
		first, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got := events(t, c, ts.URL+"/api/solve?game=tictactoe")
		if len(got["end"]) != 1 || !strings.Contains(string(got["end"][0]), "done") {
			t.Errorf("beside %s: %s", what, got["end"])
		}
		content, err := io.ReadAll(first.Body)
		if err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s: %v %.300s", what, err, content[max(len(content)-300, 0):])
		}
		_ = first.Body.Close()
	}
}
