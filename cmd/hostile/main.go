// Command hostile attacks a server of the page with many hostile clients and reports
// how well-behaved clients fare meanwhile:
//
//	go run ./cmd/hostile -serve 'bin/oxo serve --addr 127.0.0.1:0' -seconds 60
//	go run ./cmd/hostile -url http://127.0.0.1:8080/ -kinds silent,streams
package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"oxo/web/hostile"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	self, err := os.Executable()
	if err != nil {
		self = "" // the others run in this process
	}
	code := run(ctx, self, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// settings holds the flags.
type settings struct {
	attack       hostile.Options
	kinds, serve string
	self         string // this program
	seconds      float64
	pid          int
	list, asJSON bool
	insecure     bool
	after        time.Duration
}

// run carries out the arguments, and returns the exit code. The others run in a
// process of their own, if the file of this program is known.
func run(ctx context.Context, self string, args []string, stdout, stderr io.Writer) int {
	s, err := parse(args, stderr)
	s.self = self
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case s.list:
		for _, k := range hostile.Kinds() {
			fmt.Fprintf(stdout, "%-11s %s\n", k.Name, k.About)
		}
		return 0
	}
	r, err := s.run(ctx, stderr)
	if r != nil {
		err = errors.Join(err, r.write(stdout, s.asJSON))
	}
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "hostile:", err)
		return 1
	case ctx.Err() != nil:
		return 130
	}
	return 0
}

// parse reads the flags, and prints errors to stderr.
func parse(args []string, stderr io.Writer) (s settings, err error) {
	f := flag.NewFlagSet("hostile", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&s.attack.URL, "url", "", "where the page is, as in http://127.0.0.1:8080/")
	f.IntVar(&s.attack.Connections, "connections", 200, "hostile clients at once, each with one connection; 0 attacks nobody")
	f.Float64Var(&s.seconds, "seconds", 60, "how long the attack takes")
	f.StringVar(&s.kinds, "kinds", "", "kinds of hostile clients, as in silent,streams (see -list); all where left out")
	f.IntVar(&s.attack.Addresses, "addresses", 8, "addresses that the hostile clients come from, 127.0.1.1 and so on; 0 for a server that is not on this machine, or where it runs no Linux")
	f.IntVar(&s.attack.Others, "others", 8, "well-behaved clients; -1 for no such client")
	f.DurationVar(&s.attack.Pause, "pause", 5*time.Millisecond, "what a hostile client waits between two requests; -1ms is nothing")
	f.BoolVar(&s.asJSON, "json", false, "print the report as JSON")
	f.BoolVar(&s.list, "list", false, "list the kinds of hostile clients")
	f.IntVar(&s.pid, "pid", 0, "the server's process: its memory, threads and open files are reported (Linux)")
	f.DurationVar(&s.after, "after", 5*time.Second, "when the process is looked at last, from the end of the attack")
	f.StringVar(&s.serve, "serve", "", "start this server, as in 'bin/oxo serve --addr 127.0.0.1:0', in place of -url and -pid, and end it")
	f.BoolVar(&s.insecure, "insecure", false, "take any certificate of the server")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	s.attack.Duration = time.Duration(s.seconds * float64(time.Second))
	switch {
	case f.NArg() > 0:
		err = fmt.Errorf("%q: want flags only", f.Arg(0))
	case !s.list && (s.attack.URL == "") == (s.serve == ""):
		err = errors.New("the server is missing: want one of -url and -serve")
	case s.serve != "" && s.pid != 0:
		err = errors.New("-serve and -pid: want one of the two")
	case s.attack.Duration <= 0:
		err = fmt.Errorf("-seconds %v: want above 0", s.seconds)
	}
	if s.kinds != "" {
		s.attack.Kinds = strings.Split(s.kinds, ",")
	}
	if s.insecure {
		s.attack.TLS = &tls.Config{InsecureSkipVerify: true}
	}
	if err != nil {
		fmt.Fprintln(stderr, "hostile:", err)
	}
	return s, err
}

// report is the report of the attack, with the state of the server's process.
type report struct {
	hostile.Report
	Process *processReport `json:"process,omitempty"`
	// Exit is how long the server took to end, if it was started here.
	Exit time.Duration `json:"exit_ns,omitempty"`
}

// write prints a report.
func (r *report) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	text := r.String()
	if r.Process != nil {
		text += "\n" + r.Process.String()
	}
	if r.Exit > 0 {
		text += fmt.Sprintf("\nthe server ended %v after SIGTERM\n", r.Exit.Round(time.Millisecond))
	}
	_, err := io.WriteString(w, text)
	return err
}

// run starts the server if requested, attacks, and watches the process. With an error
// after the attack it also returns a report.
func (s *settings) run(ctx context.Context, stderr io.Writer) (r *report, err error) {
	if s.serve != "" {
		server, failed := start(ctx, s.serve, stderr)
		if failed != nil {
			return nil, failed
		}
		s.attack.URL, s.pid = server.url, server.pid()
		defer func() {
			took, failed := server.end(ctx)
			if r != nil {
				r.Exit = took
			}
			err = errors.Join(err, failed)
		}()
	}
	w, err := watch(s.pid, s.serve != "")
	if err != nil {
		return nil, err
	}
	attacked, err := s.fight(ctx, stderr)
	if err != nil {
		_, failed := w.end(ctx, 0)
		return nil, errors.Join(err, failed)
	}
	r = &report{Report: attacked}
	r.Process, err = w.end(ctx, s.after)
	return r, err
}
