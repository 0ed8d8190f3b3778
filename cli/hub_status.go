package cli

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"oxo/cluster"
	"oxo/internal/words"

	"github.com/spf13/cobra"
)

// hubPatience is the time limit for a hub's answer about its state.
const hubPatience = 10 * time.Second

// hubClient adds a command that calls a hub.
func (a *app) hubClient(c *cobra.Command, ask func(ctx context.Context, hub *client, args []string) error) *cobra.Command {
	o := clusterOptions{}
	c.Flags().StringVar(&o.url, "hub", "nats://"+usualHub, "the address of the hub")
	connectFlags(c, &o, "orders")
	c.RunE = func(c *cobra.Command, args []string) error {
		hub, err := a.dial(c.Context(), &o)
		if err != nil {
			return err
		}
		defer hub.desk.Close()
		ctx, cancel := context.WithTimeout(c.Context(), hubPatience)
		defer cancel()
		err = ask(ctx, hub, args)
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("no hub answers at %s", o.url)
		}
		return err
	}
	return c
}

func (a *app) hubStopCommand() *cobra.Command {
	return a.hubClient(&cobra.Command{
		Use: "stop RUN", Short: "End a run of the hub, and forget its results",
		Example: `  oxo hub stop solve-1
  oxo hub stop solve-1 --hub tls://hub.example.org:7070 --token orders.txt`,
		Args: arguments(1, 1, "the name of a run, as hub status has it"),
	}, func(ctx context.Context, hub *client, args []string) error {
		if err := hub.call(ctx, cluster.Stop, args[0], new(bool)); err != nil {
			return err
		}
		_, err := fmt.Fprintf(a.out, "run %s is stopped and forgotten\n", args[0])
		return err
	})
}

func (a *app) hubStatusCommand() *cobra.Command {
	var asJSON bool
	c := a.hubClient(&cobra.Command{
		Use: "status", Short: "Print the runs and workers of the hub, and what was set aside",
		Example: `  oxo hub status
  oxo hub status --hub tls://hub.example.org:7070 --token orders.txt --json`,
		Args: arguments(0, 0, "no arguments"),
	}, func(ctx context.Context, hub *client, _ []string) error {
		var s cluster.Status
		if err := hub.call(ctx, cluster.GetStatus, nil, &s); err != nil {
			return err
		}
		if asJSON {
			return a.writeJSON(s)
		}
		return a.writeStatus(&s)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return c
}

// shown removes control characters from a text of a hub, since others may have written it.
func shown(text string) string { return words.Printable(text) }

// writeStatus prints the state of a hub.
func (a *app) writeStatus(s *cluster.Status) error {
	fmt.Fprintf(a.out, "%s, up for %v, %s at work, %.1f answers a second\n", shown(s.Version), time.Duration(s.Seconds*float64(time.Second)).Round(time.Second), words.Count(s.Threads, "thread"), s.PerSecond)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, r := range s.Runs {
		how := "goes on"
		if r.Over {
			how = "over"
		}
		fmt.Fprintf(w, "run %s\t%s %s\t%s\t%s\n", shown(r.Name), shown(r.Kind), shown(r.Game), how, shown(r.State.Text))
		for id, why := range r.Aside {
			fmt.Fprintf(w, "\tset aside: %s\t\t%s\n", shown(id), shown(why))
		}
	}
	for _, m := range s.Workers {
		how := "here"
		switch {
		case m.Excluded != "":
			how = "excluded: " + shown(m.Excluded)
		case !m.Here:
			how = "gone"
		}
		fmt.Fprintf(w, "worker %s\t%s, %s\t%s\t%s, %s\n", m.ID, shown(m.Name), words.Count(m.Threads, "thread"), how, words.Count(m.Answers, "answer"), words.Count(m.Checks, "check"))
	}
	return w.Flush()
}
