package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"oxo/internal/memory"
	"oxo/internal/version"
	mcpserver "oxo/protocol/mcp"
	"oxo/search"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

// mcpOptions holds the flags of mcp.
type mcpOptions struct {
	http     string
	public   bool
	table    memory.Size
	searches int
	limit    time.Duration
}

func (a *app) mcpCommand() *cobra.Command {
	o := mcpOptions{table: 64 << 20}
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Answer language models by the Model Context Protocol",
		Example: `  oxo mcp
  oxo mcp --time 10s --searches 1 --table 32MB
  oxo mcp --http 127.0.0.1:8090`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			options, err := o.options()
			if err != nil {
				return err
			}
			memory.Limit(options.Memory())
			options.Version, options.Log = version.Text(), slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
			s := mcpserver.New(a.families, options)
			if o.http == "" {
				return a.serveMCP(c.Context(), s)
			}
			return a.serveMCPAt(c.Context(), s, o.http)
		},
	}
	f := c.Flags()
	f.StringVar(&o.http, "http", "", "serve by streamable HTTP at this address, as HOST:PORT, instead of standard input and output; port 0 takes a free one")
	f.BoolVar(&o.public, "public", false, "accept other machines, at an address that they reach")
	f.IntVar(&o.searches, "searches", 0, "searches at the same time; 0 is the number of processors")
	f.Var(&o.table, "table", "memory for the table of each search, as in 64MB")
	f.DurationVar(&o.limit, "time", 30*time.Second, "time of a search at most")
	return c
}

// options checks the flags and turns them into the server's options.
func (o *mcpOptions) options() (w mcpserver.Options, err error) {
	switch {
	case o.searches < 0 || o.searches > search.MaxThreads:
		return w, usagef("--searches %d: want a number from 1 to %d, or 0", o.searches, search.MaxThreads)
	case o.limit < time.Millisecond || o.limit > time.Hour:
		return w, usagef("--time %v: want a time from 1ms to 1h", o.limit)
	}
	w = mcpserver.Options{TableBytes: int64(o.table), Searches: o.searches, MaxTime: o.limit}.Filled()
	if err := checkTable(o.table, w.Searches); err != nil {
		return w, err
	}
	if o.http == "" {
		if o.public {
			return w, usagef("--public is for a server by HTTP: add --http, as in --http :8090")
		}
		return w, nil
	}
	open, err := checkAddress("--http", o.http)
	switch {
	case err != nil:
		return w, err
	case open && !o.public:
		return w, usagef("--http %s lets other machines in: add --public if you want that, and see docs/do/mcp.md", o.http)
	case o.public && !open:
		return w, usagef("--public lets other machines in, but only this machine reaches %s: give another --http, as in :8090", o.http)
	}
	return w, nil
}

// serveMCP answers one client on standard input and output, until the client closes them.
func (a *app) serveMCP(ctx context.Context, s *mcpserver.Server) error {
	err := s.Run(ctx, mcpserver.Pipe(ctx, a.in, a.out))
	if errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return err
}

// serveMCPAt prints the address of the server, and serves by HTTP until the context ends.
func (a *app) serveMCPAt(ctx context.Context, s *mcpserver.Server, addr string) error {
	l, err := listen(ctx, "--http", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "the server for language models is at http://%s%s (Ctrl-C ends it)\n", l.Addr(), mcpserver.Path)
	return s.Serve(ctx, l)
}
