package keep_test

import (
	"io"
	"path/filepath"
	"testing"
	"time"

	"oxo/game/catalog"
	"oxo/games"
	"oxo/prove/keep"
)

// countedSaver counts how often it is saved.
type countedSaver struct{ saved int }

func (s *countedSaver) Save(io.Writer) error { s.saved++; return nil }
func (s *countedSaver) Load(io.Reader) error { return nil }

// TestCheckpointFinishes: a search after the proof, for its line, does not get into
// its checkpoint.
func TestCheckpointFinishes(t *testing.T) {
	g, err := catalog.Lookup(games.All(), "tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	saver := &countedSaver{}
	c := keep.NewCheckpoint(keep.CheckpointOptions{
		File: filepath.Join(t.TempDir(), "c"), Every: time.Nanosecond, Failed: func(err error) { t.Error(err) },
	}, g, g.Start(), 1)
	if err := c.Start("search", saver, false); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	time.Sleep(time.Millisecond)
	c.Yield()
	c.Finish()
	time.Sleep(time.Millisecond)
	if c.Yield(); saver.saved != 2 {
		t.Errorf("saved %d times, want 2", saver.saved)
	}
}
