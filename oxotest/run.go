// Package oxotest checks that a game keeps the promises of package oxo: that
// making and unmaking a move restores everything, that notation goes both
// ways, that hashes, keys and symmetries agree with the state, that a copy and
// its original may be played apart, that a guide never contradicts minimax, and
// that a search proves the values that minimax gives. The games of this module
// are tested by it, and yours can be. What it cannot know is who ought to win:
// test a known ending of your game by hand.
//
//	func TestRules(t *testing.T) {
//		oxotest.Run(t, mygame.Game{}, oxotest.Options{Perft: []uint64{1, 3, 9, 27}})
//	}
package oxotest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"oxo"
)

// Options describe a game. The zero value checks everything that needs no
// description.
type Options struct {
	// Perft holds the number of lines of 0, 1, 2... plies from the start.
	Perft []uint64
	// OracleNodes limits the positions that plain alpha-beta visits for one value;
	// positions that need more are skipped. 0 is 20,000.
	OracleNodes uint64
	// MaxPlies limits the length of a random game. 0 is 1,000.
	MaxPlies int
	// States is the number of states visited to compare keys, breadth first from the
	// start and from the ends of random games; 0 is 3,000.
	States int
	// Games is the number of random games of each check. 0 is 100. A slow game spends
	// most of its time on these, and on OracleNodes.
	Games int
	// Seed selects other random games.
	Seed uint64
}

func (o Options) withDefaults() Options {
	if o.OracleNodes == 0 {
		o.OracleNodes = 20_000
	}
	if o.MaxPlies == 0 {
		o.MaxPlies = 1_000
	}
	if o.States == 0 {
		o.States = 3_000
	}
	if o.Games == 0 {
		o.Games = 100
	}
	return o
}

// quarter reduces the options for a short run.
func (o Options) quarter() Options {
	o.Games, o.States = (o.Games+3)/4, (o.States+3)/4
	return o
}

// Failure is a promise that a game broke.
type Failure struct {
	Check    string   // the name of the check, "clone"
	Promise  string   // in words
	Position string   // the position where it was broken
	Moves    []string // from the start, if known
	Detail   string   // what was found
}

// String describes the failure in a few lines.
func (f Failure) String() string {
	text := fmt.Sprintf("broken promise: %s\n%s", f.Promise, f.Detail)
	if f.Position != "" {
		text += "\nposition: " + f.Position
	}
	if len(f.Moves) > 0 {
		text += "\nafter the moves: " + strings.Join(f.Moves, " ")
	}
	return text
}

// Run checks a game. Each check is a subtest; if a game offers nothing for a check,
// it is skipped with the reason. With -short Run plays a quarter of the random games
// and visits a quarter of the states.
//
// It logs the work of each check. If the checks may take more than some seconds, it
// writes the expected time to standard error before they start, and their progress
// every ten seconds: `go test` in the folder of a package shows this while it runs,
// and so does `go test -v` anywhere.
func Run(t *testing.T, g oxo.Game, opts Options) {
	t.Helper()
	opts = opts.withDefaults()
	if testing.Short() {
		opts = opts.quarter()
	}
	s := newSurvey(g, opts, time.Now)
	announce(t, s)
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) {
			say := func(line string) { waiting(t, fmt.Sprintf("oxotest: %s: %s: %s", s.name, c.name, line)) }
			if text := s.check(c); s.checks[c.name] >= slow {
				say(text)
			} else if text != "" {
				t.Log(text)
			}
			w := newChecker(g, opts, c.name, opts.Seed)
			w.progress = newProgress(time.Now, say)
			skipped, failure := run(c, w)
			switch {
			case failure != nil:
				t.Error(failure)
			case skipped != "":
				t.Skip(skipped)
			}
		})
	}
}

// announce announces the work.
func announce(t *testing.T, s *survey) {
	t.Helper()
	lines := []string{s.outline()}
	if s.slowToMeasure() {
		waiting(t, lines[0])
		lines = nil
	}
	if s.slow() {
		s.measure()
	}
	for _, line := range append(lines, s.plan()) {
		if s.total >= slow {
			waiting(t, line)
		} else {
			t.Log(line)
		}
	}
}

// waiting shows a line immediately. A log is shown immediately only with -v.
func waiting(t *testing.T, line string) {
	t.Helper()
	if testing.Verbose() {
		t.Log(line)
		return
	}
	fmt.Fprintln(os.Stderr, line)
}

// Check checks a game as Run does, and returns the first failure of each check
// that failed.
func Check(g oxo.Game, opts Options) []Failure {
	failures, _ := CheckContext(context.Background(), g, opts)
	return failures
}

// CheckContext checks a game as Check does, outside of tests too, until the context ends. Then
// it returns the failures so far and the context's error, after the random game that is
// being played or the search that is running.
func CheckContext(ctx context.Context, g oxo.Game, opts Options) (failures []Failure, err error) {
	for _, c := range checks() {
		w := newChecker(g, opts.withDefaults(), c.name, opts.Seed)
		w.stopped = func() bool { return ctx.Err() != nil }
		if _, failure := run(c, w); failure != nil {
			failures = append(failures, *failure)
		}
		if err := ctx.Err(); err != nil {
			return failures, err //nolint:wrapcheck // the context's error, as promised
		}
	}
	return failures, nil
}

// check is one part of the suite. Its function returns "", or the reason why there
// was nothing to check.
type check struct {
	name string
	work work
	do   func(*checker) (skipped string)
}

func checks() []check {
	return []check{
		{"start", little, (*checker).start},
		{"name", little, (*checker).name},
		{"gamename", perGame, (*checker).gameName},
		{"perft", perLine, (*checker).perft},
		{"moves", perGame, (*checker).moves},
		{"end", little, (*checker).end},
		{"clone", perGame, (*checker).clone},
		{"notation", perGame, (*checker).notation},
		{"states", perState, (*checker).states},
		{"restore", perGame, (*checker).restore},
		{"loops", perGame, (*checker).loops},
		{"clock", perGame, (*checker).clock},
		{"margin", perGame, (*checker).margin},
		{"grid", perGame, (*checker).grid},
		{"style", perGame, (*checker).style},
		{"setup", perGame, (*checker).setup},
		{"rules", little, (*checker).rules},
		{"motives", perGame, (*checker).motives},
		{"terms", perGame, (*checker).terms},
		{"symmetry", perGame, (*checker).symmetry},
		{"estimate", perGame, (*checker).estimate},
		{"guide", perGame, (*checker).guide},
		{"childkeys", perGame, (*checker).childKeys},
		{"search", perGame, (*checker).search},
	}
}

// checker runs one check of one game.
type checker struct {
	g     oxo.Game
	opts  Options
	check string
	rng   *rand.Rand
	made  []oxo.Move // of the random game

	sampling bool // only to measure its time
	progress *progress
	stopped  func() bool // whether to end early; nil means never
}

func newChecker(g oxo.Game, opts Options, check string, seed uint64) *checker {
	return &checker{g: g, opts: opts, check: check, rng: rand.New(rand.NewPCG(seed, 1))}
}

func run(c check, w *checker) (skipped string, failure *Failure) {
	defer func() {
		switch broken := recover().(type) {
		case nil:
		case *Failure:
			failure = broken
		default:
			failure = &Failure{
				Check: c.name, Promise: "a game does not panic", Detail: fmt.Sprintf("it panics%s: %v", place(), broken), Moves: w.history(),
			}
			if text, found := strings.CutPrefix(fmt.Sprint(broken), "search: "); found { // its input was contradictory
				failure.Promise, failure.Detail = promiseSearch, text
			}
		}
	}()
	return c.do(w), nil
}

// place returns the function and line where the current panic started.
func place() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicking := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf(" in %s, %s:%d", f.Function, f.File, f.Line)
		case !more:
			return ""
		}
	}
}

// fail ends the check with a failure. p may be nil.
func (c *checker) fail(promise string, p oxo.Position, format string, args ...any) {
	f := &Failure{Check: c.check, Promise: promise, Detail: fmt.Sprintf(format, args...), Moves: c.history()}
	if p != nil {
		f.Position = c.g.FormatPosition(p)
	}
	panic(f)
}

// history writes the moves of the random game.
func (c *checker) history() (names []string) {
	defer func() { _ = recover() }() // if the game cannot be replayed, no history is reported
	p := c.g.Start()
	for _, m := range c.made {
		names = append(names, c.g.FormatMove(p, m))
		p.Make(m)
	}
	return names
}

// games plays random games, short ones first, and calls f with the position after
// each, which may be anywhere from the start to the end.
func (c *checker) games(f func(p oxo.Position)) {
	for i := range c.turns() {
		most := min(2+i, c.opts.MaxPlies)
		if i%3 == 2 || i == c.opts.Games-1 {
			most = c.opts.MaxPlies
		}
		f(c.play(c.rng.IntN(most + 1)))
	}
}

// endings plays random games to their end, takes back a few plies so that
// minimax can find the value, and calls f.
func (c *checker) endings(f func(p oxo.Position)) {
	for range c.turns() {
		p := c.play(c.opts.MaxPlies)
		for range min(c.rng.IntN(10), len(c.made)) {
			last := len(c.made) - 1
			p.Unmake(c.made[last])
			c.made = c.made[:last]
		}
		f(p)
	}
}

// play plays a number of random plies, or fewer if the game ends earlier.
func (c *checker) play(plies int) oxo.Position {
	p := c.g.Start()
	c.made = c.made[:0]
	for range plies {
		if c.stop() || !c.step(p) {
			break
		}
	}
	return p
}

// step plays one more random move, if there is a legal one.
func (c *checker) step(p oxo.Position) bool {
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return false
	}
	m := moves[c.rng.IntN(len(moves))]
	p.Make(m)
	c.made = append(c.made, m)
	return true
}
