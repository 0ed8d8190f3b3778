package keep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/internal/datafile"
	"oxo/internal/memory"
	"oxo/internal/words"
	"oxo/prove/census"
	"oxo/prove/results"
	"oxo/prove/solve"
)

// TableOptions configures solving all positions and storing their table.
type TableOptions struct {
	// MaxPositions is the maximum number of positions. 0 means as many as fit into the
	// free memory, and for endings no limit.
	MaxPositions int
	// Out is the file of the table, or a folder, in which the name of the game names the
	// file. If it is empty, no table is written. A table of endings needs a folder.
	Out string
	// Threads is the number of threads that find results; 0 means 1.
	Threads int
	// Follow shows the progress; it may be nil.
	Follow solve.Follow
}

// TableReport gives the file of a table, and the time that solving took.
type TableReport struct {
	File    string // empty if no table was written
	Bytes   int64  // size of the file
	Seconds float64
}

// The maximum number of bytes that solving needs for a position: its key, its value and its
// place among the others, and if the game loops the moves from it and to it.
const (
	inductionBytes  = 130
	retrogradeBytes = 250
	resultBytes     = 2
	resultLoopBytes = 80
)

// maxPositions returns the number of positions that fit into nine tenths of the free memory;
// the rest is for other data.
func maxPositions(p oxo.Position) int {
	free, _ := memory.Free()
	each := uint64(inductionBytes)
	if _, loops := p.(oxo.Looping); loops {
		each = retrogradeBytes
	}
	return int(min(free/10*9/each, math.MaxInt32))
}

// SolveWhole solves all positions that can be reached from p, and writes their table. Before
// the work it refuses a file that it could not write or that is not a table; such an error
// begins with the command's flag, "--out: ".
func SolveWhole(ctx context.Context, g oxo.Game, p oxo.Position, o TableOptions) (*census.Whole, TableReport, error) {
	file, err := fileIn(g, o.Out, wholeSuffix)
	if err != nil {
		return nil, TableReport{}, err
	}
	options := census.Options{MaxPositions: cmp.Or(o.MaxPositions, maxPositions(p))}
	return solveAll(file, "oxo table ", "table of a whole game", o, func(show func(string)) (*census.Whole, error) {
		options.Progress = func(_, n int) { show("solving: " + words.Count(int64(n), "position") + " so far") }
		return census.SolveWhole(ctx, g, p, options)
	})
}

// SolveResults is [SolveWhole] for results alone, in a table of a twentieth of the memory.
func SolveResults(ctx context.Context, g oxo.Game, p oxo.Position, o TableOptions) (*results.Table, TableReport, error) {
	file, err := fileIn(g, o.Out, resultsSuffix)
	if err != nil {
		return nil, TableReport{}, err
	}
	options := results.Options{MaxPositions: cmp.Or(o.MaxPositions, maxResults(p)), Threads: o.Threads}
	return solveAll(file, results.Kind().Magic, "table of results", o, func(show func(string)) (*results.Table, error) {
		options.Progress = func(p results.Progress) { show(p.String()) }
		return results.Solve(ctx, g, p, options)
	})
}

// solveAll solves a game, shows how far it is, and writes the table to a file. The file may replace one that
// begins with the same text.
func solveAll[T io.WriterTo](file, begins, what string, o TableOptions, solve func(show func(string)) (T, error)) (t T, r TableReport, err error) {
	release, err := holdInstead(file, begins, what)
	if err != nil {
		return t, r, fmt.Errorf("--out: %w", err)
	}
	defer release()
	begun := time.Now()
	var now atomic.Value
	now.Store("finding positions")
	end := o.Follow.Show(func() string { return now.Load().(string) })
	t, err = solve(func(text string) { now.Store(text) })
	end()
	if errors.Is(err, census.ErrMaxPositions) && o.MaxPositions == 0 {
		err = fmt.Errorf("%w: the free memory is not enough for more", err)
	}
	if err != nil {
		return t, r, err
	}
	if r.File = file; file != "" {
		if r.Bytes, err = writeTable(t, file); err != nil {
			return t, r, fmt.Errorf("the table could not be written: %w", err)
		}
	}
	r.Seconds = time.Since(begun).Seconds()
	return t, r, nil
}

// maxResults is maxPositions for results alone.
func maxResults(p oxo.Position) int {
	free, _ := memory.Free()
	each := uint64(resultBytes)
	if _, loops := p.(oxo.Looping); loops {
		each = resultLoopBytes
	}
	return int(min(free/10*9/each, math.MaxUint32))
}

// SolveEndings solves all positions of a game with at most a number of men, and writes
// their table. Its errors are those of [SolveWhole]. The seconds do not include the
// writing.
func SolveEndings(ctx context.Context, g oxo.Game, men int, o TableOptions) (*census.Endings, TableReport, error) {
	limit := o.MaxPositions
	if limit == 0 {
		limit = math.MaxInt // a position takes a byte
	}
	file, err := endingsFile(g, o.Out)
	if err != nil {
		return nil, TableReport{}, err
	}
	release, err := holdInstead(file, "oxo endings ", "table of endings")
	if err != nil {
		return nil, TableReport{}, fmt.Errorf("--out: %w", err)
	}
	defer release()
	begun := time.Now()
	var visited atomic.Int64
	end := o.Follow.Show(func() string { return "solving endings: " + words.Count(visited.Load(), "number") + " so far" })
	t, err := census.SolveEndings(ctx, g, men, census.Options{MaxPositions: limit, Progress: func(_, n int) { visited.Store(int64(n)) }})
	end()
	if err != nil {
		return nil, TableReport{}, err
	}
	r := TableReport{File: file, Seconds: time.Since(begun).Seconds()}
	if file != "" {
		if r.Bytes, err = writeTable(t, file); err != nil {
			return nil, TableReport{}, err
		}
	}
	return t, r, nil
}

// fileIn returns the file for a table of a whole game, under the name of its game if the path is a folder.
func fileIn(g oxo.Game, path, suffix string) (string, error) {
	if path == "" {
		return "", nil
	}
	if info, err := os.Stat(path); strings.HasSuffix(path, string(filepath.Separator)) || strings.HasSuffix(path, "/") || err == nil && info.IsDir() {
		if err := os.MkdirAll(path, 0o755); err != nil {
			return "", err
		}
		path = filepath.Join(path, tableName(g, suffix))
	}
	return path, nil
}

// endingsFile returns the file for a table of endings in a folder; without a folder, no name.
func endingsFile(g oxo.Game, folder string) (string, error) {
	if folder == "" {
		return "", nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", inputf("--out: %w", err)
	}
	return filepath.Join(folder, tableName(g, endingsSuffix)), nil
}

// writeTable writes a table, and returns the size of its file.
func writeTable(t io.WriterTo, file string) (int64, error) {
	err := datafile.Replace(file, func(w io.Writer) error {
		_, err := t.WriteTo(w)
		return err //nolint:wrapcheck // it is the writer's
	})
	if err != nil {
		return 0, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
