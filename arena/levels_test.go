package arena_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/arena"
	"oxo/internal/gametest"
	"oxo/player"
)

// TestCalibration finds levels for a small game: they rise in strength, and keep
// their guards.
func TestCalibration(t *testing.T) {
	g := gametest.Game(t, "mnk:4x3x3")
	c := arena.Calibration{Game: g, Nodes: 500, Games: 40, Plies: 1, Seed: 3, Threads: 2}
	found, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Measure(context.Background(), found, 60)
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for i := range m.Steps {
		if m.Steps[i].Games() != 60 {
			t.Errorf("step %d has %d games", i+1, m.Steps[i].Games())
		}
		points += 2*m.Steps[i].Wins + m.Steps[i].Draws
	}
	if points <= 60*len(m.Steps) {
		t.Errorf("the higher levels have %d half points of %d", points, 120*len(m.Steps))
	}
	if r := m.Random; r.Wins <= r.Losses {
		t.Errorf("level 1 against random moves: %+v", r)
	}
	if r := m.Careful; r.Wins >= r.Losses {
		t.Errorf("level 1 against two plies: %+v", r)
	}
	for level, text := range m.Levels {
		if s, err := player.ParseStrength(text); err != nil || s.String() != text {
			t.Errorf("level %d: %q, %v", level+1, text, err)
		}
	}
}

// TestLevelFiles: the files of levels, their page and its plot follow from the
// measurements; and by these each level is better than the one before, with 95%
// confidence.
func TestLevelFiles(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash("../docs/lookup/levels.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []*arena.Measured
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	files, err := arena.Report(all)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.FromSlash("../" + name)); err != nil || string(got) != want {
			t.Errorf("%s is not what docs/lookup/levels.json makes: \"oxo arena calibrate GAME --checkout .\" writes both", name)
		}
	}
	if len(all) < 5 {
		t.Errorf("%d games are measured", len(all))
	}
	for _, m := range all {
		for i := range m.Steps {
			if e := m.Step(i); e.Elo.Low <= 0 || e.Games < 400 {
				t.Errorf("%s: level %d against level %d: %d games, Elo %+v", m.Game, i+2, i+1, e.Games, e.Elo)
			}
			if i < len(m.Levels) {
				s := player.StrengthOf(m.Game, player.Level(i+1))
				if got := s.String(); got != m.Levels[i] {
					t.Errorf("%s: level %d is %s, measured was %s", m.Game, i+1, got, m.Levels[i])
				}
			}
		}
		if r := m.Random; float64(r.Wins)+float64(r.Draws)/2 < 0.6*float64(r.Games()) {
			t.Errorf("%s: level 1 scores less than 60%% against random moves: %+v", m.Game, r)
		}
		if r := m.Careful; r.Wins >= r.Losses {
			t.Errorf("%s: level 1 does not lose to a search of two plies: %+v", m.Game, r)
		}
	}
}

// TestWriteLevels: a folder that is not the source code is refused.
func TestWriteLevels(t *testing.T) {
	if err := arena.WriteLevels(t.TempDir(), &arena.Measured{}); err == nil || !strings.Contains(err.Error(), "source code") {
		t.Errorf("%v", err)
	}
}
