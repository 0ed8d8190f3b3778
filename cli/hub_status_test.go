//go:build !race

package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"oxo/cluster"
)

// TestStatusShown: texts of others that a hub reports cannot control the terminal.
func TestStatusShown(t *testing.T) {
	const evil = "\x1b[2J\u009b31m\u202eevil\x07"
	var out bytes.Buffer
	a := &app{name: "oxo", out: &out}
	if err := a.writeStatus(&cluster.Status{
		Version: evil,
		Workers: []cluster.WorkerStatus{{ID: "1", Name: evil}, {ID: "2", Name: evil, Excluded: evil}},
		Runs:    []cluster.RunStatus{{Name: evil, Kind: evil, Game: evil, State: cluster.State{Text: evil}, Aside: map[string]string{evil: evil}}},
	}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' }); i >= 0 || strings.Count(text, "evil") != 10 {
		t.Errorf("at %d, with %d times its text: %q", i, strings.Count(text, "evil"), text)
	}
}
