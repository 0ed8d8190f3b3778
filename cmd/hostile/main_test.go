package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is also the server of TestServe: with serveAs set it answers all requests
// until a signal ends it.
func TestMain(m *testing.M) {
	how := os.Getenv(serveAs)
	if how == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if how != "mute" {
		ts := httptest.NewServer(answers())
		fmt.Printf("the page is at %s/ (Ctrl-C ends it)\n", ts.URL)
	}
	switch how {
	case "good":
		<-ctx.Done()
	case "short":
		time.Sleep(200 * time.Millisecond)
		os.Exit(3)
	}
}

const serveAs = "HOSTILE_TEST_SERVE"

func answers() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"outcome":"drawn","state":{},"event: end":0}`)
	})
}

// call runs the command.
func call(args ...string) (code int, stdout, stderr string) {
	var out, err strings.Builder
	code = run(context.Background(), "", args, &out, &err)
	return code, out.String(), err.String()
}

func TestReports(t *testing.T) {
	ts := httptest.NewServer(answers())
	defer ts.Close()
	args := []string{"-url", ts.URL, "-addresses", "0", "-connections", "4", "-seconds", "0.3", "-kinds", "silent,metrics", "-pause", "1ms"}
	code, out, err := call(args...)
	if code != 0 || err != "" || !strings.Contains(out, "silent ") || !strings.Contains(out, "all but analysis") {
		t.Errorf("%d %s\n%s", code, err, out)
	}
	code, out, err = call(append(args, "-json")...)
	var r struct {
		Hostile []struct{ Kind string }
		All     struct{ Count, Bad int }
	}
	if wrong := json.Unmarshal([]byte(out), &r); code != 0 || err != "" || wrong != nil || len(r.Hostile) != 2 || r.All.Count == 0 || r.All.Bad != 0 {
		t.Errorf("%d %s %v\n%s", code, err, wrong, out)
	}
	if code, out, _ := call("-list"); code != 0 || !strings.Contains(out, "slowheader  sends") {
		t.Errorf("%d %s", code, out)
	}
}

// TestServe starts and ends a server.
func TestServe(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the process is looked at on Linux")
	}
	for how, want := range map[string]struct {
		code     int
		out, err string
	}{
		"good":  {0, "after SIGTERM", ""},
		"short": {1, "all but analysis", "the server ended too early: exit status 3"},
		"mute":  {1, "", "want its address in it"},
	} {
		t.Run(how, func(t *testing.T) {
			t.Setenv(serveAs, how)
			code, out, err := call("-serve", os.Args[0], "-connections", "2", "-kinds", "silent", "-seconds", "0.5", "-after", "10ms")
			if code != want.code || !strings.Contains(out, want.out) || !strings.Contains(err, want.err) {
				t.Errorf("%d %s\n%s", code, err, out)
			}
			if how == "good" && !strings.Contains(out, "at most") {
				t.Error(out)
			}
		})
	}
}

// TestWrong: the exit code is 2 for wrong flags, 1 for failures, 130 for an
// interruption.
func TestWrong(t *testing.T) {
	ts := httptest.NewServer(answers())
	defer ts.Close()
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "one of -url and -serve"},
		{"-url x -serve y", 2, "one of -url and -serve"},
		{"-serve x -pid 1", 2, "want one of the two"},
		{"-url x y", 2, `"y": want flags only`},
		{"-url x -seconds 0", 2, "-seconds 0"},
		{"-nothing", 2, "not defined: -nothing"},
		{"-help", 0, "-connections"},
		{"-url x", 1, `the URL "x"`},
		{"-url " + ts.URL + " -kinds kind", 1, `"kind" is not a kind`},
		{"-url " + ts.URL + " -pid 999999999", 1, "cannot watch process 999999999"},
		{"-serve /nothing/here", 1, "cannot start the server"},
	} {
		if code, out, err := call(strings.Fields(c.args)...); code != c.code || out != "" || !strings.Contains(err, c.want) {
			t.Errorf("%q: %d %s %s", c.args, code, out, err)
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	var out, err strings.Builder
	if code := run(ctx, "", []string{"-url", ts.URL, "-addresses", "0", "-connections", "2"}, &out, &err); code != 130 || !strings.Contains(out.String(), "all but analysis") {
		t.Errorf("%d %s %s", code, out.String(), err.String())
	}
}
