// Command peers compares oxo with other programs, and prints a table as Markdown:
//
//	go run ./cmd/peers [-oxo COMMAND] [-runs N] [-only TEXT] FOLDER
//
// The folder has a file peers.json, which lists the programs and what they do; docs/lookup/peers.md
// describes it. All programs do the same work in turn, run after run, and their answers are compared:
// a program whose answers differ gets no figure.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run carries out the arguments, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("peers", flag.ContinueOnError)
	f.SetOutput(stderr)
	oxo := f.String("oxo", filepath.Join("bin", "oxo"), "the `COMMAND` of oxo")
	runs := f.Int("runs", 5, "each program does each work `N` times")
	only := f.String("only", "", "do only the work whose name has this `TEXT`")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case f.NArg() != 1:
		fmt.Fprintln(stderr, "peers: want one folder, with a file peers.json")
		return 2
	case *runs < 1:
		fmt.Fprintf(stderr, "peers: -runs %d: want 1 or more\n", *runs)
		return 2
	}
	command, err := filepath.Abs(*oxo)
	if err != nil {
		fmt.Fprintln(stderr, "peers:", err)
		return 1
	}
	p, err := readPlan(f.Arg(0))
	if err != nil {
		fmt.Fprintln(stderr, "peers:", err)
		return 2
	}
	m := measurer{ctx: ctx, plan: p, oxo: command, runs: *runs, progress: stderr}
	return m.all(*only, stdout)
}

// all does all works, or those whose name has a text, and returns the exit code.
func (m *measurer) all(only string, stdout io.Writer) (code int) {
	m.plan.writeHead(stdout, m.runs)
	for i := range m.plan.Works {
		w := &m.plan.Works[i]
		if !strings.Contains(w.Name, only) {
			continue
		}
		rows, err := m.work(w)
		if m.ctx.Err() != nil {
			return 130
		}
		if err != nil {
			code = 1
			fmt.Fprintf(m.progress, "peers: %s: %v\n", w.Name, err)
			continue
		}
		for _, r := range rows {
			fmt.Fprintln(stdout, r.markdown(w))
		}
	}
	return code
}
