package cli

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net"
	"strconv"
	"time"

	"oxo/protocol/ggp"

	"github.com/spf13/cobra"
)

// ggpPort is the port that players of General Game Playing have.
const ggpPort = 9147

func (a *app) ggpCommand() *cobra.Command {
	var opts ggp.Options
	var own searchOptions
	port, public := ggpPort, false
	c := &cobra.Command{
		Use:   "ggp",
		Short: "Play on servers of General Game Playing, by HTTP: they send the rules",
		Example: `  oxo bot ggp
  oxo bot ggp --port 9148 --margin 2s --public`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) (err error) {
			switch {
			case port < 0 || port > math.MaxUint16:
				return usagef("--port %d: want a number from 0 to %d", port, math.MaxUint16)
			case opts.Margin <= 0:
				return usagef("--margin %v: want a time above 0, as in 500ms", opts.Margin)
			}
			if err := checkLimits(opts.Limits); err != nil {
				return err
			}
			if opts.Search, err = own.options(); err != nil {
				return err
			}
			return a.serveGGP(c.Context(), opts, port, public)
		},
	}
	searchFlags(c, &own)
	methodFlag(c, &opts.Method)
	botLimits(c, &opts.Limits)
	f := c.Flags()
	f.Lookup("method").Usage = "search (alpha-beta), mcts (Monte-Carlo tree search), or auto: a quarter of the time for a proof by search, then mcts"
	f.IntVar(&port, "port", port, "the port; 0 takes a free one")
	f.BoolVar(&public, "public", false, "let other machines in")
	f.DurationVar(&opts.Margin, "margin", time.Second, "answer so long before each clock ends, at most a quarter of it")
	f.Uint64Var(&opts.Seed, "seed", 0, "random games are the same with the same seed, if nodes limit them")
	return c
}

// serveGGP prints the address of the player, and serves until the context ends.
func (a *app) serveGGP(ctx context.Context, opts ggp.Options, port int, public bool) error {
	host := "127.0.0.1"
	if public {
		host = ""
	}
	l, err := listen(ctx, "--port", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "the player is at http://%s/ (Ctrl-C ends it)\n", l.Addr())
	opts.Log = slog.New(slog.NewTextHandler(a.err, nil))
	return ggp.New(opts).Serve(ctx, l)
}
