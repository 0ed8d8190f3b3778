package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"time"

	"oxo/cluster"
	"oxo/cluster/jetstream"
	"oxo/internal/memory"
	"oxo/internal/version"
	"oxo/search"

	"github.com/spf13/cobra"
)

// workerOptions holds the flags of worker.
type workerOptions struct {
	hub      clusterOptions
	threads  int
	table    memory.Size
	name     string
	programs bool
}

func (a *app) workerCommand() *cobra.Command {
	o := workerOptions{table: 512 << 20}
	c := &cobra.Command{
		Use:   "worker",
		Short: "Do the jobs of a hub until it is interrupted",
		Example: `  oxo worker
  oxo worker --hub tls://hub.example.org:7070 --token token.txt --threads 8 --table 512MB
  oxo worker --programs --name laptop`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return a.worker(c.Context(), &o) },
	}
	f := c.Flags()
	f.StringVar(&o.hub.url, "hub", "nats://"+usualHub, "the address of the hub, or of the NATS servers that it uses")
	connectFlags(c, &o.hub, "workers")
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "jobs to do at the same time, each by one thread")
	f.Var(&o.table, "table", "memory for the tables of all threads, as in 512MB or 8GB")
	f.StringVar(&o.name, "name", "", "the name of this worker; the default is the name of the machine")
	f.BoolVar(&o.programs, "programs", false, "let tournaments start the programs that they name")
	return c
}

// worker does jobs until it is interrupted or the hub refuses it.
func (a *app) worker(ctx context.Context, o *workerOptions) error {
	if o.threads < 1 || o.threads > search.MaxThreads {
		return usagef("--threads %d: want a number from 1 to %d", o.threads, search.MaxThreads)
	}
	if err := checkTable(o.table, o.threads); err != nil {
		return err
	}
	to, err := o.hub.connection("oxo worker")
	if err != nil {
		return err
	}
	if o.name == "" {
		if o.name, err = os.Hostname(); err != nil {
			o.name = "worker"
		}
	}
	desk, err := jetstream.Dial(to)
	if err != nil {
		return err
	}
	defer desk.Close()
	hello := cluster.Hello{Name: o.name, Version: version.Code(), Threads: o.threads}
	for _, f := range a.withTexts() {
		hello.Games = append(hello.Games, f.Name)
	}
	w := &cluster.Worker{
		Desk: desk, Hello: hello, Log: slog.New(slog.NewTextHandler(a.err, nil)),
		Make: func() cluster.Doer { return a.newLaborer(int64(o.table)/int64(o.threads), o.programs) },
	}
	end := a.progress().follow(func() string {
		jobs, took := w.Done()
		return fmt.Sprintf("%d jobs done, %v of work", jobs, took.Round(time.Second))
	})
	err = w.Work(ctx)
	end()
	if errors.Is(err, context.Canceled) {
		jobs, _ := w.Done()
		fmt.Fprintf(a.err, "%s: %d jobs done; what was not finished goes to others\n", a.name, jobs)
	}
	return err
}
