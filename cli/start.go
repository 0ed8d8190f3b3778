package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"oxo"
	"oxo/arena"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/internal/datafile"
	"oxo/internal/words"

	"github.com/spf13/cobra"
)

// startOptions holds the flags that set the starting position.
type startOptions struct {
	position string
	file     string
	number   int // number of the game in the file
	ply      int
}

// startFlags adds --position, --file and their options to a command whose arguments are a
// game and moves.
func startFlags(c *cobra.Command, o *startOptions) {
	f := c.Flags()
	f.StringVar(&o.position, "position", "", "begin at this position instead of the start; moves follow it")
	f.StringVar(&o.file, "file", "", "begin where a game of this file ends; moves follow it. The file is PGN, PDN, SGF, GGF, WTHOR, Piskvork's .psq, RenLib's .lib, lines of moves or of EPD, or a file of the arena")
	f.IntVar(&o.number, "number", 1, "with --file: which game of it")
	f.IntVar(&o.ply, "ply", 0, "with --file: begin after this number of plies of the game instead of at its end")
}

// begun is a game in progress, read from flags and arguments.
type begun struct {
	game       oxo.Game
	start, end oxo.Position
	moves      []oxo.Move     // from start to end
	file       *gamefile.Game // nil without a file
	earlier    []string       // faults of earlier games in the file
}

// begin reads a game and moves from flags and arguments. One word may hold several
// moves.
func (a *app) begin(c *cobra.Command, args []string, o *startOptions) (*begun, error) {
	g, err := a.game(args[0])
	if err != nil {
		return nil, err
	}
	b := &begun{game: g, start: g.Start()}
	changed := c.Flags().Changed
	switch {
	case changed("file") && changed("position"):
		return nil, usagef("--position and --file both set the first position: give one of them")
	case changed("file"):
		if err := unlessEnded(c.Context(), func() error { return b.readFile(o, changed("ply")) }); err != nil {
			return nil, err
		}
		a.noticesOf(o.file, b.earlier, b.file.Notices)
	case changed("number"), changed("ply"):
		return nil, usagef("--number and --ply need --file FILE: they choose its game and the position in it")
	case changed("position"):
		if b.start, err = a.readPosition(g, o.position); err != nil {
			return nil, err
		}
	}
	b.end = b.start.Clone()
	for _, m := range b.moves {
		b.end.Make(m)
	}
	if b.file != nil { // moves after a draw by the rules: a review ignores them
		for _, m := range b.file.After {
			b.end.Make(m)
		}
	}
	for i, text := range args[1:] {
		made, err := catalog.PlayWord(g, b.end, text)
		if err != nil {
			return nil, usagef("move %d: %w", i+1, err)
		}
		b.moves = append(b.moves, made...)
	}
	return b, nil
}

// readPosition reads the text of a position, and prints which parts it read differently than written.
func (a *app) readPosition(g oxo.Game, text string) (oxo.Position, error) {
	p, changed, err := catalog.ReadPosition(g, text)
	if err != nil {
		return nil, usage(err)
	}
	for _, what := range changed {
		fmt.Fprintf(a.err, "%s: the position: %s\n", a.name, what)
	}
	return p, nil
}

// unlessEnded runs work that takes no context, and waits for it until ctx ends.
func unlessEnded(ctx context.Context, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- unbroken(work) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// position reads a game, and the position after the moves of flags and arguments.
func (a *app) position(c *cobra.Command, args []string, o *startOptions) (oxo.Game, oxo.Position, error) {
	b, err := a.begin(c, args, o)
	if err != nil {
		return nil, nil, err
	}
	return b.game, b.end, nil
}

// ongoing reads a position that is not over, for verbs that look at moves.
func (a *app) ongoing(c *cobra.Command, args []string, o *startOptions) (oxo.Game, oxo.Position, error) {
	g, p, err := a.position(c, args, o)
	if err != nil {
		return nil, nil, err
	}
	if p.Outcome() != oxo.Ongoing {
		return nil, nil, usagef("%w: %s. No move is left to %s", oxo.ErrGameOver, catalog.Verdict(g, p), c.Name())
	}
	return g, p, nil
}

// readFile begins with a game of a file.
func (b *begun) readFile(o *startOptions, part bool) error {
	if part && o.ply < 0 {
		return usagef("--ply %d: want a number of plies, 0 or more", o.ply)
	}
	text, err := readGames(o.file)
	if err != nil {
		return err
	}
	plies := gamefile.All
	if part {
		plies = o.ply
	}
	if b.file, b.earlier, err = arena.FindGame(b.game, o.file, text, o.number, plies); err != nil {
		return usagef("%s: %w", o.file, err)
	}
	b.start, b.moves = b.file.Start, b.file.Moves
	return nil
}

// noticesOf prints which parts of a game in a file were read differently than written, and
// the faults of earlier games.
func (a *app) noticesOf(file string, notices ...[]string) {
	for _, all := range notices {
		for _, what := range all {
			fmt.Fprintf(a.err, "%s: %s: %s\n", a.name, words.Printable(file), words.Printable(what))
		}
	}
}

// readGames reads a file of games.
func readGames(name string) (string, error) {
	f, err := datafile.Open(name)
	if err != nil {
		return "", usagef("--file: %w", err)
	}
	defer f.Close()
	var text strings.Builder
	if info, err := f.Stat(); err == nil {
		text.Grow(int(min(info.Size(), gamefile.MaxBytes)) + 1)
	}
	if _, err = io.Copy(&text, io.LimitReader(f, gamefile.MaxBytes+1)); err != nil {
		return "", usagef("--file %s: %w", name, err)
	}
	return text.String(), nil
}

// movesOrPosition reads a game and moves. A single word that is not moves may also be
// the text of a position, if it is longer than any move.
func (a *app) movesOrPosition(c *cobra.Command, args []string, o *startOptions) (oxo.Game, oxo.Position, error) {
	if len(args) == 2 && !c.Flags().Changed("position") && !c.Flags().Changed("file") {
		g, err := a.game(args[0])
		if err != nil {
			return nil, nil, err
		}
		if _, err := catalog.PlayWord(g, g.Start(), args[1]); err != nil && longerThanMoves(g, g.Start(), args[1]) {
			p, err := a.readPosition(g, args[1])
			return g, p, err
		}
	}
	return a.position(c, args, o)
}

// longerThanMoves reports whether a word is too long for a move.
func longerThanMoves(g oxo.Game, p oxo.Position, word string) bool {
	return !slices.ContainsFunc(p.Moves(nil), func(m oxo.Move) bool { return len(word) <= len(g.FormatMove(p, m))+1 })
}
