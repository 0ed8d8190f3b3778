package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/explain/puzzle"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/internal/words"
	"oxo/player"

	"github.com/spf13/cobra"
)

// puzzlesOptions holds the flags of puzzles.
type puzzlesOptions struct {
	position, file string
	from           string
	count          int
	seed           uint64
	plies          string
	threads        int
	form, out      string
	make           puzzle.Options
}

// Where the positions come from.
const (
	fromLevels = "selfplay"
	fromRandom = "random"
	fromFile   = "file"
)

func (a *app) puzzlesCommand() *cobra.Command {
	var o puzzlesOptions
	c := &cobra.Command{
		Use:   "puzzles GAME",
		Short: "Make puzzles: positions in which one move alone keeps the result, proven",
		Example: `  oxo puzzles tictactoe --count 3
  oxo puzzles connect4:5x4 --from random --seed 2 --form jsonl
  oxo puzzles chess --file game.pgn --plies 1.. --out mates.pgn
  oxo puzzles tictactoe --position X.O/.O./..X`,
		Args: arguments(1, 1, "a game"),
		RunE: func(c *cobra.Command, args []string) error { return a.puzzles(c, args[0], o) },
	}
	f := c.Flags()
	f.StringVar(&o.from, "from", fromLevels, "where the positions come from: selfplay (games of levels), random (games of random moves) or file")
	f.StringVar(&o.file, "file", "", "take the positions of the games of this file, in any format that oxo reads; or positions, one a line")
	f.StringVar(&o.position, "position", "", "make a puzzle of this position alone, or say why it is not one")
	f.IntVar(&o.count, "count", 10, "how many puzzles to make")
	f.Uint64Var(&o.seed, "seed", 1, "the seed of the games; the same seed gives the same puzzles")
	f.StringVar(&o.plies, "plies", "", "how far one must look ahead, as in 3..7, 5.. or 5; without it 3.., or any number with --position")
	f.Uint64Var(&o.make.Nodes, "nodes", puzzle.DefaultNodes, "positions that the proof of one puzzle may visit")
	f.DurationVar(&o.make.Time, "time", 0, "time that the proof of one puzzle may take; 0 sets no limit")
	f.IntVar(&o.make.Tries, "tries", puzzle.DefaultTries, "tries of each level, for the rating; 0 leaves the rating out")
	f.IntVar(&o.threads, "threads", 1, "positions to look at together; the puzzles are the same")
	f.StringVar(&o.form, "form", "", "text, jsonl, pgn, sgf, pdn or apkg (for Anki); without it the ending of --out decides, or text")
	f.StringVar(&o.out, "out", "", "write the puzzles into this new file")
	return c
}

// puzzling is a running puzzles command.
type puzzling struct {
	app   *app
	game  oxo.Game
	form  puzzleForm
	out   string
	count int
	maker *puzzle.Maker
	begun time.Time
	all   []*puzzle.Puzzle
}

func (a *app) puzzles(c *cobra.Command, name string, o puzzlesOptions) error {
	g, err := a.game(name)
	if err != nil {
		return err
	}
	w, err := a.newPuzzling(c, g, &o)
	if err != nil {
		return err
	}
	release, err := holdNew(w.out)
	if err != nil {
		return err
	}
	defer release()
	if c.Flags().Changed("position") {
		return w.one(c.Context(), o.position)
	}
	return w.make(c.Context())
}

// newPuzzling checks the flags.
func (a *app) newPuzzling(c *cobra.Command, g oxo.Game, o *puzzlesOptions) (*puzzling, error) {
	changed := c.Flags().Changed
	_, chance := g.(player.Chance)
	switch {
	case chance:
		return nil, usagef("%s is a game of chance, in which no move can be proven: want another game", g.Name())
	case o.count < 1:
		return nil, usagef("--count %d: want 1 or more", o.count)
	case o.make.Tries < 0:
		return nil, usagef("--tries %d: want 0 or more", o.make.Tries)
	case o.make.Nodes == 0:
		return nil, usagef("--nodes 0: want 1 or more")
	case o.make.Time < 0:
		return nil, usagef("--time %v: want 0 or more; 0 means no limit", o.make.Time)
	case changed("position") && (changed("file") || changed("from")):
		return nil, usagef("--position is one position: want it without --file and --from")
	}
	if err := checkThreads(o.threads); err != nil {
		return nil, err
	}
	if o.make.Tries == 0 {
		o.make.Tries = -1
	}
	o.make.Suit(g)
	if o.plies != "" || !changed("position") {
		var err error
		if o.make.MinPlies, o.make.MaxPlies, err = readPlies(o.plies); err != nil {
			return nil, err
		}
	}
	w := &puzzling{app: a, game: g, out: o.out, count: o.count}
	source, err := a.puzzleSource(c, g, o)
	if err != nil {
		return nil, err
	}
	w.maker = &puzzle.Maker{Game: g, Source: source, Options: o.make, Threads: o.threads}
	w.form, err = puzzleFormOf(g, o.form, o.out)
	return w, err
}

// minPuzzlePlies is the default of --plies: a win in one is not a puzzle.
const minPuzzlePlies = 3

// readPlies reads a range of plies.
func readPlies(text string) (from, to int, err error) {
	if text == "" {
		return minPuzzlePlies, 0, nil
	}
	wrong := usagef("--plies %q: want numbers of plies, as in 3..7, 5.. or 5", text)
	first, last, isRange := strings.Cut(text, "..")
	if from, err = strconv.Atoi(first); err != nil || from < 1 {
		return 0, 0, wrong
	}
	if !isRange {
		return from, from, nil
	}
	if last == "" {
		return from, 0, nil
	}
	if to, err = strconv.Atoi(last); err != nil || to < from {
		return 0, 0, wrong
	}
	return from, to, nil
}

// puzzleSource returns the games that the positions come from.
func (a *app) puzzleSource(c *cobra.Command, g oxo.Game, o *puzzlesOptions) (puzzle.Source, error) {
	if c.Flags().Changed("file") && !c.Flags().Changed("from") {
		o.from = fromFile
	}
	switch {
	case o.from == fromFile && o.file == "":
		return nil, usagef("--from file: want --file FILE too")
	case o.from != fromFile && o.file != "":
		return nil, usagef("--from %s has no file: want --from file, or no --file", o.from)
	case o.from == fromFile:
		return a.puzzleFile(c.Context(), g, o.file)
	case o.from == fromRandom:
		return puzzle.Random(g, o.seed), nil
	case o.from == fromLevels:
		return puzzle.SelfPlay(g, o.seed), nil
	}
	return nil, usagef("--from %q: want selfplay, random or file", o.from)
}

// puzzleFile reads the games of a file. A game with a fault is reported, and the others are used.
func (a *app) puzzleFile(ctx context.Context, g oxo.Game, name string) (puzzle.Source, error) {
	text, err := readGames(name)
	if err != nil {
		return nil, err
	}
	var all []puzzle.Played
	err = unlessEnded(ctx, func() error {
		number := 0
		for game, err := range arena.GamesOf(g, name, text, func(gamefile.Format) int { return gamefile.All }) {
			number++
			if err != nil {
				fmt.Fprintf(a.err, "%s: %s: game %d: %s\n", a.name, words.Printable(name), number, words.Printable(err.Error()))
				continue
			}
			all = append(all, puzzle.Played{Name: fmt.Sprintf("game %d of %s", number, words.Printable(name)), Start: game.Start, Moves: game.Moves})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, usagef("--file %s: the file has no game of %s", name, g.Name())
	}
	return func(_ context.Context, number int) (puzzle.Played, bool) {
		if number >= len(all) {
			return puzzle.Played{}, false
		}
		return all[number], true
	}, nil
}

// one makes a puzzle of a single position.
func (w *puzzling) one(ctx context.Context, text string) error {
	p, err := w.app.readPosition(w.game, text)
	if err != nil {
		return err
	}
	z, err := puzzle.NewExaminer(w.game, w.maker.Options).Examine(ctx, p)
	if refused, ok := errors.AsType[*puzzle.RefusedError](err); ok {
		return fmt.Errorf("%s is not a puzzle: %w", catalog.FormatPosition(w.game, p), refused)
	}
	if err != nil {
		return err
	}
	w.all = append(w.all, z)
	return w.write()
}

// make makes the puzzles, and writes those that it has when it is interrupted.
func (w *puzzling) make(ctx context.Context) error {
	w.begun = time.Now()
	streams := w.out == "" && w.form.streams
	w.maker.Refuse = w.refuse
	end := w.app.progress().follow(w.state)
	err := w.maker.Make(ctx, func(z *puzzle.Puzzle) (bool, error) {
		w.all = append(w.all, z)
		if streams {
			if err := w.form.write(w.app, w.game, w.app.out, len(w.all), []*puzzle.Puzzle{z}); err != nil {
				return false, err
			}
		}
		return len(w.all) < w.count, nil
	})
	end()
	if !streams && len(w.all) > 0 {
		if failed := w.write(); failed != nil {
			return failed
		}
	}
	w.summary(w.app.err)
	if err == nil && len(w.all) == 0 {
		return fmt.Errorf("no puzzle found in %s: want other --plies, more --nodes, or other games", words.Count(w.maker.Examined.Load(), "position"))
	}
	return err
}

// refuse reports a position that was given as one, and is not a puzzle.
func (w *puzzling) refuse(of puzzle.Played, err error) {
	if len(of.Moves) == 0 {
		fmt.Fprintf(w.app.err, "%s: %s: %s is not a puzzle: %v\n", w.app.name, of.Name, catalog.FormatPosition(w.game, of.Start), err)
	}
}

// state returns the progress in words.
func (w *puzzling) state() string {
	return fmt.Sprintf("%s, %s looked at in %s, %v", words.Count(w.maker.Found.Load(), "puzzle"), words.Count(w.maker.Examined.Load(), "position"),
		words.Count(w.maker.Games.Load(), "game"), time.Since(w.begun).Round(time.Second))
}
