package gomocup

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"oxo/player"
	"oxo/search"
)

// Memory. oxo takes 16 to 19 MB with the smallest table, of which Go's runtime knows
// about the half: the rest is the code. Of what is left the table gets the half, since
// its size goes in powers of two and the collector needs room for what a search drops.
const (
	usualTable  = 128 << 20
	leastTable  = 1 << 20
	leastMemory = 32 << 20 // below it the limit cannot be kept
	codeMemory  = 14 << 20 // what the runtime does not count
)

// Time.
const (
	usualTime    = 5 * time.Second
	noLimit      = math.MaxInt32 // what "INFO time_left" says for none
	leastReserve = 20 * time.Millisecond
	mostReserve  = 200 * time.Millisecond
	longestFirst = 10 * time.Second // for a first look, which takes milliseconds: a slow or busy machine may need more
)

// atOnce are the limits of a move that is to be made as fast as possible.
func atOnce() search.Limits { return search.Limits{Depth: 1, Nodes: 2000} }

// limits are what INFO has set.
type limits struct {
	turn    time.Duration // of a move; 0 is as fast as possible
	match   time.Duration // of all moves of a game; 0 is none
	left    time.Duration // of it, as the manager said last
	isLeft  bool          // the manager says what is left
	endless bool          // it says that nothing limits the game
	spent   time.Duration // on this game
	memory  int64         // of the process, in bytes; 0 is none
}

func newLimits(turn time.Duration) limits { return limits{turn: turn} }

// newGame forgets what the last game has taken.
func (l *limits) newGame() { l.spent = 0 }

// info is INFO: what it does not know it leaves alone, as the protocol asks.
func (s *server) info(text string) {
	key, value := splitCommand(text)
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return // a folder, the place of a mouse, what is not known
	}
	l := &s.limits
	ms := time.Duration(min(max(n, -noLimit), noLimit)) * time.Millisecond
	switch strings.ToLower(key) {
	case "timeout_turn":
		l.turn = max(ms, 0)
	case "timeout_match":
		l.match = max(ms, 0)
	case "time_left":
		l.left, l.isLeft, l.endless = ms, true, n >= noLimit
	case "max_memory":
		if l.memory = max(n, 0); l.memory > 0 && l.memory < leastMemory {
			s.complain = append(s.complain, fmt.Sprintf("max_memory %d is too small: oxo takes up to %d MB", n, leastMemory>>20))
		}
	case "rule":
		s.rule = int(min(max(n, 0), noLimit))
	}
}

// budget is how long oxo may take to answer, the reserve for what is not thinking
// taken off.
func (l *limits) budget() time.Duration {
	if l.turn == 0 {
		return longestFirst // the search ends before, by its own limits
	}
	c := player.Clock{Limits: search.Limits{Time: max(l.turn-reserveOf(l.turn), time.Millisecond)}}
	left := l.left
	if !l.isLeft {
		left = l.match - l.spent
	}
	if l.isLeft && !l.endless || !l.isLeft && l.match > 0 {
		c.Counts = true
		left = max(left-leastReserve, time.Millisecond)
		c.Left = [2]time.Duration{left, left}
	}
	return c.Budget(0).Time
}

// reserveOf is what of a limit is kept: the manager counts from when it writes to
// when it reads, and on a machine whose processors are all busy each of the two may
// wait for its turn. Two thirds of a short limit are worth it: a move that comes too
// late loses the game.
func reserveOf(limit time.Duration) time.Duration {
	return min(max(limit/20, leastReserve), mostReserve, limit*2/3)
}

// tableBytes is the size of the transposition table that the limits allow. Before the
// first move is asked for it is the least, since managers send max_memory after START,
// too: Go writes zeros into a large table when its place in memory was in use before.
func (s *server) tableBytes() int64 {
	table := s.opts.TableBytes
	switch m := s.limits.memory; {
	case m > 0:
		table = min(table, max((m-leastMemory)/2, leastTable))
	case !s.asked:
		table = min(table, leastTable)
	}
	return table
}

// prepare makes the searcher that the limits allow, and empties its table for a new
// game.
func (s *server) prepare(ctx context.Context, newGame bool) error {
	table := s.tableBytes()
	if s.thinker == nil || s.table != table || s.memory != s.limits.memory {
		s.thinker, newGame = nil, true // what it had is free before the next one takes its memory
		s.limitMemory()
		s.thinker, s.table = player.NewThinkerBy(s.opts.Method, search.Options{TableBytes: table, Threads: s.opts.Threads}, search.Limits{}), table
	}
	if !newGame {
		return nil
	}
	if err := s.thinker.NewGame(ctx, s.squares.game); err != nil {
		return err
	}
	// The table takes its memory when a search first needs it: now, where no clock runs.
	t := s.think(ctx, s.squares.game.Start(), search.Limits{Depth: 1, Nodes: 1})
	<-t.done
	t.end()
	return s.thinker.NewGame(ctx, s.squares.game)
}

// limitMemory passes the limit of memory on, where it has changed.
func (s *server) limitMemory() {
	m := s.limits.memory
	if m == s.memory {
		return
	}
	s.memory = m
	if s.opts.LimitMemory == nil {
		return
	}
	if m == 0 {
		s.opts.LimitMemory(math.MaxInt64)
		return
	}
	s.opts.LimitMemory(max(m, leastMemory) - codeMemory)
}
