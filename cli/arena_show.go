package cli

import (
	"fmt"
	"slices"
	"strconv"

	"oxo"
	"oxo/arena"
	"oxo/game/board"
	"oxo/game/gamefile"

	"github.com/spf13/cobra"
)

func (a *app) arenaShowCommand() *cobra.Command {
	server := "http://127.0.0.1:8080/"
	c := &cobra.Command{
		Use:   "show FILE [N]",
		Short: "Replay a game of a file, or print the results so far",
		Example: `  oxo arena show match.games
  oxo arena show match.games 1`,
		Args: arguments(1, 2, "a file of games and the number of a game"),
		RunE: func(_ *cobra.Command, args []string) error {
			plan, records, err := arena.Read(args[0])
			if err != nil {
				return unopened(err)
			}
			g, err := a.gameOf(&plan)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				b := newScoreboard(&tournament{a: a, game: g, plan: &plan, options: &arenaOptions{}})
				for i := range records {
					b.add(&records[i])
				}
				return b.tell()
			}
			return a.showGame(g, records, args[1], server)
		},
	}
	c.Flags().StringVar(&server, "server", server, "the address of the page that the link is for")
	return c
}

// recorded finds a game by the number that the user typed.
func recorded(records []arena.Record, text string) (*arena.Record, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil, usagef("%q: want the number of a game", text)
	}
	r, err := arena.Find(records, n)
	return r, usage(err)
}

func (a *app) showGame(g oxo.Game, records []arena.Record, n, server string) error {
	r, err := recorded(records, n)
	if err != nil {
		return err
	}
	text, replayed, err := arena.Show(g, r)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.out, text)
	names := [2]string{board.SideName(g, oxo.First), board.SideName(g, oxo.Second)}
	writeBoard(a.out, g, replayed.End, names, a.paint())
	_, err = fmt.Fprintf(a.out, "\n%s%s\n", server, r.Link(g))
	return err
}

func (a *app) arenaExportCommand() *cobra.Command {
	format := "pgn"
	c := &cobra.Command{
		Use:   "export FILE [N...]",
		Short: "Write games of a file as PGN, PDN or SGF",
		Example: `  oxo arena export match.games > match.pgn
  oxo arena export match.games 1 2`,
		Args: arguments(1, -1, "a file of games and numbers of games"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains([]gamefile.Format{gamefile.PGN, gamefile.PDN, gamefile.SGF}, gamefile.Format(format)) {
				return usagef("--format %s: want pgn, pdn or sgf", format)
			}
			return a.export(args[0], args[1:], gamefile.Format(format))
		},
	}
	c.Flags().StringVar(&format, "format", format, "pgn, pdn or sgf")
	return c
}

// export writes the games with these numbers, or all.
func (a *app) export(file string, numbers []string, format gamefile.Format) error {
	plan, records, err := arena.Read(file)
	if err != nil {
		return unopened(err)
	}
	g, err := a.gameOf(&plan)
	if err != nil {
		return err
	}
	chosen := records
	if len(numbers) > 0 {
		chosen = nil
	}
	for _, n := range numbers {
		r, err := recorded(records, n)
		if err != nil {
			return err
		}
		chosen = append(chosen, *r)
	}
	for i := range chosen {
		text, err := arena.Export(g, &chosen[i], format)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(a.out, text); err != nil {
			return err
		}
	}
	return nil
}
