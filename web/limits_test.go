package web_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oxo/web"
)

// tested returns the name of the test of each limit.
func tested() map[web.Limit]string {
	return map[web.Limit]string{
		web.Connections: "TestConnectionsInAll", web.ConnectionsEach: "TestConnectionsEach", web.Header: "TestSizes", web.HeaderTime: "TestTimes",
		web.Body: "TestSizes", web.BodyTime: "TestTimes", web.Patience: "TestTimes", web.Idle: "TestTimes", web.Places: "TestPlaces", web.Begun: "TestSeats",
		web.Builds: "TestBuildsLeaveRoom", web.Waiting: "TestFullQueue", web.WaitingEach: "TestPlaces", web.Searches: "TestRefused",
		web.Table: "TestMemory", web.Time: "TestTimes", web.Nodes: "TestAnswers", web.Share: "TestOthersWait", web.Queue: "TestFullQueue",
		web.QueueEach: "TestRefused", web.QueueClient: "TestRefused", web.Games: "TestGamesAreBounded", web.GameBytes: "TestGamesAreBounded", web.Sheets: "TestSheetsAreBounded", web.SheetBytes: "TestSheetsAreBounded", web.SheetTime: "TestSheetTime", web.ResultsEach: "TestResultsEach", web.ResultBytes: "TestResultBytes", web.Grace: "TestGrace",
	}
}

// TestLimitsAreDocumented: docs/do/page.md contains the current table of limits, and
// each limit has a test.
func TestLimitsAreDocumented(t *testing.T) {
	var table strings.Builder
	table.WriteString("| limit | usual | of what | beyond it | test |\n|---|---|---|---|---|\n")
	sources := ""
	for _, pattern := range []string{"*_test.go", "../api/*_test.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sources += string(text)
		}
	}
	for i := range (web.Limits{}) {
		l := web.Limit(i)
		d := l.Of()
		usual := "by the machine"
		if d.Default != 0 {
			usual = d.Unit.Format(d.Default)
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s | %s | %s |\n", d.Name, usual, d.About, d.Refused, tested()[l])
		if !strings.Contains(sources, "func "+tested()[l]+"(") {
			t.Errorf("%s has no test %q", d.Name, tested()[l])
		}
	}
	page, err := os.ReadFile(filepath.Join("..", "docs", "do", "page.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), table.String()) {
		t.Errorf("docs/do/page.md does not have this table:\n%s", table.String())
	}
}

// TestLimitsByName: written limits are read back; wrong ones are refused with a
// reason.
func TestLimitsByName(t *testing.T) {
	for i, value := range (web.Limits{}).WithDefaults() {
		d := web.Limit(i).Of()
		var l web.Limits
		if err := l.Set(d.Name, d.Unit.Format(value)); err != nil || l[i] != value {
			t.Errorf("%s=%s: %d %v", d.Name, d.Unit.Format(value), l[i], err)
		}
	}
	for name, want := range map[string]string{
		"connections=x": "want a number", "connections=0": "want 8 to", "connections=": "want a number", "body=64XB": "want a number of bytes", "body=-1KB": "want 1KB",
		"patience=10": "want a time, as in 10s", "patience=0s": "want 10ms", "grace=99999h": "want 10ms", "nothing=1": "want connections,", "": "no limit",
		"table=99999999999G": "want a number of bytes",
	} {
		var l web.Limits
		limit, value, _ := strings.Cut(name, "=")
		if err := l.Set(limit, value); err == nil || !strings.Contains(err.Error(), want) || l != (web.Limits{}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSizes: oversized requests are refused, with the name of the limit.
func TestSizes(t *testing.T) {
	address := listening(t, web.Options{Limits: web.Limits{web.Header: 8 << 10, web.Body: 1 << 10}})
	p := dialFrom(t, "127.0.0.1", address)
	fmt.Fprintf(p, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: %s\r\n\r\n", strings.Repeat("x", 20_000))
	if r, err := http.ReadResponse(p.in, nil); err != nil || r.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a long header: %v %v", r, err)
	} else {
		_ = r.Body.Close()
	}
	for _, length := range []int{1000, 1024, 1025, 100_000} {
		r, err := http.Post("http://"+address+"/api/exercise", "application/json", strings.NewReader(strings.Repeat(" ", length)))
		if err != nil {
			continue // it was closed before all was sent
		}
		content, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if large := r.StatusCode == http.StatusRequestEntityTooLarge; large != (length > 1024) || large && !strings.Contains(string(content), `"limit":"body"`) {
			t.Errorf("a body of %d bytes: %d %s", length, r.StatusCode, content)
		}
	}
}

// TestTimes: a header, a body, a pause and a search that exceed their time end.
func TestTimes(t *testing.T) {
	const moment = int64(time.Second) // enough to read a header, even on a slow machine
	// Each server has one short limit for bodies: with two, a busy machine can reach both, and the wrong one is reported.
	of := func(patience, body int64) string {
		return listening(t, web.Options{Limits: web.Limits{
			web.HeaderTime: moment, web.Idle: moment, web.Patience: patience, web.BodyTime: body, web.Time: moment,
		}})
	}
	const hour = int64(time.Hour)
	address := of(2*moment, hour)
	header := dialFrom(t, "127.0.0.1", address)
	_, _ = io.WriteString(header, "GET / HTTP/1.1\r\nHost:")
	idle := dialFrom(t, "127.0.0.1", address)
	if status, _ := idle.ask("/healthz"); status != http.StatusOK {
		t.Errorf("%d", status)
	}
	const begin = "POST /api/exercise HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
	still := dialFrom(t, "127.0.0.1", address)
	_, _ = io.WriteString(still, begin+"{")
	slow := dialFrom(t, "127.0.0.1", of(hour, 2*moment))
	_, _ = io.WriteString(slow, begin)
	go func() {
		for _, err := io.WriteString(slow, " "); err == nil; _, err = io.WriteString(slow, " ") {
			time.Sleep(20 * time.Millisecond)
		}
	}()
	for name, p := range map[string]*peer{"patience": still, "body-time": slow} {
		r, err := http.ReadResponse(p.in, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		content, _ := io.ReadAll(r.Body)
		if _ = r.Body.Close(); r.StatusCode != http.StatusRequestTimeout || !strings.Contains(string(content), `"limit":"`+name+`"`) {
			t.Errorf("%s: %d %s", name, r.StatusCode, content)
		}
	}
	for name, p := range map[string]*peer{"a header": header, "a pause": idle} {
		if !p.gone() {
			t.Errorf("%s takes as long as it likes", name)
		}
	}
	if got := events(t, http.DefaultClient, "http://"+address+"/api/analyze?game=mnk:19x19x5"); len(got["end"]) != 1 {
		t.Errorf("a search: %v", got["end"])
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestPlaces: with one place and one waiting request for each address, some of many
// simultaneous requests are answered; the others are refused with the name of the
// limit.
func TestPlaces(t *testing.T) {
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Places: 1, web.Waiting: 5, web.WaitingEach: 1, web.QueueEach: 99, web.QueueClient: 99}})
	statuses := make(chan string, 30)
	for range cap(statuses) {
		go func() {
			status, p := from(t, c, ts.URL+"/api/reply?game=gomoku&level=10", "localhost")
			statuses <- fmt.Sprint(status, " ", p.Limit)
		}()
	}
	counts := map[string]int{}
	for range cap(statuses) {
		counts[<-statuses]++
	}
	known := counts["200 "] + counts["429 waiting-each"] + counts["503 searches"]
	if counts["200 "] == 0 || counts["200 "] == known || known != cap(statuses) {
		t.Errorf("%v", counts)
	}
}

// TestGrace: a server ends even if a client does not read its answers.
func TestGrace(t *testing.T) {
	address, stop, ended := begin(t, web.Options{Limits: web.Limits{web.Grace: int64(200 * time.Millisecond)}, Log: slog.New(slog.DiscardHandler)}, nil)
	conn := dial(t, address)
	go func() { // blocks, and fails at the end
		_, _ = io.WriteString(conn, strings.Repeat("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", 10_000))
	}()
	time.Sleep(300 * time.Millisecond)
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Hour):
		t.Error("it does not end")
	}
}
