package web_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"oxo/internal/race"
	"oxo/web"
)

// handler returns a server without a connection, with short searches.
func handler(t testing.TB) http.Handler {
	t.Helper()
	s, err := web.New(withSheets(), web.Options{
		Limits:  web.Limits{web.SheetTime: int64(time.Hour), web.Time: int64(30 * time.Millisecond), web.Nodes: 20_000, web.Table: 1 << 20, web.Searches: 2, web.ResultsEach: 1 << 20},
		Results: t.TempDir(),
		Proof:   proofOf(t, "sticks:6"),
		Hosts:   []string{"example.com"}, // the host of httptest
		Log:     slog.New(slog.NewTextHandler(failing{t}, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.Handler()
}

// nasty returns values that no honest client sends.
func nasty() []string {
	deep := strings.Repeat("[", 10_000)
	return []string{
		"", " ", "0", "-1", "1e9", "99999999999999999999999", "1.5", "NaN", "true", "null", "\x00", "\xff\xfe", "\xc0\x80", "<script>", "';--", "../../etc/passwd",
		"%", "%zz", "☃", strings.Repeat("a", 300), strings.Repeat("b2.", 7000), strings.Repeat("é", 9000), deep, "{}", "[1]",
		"mnk:20x20x5", "mnk:99999x99999x5", "mnk:3x3x3,misere,misere,torus", "sticks:1000000", "sticks:" + strings.Repeat("5+", 200) + "5", "breakthrough:20x20",
		"2048:131072", "connect4:9x6", "a1.a1", "a1.b1.a2.b2.a3.c1", "XXX/OOO/XXX", "tictactoe\n", "TICTACTOE", "perfect", "11", "minimax", "search",
	}
}

// TestNastyParameters sends every nasty value as every parameter of every operation,
// alone and twice; with -short as every sixth parameter, alone.
func TestNastyParameters(t *testing.T) {
	race.OneThread(t)
	h := handler(t)
	doc := describe(t, h)
	doc.each(func(method, path string, op operation) {
		send := func(path, query string) { ask(t, h, doc, question{method: method, path: path, query: query}) }
		for k, p := range op.Parameters {
			for i, value := range nasty() {
				if testing.Short() && (i+k)%6 != 0 {
					continue
				}
				query := op.query(true)
				if p.In != "query" {
					ask(t, h, doc, question{method: method, path: path, query: query.Encode(), header: map[string]string{p.Name: value}})
					continue
				}
				query.Set(p.Name, value)
				send(path, query.Encode())
				if query.Add(p.Name, value); !testing.Short() {
					send(path, query.Encode())
				}
			}
			send(path, p.Name)
			send(path, p.Name+"=%ff%fe")
			send(path, p.Name+"=%2")
		}
		send(path, "")
		send(path+"/", "")
		send(path, ";")
	})
}

// TestNastyBodies posts bodies that are not answers to an exercise.
func TestNastyBodies(t *testing.T) {
	h := handler(t)
	doc := describe(t, h)
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
			ask(t, h, doc, question{method: http.MethodPost, path: "/api/exercise", body: body, header: map[string]string{"Content-Type": kind}})
		}
	}
	for _, method := range []string{"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST", "FOO", "get"} {
		for _, path := range []string{"/", "/api/games", "/api/explain", "/main.js", "/openapi.json", "/nothing"} {
			ask(t, h, doc, question{method: method, path: path})
		}
	}
}

// TestSlowAndCutOff: requests that arrive byte by byte, stop in the middle or never
// begin block nobody, and the server closes them.
func TestSlowAndCutOff(t *testing.T) {
	t.Parallel() // it waits
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
	c := &http.Client{Timeout: time.Hour}
	defer c.CloseIdleConnections()
	if status, _, _ := get(t, c, "http://"+address+"/api/reply?game=tictactoe"); status != http.StatusOK {
		t.Errorf("beside them: %d", status)
	}
	// Headers that do not arrive time out, and so does a body.
	for _, i := range []int{2, 3} {
		_ = open[i].SetReadDeadline(time.Now().Add(time.Hour))
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
