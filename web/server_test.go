package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"oxo/game/catalog"
	"oxo/games"
	"oxo/web"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve starts a server for a test.
func serve(t testing.TB, o web.Options) (*httptest.Server, *http.Client) {
	t.Helper()
	return serveGames(t, games.All(), o)
}

// serveGames is serve with other games.
func serveGames(t testing.TB, families []catalog.Family, o web.Options) (*httptest.Server, *http.Client) {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(failing{t}, nil))
	}
	s, err := web.New(families, o)
	if err != nil {
		t.Fatal(err)
	}
	ts := httptest.NewServer(s.Handler())
	client := ts.Client()
	t.Cleanup(func() {
		s.Close()
		ts.Close()
		client.CloseIdleConnections()
	})
	return ts, client
}

// begin starts a server; stop ends it, and ended then gets its error. wrap may wrap
// its listener.
func begin(t *testing.T, o web.Options, wrap func(net.Listener) net.Listener) (address string, stop context.CancelFunc, ended <-chan error) {
	t.Helper()
	s, err := web.New(games.All(), o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = l.Addr().String()
	if wrap != nil {
		l = wrap(l)
	}
	ctx, stop := context.WithCancel(context.Background())
	end := make(chan error, 1)
	go func() { end <- s.Serve(ctx, l) }()
	return address, stop, end
}

// listen starts a server, and returns its address and a function that ends it.
func listen(t *testing.T) (address string, stop func()) {
	t.Helper()
	address, cancel, ended := begin(t, web.Options{Log: slog.New(slog.NewTextHandler(failing{t}, nil))}, nil)
	return address, func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// failing is a log that fails the test at every entry.
type failing struct{ t testing.TB }

func (f failing) Write(p []byte) (int, error) {
	f.t.Errorf("the server logged: %s", p)
	return len(p), nil
}

// get requests a path, and returns the answer. It calls asked once the request is
// written.
func get(t testing.TB, c *http.Client, address string, asked ...func()) (int, http.Header, []byte) {
	t.Helper()
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) {
		for _, call := range asked {
			call()
		}
	}}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	content, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, r.Header, content
}

// taken waits until the server handles earlier requests: it has read a later one.
func taken(t *testing.T, base string) {
	t.Helper()
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	if status, _, _ := get(t, c, base+"/healthz"); status != http.StatusOK {
		t.Errorf("/healthz: %d", status)
	}
	time.Sleep(200 * time.Millisecond)
}

// events reads a stream to its end, by name of the event.
func events(t testing.TB, c *http.Client, address string) map[string][]json.RawMessage {
	t.Helper()
	status, header, content := get(t, c, address)
	if status != http.StatusOK || header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%s: %d %s %s", address, status, header.Get("Content-Type"), content)
	}
	all := map[string][]json.RawMessage{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 64<<20)
	name := ""
	for lines.Scan() {
		if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = event
		} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if !json.Valid([]byte(data)) {
				t.Errorf("%s: event %s has no JSON: %.100s", address, name, data)
			}
			all[name] = append(all[name], json.RawMessage(data))
		}
	}
	return all
}

// TestAnswers calls each operation once and checks the answer.
func TestAnswers(t *testing.T) {
	ts, c := serve(t, web.Options{})
	for path, want := range map[string]string{
		"/healthz":                     "ok",
		"/":                            `<meta name="oxo-engine" content="server">`,
		"/main.js":                     "export",
		"/openapi.json":                `"/api/explain"`,
		"/metrics":                     "oxo_searches_total",
		"/api/games":                   `"name":"tictactoe"`,
		"/api/position?game=tictactoe": `"verdict":"X to move"`,
		"/api/position?game=tictactoe&moves=a1,b2+c3":                `"moves":["a1","b2","c3"]`,
		"/api/position?game=tictactoe&position=XXX/OO./...":          `"verdict":"X has won"`,
		"/api/reply?game=tictactoe&moves=a1.b1.a2.b2":                `"move":"a3"`,
		"/api/reply?game=tictactoe&moves=a1.b1.a2.b2&level=3&seed=7": `"move":"a3"`,
		"/api/reply?game=connect4&ms=100":                            `"move":"4"`,
		"/api/exercise?kind=minimax&seed=7":                          `"ask":["value"]`,
		"/api/exercise?kind=position&seed=7":                         `"game":"mnk:3x3x3"`,
	} {
		if status, _, content := get(t, c, ts.URL+path); status != http.StatusOK || path != "/main.js" && !strings.Contains(string(content), want) {
			t.Errorf("%s: %d, without %s: %.200s", path, status, want, content)
		}
	}
	for path, want := range map[string][2]string{
		"/api/analyze?game=tictactoe&moves=a1.b1.a2.b2":       {"analysis", `"text":"win in 1"`},
		"/api/solve?game=mnk:3x3x3,misere":                    {"solution", `"proven":true`},
		"/api/review?game=tictactoe&moves=b2.a2.a1.b3":        {"move", `"kind":"mistake"`},
		"/api/puzzles?game=tictactoe&position=OX./..O/..X":    {"puzzle", `"answer":"b1"`},
		"/api/explain?game=tictactoe&moves=b2.a1&counts=true": {"part", `"name":"engine"`},
		"/api/explain?game=tictactoe&algorithm=minimax":       {"part", `"visited":549946`},
		"/api/why?game=tictactoe&moves=b1&move=a3":            {"because", `"text":"a3 loses in 6."`},
		"/api/explain?game=mnk:4x4x4&algorithm=minimax":       {"part", `"fitted":5,"most":600000`},
	} {
		got := events(t, c, ts.URL+path)
		if all, err := json.Marshal(got[want[0]]); err != nil || !strings.Contains(string(all), want[1]) || len(got["queued"]) == 0 {
			t.Errorf("%s: %.300s, without %s", path, all, want[1])
		}
	}
}

// TestHeaders: foreign sites can run or frame nothing, and the page's files are
// cached and compressed.
func TestHeaders(t *testing.T) {
	ts, c := serve(t, web.Options{})
	_, h, _ := get(t, c, ts.URL+"/")
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
	} {
		if !strings.Contains(h.Get(name), want) {
			t.Errorf("%s: %q", name, h.Get(name))
		}
	}
	r, _ := http.NewRequest(http.MethodGet, ts.URL+"/main.js", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	first, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = first.Body.Close()
	if first.Header.Get("Content-Encoding") != "gzip" || first.Header.Get("ETag") == "" {
		t.Errorf("main.js: %v", first.Header)
	}
	r.Header.Set("If-None-Match", first.Header.Get("ETag"))
	again, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = again.Body.Close()
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("the same file again: %d", again.StatusCode)
	}
}

// TestPosts: answers are marked, and a page of another origin may not post.
func TestPosts(t *testing.T) {
	ts, c := serve(t, web.Options{})
	post := func(body, origin string) (int, string) {
		r, _ := http.NewRequest(http.MethodPost, ts.URL+"/api/exercise", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if origin != "" {
			r.Header.Set("Origin", origin)
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		content, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(content)
	}
	sheet := `{"kind":"minimax","seed":3,"answers":[{"node":0,"field":"value","text":"999"}]}`
	if status, body := post(sheet, ""); status != http.StatusOK || !strings.Contains(body, `"right":false,"given":"999"`) {
		t.Errorf("%d %s", status, body)
	}
	if status, body := post(sheet, "https://elsewhere.example"); status != http.StatusForbidden || !strings.Contains(body, "another origin") {
		t.Errorf("from elsewhere: %d %s", status, body)
	}
}

// TestLeaving: if a reader leaves, the search ends, and the next request is served.
func TestLeaving(t *testing.T) {
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Searches: 1}})
	for range 20 {
		ctx, leave := context.WithCancel(context.Background())
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, ts.URL+"/api/solve?game=connect4:8x7", nil)
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(answer.Body).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		leave()
		_ = answer.Body.Close()
	}
	begun := time.Now()
	got := events(t, c, ts.URL+"/api/solve?game=tictactoe")
	if len(got["end"]) != 1 {
		t.Errorf("%v", got)
	}
	t.Logf("served after %v", time.Since(begun))
}

// TestRefused: if all searches are busy and the queue is full, the next request is
// refused and told when to retry.
func TestRefused(t *testing.T) {
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Searches: 1}})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	statuses := map[int]int{}
	for i := range 80 {
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, ts.URL+"/api/solve?game=connect4:8x7", nil)
		if i < 10 {
			r.Header.Set("X-Oxo-Client", "greedy")
		} else {
			r.Header.Set("X-Oxo-Client", "client "+strconv.Itoa(i))
		}
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		statuses[answer.StatusCode]++
		if answer.StatusCode >= 400 && (answer.Header.Get("Retry-After") == "" || answer.Header.Get("Content-Type") != "application/problem+json") {
			t.Errorf("%d %v", answer.StatusCode, answer.Header)
		}
	}
	// One request runs. Four requests of the greedy client wait and five are refused.
	// For the other clients, at the same address, the limit of one address decides how
	// many wait.
	if statuses[http.StatusOK] != 17 || statuses[http.StatusTooManyRequests] != 63 {
		t.Errorf("%v", statuses)
	}
	// A quick reply does not wait for any of them.
	if status, _, _ := get(t, c, ts.URL+"/api/reply?game=tictactoe"); status != http.StatusOK {
		t.Errorf("a reply: %d", status)
	}
}

// TestStopping: at shutdown streams get a last message, and nothing remains.
func TestStopping(t *testing.T) {
	address, stop := listen(t)
	c := &http.Client{}
	defer c.CloseIdleConnections()
	answer, err := c.Get("http://" + address + "/api/solve?game=connect4:8x7")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	stopped := make(chan struct{})
	time.AfterFunc(50*time.Millisecond, func() {
		stop()
		close(stopped)
	})
	content, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(content), "event: end\ndata: {\"reason\":\"the server is stopping\"}") {
		t.Errorf("%v, %.300s", err, content)
	}
	<-stopped
}

// TestQuestionsAreDescribed: the description lists exactly the operations that are
// served.
func TestQuestionsAreDescribed(t *testing.T) {
	ts, c := serve(t, web.Options{})
	_, _, content := get(t, c, ts.URL+"/openapi.json")
	var doc struct {
		Paths map[string]map[string]struct {
			Summary    string
			Parameters []struct {
				Name, In, Description string
				Schema                struct{ Description string }
			}
		}
	}
	if err := json.Unmarshal(content, &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Paths) != 18 {
		t.Errorf("%d paths", len(doc.Paths))
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if op.Summary == "" {
				t.Errorf("%s %s has no summary", method, path)
			}
			for _, p := range op.Parameters {
				if p.Description == "" && p.Schema.Description == "" {
					t.Errorf("%s %s: nothing is said of %s", method, path, p.Name)
				}
			}
		}
	}
	if status, _, _ := get(t, c, ts.URL+"/api/position?"+url.Values{"game": {"tictactoe"}, "unknown": {"1"}}.Encode()); status != http.StatusUnprocessableEntity {
		t.Errorf("an unknown parameter: %d", status)
	}
}
