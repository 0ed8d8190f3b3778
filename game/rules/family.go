package rules

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/rules/gdl"
	"oxo/internal/checksum"
	"oxo/internal/words"
)

// readTime bounds the reading of a sheet, should no count of steps end it before. It is so long that a busy machine reads the
// sheets that an idle one reads.
const readTime = 10 * time.Minute

// Files reads rule sheets from files. A game's name has no folder, so [Files] keeps in mind where
// it found each sheet, and keeps the games it read last. Its zero value is ready. Several goroutines may use it.
type Files struct {
	mu    sync.Mutex
	paths map[string]string // of all sheets, by the sums in the names of their games
	kept  []oxo.Game        // the last at the end
	dirs  []string
}

// ErrNoSheet is wrapped if no file with the rules of a game was found.
var ErrNoSheet = errors.New("no file has the rules")

// maxKept is the number of games that [Files] keeps: some megabytes each.
const maxKept = 8

// LookIn adds a folder to those in which a name with a sum, such as "rules.kif@1a2b3c4d5e6f", finds its file.
func (f *Files) LookIn(dir string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(f.dirs, dir) {
		f.dirs = append(f.dirs, dir)
	}
}

// Path returns the file of a game that was read, by the game's name.
func (f *Files) Path(game string) (path string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, sum := oxo.CutSum(game)
	path, ok = f.paths[sum]
	return path, ok
}

// Family returns the games of rule sheets in files: "rules.kif", by its path. A program that
// takes names from others must not have it: it would read files for them.
func (f *Files) Family() catalog.Family {
	return catalog.Family{
		Name: "FILE.kif", Usage: "FILE.kif", Files: []string{".kif", ".gdl"},
		Title: "Your own rules", Group: "Exercises",
		About: "A game whose rules are in a file, in the Game Description Language",
		New: func(name string, _ []string) (oxo.Game, error) {
			return f.Open(name, func(ctx context.Context, path, text string) (oxo.Game, error) {
				return New(ctx, path, text, gdl.Bounds{})
			})
		},
	}
}

// Open makes the game of a file, from a name like "folder/rules.kif" or "rules.kif@1a2b3c4d5e6f". With
// a sum it refuses a file whose game has another one, and looks for the file where a game of that name
// was read before, here, and in the folders of [Files.LookIn]. The context of read ends after ten minutes.
func (f *Files) Open(name string, read func(ctx context.Context, path, text string) (oxo.Game, error)) (oxo.Game, error) {
	before, paths := f.known(name)
	if before != nil {
		return before, nil
	}
	_, sum := oxo.CutSum(name)
	path, text, err := firstFile(paths)
	switch {
	case errors.Is(err, fs.ErrNotExist) && sum != "":
		return nil, fmt.Errorf("%w of %s: want it here, or next to the file that names it", ErrNoSheet, name)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("no file %q: want the path of a rule sheet", words.Clip(path))
	case err != nil:
		return nil, err
	}
	if sum != "" && !oxo.SameName(NameOf(path, text), name) {
		return nil, fmt.Errorf("%s has other rules now than %s had: it is %s now", path, name, NameOf(path, text))
	}
	ctx, cancel := context.WithTimeout(context.Background(), readTime)
	defer cancel()
	g, err := read(ctx, path, text)
	if err != nil {
		return nil, err
	}
	f.keep(g, path)
	return g, nil
}

// known returns the game of a name with a sum, if it is kept, or the files where it may be.
func (f *Files) known(name string) (g oxo.Game, paths []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	path, sum := oxo.CutSum(name)
	if sum == "" {
		return nil, []string{path}
	}
	if i := slices.IndexFunc(f.kept, func(g oxo.Game) bool { return oxo.SameName(g.Name(), name) }); i >= 0 {
		return f.kept[i], nil
	}
	if there, ok := f.paths[sum]; ok {
		paths = append(paths, there)
	}
	paths = append(paths, path)
	for _, dir := range f.dirs {
		paths = append(paths, filepath.Join(dir, filepath.Base(path)))
	}
	return nil, paths
}

// keep keeps a game, and where it was found.
func (f *Files) keep(g oxo.Game, path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.paths == nil {
		f.paths = map[string]string{}
	}
	_, sum := oxo.CutSum(g.Name())
	f.paths[sum] = path
	f.kept = append(slices.DeleteFunc(f.kept, func(old oxo.Game) bool { return oxo.SameName(old.Name(), g.Name()) }), g)
	if len(f.kept) > maxKept {
		f.kept = slices.Delete(f.kept, 0, len(f.kept)-maxKept)
	}
}

// firstFile reads the first existing file of a list. If none exists it returns the last path and its error.
func firstFile(paths []string) (path, text string, err error) {
	for _, path = range paths {
		content, err := os.ReadFile(path) //nolint:gosec // reading the file that the user names is the purpose
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return path, string(content), err
		}
	}
	return path, "", fs.ErrNotExist
}

// NameOf returns the name of the game of a sheet: the name of its file without the folder, and a part of the
// sheet's SHA-256, so that other rules have another name, and the same rules have the same one everywhere.
func NameOf(path, text string) string {
	return filepath.Base(path) + "@" + Sum(text)[:12] // as oxo.CutSum reads it
}

// Sum returns the SHA-256 of a sheet, in hexadecimal.
func Sum(text string) string {
	sum := checksum.New()
	_, _ = io.WriteString(sum, text)
	return hex.EncodeToString(sum.Sum(nil))
}
