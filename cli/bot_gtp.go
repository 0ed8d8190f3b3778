package cli

import (
	"time"

	"oxo/internal/version"
	"oxo/player"
	"oxo/protocol/gtp"

	"github.com/spf13/cobra"
)

func (a *app) gtpCommand() *cobra.Command {
	opts := gtp.Options{Usual: 5 * time.Second, Files: gtpFiles{}}
	var own searchOptions
	var b botBook
	level := player.Perfect.String()
	c := &cobra.Command{
		Use:   "gtp [GAME]",
		Short: "Speak the Go Text Protocol, version 2, for any game",
		Example: `  printf 'genmove b\nquit\n' | oxo bot gtp go:5x5 --nodes 200
  oxo bot gtp gomoku --level 5`,
		Args: arguments(0, 1, "a game or none"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := a.game(append(args, a.mainGame())[0])
			if err != nil {
				return err
			}
			if err := checkLimits(opts.Limits); err != nil {
				return err
			}
			if opts.Level, err = player.ParseLevel(level); err != nil {
				return usagef("--level: %w", err)
			}
			if opts.Search, err = own.options(); err != nil {
				return err
			}
			if opts.Openings, err = a.openings(c, &b, opts.Seed); err != nil {
				return err
			}
			opts.Game, opts.Version = g.Name(), version.Text()
			return gtp.Serve(c.Context(), a.in, a.out, a.withFiles(), opts)
		},
	}
	searchFlags(c, &own)
	b.flags(c)
	methodFlag(c, &opts.Method)
	botLimits(c, &opts.Limits)
	c.Flags().StringVar(&level, "level", level, "the strength of oxo until the command level sets another: 1 to 10, or perfect")
	c.Flags().Uint64Var(&opts.Seed, "seed", 0, "levels and a book repeat their choices with the same seed")
	return c
}
