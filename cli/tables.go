package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"oxo"
	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/player"
	"oxo/prove/census"
	"oxo/search"

	"github.com/spf13/cobra"
)

// tablesFlag adds --tables to a command that searches.
func tablesFlag(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "tables", "", "a table made by oxo solve GAME --all --out FILE, or a folder with tables of whole games and of endings")
}

// known is what is known of a game without a search: its opening book, and the table of
// the whole game or of its endings.
type known struct {
	search.Book // or nil
	whole       *census.Whole
	endings     *census.Endings
}

// Lookup implements search.Book.
func (k *known) Lookup(p oxo.Position) (oxo.Score, bool) {
	if v, ok := k.value(p); ok || k.Book == nil {
		return v, ok
	}
	return k.Book.Lookup(p)
}

// value is what the tables know.
func (k *known) value(p oxo.Position) (oxo.Score, bool) {
	if k.whole != nil {
		if v, ok := k.whole.Lookup(p); ok {
			return v, true
		}
	}
	if k.endings == nil {
		return 0, false
	}
	return k.endings.Lookup(p)
}

// knownInside is asked at every node of a search, since no book is asked in a game that
// loops, and endings come about deep in the tree.
type knownInside struct{ known }

// Ending implements search.Endings.
func (k *knownInside) Ending(p oxo.Position) (oxo.Score, bool) { return k.value(p) }

// setBook replaces the book beside the tables, and returns the one before.
func (k *known) setBook(b search.Book) search.Book {
	before := k.Book
	k.Book = b
	return before
}

// Openings implements [player.Openings].
func (k *known) Openings(p oxo.Position) []search.MoveResult {
	if openings, ok := k.Book.(player.Openings); ok {
		return openings.Openings(p)
	}
	return nil
}

// withTables adds the tables of a game that a path names to a book, which may be nil;
// without a path there is the book alone.
func withTables(book search.Book, g oxo.Game, path string) (search.Book, error) {
	if path == "" {
		return book, nil
	}
	k, err := openTables(g, path)
	if err != nil {
		return nil, err
	}
	k.Book = book
	if _, loops := g.Start().(oxo.Looping); loops || k.endings != nil {
		return &knownInside{*k}, nil
	}
	return k, nil
}

// wholeTable opens the table of a whole game, for a player that needs nothing else.
func wholeTable(g oxo.Game, path string) (*census.Whole, error) {
	k, err := openTables(g, path)
	if err == nil && k.whole == nil {
		err = usagef("--tables %s has endings alone: the player %q needs the whole game, made with oxo solve %s --all --out FILE", path, player.Table, g.Name())
	}
	if err != nil {
		return nil, err
	}
	return k.whole, nil
}

// openTables opens a file, or what a folder has of a game.
func openTables(g oxo.Game, path string) (*known, error) {
	names, folder := []string{path}, false
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		names, folder = []string{filepath.Join(path, tableName(g, wholeSuffix)), filepath.Join(path, tableName(g, endingsSuffix))}, true
	}
	k := &known{}
	for _, name := range names {
		file, err := mapFile(name)
		if folder && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, usage(fmt.Errorf("--tables: %w", err))
		}
		if err := k.read(g, file); err != nil {
			return nil, fmt.Errorf("--tables %s: %w", name, err)
		}
	}
	if k.whole == nil && k.endings == nil {
		return nil, usagef("--tables %s: there is no %s and no %s in it: make one with oxo solve %s --all --out %s",
			path, tableName(g, wholeSuffix), tableName(g, endingsSuffix), g.Name(), path)
	}
	return k, nil
}

// allTables opens the tables of all games that a path has, for searches of any game: a
// file, or a folder.
func (a *app) allTables(path string) (map[string]search.Book, error) {
	if path == "" {
		return map[string]search.Book{}, nil
	}
	names, folder := []string{path}, false
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		names, folder = nil, true
		for _, suffix := range []string{wholeSuffix, endingsSuffix} {
			found, err := filepath.Glob(filepath.Join(path, "*"+suffix))
			if err != nil {
				return nil, usage(fmt.Errorf("--tables %s: %w", path, err))
			}
			names = append(names, found...)
		}
	}
	if len(names) == 0 {
		return nil, usagef("--tables %s: there is no table in it: make one with oxo solve GAME --all --out %s", path, path)
	}
	books := map[string]search.Book{}
	for _, name := range names {
		game, err := a.gameOfTable(name)
		if err != nil {
			return nil, err
		}
		if books[game.Name()] != nil {
			continue // one of both kinds, in a folder: they were opened together
		}
		from := name
		if folder && filepath.Base(name) == tableName(game, filepath.Ext(name)) {
			from = path
		}
		if books[game.Name()], err = withTables(&a.books, game, from); err != nil {
			return nil, err
		}
	}
	return books, nil
}

// gameOfTable returns the game that a table says it is of.
func (a *app) gameOfTable(name string) (oxo.Game, error) {
	file, err := mapFile(name)
	if err != nil {
		return nil, usage(fmt.Errorf("--tables: %w", err))
	}
	of, err := census.GameOf(file)
	if err != nil {
		return nil, fmt.Errorf("--tables %s: %w", name, err)
	}
	g, err := a.game(of)
	if err != nil {
		return nil, fmt.Errorf("--tables %s: %w", name, err)
	}
	return g, nil
}

// read reads a table of either kind.
func (k *known) read(g oxo.Game, file []byte) (err error) {
	switch {
	case census.IsWhole(file):
		k.whole, err = census.ReadWhole(g, file)
	case census.IsEndings(file):
		k.endings, err = census.ReadEndings(g, file)
	default:
		_, err = census.GameOf(file)
	}
	return err //nolint:wrapcheck // the caller says which file it is
}

// The suffixes of files of tables.
const (
	wholeSuffix   = ".table"
	endingsSuffix = ".endings"
)

// tableName is the file of a game's table in a folder: checkers-8x8.endings.
func tableName(g oxo.Game, suffix string) string {
	return strings.NewReplacer(":", "-", ",", "-", "/", "-").Replace(g.Name()) + suffix
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

	Classes []endingClass `json:"classes,omitempty"` // where the game names them
}

// endingClass is positions with the same men.
type endingClass struct {
	Name      string `json:"name"`
	Positions int    `json:"positions"`
	Wins      int    `json:"wins"`
	Draws     int    `json:"draws"`
	Losses    int    `json:"losses"`
	Longest   int    `json:"longest"` // plies
}

// endingClasses counts the classes of a table, by their names.
func endingClasses(t *census.Endings, g oxo.Game) (all []endingClass) {
	namer, ok := g.Start().(census.EndingNamer)
	if !ok {
		return nil
	}
	for class, s := range t.Classes() {
		all = append(all, endingClass{namer.EndingName(class), s.Positions(), s.Wins, s.Draws, s.Losses, s.Longest})
	}
	return all
}

// solveEndings solves all positions of a game with few men, and keeps them where that
// is asked for.
func (a *app) solveEndings(ctx context.Context, g oxo.Game, o solveOptions) error {
	file, err := tableFile(o.out, g)
	if err != nil {
		return err
	}
	release, err := holdInstead(file, "oxo endings ", "table of endings")
	if err != nil {
		return err
	}
	defer release()
	begun := time.Now()
	var visited atomic.Int64
	end := a.progress().follow(func() string {
		return "solving endings: " + words.Count(visited.Load(), "number") + " so far"
	})
	t, err := census.SolveEndings(ctx, g, o.all.men, census.Options{MaxPositions: o.search.maxPositions, Progress: func(_, n int) { visited.Store(int64(n)) }})
	end()
	if err != nil {
		return err
	}
	s := t.Stats()
	r := endingsSolved{
		Game: g.Name(), Men: o.all.men, Positions: s.Positions(), Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Longest: s.Longest, Bytes: s.Numbers,
		Seconds: time.Since(begun).Seconds(), Classes: endingClasses(t, g),
	}
	if r.File = file; file != "" {
		if err := datafile.Replace(file, writing(t)); err != nil {
			return err
		}
	}
	if o.json {
		return a.writeJSON(r)
	}
	return r.write(a.out)
}

// write says it in words.
func (r *endingsSolved) write(w io.Writer) error {
	if len(r.Classes) > 0 {
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(table, "men\tpositions\twin\tdraw\tloss\tlongest win\t")
		for _, c := range r.Classes {
			longest := "-"
			if c.Longest > 0 {
				longest = words.Count((c.Longest+1)/2, "move")
			}
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t\n", c.Name, c.Positions, c.Wins, c.Draws, c.Losses, longest)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "%s, at most %d men: %s: win %d, draw %d, loss %d for the side to move; the longest win takes %d plies\n",
		r.Game, r.Men, words.Count(r.Positions, "position"), r.Wins, r.Draws, r.Losses, r.Longest)
	if r.File != "" {
		fmt.Fprintf(w, "%s: %s\n", r.File, words.Count(r.Bytes, "value"))
	}
	_, err := fmt.Fprintf(w, "solved backwards in %.3g s\n", r.Seconds)
	return err
}

// tableFile returns the file for a table of endings in a folder; without a folder, no name.
func tableFile(folder string, g oxo.Game) (string, error) {
	if folder == "" {
		return "", nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", usage(fmt.Errorf("--out: %w", err))
	}
	return filepath.Join(folder, tableName(g, endingsSuffix)), nil
}

// writing is what [datafile.Replace] calls to write a table.
func writing(t io.WriterTo) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := t.WriteTo(w)
		return err //nolint:wrapcheck // it is the writer's
	}
}
