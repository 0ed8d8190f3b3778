package web_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo/internal/race"
	"oxo/web"
)

// each calls a function for every operation.
func (d *description) each(use func(method, path string, op operation)) {
	for path, methods := range d.Paths {
		for method, op := range methods {
			use(strings.ToUpper(method), path, op)
		}
	}
}

// sheet holds right and wrong answers to an exercise.
const sheet = `{"kind":"minimax","seed":1,"answers":[{"node":1,"field":"value","text":"3"},{"node":0,"field":"value","text":"-inf"}]}`

// ruleSheet is a small rule sheet: the side that moves first wins.
const ruleSheet = `{"name":"own.kif","text":"(role a) (role b) (init start) (<= (legal a m) (true start)) (<= (legal a n) (true start)) (<= (legal b wait) (true start)) (<= terminal (not (true start))) (goal a 100) (goal b 0)"}`

// body returns a valid body for the operation.
func (o operation) body() string {
	switch o.OperationID {
	case "send":
		return `{"name":"Ada","exercises":[` + sheet + `]}`
	case "sheet":
		return ruleSheet
	}
	return sheet
}

// with returns the request with one more header.
func (q question) with(name, value string) question {
	header := maps.Clone(q.header)
	header[name] = value
	q.header = header
	return q
}

// TestConformExamples calls every operation with the description's examples, for
// another host, from another site, and in other ways that every operation refuses.
func TestConformExamples(t *testing.T) {
	race.OneThread(t)
	h := handler(t)
	doc := describe(t, h)
	doc.each(func(method, path string, op operation) {
		q := question{method: method, path: path, header: map[string]string{}}
		if len(op.RequestBody.Content) > 0 {
			q.body, q.header["Content-Type"] = op.body(), "application/json"
		}
		want := func(what string, q question, status int) {
			t.Helper()
			if got := ask(t, h, doc, q); got != status {
				t.Errorf("%s: %s %s?%s: %d, not %d", what, q.method, q.path, q.query, got, status)
			}
		}
		q.query = op.query(true).Encode()
		ask(t, h, doc, q) // a review without moves is refused
		q.query = op.query(false).Encode()
		want("all examples", q, http.StatusOK)
		for _, accept := range []string{"*/*", "text/html", "json", "application/json;q=0", "application/cbor", "application/problem+json", ",;=", "*"} {
			want("Accept: "+accept, q.with("Accept", accept), http.StatusOK)
		}
		want("another host", q.with("Host", "elsewhere.example"), http.StatusMisdirectedRequest)
		want("another site", q.with("Sec-Fetch-Site", "cross-site"), http.StatusForbidden)
		want("another origin", q.with("Origin", "null"), http.StatusForbidden)
		if len(op.Parameters) > 0 {
			want("a long name", q.with("X-Oxo-Client", strings.Repeat("é", 300)), http.StatusUnprocessableEntity)
		}
		q.query += "&unknown=1"
		want("an unknown parameter", q, http.StatusUnprocessableEntity)
		if q.query = ""; len(op.query(true)) > 0 {
			want("without what is required", q, http.StatusUnprocessableEntity)
		}
		if q.body == "" {
			q.body = sheet
			want("a body", q, http.StatusBadRequest)
		}
	})
}

// TestConformFuzzed: every operation has a fuzz target.
func TestConformFuzzed(t *testing.T) {
	source, err := os.ReadFile("fuzz_test.go")
	if err != nil {
		t.Fatal(err)
	}
	describe(t, handler(t)).each(func(_, _ string, op operation) {
		if name := "Fuzz" + strings.ToUpper(op.OperationID[:1]) + op.OperationID[1:]; !strings.Contains(string(source), "func "+name+"(f *testing.F)") {
			t.Errorf("no %s", name)
		}
	})
}

// TestConformBusy: when all searches are busy, refusals conform to the description.
func TestConformBusy(t *testing.T) {
	hour := int64(time.Hour) // on a busy machine the requests may take longer than a search may hold its place
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Searches: 1, web.QueueClient: 1, web.Queue: 1, web.Share: hour, web.Time: hour}})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	send := func(client, path string, query url.Values) *http.Response {
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, ts.URL+path+"?"+query.Encode(), nil)
		r.Header.Set("X-Oxo-Client", client)
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	for range 2 { // one runs and one waits
		answer := send("greedy", "/api/solve", url.Values{"game": {"connect4:8x7"}})
		defer func() { _ = answer.Body.Close() }()
	}
	doc := describe(t, handler(t))
	doc.each(func(method, path string, op operation) {
		if !op.streams() {
			return
		}
		for client, status := range map[string]int{"greedy": http.StatusTooManyRequests, "another": http.StatusServiceUnavailable} {
			answer := send(client, path, op.query(false))
			body, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			conforms(t, doc, method, path, answer.StatusCode, answer.Header, body)
			if answer.StatusCode != status {
				t.Errorf("%s: %d, not %d", path, answer.StatusCode, status)
			}
		}
	})
}

// TestConformShare: a search that gives way to another one ends as described.
func TestConformShare(t *testing.T) {
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Searches: 1, web.Share: int64(time.Millisecond), web.Time: int64(300 * time.Millisecond)}})
	doc := describe(t, handler(t))
	var all sync.WaitGroup
	doc.each(func(method, path string, op operation) {
		if !op.streams() {
			return
		}
		query := op.query(false)
		if query.Set("game", "connect4:8x7"); op.OperationID == "explain" {
			query.Set("counts", "true")
		} else if op.OperationID == "why" {
			query.Set("move", "4")
		}
		query.Set("moves", "4")
		for i := range 2 {
			all.Go(func() {
				target := path + "?" + query.Encode()
				r, _ := http.NewRequest(method, ts.URL+target, nil)
				r.Header.Set("X-Oxo-Client", path+strconv.Itoa(i))
				answer, err := c.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				defer func() { _ = answer.Body.Close() }()
				body, err := io.ReadAll(answer.Body)
				if err != nil {
					t.Error(err)
				}
				conforms(t, doc, method, target, answer.StatusCode, answer.Header, body)
			})
		}
	})
	all.Wait()
}

// raw is a request as raw text.
type raw struct{ name, method, path, rest string }

// raws returns requests that no client library sends.
func raws() []raw {
	const host, typed = "Host: localhost\r\n", "Host: localhost\r\nContent-Type: application/json\r\n"
	const chunked, get, post = typed + "Transfer-Encoding: chunked\r\n\r\n", "/api/games", "/api/exercise"
	all := []raw{
		{"plain", "GET", get, " HTTP/1.1\r\n" + host + "\r\n"},
		{"HTTP 1.0", "GET", get, " HTTP/1.0\r\n\r\n"},
		{"HTTP 3", "GET", get, " HTTP/3.0\r\n" + host + "\r\n"},
		{"a protocol of no number", "GET", get, " HTTP/x\r\n" + host + "\r\n"},
		{"no protocol", "GET", get, "\r\n\r\n"},
		{"no host", "GET", get, " HTTP/1.1\r\n\r\n"},
		{"two hosts", "GET", get, " HTTP/1.1\r\n" + host + host + "\r\n"},
		{"a bad host", "GET", get, " HTTP/1.1\r\nHost: a b\r\n\r\n"},
		{"a bad header", "GET", get, " HTTP/1.1\r\n" + host + "X-Oxo-Client: \x01\r\n\r\n"},
		{"a bad query", "GET", get, "?\x7f HTTP/1.1\r\n" + host + "\r\n"},
		{"a long header", "GET", get, " HTTP/1.1\r\n" + host + "X-Oxo-Client: " + strings.Repeat("a", 100_000) + "\r\n\r\n"},
		{"an expectation", "GET", get, " HTTP/1.1\r\n" + host + "Expect: the unexpected\r\n\r\n"},
		{"a body", "GET", get, " HTTP/1.1\r\n" + host + "Content-Length: 2\r\n\r\n{}"},
		{"an encoding", "POST", post, " HTTP/1.1\r\n" + typed + "Transfer-Encoding: gzip\r\n\r\n{}"},
		{"a length that is none", "POST", post, " HTTP/1.1\r\n" + typed + "Content-Length: -5\r\n\r\n{}"},
		{"two lengths", "POST", post, " HTTP/1.1\r\n" + typed + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"},
		{"no body", "POST", post, " HTTP/1.1\r\n" + typed + "\r\n"},
		{"a long body", "POST", post, " HTTP/1.1\r\n" + typed + "Content-Length: 100000\r\n\r\n" + strings.Repeat("[", 100_000)},
		{"a body that is cut off", "POST", post, " HTTP/1.1\r\n" + typed + "Content-Length: 1000\r\n\r\n{"},
	}
	for name, body := range map[string]string{
		"a size that is none": "zz\r\n", "a size too large": "ffffffffffffffffff\r\n{}", "a negative size": "-1\r\n{}\r\n", "nothing": "",
		"a chunk cut off": "5\r\n{", "a chunk too long": "2\r\n{}}}\r\n0\r\n\r\n", "no last chunk": "2\r\n{}\r\n", "a bad trailer": "2\r\n{}\r\n0\r\n:::\r\n\r\n",
		"no chunk": "0\r\n\r\n", "an extension": "2;" + strings.Repeat("x", 5000) + "\r\n{}\r\n0\r\n\r\n", "tiny chunks": strings.Repeat("1;"+strings.Repeat("x", 90)+"\r\n[\r\n", 1000) + "0\r\n\r\n",
	} {
		all = append(all, raw{"chunked, " + name, "POST", post, " HTTP/1.1\r\n" + chunked + body})
	}
	return all
}

// TestConformRaw: answers by net/http itself conform to the description too, and no
// request, however broken, gives a 5xx status.
func TestConformRaw(t *testing.T) {
	doc := describe(t, handler(t))
	address := listening(t, web.Options{})
	for _, r := range raws() {
		t.Run(r.name, func(t *testing.T) {
			p := dialFrom(t, "127.0.0.1", address)
			p.write(r)
			_ = p.Conn.(*net.TCPConn).CloseWrite()
			if status, body := p.conforms(t, doc, r); status == http.StatusInternalServerError {
				t.Errorf("the client's fault is said to be the server's: %s", body)
			}
		})
	}
}

// TestConformSlow: a body that does not arrive in time is refused as described.
func TestConformSlow(t *testing.T) {
	doc := describe(t, handler(t))
	address := listening(t, web.Options{Limits: web.Limits{web.BodyTime: int64(100 * time.Millisecond)}})
	for name, header := range map[string]string{"a length": "Content-Length: 10", "chunks": "Transfer-Encoding: chunked"} {
		r := raw{name, "POST", "/api/exercise", " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header + "\r\n\r\n"}
		p := dialFrom(t, "127.0.0.1", address)
		p.write(r)
		if status, body := p.conforms(t, doc, r); status != http.StatusRequestTimeout {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}

// write writes a request.
func (p *peer) write(r raw) {
	_ = p.SetDeadline(time.Now().Add(time.Hour))
	_, _ = fmt.Fprint(p, r.method, " ", r.path, r.rest) // the server may have closed it
}

// conforms reads the answer to a request and checks it.
func (p *peer) conforms(t *testing.T, doc *description, r raw) (status int, body []byte) {
	t.Helper()
	answer, err := http.ReadResponse(p.in, &http.Request{Method: r.method})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if body, err = io.ReadAll(answer.Body); err != nil {
		t.Errorf("after %q: %v", body, err)
	}
	conforms(t, doc, r.method, r.path, answer.StatusCode, answer.Header, body)
	return answer.StatusCode, body
}
