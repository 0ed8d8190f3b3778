package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestSame: every machine and every folder gets the same files, for every verb.
func TestSame(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var made [2]map[string]string
	for i := range made {
		runtime.GOMAXPROCS(i + 1)
		folder := t.TempDir()
		if err := write(folder, time.Unix(1_780_000_000, 0).UTC()); err != nil {
			t.Fatal(err)
		}
		made[i] = map[string]string{}
		files, err := filepath.Glob(filepath.Join(folder, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			made[i][filepath.Base(file)] = string(text)
		}
	}
	for name, text := range made[0] {
		if made[1][name] != text {
			t.Errorf("%s depends on the number of processors", name)
		}
	}
	for name, has := range map[string]string{
		"oxo.1": "May 2026", "oxo-selfplay.1": "--threads\\fP=PROCESSORS", "oxo-solve.1": "[MOVE... | -]",
		"oxo-arena-show.1": "oxo arena show match.games 1", "oxo-judge.1": "Read on: docs/lookup/commands.md, docs/do/judge.md", "oxo.bash": "complete", "_oxo": "#compdef oxo", "oxo.fish": "complete -c oxo", "oxo.ps1": "Register-ArgumentCompleter",
	} {
		if !strings.Contains(made[0][name], has) {
			t.Errorf("%s does not have %q:\n%.600s", name, has, made[0][name])
		}
	}
}
