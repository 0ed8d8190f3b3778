package api

import (
	"container/list"
	"runtime"
	"strings"
	"sync"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// Making the tables of a large game takes tens of milliseconds and megabytes, so
// games are kept. The bytes that they take are limited, and so is the number of games
// made at the same time: a client that asks for many large games does not delay a
// client whose game is already made.

const (
	// gameBytes is the assumed size of a game that does not report its size.
	gameBytes = 256 << 10
	// maxSpellings is the number of spellings of a game's name that are remembered.
	maxSpellings = 4
)

// games finds games by name, and keeps those that were asked for last.
type games struct {
	families []catalog.Family
	most     int             // maximum number of games kept
	maxSize  int64           // maximum bytes of their tables
	usual    map[string]bool // names without parameters: few and often requested, so always kept
	builds   chan struct{}   // limits how many games are made at the same time

	mu       sync.Mutex
	spelled  map[string]*list.Element // of recent, by spelling
	named    map[string]*list.Element // by the game's own name
	building map[string]*build        // by spelling
	recent   *list.List               // of *kept, the most recently used first
	bytes    int64
}

// kept is a game that was made.
type kept struct {
	game      oxo.Game
	bytes     int64
	spellings []string
	usual     bool
}

// build is a game being made; other requests for it wait.
type build struct {
	done chan struct{}
	game oxo.Game
	err  error
}

func newGames(families []catalog.Family, most int, maxSize int64) *games {
	usual := map[string]bool{}
	for _, f := range families {
		usual[strings.ToLower(f.Name)] = true
		for _, a := range f.Aliases {
			usual[strings.ToLower(a.Name)] = true
		}
	}
	return &games{
		families: families, most: most, maxSize: maxSize, usual: usual, builds: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)),
		spelled: map[string]*list.Element{}, named: map[string]*list.Element{}, building: map[string]*build{}, recent: list.New(),
	}
}

// ready reports whether a game is already made, or made in no time.
func (c *games) ready(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.spelled[name]
	return ok || c.usual[name]
}

// isUsual reports whether a name has no parameters.
func (c *games) isUsual(name string) bool { return c.usual[strings.ToLower(strings.TrimSpace(name))] }

// use returns the number of games kept, and their memory.
func (c *games) use() (games int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recent.Len(), c.bytes
}

// find returns a game by name.
func (c *games) find(name string) (oxo.Game, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	c.mu.Lock()
	if e, ok := c.spelled[name]; ok {
		c.recent.MoveToFront(e)
		c.mu.Unlock()
		return e.Value.(*kept).game, nil
	}
	if b, ok := c.building[name]; ok {
		c.mu.Unlock()
		<-b.done
		return b.game, b.err
	}
	b := &build{done: make(chan struct{})}
	c.building[name] = b
	c.mu.Unlock()
	c.build(name, b)
	return b.game, b.err
}

// build makes a game outside the lock, and keeps it. Waiting requests are woken even
// if the game panics.
func (c *games) build(name string, b *build) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.building, name)
		if b.game != nil {
			b.game = c.keep(name, b.game)
		}
		close(b.done)
	}()
	if !c.usual[name] { // a usual game must not wait while others ask for large ones
		c.builds <- struct{}{}
		defer func() { <-c.builds }()
	}
	b.err = errInterrupted
	b.game, b.err = catalog.Lookup(c.families, name)
}

// keep keeps a game and returns it, or returns the same game if it is kept under
// another spelling. The least recently used games are removed.
func (c *games) keep(name string, g oxo.Game) oxo.Game {
	e, ok := c.named[g.Name()]
	if !ok {
		k := &kept{game: g, bytes: gameBytes}
		if bytes := board.FactsOf(g).Bytes; bytes > 0 {
			k.bytes = bytes
		}
		e = c.recent.PushFront(k)
		c.named[g.Name()] = e
		c.bytes += k.bytes
	}
	k := e.Value.(*kept)
	k.usual = k.usual || c.usual[name]
	if len(k.spellings) == maxSpellings {
		delete(c.spelled, k.spellings[0])
		k.spellings = k.spellings[1:]
	}
	k.spellings = append(k.spellings, name)
	c.spelled[name] = e
	c.recent.MoveToFront(e)
	for e := c.recent.Back(); e != nil && e != c.recent.Front() && (c.bytes > c.maxSize || c.recent.Len() > c.most); {
		before := e.Prev()
		if !e.Value.(*kept).usual {
			c.drop(e)
		}
		e = before
	}
	return k.game
}

func (c *games) drop(e *list.Element) {
	k := c.recent.Remove(e).(*kept)
	delete(c.named, k.game.Name())
	for _, name := range k.spellings {
		delete(c.spelled, name)
	}
	c.bytes -= k.bytes
}
