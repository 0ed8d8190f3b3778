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
		Short: "The Go Text Protocol, version 2, for any game",
		Long: `Speak GTP 2 until quit or the end of the input: play, genmove, undo, time_settings,
analyze and what list_commands lists. Black moves first. The controller may ask for
another board with boardsize, and for another game with set_game. docs/lookup/gtp.md tells
how moves are written.`,
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
			return gtp.Serve(c.Context(), a.in, a.out, a.families, opts)
		},
	}
	searchFlags(c, &own)
	b.flags(c)
	methodFlag(c, &opts.Method)
	botLimits(c, &opts.Limits)
	c.Flags().StringVar(&level, "level", level, "how strong oxo plays, until the command level says otherwise: 1 to 10, or perfect")
	c.Flags().Uint64Var(&opts.Seed, "seed", 0, "decides what a level draws, and what is drawn from a book")
	return c
}
