package api

import (
	"container/list"
	"runtime"
	"strings"
	"sync"

	"oxo"
	"oxo/game/catalog"
)

// To make the tables of a large game takes tens of milliseconds and megabytes, so
// games are kept. How many bytes they may take is bounded, and so is how many are
// made at a time: whoever asks for many large games makes nobody wait who asks for
// one that is there.

const (
	// gameBytes is taken for a game that does not say what it takes.
	gameBytes = 256 << 10
	// mostSpellings is how many names of one game are remembered.
	mostSpellings = 4
)

// sized is a game that knows how much memory its tables take.
type sized interface{ Bytes() int64 }

// games finds games by name, and keeps those that were asked for last.
type games struct {
	families []catalog.Family
	most     int             // games that are kept
	mostSize int64           // and the bytes of their tables
	usual    map[string]bool // names without parameters: few, asked for often, and kept
	builds   chan struct{}   // a place for each game that is made at a time

	mu       sync.Mutex
	spelled  map[string]*list.Element // of recent, by what was asked for
	named    map[string]*list.Element // by the game's own name
	building map[string]*build        // by what was asked for
	recent   *list.List               // of *kept, the last one asked for first
	bytes    int64
}

// kept is a game that was made.
type kept struct {
	game      oxo.Game
	bytes     int64
	spellings []string
	usual     bool
}

// build is a game on its way; those who ask for it meanwhile wait for it.
type build struct {
	done chan struct{}
	game oxo.Game
	err  error
}

func newGames(families []catalog.Family, most int, mostSize int64) *games {
	usual := map[string]bool{}
	for _, f := range families {
		usual[strings.ToLower(f.Name)] = true
		for _, a := range f.Aliases {
			usual[strings.ToLower(a.Name)] = true
		}
	}
	return &games{
		families: families, most: most, mostSize: mostSize, usual: usual, builds: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)),
		spelled: map[string]*list.Element{}, named: map[string]*list.Element{}, building: map[string]*build{}, recent: list.New(),
	}
}

// ready says whether a game need not be made first, or is made in no time.
func (c *games) ready(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.spelled[name]
	return ok || c.usual[name]
}

// isUsual says whether a name has no parameters.
func (c *games) isUsual(name string) bool { return c.usual[strings.ToLower(strings.TrimSpace(name))] }

// use returns how many games are kept, and what they take.
func (c *games) use() (games int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.recent.Len(), c.bytes
}

// find returns the game of a name.
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

// build makes a game, outside of the lock, and keeps it. Whoever waits is woken
// even if a game panics.
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
	if !c.usual[name] { // nobody waits for a usual game because others ask for large ones
		c.builds <- struct{}{}
		defer func() { <-c.builds }()
	}
	b.err = errInterrupted
	b.game, b.err = catalog.Lookup(c.families, name)
}

// keep keeps a game, and returns it, or the same one where it is kept under another
// spelling of its name. The games that were not asked for longest give way.
func (c *games) keep(name string, g oxo.Game) oxo.Game {
	e, ok := c.named[g.Name()]
	if !ok {
		k := &kept{game: g, bytes: gameBytes}
		if s, ok := g.(sized); ok {
			k.bytes = s.Bytes()
		}
		e = c.recent.PushFront(k)
		c.named[g.Name()] = e
		c.bytes += k.bytes
	}
	k := e.Value.(*kept)
	k.usual = k.usual || c.usual[name]
	if len(k.spellings) == mostSpellings {
		delete(c.spelled, k.spellings[0])
		k.spellings = k.spellings[1:]
	}
	k.spellings = append(k.spellings, name)
	c.spelled[name] = e
	c.recent.MoveToFront(e)
	for e := c.recent.Back(); e != nil && e != c.recent.Front() && (c.bytes > c.mostSize || c.recent.Len() > c.most); {
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
