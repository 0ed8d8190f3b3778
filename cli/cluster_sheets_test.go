//go:build unix

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"oxo/internal/race"
)

// TestClusterSheets: an order brings its rule sheet along, and so does a file of games: neither the workers nor a
// later command needs the sheet's file.
func TestClusterSheets(t *testing.T) {
	race.OneThread(t)
	c := newCloud(t, 2, "")
	run := func(want string, args ...string) {
		t.Helper()
		out, err := exec.Command("oxo", args...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("oxo %v: %v, %s, want %q", args, err, out, want)
		}
	}
	games := filepath.Join(c.dir, "games")
	for sheet, result := range map[string]string{"nim.kif": "loss", "noughts.rbg": "draw"} {
		text, err := os.ReadFile(filepath.Join("..", "examples", "sheets", sheet))
		if err != nil {
			t.Fatal(err)
		}
		own := filepath.Join(c.dir, "own-"+sheet)
		if err := os.WriteFile(own, text, 0o600); err != nil {
			t.Fatal(err)
		}
		run(`"result":"`+result+`"`, "solve", own, "--cluster=nats://"+c.addr, "--check", "0", "--json")
		run("4 games of 4", "arena", own, "1", "2", "--games", "4", "--cluster=nats://"+c.addr, "--out", games+sheet)
		if err := os.Remove(own); err != nil {
			t.Fatal(err)
		}
		run("4 games of 4", "arena", "show", games+sheet)
		run("game 2:", "arena", "show", games+sheet, "2")
	}
	for _, r := range c.status().Runs {
		if !r.Over || len(r.Aside) > 0 {
			t.Errorf("%+v", r)
		}
	}
}
