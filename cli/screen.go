//go:build unix || windows

package cli

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"
	"oxo/tui"

	"github.com/spf13/cobra"
)

// onScreen reports whether a game opens on the full screen. It does on a large enough
// terminal that is not dumb, unless the user wants lines. The flags for numbers as
// squares, and a symbol without a game, need lines.
func (a *app) onScreen(c *cobra.Command, o *playOptions, named bool) bool {
	if o.plain || !a.inTerminal || !a.outTerminal || a.outSize == nil || o.numbering != usualNumbers() || o.symbol != "" && !named {
		return false
	}
	if t := a.getenv("TERM"); t == "dumb" || t == "" && runtime.GOOS != "windows" {
		return false
	}
	columns, rows, err := a.outSize()
	return err == nil && columns >= tui.LeastColumns && rows >= tui.LeastRows && c.Context().Err() == nil
}

// playOnScreen opens the full screen with a game, or with the list of games if g is nil.
// The moves begin at start; nil is the start of the game.
func (a *app) playOnScreen(c *cobra.Command, g oxo.Game, start oxo.Position, moves []oxo.Move, o playOptions) error {
	options, err := a.screenOptions(c, g, &o)
	if err != nil {
		return err
	}
	if start != nil {
		end := start.Clone()
		for _, m := range moves {
			end.Make(m)
		}
		if end.Outcome() != oxo.Ongoing {
			return usagef("%w: %s. No move can be played", oxo.ErrGameOver, catalog.Verdict(g, end))
		}
	}
	options.Game, options.Start, options.Moves = g, start, moves
	return a.screen(c.Context(), options)
}

// screenOptions reads the flags as in line mode, but never prompts: missing choices
// are made on screen.
func (a *app) screenOptions(c *cobra.Command, g oxo.Game, o *playOptions) (tui.Options, error) {
	silent := &app{families: a.families, name: a.name, out: a.out, err: a.err, getenv: a.getenv}
	m := &match{a: silent, c: c, game: g}
	decided := (o.as != "" || o.symbol != "") && (o.level != "" || o.player != "" && o.player != player.Search || o.as == "both")
	options := tui.Options{
		Families: a.families, Ask: !decided, Player: o.player, Time: o.time, Method: o.method, Seed: o.seed,
		NoColour: a.getenv("NO_COLOR") != "", Unicode: a.showsUnicode(),
		Book:       func(g oxo.Game) (search.Book, error) { return a.knowledge(g, o.noBook, o.book, o.tables) },
		BookMargin: oxo.Score(o.bookMargin), Words: o.words,
	}
	if !c.Flags().Changed("seed") {
		options.Seed = rand.Uint64()
	}
	if !c.Flags().Changed("time") {
		options.ChanceTime = chanceTime
	}
	if g != nil {
		m.names = sideNames(g)
		m.chance, _ = g.(player.Chance)
	}
	if err := m.choose(o); err != nil {
		return options, err
	}
	if err := m.checkLevel(o); err != nil {
		return options, err
	}
	options.Human, options.Level = m.human, m.level
	if o.level == "" {
		options.Level = player.Usual
	}
	if o.symbol != "" {
		options.Names = m.names
	}
	return options, nil
}

// showsUnicode reports whether the terminal shows more than ASCII, according to its
// locale.
func (a *app) showsUnicode() bool {
	if runtime.GOOS == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := a.getenv(name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return false
}

// screen runs the full screen on the terminal of the process.
func (a *app) screen(ctx context.Context, o tui.Options) error {
	return tui.Run(ctx, a.terminal[0], a.terminal[1], o)
}
