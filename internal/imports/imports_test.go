// Package imports holds the house's order: imports only go down. It contains
// a test and nothing else.
package imports

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// floors lists the packages from the bottom up: each may import what stands
// above it in this list (the floors below), and nothing else of this module.
// A folder stands for all packages in it.
func floors() []string {
	return []string{
		"oxo/internal/processor", "oxo", "oxo/textbook", "oxo/tt", "oxo/search", "oxo/census", "oxo/explain", "oxo/games/", "oxo/oxotest",
		"oxo/player", "oxo/protocol/", "oxo/web/", "oxo/cli", "oxo/cmd/", "oxo/examples/",
	}
}

// ban is an import that is forbidden beyond the order, with the reason.
type ban struct{ from, to, why string }

func bans() []ban {
	return []ban{
		{"oxo/games/", "oxo/textbook", "rules are facts: a game knows no search"},
		{"oxo/games/", "oxo/tt", "rules are facts: a game knows no search"},
		{"oxo/games/", "oxo/search", "rules are facts: a game knows no search"},
		{"oxo/games/", "oxo/census", "rules are facts: a game knows no search"},
		{"oxo/search", "oxo/textbook", "the engine is tested against the textbook, not made of it"},
		{"oxo/search", "os", "a search knows no file"},
		{"oxo/search", "net/", "a search knows no network"},
		{"oxo/search", "log/", "a search knows no log"},
		{"oxo/player", "oxo/games/", "players play any game"},
		{"oxo/protocol/", "oxo/search", "a codec reads and writes; what to play is not its business"},
		{"oxo/protocol/", "oxo/textbook", "a codec reads and writes; what to play is not its business"},
		{"oxo/protocol/", "oxo/census", "a codec reads and writes; what to play is not its business"},
		{"oxo/games/", "oxo/explain", "rules are facts: a game knows no search"},
		{"oxo/web/api", "net/", "what the page asks is answered alike by a server and inside the browser"},
		{"oxo/web/api", "os", "what the page asks is answered alike by a server and inside the browser"},
		{"oxo/web/", "oxo/games/", "the page is for any list of games; cmd/oxo and web/wasm have ours"},
		{"oxo/cli", "oxo/games/", "the command is for any list of games; cmd/oxo has ours"},
	}
}

// standardLibrary are packages that import nothing from elsewhere, so that a
// bot writer's game depends on nothing.
func standardLibrary() []string {
	return []string{"oxo", "oxo/textbook", "oxo/tt", "oxo/search", "oxo/census", "oxo/explain", "oxo/games/", "oxo/player", "oxo/protocol/", "oxo/web/api"}
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func TestImports(t *testing.T) {
	for _, p := range list(t) {
		if strings.HasPrefix(p.ImportPath, "oxo/internal/") {
			continue
		}
		own := floor(p.ImportPath)
		if own < 0 {
			t.Errorf("%s is on no floor: give it one in this test, and say why it exists in docs/decisions", p.ImportPath)
		}
		for _, to := range p.Imports {
			if f := floor(to); f > own || f == own && !strings.HasSuffix(floors()[own], "/") {
				t.Errorf("%s imports %s: imports only go down", p.ImportPath, to)
			}
			for _, b := range bans() {
				if within(p.ImportPath, b.from) && within(to, b.to) {
					t.Errorf("%s imports %s: %s", p.ImportPath, to, b.why)
				}
			}
			for _, s := range standardLibrary() {
				if within(p.ImportPath, s) && strings.Contains(to, ".") {
					t.Errorf("%s imports %s: it stands on the standard library alone", p.ImportPath, to)
				}
			}
		}
	}
}

func list(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "oxo/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// floor returns the number of a package's floor, or -1 for one that is not
// ours.
func floor(path string) int {
	best := -1
	for i, f := range floors() {
		if within(path, f) {
			best = i
		}
	}
	return best
}

// within reports whether a path is a package or lies in a folder ("net/").
func within(path, of string) bool {
	if folder, ok := strings.CutSuffix(of, "/"); ok {
		return path == folder || strings.HasPrefix(path, of)
	}
	return path == of
}
