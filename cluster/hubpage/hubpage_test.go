package hubpage_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"oxo/cluster"
	"oxo/cluster/hubpage"
)

// one is a run with one job set aside. The text of the job would harm a page that does
// not escape it.
type one struct{}

func (one) Next(int) []cluster.Job                               { return nil }
func (one) Ahead() int                                           { return 0 }
func (one) Take(string, json.RawMessage) error                   { return nil }
func (one) Agree(string, json.RawMessage, json.RawMessage) error { return nil }
func (one) Hint(string, json.RawMessage)                         {}
func (one) Drop(string)                                          {}
func (one) SetAside(string, string)                              {}
func (one) Wants(string) bool                                    { return true }
func (one) State() cluster.State {
	return cluster.State{Text: "pn 3 dn 5 <script>", Result: json.RawMessage(`{"pn":3}`)}
}

func ask(h http.Handler, method, host, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestStatus(t *testing.T) {
	local := cluster.NewLocal(time.Second)
	options := cluster.Options{
		Version: "v7", Kinds: cluster.Kinds{"one": func(cluster.Order) (cluster.Run, error) { return one{}, nil }},
	}
	hub, err := cluster.NewHub(t.Context(), local, options)
	if err != nil {
		t.Fatal(err)
	}
	name, err := hub.Submit(t.Context(), cluster.Order{Kind: "one", Game: "tictactoe", Spec: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	err = local.Keep(t.Context(), []cluster.Value{
		{Name: "aside." + name + ".j1", Data: []byte("no such move")},
		{Name: "worker.w1", Data: []byte(`{"id":"w1","key":"AAAA","hello":{"name":"liar"},"excluded":"its answer was wrong"}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if hub, err = cluster.NewHub(t.Context(), local, options); err != nil { // it restores what was kept
		t.Fatal(err)
	}
	id := join(t, hub, local, "honest")
	server, err := hubpage.New(hub, hubpage.Options{Hosts: []string{"Hub.example"}})
	if err != nil {
		t.Fatal(err)
	}
	h := server.Handler()
	for path, wants := range map[string][]string{
		"/":            {"v7", name, "tictactoe", "pn 3 dn 5 &lt;script&gt;", "{&#34;pn&#34;:3}", "<code>j1</code>: no such move", "liar", "excluded: its answer was wrong", "honest <small>" + id},
		"/status.json": {`"version":"v7"`, `"name":"` + name + `"`},
		"/metrics":     {"oxo_hub_runs 1", "oxo_hub_workers 1", "oxo_hub_threads 3", "oxo_hub_excluded 1", "oxo_hub_set_aside 1"},
		"/healthz":     {"ok"},
		"/hub.js":      {"freshen"},
		"/hub.css":     {"--paper"},
	} {
		w := ask(h, "GET", "hub.example:80", path)
		for _, want := range wants {
			if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: %d, without %q:\n%s", path, w.Code, want, w.Body)
			}
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s has no policy", path)
		}
	}
	for host, code := range map[string]int{"127.0.0.1:1": 200, "[::1]:1": 200, "localhost": 200, "evil.example": 421, "": 421} {
		if got := ask(h, "GET", host, "/status.json").Code; got != code {
			t.Errorf("host %q: %d, want %d", host, got, code)
		}
	}
	if got := ask(h, "POST", "localhost", "/status.json").Code; got != 405 {
		t.Errorf("POST: %d", got)
	}
	for _, path := range []string{"/tab/", "/desk"} {
		if got := ask(h, "GET", "localhost", path).Code; got != 404 {
			t.Errorf("%s without tabs: %d", path, got)
		}
	}
	guarded(t, hub)
}

// join joins a worker of three threads, and returns the hub's name for it. The worker
// leaves when the test ends.
func join(t *testing.T, hub *cluster.Hub, desk cluster.Desk, name string) string {
	w := &cluster.Worker{
		Desk: desk, Hello: cluster.Hello{Name: name, Version: "v7", Threads: 3, Games: []string{"tictactoe"}}, Make: func() cluster.Doer { return nil },
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Work(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	for ; ; time.Sleep(time.Millisecond) {
		for _, s := range hub.Status().Workers {
			if s.Name == name {
				return s.ID
			}
		}
	}
}

// guarded: with a token every request needs it, even a request of a tab; without it
// only /healthz works.
func guarded(t *testing.T, hub *cluster.Hub) {
	desk := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	server, err := hubpage.New(hub, hubpage.Options{Token: "sesame", TabToken: "tab-token", Tabs: fstest.MapFS{"index.html": {Data: []byte("join")}, "tab.wasm": {}}, Desk: desk})
	if err != nil {
		t.Fatal(err)
	}
	h := server.Handler()
	for path, code := range map[string]int{"/": 200, "/status.json": 200, "/metrics": 200, "/tab/": 200, "/tab/tab.wasm": 200, "/desk": 418, "/tab/../secret": 307, "/healthz": 200} {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "localhost"
		for password, want := range map[string]int{"": 401, "Sesame": 401, "sesame": code, "tab-token": ofTabs(path, code)} {
			r.SetBasicAuth("anyone", password)
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code != want && path != "/healthz" || path == "/healthz" && w.Code != 200 {
				t.Errorf("%s with password %q: %d, want %d", path, password, w.Code, want)
			}
			if password == "sesame" && path == "/tab/" && !strings.Contains(w.Header().Get("Content-Security-Policy"), "wasm-unsafe-eval") {
				t.Errorf("the page of tabs may not run its engine")
			}
		}
	}
}

// ofTabs returns the status code for a path with the token of tabs.
func ofTabs(path string, code int) int {
	if path == "/tab/" || path == "/tab/tab.wasm" || path == "/desk" {
		return code
	}
	return 401
}
