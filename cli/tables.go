package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/census"
	"oxo/internal/words"
	"oxo/search"

	"github.com/spf13/cobra"
)

// tablesFlag adds --tables to a command that searches.
func tablesFlag(c *cobra.Command, folder *string) {
	c.Flags().StringVar(folder, "tables", "", "folder with tables of endings, made by oxo solve GAME --all MEN --out FOLDER")
}

// known is what is known of a game without a search: its opening book and its table
// of endings.
type known struct {
	search.Book // or nil
	endings     *census.Endings
}

// Lookup implements search.Book.
func (k *known) Lookup(p oxo.Position) (oxo.Score, bool) {
	if v, ok := k.endings.Lookup(p); ok {
		return v, true
	}
	if k.Book == nil {
		return 0, false
	}
	return k.Book.Lookup(p)
}

// Ending implements search.Endings.
func (k *known) Ending(p oxo.Position) (oxo.Score, bool) { return k.endings.Lookup(p) }

// withTables adds the table of a game's endings that a folder has to a book, which may
// be nil; without a folder there is the book alone.
func withTables(book search.Book, g oxo.Game, folder string) (search.Book, error) {
	if folder == "" {
		return book, nil
	}
	name := tableName(folder, g)
	file, err := mapFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--tables %s: there is no %s in it: make it with oxo solve %s --all MEN --out %s", folder, filepath.Base(name), g.Name(), folder)
	}
	if err != nil {
		return nil, err
	}
	endings, err := census.ReadEndings(g, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &known{Book: book, endings: endings}, nil
}

// tableName is the file of a game's endings: checkers-8x8.endings.
func tableName(folder string, g oxo.Game) string {
	return filepath.Join(folder, strings.NewReplacer(":", "-", ",", "-").Replace(g.Name())+".endings")
}

// endingsSolved is the answer of solve --all.
type endingsSolved struct {
	Game      string  `json:"game"`
	Men       int     `json:"men"`
	Positions int     `json:"positions"`
	Wins      int     `json:"wins"` // for the side to move
	Draws     int     `json:"draws"`
	Losses    int     `json:"losses"`
	Longest   int     `json:"longest"` // plies to the most distant forced end
	Bytes     int     `json:"bytes"`   // of the table, a byte for each number
	File      string  `json:"file,omitempty"`
	Seconds   float64 `json:"seconds"`
}

// solveAll checks what solve --all was asked for.
func (a *app) solveAll(c *cobra.Command, args []string, o solveOptions) error {
	switch {
	case o.all < 2:
		return usagef("--all %d: it is the number of men that positions have at most, from 2 on", o.all)
	case len(args) > 1 || c.Flags().Changed("position"):
		return usagef("--all solves positions of its own: leave the position out")
	}
	g, err := a.game(args[0])
	if err != nil {
		return err
	}
	if !c.Flags().Changed("max-positions") {
		o.search.maxPositions = math.MaxInt // a byte each
	}
	return a.solveEndings(c.Context(), g, o)
}

// solveEndings solves all positions of a game with few men, and keeps them where that
// is asked for.
func (a *app) solveEndings(ctx context.Context, g oxo.Game, o solveOptions) error {
	begun := time.Now()
	var visited atomic.Int64
	end := a.progress().follow(func() string {
		return "solving endings: " + words.Count(visited.Load(), "number") + " so far"
	})
	t, err := census.SolveEndings(ctx, g, o.all, census.Options{MaxPositions: o.search.maxPositions, Progress: func(_, n int) { visited.Store(int64(n)) }})
	end()
	if err != nil {
		return err
	}
	s := t.Stats()
	r := endingsSolved{
		Game: g.Name(), Men: o.all, Positions: s.Positions(), Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Longest: s.Longest, Bytes: s.Numbers,
		Seconds: time.Since(begun).Seconds(),
	}
	if o.out != "" {
		if r.File, err = writeTable(t, o.out, g); err != nil {
			return err
		}
	}
	if o.json {
		return a.writeJSON(r)
	}
	fmt.Fprintf(a.out, "%s, at most %d men: %s: win %d, draw %d, loss %d for the side to move; the longest win takes %d plies\n",
		r.Game, r.Men, words.Count(r.Positions, "position"), r.Wins, r.Draws, r.Losses, r.Longest)
	if r.File != "" {
		fmt.Fprintf(a.out, "%s: %s\n", r.File, words.Count(r.Bytes, "value"))
	}
	_, err = fmt.Fprintf(a.out, "solved backwards in %.3g s\n", r.Seconds)
	return err
}

// writeTable writes a table into a folder, whole or not at all.
func writeTable(t *census.Endings, folder string, g oxo.Game) (string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	name := tableName(folder, g)
	f, err := os.CreateTemp(folder, "*.part")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(f.Name()) }() // it is gone where all went well
	_, err = t.WriteTo(f)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return "", err
	}
	return name, os.Rename(f.Name(), name)
}
