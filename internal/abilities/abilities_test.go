//go:build !race

package abilities

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/knowledge"
	"oxo/games"
)

var update = flag.Bool("update", false, "write docs/lookup/interfaces.md")

// TestComplete: each interface of the module is in the table, or in the list of those that no game has.
func TestComplete(t *testing.T) {
	s := read(t)
	known := others()
	for _, a := range abilities() {
		known = append(known, a.name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.declared)) {
		if !slices.Contains(known, name) {
			t.Errorf("%s declares %s: want it in abilities, or in others", s.declared[name], name)
		}
	}
	for _, name := range known {
		if s.declared[name] == "" {
			t.Errorf("%s is listed, and not declared", name)
		}
	}
}

// TestNamed: a package that asks a game or a position for something does so by an interface with a name.
func TestNamed(t *testing.T) {
	for _, file := range read(t).anonymous {
		if !slices.Contains(unnamed(), file) {
			t.Errorf("%s asserts an interface without a name: declare it, so that it is in docs/lookup/interfaces.md", file)
		}
	}
}

// TestStated: what a type implements is stated in the tests of its package, where it is checked when they are built.
func TestStated(t *testing.T) {
	s, found := read(t), map[string]bool{}
	for _, v := range values(t) {
		kind := reflect.TypeOf(v)
		name, _, _ := strings.Cut(strings.TrimPrefix(kind.String(), "*"), "[") // a generic type is stated for one size
		for _, a := range abilities() {
			if a.kind == nil || !kind.Implements(a.kind) {
				continue
			}
			found[a.name+" "+name] = true
			if !slices.Contains(s.stated[a.name], name) {
				t.Errorf("%s is %s: want that in abilities_test.go of its package", name, a.name)
			}
		}
	}
	for name, types := range s.stated {
		for _, of := range types {
			if !found[name+" "+of] {
				t.Errorf("%s is stated to be %s, and no value of it was found: add a game to values", of, name)
			}
		}
	}
}

// values are a position, a game, a guide and a claim of each existing type.
func values(t *testing.T) (all []any) {
	t.Helper()
	for _, name := range []string{
		"mnk:3x3x3", "mnk:4x4x4,misere", "mnk:15x15x5", "mnk:15x15x5,misere", "connect4", "connect4:5x4", "connect4:8x8", "sticks", "breakthrough",
		"othello", "checkers", "chess", "go:9x9", "2048", "tree:[3 5]",
	} {
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		all = append(all, g, p)
		if guided, ok := p.(oxo.Guided); ok {
			all = append(all, guided.Guide())
		}
		if claimer, ok := p.(knowledge.Claimer); ok {
			if c := claimer.Claim(oxo.First, true); c != nil {
				all = append(all, c)
			}
		}
	}
	return all
}

// TestPage: docs/lookup/interfaces.md lists the interfaces.
func TestPage(t *testing.T) {
	file := filepath.Join(root, "docs/lookup/interfaces.md")
	want := page(t, read(t))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the code says: write it with go test ./internal/abilities -update", file)
	}
}

func page(t *testing.T, s *source) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "# The %d interfaces that a game may have\n\n", len(abilities()))
	text.WriteString(`After this page you can find what a game may say besides its rules, which games say it, and which packages ask for it.

A game must have [` + "`oxo.Game` and `oxo.Position`" + `](../../position.go) only: [a game of your own](../do/own-game.md).
The code that uses another interface looks it up once, when a search or a command begins.
A test writes this page from the code (` + "`go test ./internal/abilities -update`" + `).

`)
	for _, of := range []string{"position", "game", "guide"} {
		fmt.Fprintf(&text, "## Of a %s\n\n| interface | what it says | games that have it | packages that use it |\n|---|---|---|---|\n", of)
		for _, a := range abilities() {
			if a.of == of {
				fmt.Fprintf(&text, "| [`%s`](../../%s) | %s | %s | %s |\n", a.name, s.declared[a.name], a.says, s.games(a), s.asking(a.name))
			}
		}
		text.WriteString("\n")
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// games lists the packages of the games that have an interface.
func (s *source) games(a ability) string {
	if a.kind == nil {
		return "not stated"
	}
	var all []string
	for _, name := range s.stated[a.name] {
		of, _, _ := strings.Cut(name, ".")
		all = append(all, path.Base(of))
	}
	return strings.Join(slices.Compact(all), ", ")
}

// asking lists the packages that ask for an interface; the tests of other packages do not count.
func (s *source) asking(name string) string {
	var all []string
	for _, folder := range s.readers[name] {
		switch folder {
		case ".":
			all = append(all, "oxo")
		case "oxotest", "internal/gametest":
		default:
			all = append(all, folder)
		}
	}
	return strings.Join(all, ", ")
}
