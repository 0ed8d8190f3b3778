package cli

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"time"

	"oxo/web"

	"github.com/spf13/cobra"
)

// serveOptions are how the page is served.
type serveOptions struct {
	addr     string
	searches int
	table    tableSize
	limit    time.Duration
}

func (a *app) serveCommand() *cobra.Command {
	o := serveOptions{table: 64 << 20}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the page: play, scores, the tree of a search, exercises",
		Long: `Serve the page and its API until interrupted. Nothing is installed and nothing
is fetched from elsewhere; a game is its name and its moves, so nothing is kept
either. The API is described at /openapi.json and, to be read, at /api.html;
/healthz and /metrics are for those who run it.

Long searches share a fixed number of places, each with a table of its own; who
waits is served in turn. Only this machine can reach the default address.`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return a.serve(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "the address to listen at, as HOST:PORT; port 0 takes a free one")
	f.IntVar(&o.searches, "searches", 0, "long searches at once; 0 is one less than there are processors")
	f.Var(&o.table, "table", "memory for the table of each long search, as in 64MB")
	f.DurationVar(&o.limit, "time", 30*time.Second, "time that a search may take at most")
	return c
}

func (a *app) serve(ctx context.Context, o serveOptions) error {
	if o.searches < 0 || o.searches > mostThreads {
		return usagef("--searches %d: it is from 1 to %d, or 0", o.searches, mostThreads)
	}
	if o.limit < time.Millisecond || o.limit > time.Hour {
		return usagef("--time %v: it is from 1ms to 1h", o.limit)
	}
	if err := o.table.check(max(o.searches, 1)); err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(o.addr)
	if err != nil {
		return usagef("--addr %q: it is a host and a port, as in 127.0.0.1:8080, or :8080 for all addresses", o.addr)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return usagef("--addr %q: a port is a number from 0 to 65535", o.addr)
	}
	s, err := web.New(a.families, web.Options{
		Version: version(), Searches: o.searches, Table: int64(o.table), Time: o.limit,
		Log: slog.New(slog.NewTextHandler(a.err, nil)),
	})
	if err != nil {
		return err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", o.addr)
	if err != nil {
		return fmt.Errorf("cannot listen at %s: %w; choose another with --addr", o.addr, err)
	}
	fmt.Fprintf(a.out, "the page is at http://%s/ (Ctrl-C ends it)\n", l.Addr())
	return s.Serve(ctx, l)
}
