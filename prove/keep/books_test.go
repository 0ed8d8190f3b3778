package keep_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/prove/book"
	"oxo/prove/book/dropout"
	"oxo/prove/keep"
	"oxo/prove/solve"
	"oxo/search"
)

// five is a book that knows the value 5 of every position.
type five struct{}

func (five) Lookup(oxo.Position) (oxo.Score, bool) { return 5, true }

// TestWithBook: searches ask the exact book of a file before the game's own, a book of
// estimates has moves and no value, and the game of each is found.
func TestWithBook(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	exact, err := book.Make(t.Context(), g, book.Options{Plies: 1, Search: search.Options{TableBytes: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	estimates, err := dropout.Make(t.Context(), g, dropout.Options{Nodes: 10, Positions: 3, Keep: 2, Margin: 10, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if _, err := estimates.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, c := range []struct {
		name  string
		file  []byte
		worth oxo.Score // of the start
		moves bool
	}{{"exact", exact.File(), 0, false}, {"estimates", []byte(text.String()), 5, true}} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		if name, err := keep.GameOfBook(path); name != g.Name() {
			t.Errorf("%s: it is of the game %q, %v", c.name, name, err)
		}
		b, err := keep.WithBook(five{}, g, path)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := b.Lookup(g.Start()); v != c.worth || !ok {
			t.Errorf("%s: the start is worth %v, %v", c.name, v, ok)
		}
		openings, moves := b.(player.Openings)
		if moves != c.moves || moves && len(openings.Openings(g.Start())) == 0 {
			t.Errorf("%s: it has moves: %v", c.name, moves)
		}
	}
}

// TestWithBookErrors: an error names the flag and the file, and a file that cannot be opened
// is the caller's fault.
func TestWithBookErrors(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	if b, err := keep.WithBook(five{}, g, ""); b != (five{}) || err != nil {
		t.Errorf("without a path: %v, %v", b, err)
	}
	none := filepath.Join(t.TempDir(), "none")
	_, err := keep.WithBook(nil, g, none)
	if _, ok := errors.AsType[*solve.InputError](err); !ok || !strings.HasPrefix(err.Error(), "--book: open "+none) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(none, []byte("notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = keep.WithBook(nil, g, none)
	if _, ok := errors.AsType[*solve.InputError](err); ok || !strings.HasPrefix(err.Error(), "--book "+none+": ") {
		t.Errorf("a file of notes as a book: %v", err)
	}
	if _, err := keep.WithTables(nil, g, none); err == nil || !strings.HasPrefix(err.Error(), "--tables: "+none+": ") {
		t.Errorf("a file of notes as tables: %v", err)
	}
}
