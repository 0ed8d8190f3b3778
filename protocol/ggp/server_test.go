package ggp

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"oxo/internal/race"
	"oxo/search"

	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write the answers into the transcripts")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// options returns options that limit each move by nodes, so that tests give the same results each
// time.
func options() Options {
	return Options{Search: search.Options{TableBytes: 1 << 20}, Limits: search.Limits{Nodes: 20000}}
}

// sheetOf returns the rules of an example, in one line.
func sheetOf(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/sheets/" + name + ".kif")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(withoutComments(string(text))), " ")
}

// post sends a message, and returns the answer after the status if that is not 200.
func post(t testing.TB, url, message string) string {
	t.Helper()
	r, err := http.Post(url, "text/acl", strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err = errors.Join(err, r.Body.Close()); err != nil {
		t.Fatal(err)
	}
	answer := strings.TrimSpace(string(body))
	if r.StatusCode != http.StatusOK {
		answer = fmt.Sprint(r.StatusCode, " ", answer)
	}
	return answer
}

// serve starts a player at an address of its own.
func serve(t testing.TB, s *Server) string {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return server.URL
}

// TestTranscripts: whole conversations, as they are in testdata.
func TestTranscripts(t *testing.T) {
	race.OneThread(t)
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 3 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		url := serve(t, New(options()))
		var got strings.Builder
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "<") {
				got.WriteString(line)
			}
			if message, ok := strings.CutPrefix(line, "> "); ok {
				fmt.Fprintf(&got, "< %s\n", post(t, url, strings.ReplaceAll(message, "{nim}", sheetOf(t, "nim"))))
			}
		}
		if got.String() == string(text) {
			continue
		}
		if !*update {
			t.Errorf("%s is now\n%s", file, got.String())
		} else if err := os.WriteFile(file, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRequests: a request without a message gets an error of HTTP.
func TestRequests(t *testing.T) {
	race.OneThread(t)
	url := serve(t, New(options()))
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Body.Close(); err != nil || r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "POST" {
		t.Errorf("GET: %v, %v", r, err)
	}
	if got := post(t, url, "(INFO "+strings.Repeat(" ", maxBody)+")"); got != "413 the message has more than 17MB" {
		t.Errorf("a long message: %s", got)
	}
	if got := post(t, url, "(INFO "+strings.Repeat(" ", maxBody-100)+")"); got != "((name oxo) (status available))" {
		t.Errorf("a message that is just not too long: %s", got)
	}
}

// TestManyClients: any number of clients may send anything at the same time. One match is
// played to its end.
func TestManyClients(t *testing.T) {
	url := serve(t, New(options()))
	nim := sheetOf(t, "nim")
	if got := post(t, url, "(START m first ("+nim+") 1000 1000)"); got != ready {
		t.Fatal(got)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for _, message := range []string{"(INFO)", "(START other first (" + nim + ") 1 1)", "(PLAY other NIL)", "(STOP other NIL)", "(ABORT other)", "(PREVIEW (x) 1)", "(PLAY m NIL)"} {
				got := post(t, url, message)
				switch {
				case message == "(INFO)" && got == "((name oxo) (status busy))":
				case message == "(PLAY m NIL)" && (got == busy || got == "(leave a 0)"):
				case got == busy:
				default:
					t.Errorf("client %d: %s: %s", i, message, got)
				}
			}
		})
	}
	all.Wait()
	if got := post(t, url, "(PLAY m ((leave a 0) wait))"); got != "wait" {
		t.Error(got)
	}
	if got := post(t, url, "(STOP m (wait (leave b 0)))"); got != done {
		t.Error(got)
	}
}

// TestLog: the log reports the moves of a match, and why a sheet is refused.
func TestLog(t *testing.T) {
	race.OneThread(t)
	var log bytes.Buffer
	opts := options()
	opts.Log = slog.New(slog.NewTextHandler(&log, nil))
	s := New(opts)
	url := serve(t, s)
	for _, message := range []string{
		"(START a first (" + sheetOf(t, "nim") + ") 1000 1000)", "(PLAY a NIL)", "(STOP a ((leave a 0) wait))",
		"(START b x ((role x)(role y)(legal x (a 1,2))(legal x b)(legal y c)(legal y d)(init e)(terminal)(Terminal)(goal x 1)(goal y 1)) 1000 1000)", "(ABORT b)",
		"(START c x ((role x)(role y)(role z)) 1000 1000)", "(PLAY c NIL)", "(PLAY a NIL)", "(PLAY c ((a,b)))", "(BYE a,b)",
	} {
		post(t, url, message)
	}
	for _, want := range []string{
		"msg=start match=a role=first play=16m40s", `msg=thought match=a value="loss in 6" by=search`, `msg=move match=a ply=1 move="(leave a 0)" of=6 value="loss in 6" by=search`,
		"msg=stop match=a moves=1\n",
		`msg="names with two spellings, which are one name to oxo" match=b names=Terminal`, `msg="not a game that oxo can search: random games choose the moves" match=b why="no role ever has a choice`,
		"msg=aborted match=b", `msg="no move can be found" match=c why="the sheet is not for two roles`, `msg="another match" verb=play match=a`, `msg=refused why="no message \"bye\"`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has not %s:\n%s", want, log.String())
		}
	}
}

// TestServe: the end of the context ends the server and the thinking, long before the clock.
func TestServe(t *testing.T) {
	s := New(Options{Search: search.Options{TableBytes: 1 << 20}})
	thinking := make(chan struct{})
	s.choose = func(ctx context.Context, _ *match, _ []int32, _ func(choice)) error {
		close(thinking)
		<-ctx.Done()
		return nil
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error)
	go func() { over <- s.Serve(ctx, l) }()
	message := strings.NewReader("(START m first (" + sheetOf(t, "nim") + ") 86400 86400)")
	go func() {
		if r, err := http.Post("http://"+l.Addr().String(), "text/acl", message); err == nil {
			_ = r.Body.Close()
		}
	}()
	<-thinking
	cancel()
	if err := <-over; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	s.thinking.Lock()
	free := s.free
	s.thinking.Unlock()
	<-free
}
