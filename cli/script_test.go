package cli_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"oxo/cli"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/race"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the command prints into the golden files")

func TestMain(m *testing.M) {
	if os.Getenv(hostile) != "" && filepath.Base(os.Args[0]) != "oxo" {
		misbehave()
		return
	}
	testscript.Main(m, map[string]func(){
		"oxo":        func() { cli.Main(games.All()...) },
		"pbrain-oxo": func() { cli.Main(games.All()...) }, // a brain by its name
		"onegame": func() {
			g, err := catalog.Lookup(games.All(), "tictactoe")
			if err != nil {
				panic(err)
			}
			cli.Main(catalog.Single(g, "the only game"))
		},
	})
}

// TestScripts runs the golden transcripts of the command.
func TestScripts(t *testing.T) {
	race.OneThread(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "")
			e.Setenv("TERM", "xterm")
			e.Setenv("SHELL", os.Getenv("SHELL"))
			return nil
		},
	})
}
