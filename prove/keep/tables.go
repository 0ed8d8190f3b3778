package keep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"oxo"
	"oxo/player"
	"oxo/prove/census"
	"oxo/prove/results"
	"oxo/prove/solve"
	"oxo/search"
)

// tables has values that are known without a search: from an opening book, and from the table of the
// whole game or of its endings.
type tables struct {
	search.Book // may be nil
	whole       *census.Whole
	endings     *census.Endings
	results     *results.Table
}

// Lookup implements search.Book.
func (k *tables) Lookup(p oxo.Position) (oxo.Score, bool) {
	if v, ok := k.value(p); ok || k.Book == nil {
		return v, ok
	}
	return k.Book.Lookup(p)
}

// value returns the value of a position in the tables.
func (k *tables) value(p oxo.Position) (oxo.Score, bool) {
	if k.whole != nil {
		if v, ok := k.whole.Lookup(p); ok {
			return v, true
		}
	}
	if k.endings != nil {
		if v, ok := k.endings.Lookup(p); ok {
			return v, true
		}
	}
	if k.results == nil {
		return 0, false
	}
	return k.results.Lookup(p)
}

// inside lets a search look up every node in the tables. In a game that loops a
// search uses no book, endings are deep in the tree, and results alone need a search for the
// plies.
type inside struct{ tables }

// Ending implements search.Endings.
func (k *inside) Ending(p oxo.Position) (oxo.Score, bool) { return k.value(p) }

// EndingBounds implements [search.Bounding].
func (k *inside) EndingBounds(p oxo.Position) (oxo.Bounds, bool) {
	if k.results == nil {
		return oxo.Bounds{}, false
	}
	return k.results.Known(p)
}

// SetBook replaces the opening book, and returns the previous one.
func (k *tables) SetBook(b search.Book) search.Book {
	before := k.Book
	k.Book = b
	return before
}

// Openings implements [player.Openings].
func (k *tables) Openings(p oxo.Position) []search.MoveResult {
	if openings, ok := k.Book.(player.Openings); ok {
		return openings.Openings(p)
	}
	return nil
}

// flagged puts the flag of the command before an error.
func flagged(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("--tables: %w", err)
}

// WithTables adds the tables of a game that a path names to a book, which may be nil;
// without a path it returns the book. An error begins with the command's flag: "--tables: ".
func WithTables(book search.Book, g oxo.Game, path string) (search.Book, error) {
	b, err := withTables(book, g, path)
	return b, flagged(err)
}

func withTables(book search.Book, g oxo.Game, path string) (search.Book, error) {
	if path == "" {
		return book, nil
	}
	k, err := openTables(g, path)
	if err != nil {
		return nil, err
	}
	k.Book = book
	if _, loops := g.Start().(oxo.Looping); loops || k.endings != nil || k.results != nil {
		return &inside{*k}, nil
	}
	return k, nil
}

// WholeTable opens the table of a whole game, for a player that needs nothing else. Errors
// are as from [WithTables].
func WholeTable(g oxo.Game, path string) (*census.Whole, error) {
	k, err := openTables(g, path)
	if err == nil && k.whole == nil {
		err = inputf("%s has only endings or results: the player %q needs the plies of the whole game, made with oxo solve %s --all --out FILE", path, player.Table, g.Name())
	}
	if err != nil {
		return nil, flagged(err)
	}
	return k.whole, nil
}

// openTables opens a file, or the tables of a game in a folder.
func openTables(g oxo.Game, path string) (*tables, error) {
	names, folder := []string{path}, false
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		names, folder = nil, true
		for _, suffix := range suffixes() {
			names = append(names, filepath.Join(path, tableName(g, suffix)))
		}
	}
	k := &tables{}
	for _, name := range names {
		file, err := mapFile(name)
		if folder && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, &solve.InputError{Err: err}
		}
		if err := k.read(g, file); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if k.whole == nil && k.endings == nil && k.results == nil {
		return nil, inputf("%s has neither %s nor %s nor %s: make one with oxo solve %s --all --out %s",
			path, tableName(g, wholeSuffix), tableName(g, endingsSuffix), tableName(g, resultsSuffix), g.Name(), path)
	}
	return k, nil
}

// AllTables opens the tables of all games in a file or folder, by the names of the games, and adds each to book. lookup
// finds a game by its name. Errors are as from [WithTables].
func AllTables(path string, book search.Book, lookup func(name string) (oxo.Game, error)) (map[string]search.Book, error) {
	all, err := allTables(path, book, lookup)
	return all, flagged(err)
}

func allTables(path string, book search.Book, lookup func(name string) (oxo.Game, error)) (map[string]search.Book, error) {
	if path == "" {
		return map[string]search.Book{}, nil
	}
	names, folder := []string{path}, false
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		names, folder = nil, true
		for _, suffix := range suffixes() {
			found, err := filepath.Glob(filepath.Join(path, "*"+suffix))
			if err != nil {
				return nil, inputf("%s: %w", path, err)
			}
			names = append(names, found...)
		}
	}
	if len(names) == 0 {
		return nil, inputf("%s has no table: make one with oxo solve GAME --all --out %s", path, path)
	}
	books := map[string]search.Book{}
	for _, name := range names {
		game, err := gameOfTable(name, lookup)
		if err != nil {
			return nil, err
		}
		if books[game.Name()] != nil {
			continue // the game has tables of several kinds in the folder, which were opened together
		}
		from := name
		if folder && filepath.Base(name) == tableName(game, filepath.Ext(name)) {
			from = path
		}
		if books[game.Name()], err = withTables(book, game, from); err != nil {
			return nil, err
		}
	}
	return books, nil
}

// gameOfTable returns the game that a table names.
func gameOfTable(name string, lookup func(name string) (oxo.Game, error)) (oxo.Game, error) {
	file, err := mapFile(name)
	if err != nil {
		return nil, &solve.InputError{Err: err}
	}
	of, err := gameOf(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g, err := lookup(of)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// gameOf returns the game named in a table of any kind.
func gameOf(file []byte) (string, error) {
	if !results.Is(file) {
		return census.GameOf(file) //nolint:wrapcheck // the caller adds the name of the file
	}
	values, _, err := results.Kind().Parse(file)
	if err != nil {
		return "", err //nolint:wrapcheck // the caller adds the name of the file
	}
	return values[0], nil
}

// read reads a table of any kind.
func (k *tables) read(g oxo.Game, file []byte) (err error) {
	switch {
	case census.IsWhole(file):
		k.whole, err = census.ReadWhole(g, file)
	case census.IsEndings(file):
		k.endings, err = census.ReadEndings(g, file)
	case results.Is(file):
		k.results, err = results.Read(g, file)
	default:
		_, err = census.GameOf(file)
	}
	return err //nolint:wrapcheck // the caller adds the name of the file
}

// The suffixes of files of tables.
const (
	wholeSuffix   = ".table"
	endingsSuffix = ".endings"
	resultsSuffix = ".results"
)

func suffixes() []string { return []string{wholeSuffix, endingsSuffix, resultsSuffix} }

// tableName returns the name of a game's table in a folder: checkers-8x8.endings.
func tableName(g oxo.Game, suffix string) string {
	return strings.NewReplacer(":", "-", ",", "-", "/", "-").Replace(g.Name()) + suffix
}
