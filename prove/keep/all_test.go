package keep_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/prove/census"
	"oxo/prove/keep"
	"oxo/prove/solve"
	"oxo/search"
)

// TestSolveWhole: a table is kept in a file, or in a folder under the name of its game, and every
// value that is read from it is the value that was solved.
func TestSolveWhole(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	dir := t.TempDir()
	for out, want := range map[string]string{
		"": "", filepath.Join(dir, "file"): filepath.Join(dir, "file"), dir: filepath.Join(dir, "mnk-3x3x3.table"),
		filepath.Join(dir, "new") + "/": filepath.Join(dir, "new", "mnk-3x3x3.table"),
	} {
		table, r, err := keep.SolveWhole(t.Context(), g, g.Start(), keep.TableOptions{Out: out})
		if err != nil {
			t.Fatal(err)
		}
		if s := table.Stats(); s.Positions() != 765 || r.File != want || (r.Bytes > 0) != (out != "") {
			t.Errorf("%s: %d positions, %+v", out, s.Positions(), r)
		}
		if out == "" {
			continue
		}
		again, err := keep.WholeTable(g, out)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := again.Lookup(g.Start()); v != 0 || !ok {
			t.Errorf("%s: the start is worth %v, %v", out, v, ok)
		}
	}
}

// TestSolveResults: a table of results is kept in a folder. A search that reads it finds the same values
// as without it, with fewer nodes.
func TestSolveResults(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	dir := t.TempDir()
	_, r, err := keep.SolveResults(t.Context(), g, g.Start(), keep.TableOptions{Out: dir, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if r.File != filepath.Join(dir, "connect4-4x4.results") || r.Bytes == 0 {
		t.Errorf("%+v", r)
	}
	book, err := keep.WithTables(nil, g, dir)
	if err != nil {
		t.Fatal(err)
	}
	with, without := search.New(search.Options{Book: book}), search.New(search.Options{})
	nodes := [2]uint64{}
	for _, moves := range []string{"1", "12", "133", "2311", "22344", "441231"} {
		p := g.Start()
		if _, err := catalog.ReplayFrom(g, p, strings.Split(moves, "")...); err != nil {
			t.Fatal(err)
		}
		a, b := with.Search(t.Context(), p, search.Limits{}), without.Search(t.Context(), p, search.Limits{})
		if a.Value != b.Value || !a.Proven {
			t.Errorf("after %s: %v with the table, %v without it", moves, a.Value, b.Value)
		}
		nodes[0], nodes[1] = nodes[0]+a.Nodes, nodes[1]+b.Nodes
	}
	if nodes[0] >= nodes[1] {
		t.Errorf("%d nodes with the table, %d without it", nodes[0], nodes[1])
	}
	if _, err := keep.WholeTable(g, dir); err == nil || !strings.Contains(err.Error(), "only endings or results") {
		t.Errorf("as a table of values: %v", err)
	}
	all, err := keep.AllTables(dir, nil, func(string) (oxo.Game, error) { return g, nil })
	if err != nil || all[g.Name()] == nil {
		t.Errorf("all tables of the folder: %v, %v", all, err)
	}
	if _, _, err := keep.SolveResults(t.Context(), g, g.Start(), keep.TableOptions{MaxPositions: 100}); !errors.Is(err, census.ErrMaxPositions) {
		t.Errorf("with a limit of 100: %v", err)
	}
}

// TestSolveWholeMax: the limit of the caller applies. Without one the free memory is the limit, and
// the error names it.
func TestSolveWholeMax(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	_, _, err := keep.SolveWhole(t.Context(), g, g.Start(), keep.TableOptions{MaxPositions: 100})
	if !errors.Is(err, census.ErrMaxPositions) || strings.Contains(err.Error(), "memory") {
		t.Errorf("with a limit of 100: %v", err)
	}
	t.Setenv("GOMEMLIMIT", "16KB")
	_, _, err = keep.SolveWhole(t.Context(), g, g.Start(), keep.TableOptions{})
	if !errors.Is(err, census.ErrMaxPositions) || !strings.Contains(err.Error(), "the free memory is not enough for more") {
		t.Errorf("with 16KB of memory: %v", err)
	}
	if _, _, err := keep.SolveWhole(t.Context(), g, g.Start(), keep.TableOptions{MaxPositions: math.MaxInt}); err != nil {
		t.Errorf("the limit of the caller: %v", err)
	}
}

// TestSolveEndings: a table of endings is kept in a folder, and a search reads it.
func TestSolveEndings(t *testing.T) {
	g := gametest.Game(t, "checkers:4x4")
	dir := filepath.Join(t.TempDir(), "tables")
	table, r, err := keep.SolveEndings(t.Context(), g, 2, keep.TableOptions{Out: dir})
	if err != nil {
		t.Fatal(err)
	}
	if s := table.Stats(); s.Positions() == 0 || r.File != filepath.Join(dir, "checkers-4x4.endings") {
		t.Errorf("%d positions in %s", s.Positions(), r.File)
	}
	book, err := keep.WithTables(nil, g, dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.ParsePosition("B:WK7:BK2")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := table.Lookup(p)
	if v, ok := book.Lookup(p); !ok || v != want {
		t.Errorf("a position is worth %v, %v; want %v", v, ok, want)
	}
	if _, _, err := keep.SolveEndings(t.Context(), g, 2, keep.TableOptions{MaxPositions: 3}); !errors.Is(err, census.ErrMaxPositions) {
		t.Errorf("with a limit of 3: %v", err)
	}
}

// TestOtherFileStays: a file that is not such a table is refused before the work, and stays.
func TestOtherFileStays(t *testing.T) {
	notes := []byte("my notes\n")
	dir := t.TempDir()
	whole, endings := filepath.Join(dir, "whole"), filepath.Join(dir, "checkers-4x4.endings")
	for _, name := range []string{whole, endings} {
		if err := os.WriteFile(name, notes, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	g := gametest.Game(t, "checkers:4x4")
	_, _, errWhole := keep.SolveWhole(t.Context(), g, g.Start(), keep.TableOptions{Out: whole})
	_, _, errEndings := keep.SolveEndings(t.Context(), g, 2, keep.TableOptions{Out: dir})
	for name, err := range map[string]error{whole: errWhole, endings: errEndings} {
		if _, ok := errors.AsType[*solve.InputError](err); !ok || !strings.HasPrefix(err.Error(), "--out: "+name+" exists already") {
			t.Errorf("%s: %v", name, err)
		}
		if text, err := os.ReadFile(name); err != nil || !bytes.Equal(text, notes) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
