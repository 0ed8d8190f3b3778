package api

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/mnk"
	"oxo/games/sticks"
)

// Limits in these tests.
const (
	maxGames     = 64
	maxGameBytes = 32 << 20
)

// slowFamily makes mnk games only when the gate opens, and counts them.
type slowFamily struct {
	made  atomic.Int64
	gate  chan struct{}
	begun chan string
}

func (s *slowFamily) family() catalog.Family {
	return catalog.Family{Name: "slow", Usage: "slow:N", New: func(parameters string, _ []string) (oxo.Game, error) {
		s.made.Add(1)
		s.begun <- parameters
		<-s.gate
		return catalog.Lookup([]catalog.Family{mnk.Family()}, "mnk:"+parameters)
	}}
}

// TestGamesAreMadeOnce: many requests for a game that is being made wait for the same
// build, while other requests are answered.
func TestGamesAreMadeOnce(t *testing.T) {
	slow := &slowFamily{gate: make(chan struct{}), begun: make(chan string, 100)}
	c := newGames([]catalog.Family{slow.family(), sticks.Family()}, maxGames, maxGameBytes)
	if _, err := c.find("sticks"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	got := make([]oxo.Game, 40)
	for i := range got {
		wg.Go(func() {
			g, err := c.find([]string{"slow:4x4x4", "SLOW:4x4x4 "}[i%2])
			if got[i] = g; err != nil {
				t.Error(err)
			}
		})
	}
	<-slow.begun
	if g, err := c.find("sticks"); err != nil || !strings.HasPrefix(g.Name(), "sticks") {
		t.Error(err) // it did not wait either, since the gate of the slow game is closed
	}
	close(slow.gate)
	wg.Wait()
	for _, g := range got {
		if g != got[0] {
			t.Fatal("two games of one name")
		}
	}
	if n := slow.made.Load(); n != 1 {
		t.Errorf("it was made %d times", n)
	}
}

// TestGamesAreBounded asks for hundreds of large games: the games kept stay within
// the limits, by their own count and by the heap, and a game in constant use is never
// removed.
func TestGamesAreBounded(t *testing.T) {
	c := newGames([]catalog.Family{mnk.Family()}, maxGames, maxGameBytes)
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	usual, err := c.find("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for columns := 5; columns <= 20; columns += 3 {
		for rows := 5; rows <= 20; rows += 3 {
			for _, option := range []string{"", ",torus", ",misere,torus", ",torus,misere"} {
				names++
				if _, err := c.find(fmt.Sprintf("mnk:%dx%dx%d%s", columns, rows, 5, option)); err != nil {
					t.Fatal(err)
				}
				if g, err := c.find("tictactoe"); err != nil || g != usual {
					t.Fatal("the usual game was dropped", err)
				}
			}
		}
	}
	if c.bytes > maxGameBytes || c.recent.Len() > maxGames || len(c.spelled) > maxSpellings*c.recent.Len() || len(c.named) != c.recent.Len() {
		t.Errorf("%d bytes in %d games of %d names, %d spellings", c.bytes, c.recent.Len(), len(c.named), len(c.spelled))
	}
	if grown := heap() - before; grown > 2*maxGameBytes {
		t.Errorf("after %d names the heap has grown by %d MB, the games say they take %d MB", names, grown>>20, c.bytes>>20)
	}
	runtime.KeepAlive(c)
}

// TestOneNameOneGame: all spellings of a name give the same game, and a repeated
// option is refused.
func TestOneNameOneGame(t *testing.T) {
	c := newGames([]catalog.Family{mnk.Family(), sticks.Family()}, maxGames, maxGameBytes)
	first, err := c.find("mnk:4x3x3,misere,torus")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mnk:4x3x3,torus,misere", "MNK:4X3X3,Torus,MISERE", " mnk:4x3x3,misere,torus"} {
		if g, err := c.find(name); err != nil || g != first {
			t.Errorf("%s: %v, %v", name, g, err)
		}
	}
	for _, name := range []string{"mnk:4x3x3,torus,torus", "tictactoe,misere,Misere", "nim,normal"} {
		if _, err := c.find(name); err == nil || !strings.Contains(err.Error(), "twice") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if c.recent.Len() != 1 {
		t.Errorf("%d games", c.recent.Len())
	}
}
