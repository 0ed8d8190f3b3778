package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"oxo"
	"oxo/census"
	"oxo/engine"

	"github.com/spf13/cobra"
)

type selfplayOptions struct {
	game, player string
	quiet, json  bool
}

func (a *app) selfplayCommand() *cobra.Command {
	var o selfplayOptions
	c := &cobra.Command{
		Use:   "selfplay [GAMES]",
		Short: "Let oxo play itself, and time it",
		Long: `Let a perfect player play itself and print results, seconds and games per
second. The opening move is given (the centre, on an empty board); every other
move is a search of its own that keeps nothing from the one before. Only the
player "table" looks moves up, in a table of the whole game that is built
first; building it is timed apart.`,
		Args: arguments(0, 1, "a number of games"),
		RunE: func(c *cobra.Command, args []string) error {
			games := 1000
			if len(args) > 0 {
				n, err := strconv.Atoi(args[0])
				if err != nil || n < 1 || n > 1_000_000_000 {
					return usagef("%q is no number of games: it is a number from 1 to 1000000000", args[0])
				}
				games = n
			}
			return a.selfplay(c, games, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.game, "game", "tictactoe", "the game")
	f.StringVar(&o.player, "player", engine.Search, fmt.Sprintf("the player: one of %v", engine.Names()))
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress, only the results")
	f.BoolVar(&o.json, "json", false, "write JSON")
	return c
}

// selfplayResult is what selfplay prints.
type selfplayResult struct {
	Game         string  `json:"game"`
	Player       string  `json:"player"`
	Games        int     `json:"games"`
	First        int     `json:"first_wins"`
	Second       int     `json:"second_wins"`
	Draws        int     `json:"draws"`
	Seconds      float64 `json:"seconds"`
	GamesPerSec  float64 `json:"games_per_second"`
	BuildSeconds float64 `json:"build_seconds,omitempty"`
	Nodes        uint64  `json:"nodes"`
}

func (a *app) selfplay(c *cobra.Command, games int, o selfplayOptions) error {
	g, err := a.game(o.game)
	if err != nil {
		return err
	}
	if !slices.Contains(engine.Names(), o.player) {
		_, err := engine.ByName(c.Context(), o.player, g, census.Options{})
		return usage(err)
	}
	bar := a.progress()
	show := func(text func() string) {
		if !o.quiet {
			bar.show(text)
		}
	}
	begun := time.Now()
	player, err := engine.ByName(c.Context(), o.player, g, census.Options{Progress: func(ply, n int) {
		show(func() string { return fmt.Sprintf("building the table: ply %d, %d positions", ply, n) })
	}})
	if err != nil {
		bar.done()
		return err
	}
	r := selfplayResult{Game: g.Name(), Player: o.player}
	if o.player == engine.Table {
		r.BuildSeconds = time.Since(begun).Seconds()
	}
	err = a.playGames(c, g, player, games, &r, show)
	bar.done()
	if err != nil {
		return err
	}
	if o.json {
		return a.writeJSON(r)
	}
	return a.writeSelfplay(g, r)
}

// playGames plays from the start, again and again, on one position that it
// takes back after each game.
func (a *app) playGames(c *cobra.Command, g oxo.Game, player engine.Player, games int, r *selfplayResult, show func(func() string)) error {
	ctx, p := c.Context(), g.Start()
	opening := p.Moves(nil)[0]
	var made []oxo.Move
	begun := time.Now()
	for r.Games < games {
		p.Make(opening)
		made = append(made[:0], opening)
		for p.Outcome() == oxo.Ongoing {
			choice, err := player.Move(ctx, p)
			if err != nil {
				return err
			}
			r.Nodes += choice.Nodes
			p.Make(choice.Move)
			made = append(made, choice.Move)
		}
		switch side, won := p.Outcome().Winner(p.Turn()); {
		case !won:
			r.Draws++
		case side == oxo.First:
			r.First++
		default:
			r.Second++
		}
		r.Games++
		for _, m := range slices.Backward(made) {
			p.Unmake(m)
		}
		if r.Games%256 == 0 || time.Since(begun) > time.Second && r.Games < 256 {
			if err := ctx.Err(); err != nil {
				return err
			}
			show(func() string { return fmt.Sprintf("%d of %d games", r.Games, games) })
		}
	}
	r.Seconds = time.Since(begun).Seconds()
	r.GamesPerSec = math.Round(float64(r.Games)/r.Seconds*10) / 10
	return ctx.Err()
}

func (a *app) writeSelfplay(g oxo.Game, r selfplayResult) error {
	names := sideNames(g)
	if r.BuildSeconds > 0 {
		fmt.Fprintf(a.out, "Table of %s built in %.3f s.\n", r.Game, r.BuildSeconds)
	}
	_, err := fmt.Fprintf(a.out, "%s by %s: %s. %s wins %d, %s wins %d, draws %d.\nElapsed: %.3f s, %.1f games/s, %d nodes.\n",
		r.Game, r.Player, plural(r.Games, "game"), names[0], r.First, names[1], r.Second, r.Draws, r.Seconds, r.GamesPerSec, r.Nodes)
	return err
}
