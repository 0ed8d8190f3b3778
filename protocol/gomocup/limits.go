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

// Memory. oxo takes 16 to 19 MB with the smallest table. Go's runtime counts about
// half of this; the rest is code. The table gets half of the memory that remains: its
// size is a power of two, and the collector needs room for garbage of the search.
const (
	defaultTable = 128 << 20
	minTable     = 1 << 20
	minMemory    = 32 << 20 // a lower limit cannot be kept
	codeMemory   = 14 << 20 // memory that the runtime does not count
)

// Time.
const (
	defaultTime = 5 * time.Second
	noLimit     = math.MaxInt32 // the value of "INFO time_left" for no limit
	minReserve  = 20 * time.Millisecond
	maxReserve  = 200 * time.Millisecond
	maxFirst    = 10 * time.Second // for a first result, which takes milliseconds; a slow or busy machine may need more
)

// atOnce returns the limits of a move that must be made as fast as possible.
func atOnce() search.Limits { return search.Limits{Depth: 1, Nodes: 2000} }

// limits are the limits set by INFO.
type limits struct {
	turn    time.Duration // for a move; 0 is as fast as possible
	match   time.Duration // for all moves of a game; 0 means no limit
	left    time.Duration // remaining for the game, as last sent by the manager
	isLeft  bool          // the manager has sent left
	endless bool          // the manager has sent that the game has no limit
	spent   time.Duration // on this game
	memory  int64         // of the process, in bytes; 0 means no limit
}

func newLimits(turn time.Duration) limits { return limits{turn: turn} }

// newGame resets the time spent.
func (l *limits) newGame() { l.spent = 0 }

// info handles INFO. It ignores unknown keys, as the protocol demands.
func (s *server) info(text string) {
	key, value := splitCommand(text)
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return // a folder, a mouse position, an unknown key
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
		if l.memory = max(n, 0); l.memory > 0 && l.memory < minMemory {
			s.complain = append(s.complain, fmt.Sprintf("max_memory %d is too small: oxo takes up to %d MB", n, minMemory>>20))
		}
	case "rule":
		s.rule = int(min(max(n, 0), noLimit))
		if s.yixin && s.rule == yixinRenju {
			s.rule = ruleRenju
		}
	}
}

// budget returns the time for an answer, without the reserve.
func (l *limits) budget() time.Duration {
	if l.turn == 0 {
		return maxFirst // the search ends earlier by its own limits
	}
	c := player.Clock{Limits: search.Limits{Time: max(l.turn-reserveOf(l.turn), time.Millisecond)}}
	left := l.left
	if !l.isLeft {
		left = l.match - l.spent
	}
	if l.isLeft && !l.endless || !l.isLeft && l.match > 0 {
		c.Counts = true
		left = max(left-minReserve, time.Millisecond)
		c.Left = [2]time.Duration{left, left}
	}
	return c.Budget(0).Time
}

// reserveOf returns the part of a limit that is not used for thinking. The manager's
// clock runs from its writing to its reading, and on a busy machine both processes
// may have to wait for a processor. Two thirds of a short limit are justified: a late
// move loses the game.
func reserveOf(limit time.Duration) time.Duration {
	return min(max(limit/20, minReserve), maxReserve, limit*2/3)
}

// tableBytes returns the size of the transposition table within the limits. Before the
// first request for a move the size is the minimum: managers may send max_memory even
// after START, and then a large table would be made again. That takes time, since Go
// clears memory that was in use before.
func (s *server) tableBytes() int64 {
	table := s.opts.TableBytes
	switch m := s.limits.memory; {
	case m > 0:
		table = min(table, max((m-minMemory)/2, minTable))
	case !s.asked:
		table = min(table, minTable)
	}
	return table
}

// prepare makes an engine within the limits, or clears the existing one for a new
// game.
func (s *server) prepare(ctx context.Context, newGame bool) error {
	table := s.tableBytes()
	if s.thinker == nil || s.table != table || s.memory != s.limits.memory {
		s.thinker, newGame = nil, true // frees the old memory before the next engine takes its own
		s.limitMemory()
		s.thinker, s.table = player.NewThinkerBy(s.opts.Method, search.Options{TableBytes: table, Threads: s.opts.Threads}, search.Limits{}), table
	}
	if !newGame {
		return nil
	}
	if err := s.thinker.NewGame(ctx, s.squares.game); err != nil {
		return err
	}
	// The table takes its memory at the first search: this first search runs while no
	// clock runs.
	t := s.think(ctx, s.squares.game.Start(), search.Limits{Depth: 1, Nodes: 1})
	<-t.done
	t.end()
	return s.thinker.NewGame(ctx, s.squares.game)
}

// limitMemory passes a changed limit of memory on.
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
	s.opts.LimitMemory(max(m, minMemory) - codeMemory)
}
