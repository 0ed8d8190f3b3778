package cli

import (
	"strings"

	"oxo/internal/words"

	"github.com/spf13/cobra"
)

func (a *app) arenaCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "arena VERB",
		Short: "Measure strength: Elo, intervals and SPRT of results",
		Args: func(c *cobra.Command, args []string) error {
			var verbs []string
			for _, sub := range c.Commands() {
				verbs = append(verbs, sub.Name())
			}
			if len(args) == 0 {
				return usagef("arena takes a verb: there is %s", strings.Join(verbs, ", "))
			}
			if near, ok := words.Nearest(args[0], verbs); ok {
				return usagef("no verb %q of arena: did you mean %s?", args[0], near)
			}
			return usagef("no verb %q of arena: there is %s", args[0], strings.Join(verbs, ", "))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	c.AddCommand(a.arenaStatsCommand())
	return c
}
