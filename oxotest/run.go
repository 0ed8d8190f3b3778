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
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"oxo"
)

// Options say what is known of a game. The zero value checks what can be
// checked without knowing anything.
type Options struct {
	// Perft holds the number of lines of 0, 1, 2... plies from the start.
	Perft []uint64
	// OracleNodes is how many positions plain alpha-beta may visit for one
	// value; positions that would take more are not asked. 0 is 20,000.
	OracleNodes uint64
	// MaxPlies ends a random game that is longer. 0 is 1,000.
	MaxPlies int
	// States is how many states are visited, breadth first from the start and
	// from the ends of random games, to compare keys; 0 is 3,000.
	States int
	// Games is how many random games each check plays. 0 is 100. Most of the time
	// of a slow game is spent on these, and on OracleNodes.
	Games int
	// Seed makes other random games.
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

// quarter is for a run that has to be short.
func (o Options) quarter() Options {
	o.Games, o.States = (o.Games+3)/4, (o.States+3)/4
	return o
}

// Failure is a promise that a game broke.
type Failure struct {
	Check    string   // the name of the check, "clone"
	Promise  string   // what is promised, in words
	Position string   // the position where it was broken
	Moves    []string // the moves from the start to it, where they are known
	Detail   string   // what was found
}

// String says all of it in a few lines.
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

// Run checks a game. Each check is a subtest; one that the game gives nothing
// to check for is skipped, and says so. With -short it plays a quarter of the
// random games and visits a quarter of the states.
//
// It logs what each check does. Where the checks may take more than some seconds
// it writes how long to standard error before they start, and every ten seconds
// how far they are: `go test` in the folder of a package shows that while it
// runs, and so does `go test -v` anywhere.
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

// announce says what is going to be done, before it is.
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

// waiting shows a line to who waits for a test. A log is only shown at once with -v.
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
	var failures []Failure
	for _, c := range checks() {
		if _, failure := run(c, newChecker(g, opts.withDefaults(), c.name, opts.Seed)); failure != nil {
			failures = append(failures, *failure)
		}
	}
	return failures
}

// check is one part of the suite. Its function returns why there was nothing to
// check, or "".
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
		{"loops", perGame, (*checker).loops},
		{"clock", perGame, (*checker).clock},
		{"margin", perGame, (*checker).margin},
		{"grid", perGame, (*checker).grid},
		{"style", perGame, (*checker).style},
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

// checker is one check of one game.
type checker struct {
	g     oxo.Game
	opts  Options
	check string
	rng   *rand.Rand
	made  []oxo.Move // of the random game

	sampling bool // only to learn how long it takes
	progress *progress
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
			if text, found := strings.CutPrefix(fmt.Sprint(broken), "search: "); found { // it was told things that contradict each other
				failure.Promise, failure.Detail = promiseSearch, text
			}
		}
	}()
	return c.do(w), nil
}

// place says in which function and line a panic began, that is on its way.
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

// fail ends the check. The position may be nil.
func (c *checker) fail(promise string, p oxo.Position, format string, args ...any) {
	f := &Failure{Check: c.check, Promise: promise, Detail: fmt.Sprintf(format, args...), Moves: c.history()}
	if p != nil {
		f.Position = c.g.FormatPosition(p)
	}
	panic(f)
}

// history writes the moves of the random game.
func (c *checker) history() (names []string) {
	defer func() { _ = recover() }() // a game that cannot even be replayed has no history
	p := c.g.Start()
	for _, m := range c.made {
		names = append(names, c.g.FormatMove(p, m))
		p.Make(m)
	}
	return names
}

// games plays random games, short ones first, and calls f with the position
// after each, which may be anywhere between the start and the end.
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

// play plays that many random plies, or fewer where the game ends before.
func (c *checker) play(plies int) oxo.Position {
	p := c.g.Start()
	c.made = c.made[:0]
	for range plies {
		if !c.step(p) {
			break
		}
	}
	return p
}

// step plays one more random move, if there is any.
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
