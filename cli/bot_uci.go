package cli

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/protocol/uci"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

func (a *app) uciCommand() *cobra.Command {
	variants, seed, tables, threads := false, uint64(0), "", 0
	var b botBook
	c := &cobra.Command{
		Use:   "uci [GAME...]",
		Short: "Speak UCI, for chess interfaces and other programs",
		Example: `  printf 'uci\nquit\n' | oxo bot uci
  oxo bot uci breakthrough
  oxo bot uci --variants connect4 > variants.ini`,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && variants: // other programs know chess without our rules
				args = []string{a.mainGame()}
			case len(args) == 0:
				args = []string{a.uciGame()}
			}
			games, err := a.variants(args)
			switch {
			case err != nil:
				return usage(err)
			case variants:
				return a.writeVariants(games)
			case len(games) > 1:
				return usagef("bot uci begins with one game, not with %s: %s", words.Count(len(games), "game"), c.UseLine())
			}
			if !c.Flags().Changed("seed") {
				seed = rand.Uint64()
			}
			return a.serveUCI(c, &uci.Options{Game: games[0], Seed: seed, Threads: threads}, &b, tables)
		},
	}
	c.Flags().BoolVar(&variants, "variants", false, "print the rules of the games for Fairy-Stockfish, and end")
	b.flags(c)
	tablesFlag(c, &tables)
	threadsFlag(c, &threads)
	c.Flags().Uint64Var(&seed, "seed", 0, "levels and a book repeat their choices with the same seed; without one they differ every time")
	return c
}

// uciGame returns the game with which bot uci begins: chess, since a manager that sends no UCI_Variant plays chess, or
// the main game if the command has no chess.
func (a *app) uciGame() string {
	const chess = "chess"
	if _, err := catalog.Lookup(a.families, chess); err != nil {
		return a.mainGame()
	}
	return chess
}

// serveUCI speaks UCI, and plays from the books and tables that the flags name.
func (a *app) serveUCI(c *cobra.Command, opts *uci.Options, b *botBook, tables string) error {
	if err := checkThreads(opts.Threads); err != nil {
		return err
	}
	openings, err := a.openings(c, b, opts.Seed)
	if err != nil {
		return err
	}
	books, err := keep.AllTables(tables, &a.books, a.game)
	if err != nil {
		return err
	}
	opts.Name, opts.Author, opts.Openings = "oxo "+release(), "the oxo authors", openings
	opts.Book = func(g oxo.Game) search.Book { return books[g.Name()] }
	return uci.Serve(c.Context(), a.in, a.out, a.withFiles(), *opts)
}

// variants finds games by their names in oxo or in UCI programs.
func (a *app) variants(names []string) ([]oxo.Game, error) {
	games := make([]oxo.Game, 0, len(names))
	for _, name := range names {
		g, err := uci.Lookup(a.withFiles(), name)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// writeVariants prints the rules of games for Fairy-Stockfish.
func (a *app) writeVariants(games []oxo.Game) error {
	text, err := uci.VariantsFile(games)
	if err != nil {
		return usage(err)
	}
	_, err = fmt.Fprint(a.out, text)
	return err
}

// release is the version in one word.
func release() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "without a version"
}
