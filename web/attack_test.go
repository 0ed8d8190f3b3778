package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"oxo/games"
	"oxo/web"
)

// parameter is a parameter of an operation, as the description has it.
type parameter struct {
	Name, In string
	Required bool
	Schema   struct{ Type any }
	Example  any
}

// operations reads the questions with parameters from the description.
func operations(t testing.TB, h http.Handler) map[string][]parameter {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	var doc struct {
		Paths map[string]map[string]struct{ Parameters []parameter }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string][]parameter{}
	for path, methods := range doc.Paths {
		all[path] = methods["get"].Parameters
	}
	return all
}

// handler is a server without a connection, whose searches are short.
func handler(t testing.TB) http.Handler {
	t.Helper()
	s, err := web.New(games.All(), web.Options{
		Time: 30 * time.Millisecond, Nodes: 20_000, Table: 1 << 20, Searches: 2, Log: slog.New(slog.NewTextHandler(failing{t}, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.Handler()
}

// check is what every answer must be: 200, a path put in order, or a refusal with
// a problem document.
func check(t testing.TB, what string, status int, header http.Header, body []byte) {
	t.Helper()
	switch {
	case status == http.StatusOK, status == http.StatusNotModified:
	case status >= 300 && status < 400 && header.Get("Location") != "": // a path that is put in order
	case status < 400 || status >= 500 && status != http.StatusServiceUnavailable:
		t.Errorf("%.300q: %d %.300s", what, status, body)
	case header.Get("Content-Type") != "application/problem+json":
		t.Errorf("%.300q: %d, a %s", what, status, header.Get("Content-Type"))
	default:
		var problem struct {
			Status int
			Detail string
		}
		if err := json.Unmarshal(body, &problem); err != nil || problem.Status != status || problem.Detail == "" {
			t.Errorf("%.300q: %d is no problem document: %.300s", what, status, body)
		}
	}
}

// nasty are values that nobody should send.
func nasty() []string {
	deep := strings.Repeat("[", 10_000)
	return []string{
		"", " ", "0", "-1", "1e9", "99999999999999999999999", "1.5", "NaN", "true", "null", "\x00", "\xff\xfe", "\xc0\x80", "<script>", "';--", "../../etc/passwd",
		"%", "%zz", "☃", strings.Repeat("a", 300), strings.Repeat("b2.", 7000), strings.Repeat("é", 9000), deep, "{}", "[1]",
		"mnk:20x20x5", "mnk:99999x99999x5", "mnk:3x3x3,misere,misere,torus", "sticks:1000000", "sticks:" + strings.Repeat("5+", 200) + "5", "breakthrough:20x20",
		"2048:131072", "connect4:9x6", "a1.a1", "a1.b1.a2.b2.a3.c1", "XXX/OOO/XXX", "tictactoe\n", "TICTACTOE", "perfect", "11", "minimax", "search",
	}
}

// TestNastyParameters sends every nasty value as every parameter of every
// question, alone and twice.
func TestNastyParameters(t *testing.T) {
	h := handler(t)
	for path, parameters := range operations(t, h) {
		for _, p := range parameters {
			if p.In != "query" {
				continue
			}
			for _, value := range nasty() {
				query := url.Values{}
				for _, other := range parameters {
					if other.In == "query" && other.Required {
						query.Set(other.Name, fmt.Sprint(other.Example))
					}
				}
				query.Set(p.Name, value)
				ask(t, h, path+"?"+query.Encode())
				query.Add(p.Name, value)
				ask(t, h, path+"?"+query.Encode())
			}
			ask(t, h, path+"?"+p.Name)
			ask(t, h, path+"?"+p.Name+"=%ff%fe")
			ask(t, h, path+"?"+p.Name+"=%2")
		}
		ask(t, h, path)
		ask(t, h, path+"/")
		ask(t, h, path+"?;")
	}
}

func ask(t testing.TB, h http.Handler, target string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return // no client could send it
	}
	r.URL = u
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	check(t, target, w.Code, w.Header(), w.Body.Bytes())
}

// TestNastyBodies posts what is no answer to an exercise.
func TestNastyBodies(t *testing.T) {
	h := handler(t)
	good := `{"kind":"minimax","seed":1,"answers":[{"node":1,"field":"value","text":"3"}]}`
	bodies := []string{
		good, "", "null", "[]", "{", `{"kind":1}`, `{"kind":"minimax","seed":-1,"answers":[]}`, `{"kind":"minimax","seed":1e300,"answers":[]}`,
		`{"kind":"minimax","seed":1,"answers":[{"node":-1}]}`, `{"kind":"minimax","seed":1,"answers":[{"node":9999,"field":"value","text":"1"}]}`,
		`{"kind":"minimax","seed":1,"answers":{"a":1}}`, `{"kind":"minimax","seed":1,"answers":null}`, "\xff\xfe{}", good + good,
		`{"kind":"minimax","seed":1,"answers":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
		`{"kind":"` + strings.Repeat("x", 200_000) + `"}`,
		`{"kind":"minimax","seed":1,"answers":[` + strings.Repeat(`{"node":1,"field":"value","text":"3"},`, 500) + `{"node":1,"field":"value","text":"3"}]}`,
	}
	for _, body := range bodies {
		for _, kind := range []string{"application/json", "text/plain", "", "application/cbor", "application/json; charset=latin1"} {
			post(t, h, kind, body)
		}
	}
	for _, method := range []string{"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST", "FOO"} {
		for _, path := range []string{"/", "/api/games", "/api/explain", "/main.js", "/openapi.json", "/nothing"} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
			check(t, method+" "+path, w.Code, w.Header(), w.Body.Bytes())
		}
	}
}

func post(t testing.TB, h http.Handler, kind, body string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/api/exercise", strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	check(t, kind+" "+body, w.Code, w.Header(), w.Body.Bytes())
}

// TestSlowAndCutOff: requests that come a byte at a time, stop in the middle or
// never begin hold nobody up, and the server closes them.
func TestSlowAndCutOff(t *testing.T) {
	address, stop := listen(t)
	var open []net.Conn
	for _, begin := range []string{
		"", "GET", "GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: ", "POST /api/exercise HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
		"GET /api/solve?game=connect4 HTTP/1.1\r\nHost: x\r\n\r\n", "\x16\x03\x01\x00\xa5\x01", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
		"GET /" + strings.Repeat("a", 200_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, begin) // the server may have closed it
		open = append(open, conn)
	}
	c := &http.Client{Timeout: 5 * time.Second}
	defer c.CloseIdleConnections()
	if status, _, _ := get(t, c, "http://"+address+"/api/reply?game=tictactoe"); status != http.StatusOK {
		t.Errorf("beside them: %d", status)
	}
	// Headers that do not come are given up; a body that does not, too.
	for _, i := range []int{2, 3} {
		_ = open[i].SetReadDeadline(time.Now().Add(15 * time.Second))
		answer, err := io.ReadAll(bufio.NewReader(open[i]))
		if ne, ok := errors.AsType[net.Error](err); ok && ne.Timeout() {
			t.Errorf("connection %d is open still: %s", i, answer)
		}
		if bytes.Contains(answer, []byte("HTTP/1.1 5")) {
			t.Errorf("connection %d: %s", i, answer)
		}
	}
	for _, conn := range open {
		_ = conn.Close()
	}
	stop()
}

// FuzzQuestions asks with any path and query.
func FuzzQuestions(f *testing.F) {
	h := handler(f)
	for path, parameters := range operations(f, h) {
		query := url.Values{}
		for _, p := range parameters {
			if p.In == "query" && p.Example != nil {
				query.Set(p.Name, fmt.Sprint(p.Example))
			}
		}
		f.Add(path, query.Encode())
	}
	for _, value := range nasty() {
		if len(value) > 400 {
			continue // the fuzzer would spend its time on making them shorter
		}
		f.Add("/api/position", "game="+url.QueryEscape(value))
		f.Add("/api/reply", "game=tictactoe&moves="+url.QueryEscape(value))
	}
	f.Fuzz(func(t *testing.T, path, query string) { ask(t, h, path+"?"+query) })
}

// FuzzAnswers posts any body.
func FuzzAnswers(f *testing.F) {
	h := handler(f)
	f.Add(`{"kind":"minimax","seed":1,"answers":[{"node":1,"field":"value","text":"3"}]}`)
	f.Add(`{"kind":"position","seed":5,"answers":[{"node":1,"field":"value","text":"win"}]}`)
	f.Add(`{"kind":"alphabeta","seed":9,"answers":[{"node":2,"field":"cut","text":"yes"},{"node":1,"field":"alpha","text":"-inf"}]}`)
	f.Fuzz(func(t *testing.T, body string) { post(t, h, "application/json", body) })
}
