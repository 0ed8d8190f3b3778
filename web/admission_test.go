package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo/web"
)

// from makes a request with headers, and returns the status and the problem, if there
// is one.
func from(t testing.TB, c *http.Client, address, host string, headers ...string) (int, problem) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var p problem
	if answer.StatusCode >= 400 {
		if err := json.NewDecoder(answer.Body).Decode(&p); err != nil {
			t.Errorf("%s: no problem document: %v", address, err)
		}
	}
	return answer.StatusCode, p
}

type problem struct {
	Status        int
	Detail, Limit string
}

// TestHosts: if another site makes its name resolve to the server, its pages are
// refused.
func TestHosts(t *testing.T) {
	ts, c := serve(t, web.Options{Hosts: []string{"Oxo.example.org"}})
	for host, want := range map[string]int{
		"": 200, "127.0.0.1:80": 200, "localhost:1": 200, "LOCALHOST.": 200, "[::1]:8080": 200, "::1": 200, "192.0.2.9": 200, "a.localhost": 200,
		"oxo.example.org": 200, "oxo.example.org:443": 200,
		"evil.example": 421, "evil.example:8080": 421, "oxo.example.org.evil.example": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421,
	} {
		for _, path := range []string{"/", "/api/games", "/metrics"} {
			if status, p := from(t, c, ts.URL+path, host); status != want || want == 421 && !strings.Contains(p.Detail, "--host") {
				t.Errorf("%s of %q: %d %s", path, host, status, p.Detail)
			}
		}
	}
	if ts, c := serve(t, web.Options{Hosts: []string{"*"}}); true {
		if status, _ := from(t, c, ts.URL+"/", "any.example"); status != http.StatusOK {
			t.Errorf("with any host: %d", status)
		}
	}
}

// TestOtherSites: pages of other origins may link to the page, but cannot make the
// server work.
func TestOtherSites(t *testing.T) {
	ts, c := serve(t, web.Options{})
	u, _ := url.Parse(ts.URL)
	for _, x := range []struct {
		headers []string
		want    int
	}{
		{nil, 200},
		{[]string{"Sec-Fetch-Site", "same-origin", "Origin", "https://behind.a.proxy"}, 200},
		{[]string{"Sec-Fetch-Site", "none"}, 200},
		{[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		{[]string{"Sec-Fetch-Site", "same-site"}, 403},
		{[]string{"Sec-Fetch-Site", "nonsense"}, 403},
		{[]string{"Origin", ts.URL}, 200},
		{[]string{"Origin", "http://evil.example"}, 403},
		{[]string{"Origin", "null"}, 403},
		{[]string{"Referer", ts.URL + "/tree"}, 200},
		{[]string{"Referer", "http://evil.example/" + u.Host}, 403},
	} {
		for _, path := range []string{"/api/games", "/api/reply?game=tictactoe", "/api/solve?game=tictactoe"} {
			if status, p := from(t, c, ts.URL+path, u.Host, x.headers...); status != x.want || x.want == 403 && !strings.Contains(p.Detail, "another origin") {
				t.Errorf("%s with %q: %d %s", path, x.headers, status, p.Detail)
			}
		}
		if status, _ := from(t, c, ts.URL+"/", u.Host, x.headers...); status != http.StatusOK {
			t.Errorf("the page with %q: %d", x.headers, status)
		}
	}
}

// TestGreedyAddress: an address with 48 invented names asks for long replies; another
// address asks for a reply of one second. All are answered; the log shows how long
// the other waited.
func TestGreedyAddress(t *testing.T) {
	ts, c := serve(t, web.Options{
		Limits: web.Limits{web.Searches: 1}, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	reply := func(address, name string, ms int) (int, problem) {
		return from(t, c, fmt.Sprintf("%s/api/reply?game=connect4:8x7&moves=4.4&level=perfect&ms=%d", ts.URL, ms), "localhost",
			"X-Forwarded-For", address, "X-Oxo-Client", name)
	}
	var greedy sync.WaitGroup
	for i := range 48 {
		greedy.Go(func() {
			if status, _ := reply("192.0.2.66", fmt.Sprint("name ", i), 2000); status != http.StatusOK {
				t.Errorf("the greedy one: %d", status)
			}
		})
	}
	time.Sleep(100 * time.Millisecond)
	begun := time.Now()
	status, p := reply("192.0.2.1", "", 1000)
	if status != http.StatusOK {
		t.Errorf("%d %s", status, p.Detail)
	}
	t.Logf("a reply of 1 s came after %v", time.Since(begun))
	greedy.Wait()
}

// TestProxies: only a trusted proxy's report counts, and in its list only the entries
// of trusted proxies. The limit of the queue shows which address was used.
func TestProxies(t *testing.T) {
	for _, x := range []struct {
		name    string
		trusted []netip.Prefix
		header  string
		first   []string // headers of the first client, which fills its queue
		second  []string
		want    int
	}{
		{"no proxy is trusted", nil, "", []string{"X-Forwarded-For", "192.0.2.1"}, []string{"X-Forwarded-For", "192.0.2.2"}, 429},
		{"one is", loopback(), "", []string{"X-Forwarded-For", "192.0.2.1"}, []string{"X-Forwarded-For", "192.0.2.2"}, 200},
		{"what a client invents before it", loopback(), "", []string{"X-Forwarded-For", "9.9.9.1, 192.0.2.1"}, []string{"X-Forwarded-For", "9.9.9.2, 192.0.2.1"}, 429},
		{"a list of two trusted ones", loopback(), "", []string{"X-Forwarded-For", "192.0.2.1, 127.0.0.9"}, []string{"X-Forwarded-For", "192.0.2.2, 127.0.0.9"}, 200},
		{"one network of IPv6", loopback(), "", []string{"X-Forwarded-For", "2001:db8::1"}, []string{"X-Forwarded-For", "2001:db8::2"}, 429},
		{"two networks of IPv6", loopback(), "", []string{"X-Forwarded-For", "2001:db8::1"}, []string{"X-Forwarded-For", "2001:db8:0:1::1"}, 200},
		{"another header", loopback(), "X-Real-IP", []string{"X-Real-IP", "192.0.2.1"}, []string{"X-Real-IP", "192.0.2.2"}, 200},
		{"another header than is said", loopback(), "X-Real-IP", []string{"X-Forwarded-For", "192.0.2.1"}, []string{"X-Forwarded-For", "192.0.2.2"}, 429},
		{"rubbish", loopback(), "", []string{"X-Forwarded-For", "rubbish"}, []string{"X-Forwarded-For", "<script>"}, 429},
	} {
		t.Run(x.name, func(t *testing.T) {
			ts, c := serve(t, web.Options{
				Limits: web.Limits{web.Searches: 1, web.QueueEach: 1}, Proxies: x.trusted, ProxyHeader: x.header,
			})
			for range 2 { // one runs, one waits
				r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, ts.URL+"/api/solve?game=connect4:8x7", nil)
				r.Header.Set(x.first[0], x.first[1])
				answer, err := c.Do(r)
				if err != nil || answer.StatusCode != http.StatusOK {
					t.Fatalf("%v %v", answer, err)
				}
				defer func() { _ = answer.Body.Close() }()
			}
			r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, ts.URL+"/api/solve?game=connect4:8x7", nil)
			r.Header.Set(x.second[0], x.second[1])
			answer, err := c.Do(r)
			if err != nil || answer.StatusCode != x.want {
				t.Errorf("%v %v", answer, err)
			}
			_ = answer.Body.Close()
		})
	}
}

func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

// TestMonitorApart: with Apart the page's address does not serve /healthz and
// /metrics.
func TestMonitorApart(t *testing.T) {
	ts, c := serve(t, web.Options{Apart: true})
	for _, path := range []string{"/healthz", "/metrics"} {
		if status, p := from(t, c, ts.URL+path, "localhost"); status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, status, p.Detail)
		}
	}
}

// TestMetricsAreBounded: requests for /metrics wait for their turn like others.
func TestMetricsAreBounded(t *testing.T) {
	h := handler(t)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			if w.Code != http.StatusOK {
				t.Errorf("%d", w.Code)
			}
		})
	}
	all.Wait()
}
