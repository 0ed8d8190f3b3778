package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// process is the state of a process on Linux.
type process struct {
	Resident int `json:"resident_kb"`
	Highest  int `json:"highest_resident_kb"` // since its start
	Threads  int `json:"threads"`
	Files    int `json:"files"` // open files, including connections
}

// processReport holds the state before, during and after an attack.
type processReport struct {
	Before process `json:"before"`
	Most   process `json:"most"`
	After  process `json:"after"`
}

// String returns a table.
func (r *processReport) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "server\tmemory\thighest\tthreads\topen files")
	for _, row := range []struct {
		name string
		p    process
	}{{"before", r.Before}, {"at most", r.Most}, {"after", r.After}} {
		fmt.Fprintf(w, "%s\t%.1f MB\t%.1f MB\t%d\t%d\n", row.name, float64(row.p.Resident)/1024, float64(row.p.Highest)/1024, row.p.Threads, row.p.Files)
	}
	_ = w.Flush() // a strings.Builder never fails
	return b.String()
}

// inspect reads the current state of a process.
func inspect(pid int) (process, error) {
	folder := "/proc/" + strconv.Itoa(pid)
	text, err := os.ReadFile(folder + "/status")
	if err != nil {
		return process{}, fmt.Errorf("cannot watch process %d: %w", pid, err)
	}
	var p process
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		n, _ := strconv.Atoi(words[1]) // always a number in the lines used below
		switch words[0] {
		case "VmRSS:":
			p.Resident = n
		case "VmHWM:":
			p.Highest = n
		case "Threads:":
			p.Threads = n
		}
	}
	files, err := os.ReadDir(folder + "/fd")
	if err != nil {
		return process{}, fmt.Errorf("cannot watch process %d: %w", pid, err)
	}
	p.Files = len(files)
	return p, nil
}

// watcher inspects a process repeatedly.
type watcher struct {
	pid    int
	report processReport
	stop   chan struct{}
	done   chan struct{}
}

// watch begins to watch a process; pid 0 means no process. If it cannot be watched,
// watch returns an error, or no report if the report is optional.
func watch(pid int, optional bool) (*watcher, error) {
	if pid == 0 {
		return nil, nil
	}
	before, err := inspect(pid)
	if err != nil && optional {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w := &watcher{pid: pid, report: processReport{Before: before, Most: before}, stop: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(w.done)
		ticks := time.NewTicker(100 * time.Millisecond)
		defer ticks.Stop()
		for {
			select {
			case <-w.stop:
				return
			case <-ticks.C:
			}
			if now, err := inspect(pid); err == nil {
				most := &w.report.Most
				most.Resident, most.Highest = max(most.Resident, now.Resident), max(most.Highest, now.Highest)
				most.Threads, most.Files = max(most.Threads, now.Threads), max(most.Files, now.Files)
			}
		}
	}()
	return w, nil
}

// end stops watching, and inspects the process once more after a delay, or when ctx
// ends.
func (w *watcher) end(ctx context.Context, after time.Duration) (*processReport, error) {
	if w == nil {
		return nil, nil
	}
	close(w.stop)
	<-w.done
	timer := time.NewTimer(after)
	defer timer.Stop()
	var err error
	if w.report.After, err = inspect(w.pid); err != nil {
		return &w.report, err // it has ended: there is nothing to wait for
	}
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	w.report.After, err = inspect(w.pid)
	return &w.report, err
}
