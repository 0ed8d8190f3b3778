// Package judge finds the faults of a program that plays a game: the positions in
// which it throws away a result, by exact values, and those in which it crashes,
// hangs, floods or makes no legal move. It also compares the search tree that a
// program prints with the textbook's, see [Explore].
//
// A small game is judged completely: the program makes its own moves, the opponent
// every possible move. A larger game is judged by samples. The program is asked once
// in each position, even if several lines lead there.
package judge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/player"
	"oxo/search"
)

// Defaults and limits.
const (
	UsualTime     = 5 * time.Second
	timeToBegin   = 2 * time.Minute // for a program to start: "go run" builds it first
	UsualSamples  = 100
	UsualNodes    = 200_000
	UsualPatience = 20
	// SmallGame is the maximum number of positions of a game that is judged completely
	// by default.
	SmallGame = 20_000
)

// Contestant is a running program.
type Contestant struct {
	Player player.Player
	// Kill kills its process; nil if no process runs between moves.
	Kill func()
	// Floods reads further output, and reports whether it is endless; nil if no
	// process runs between moves.
	Floods func(context.Context) bool
	// Unended returns the output since its last line end; nil if no process runs
	// between moves.
	Unended func() string
	// Raw sends a position, even a finished one, and returns the answer; nil if the
	// protocol cannot send one.
	Raw func(ctx context.Context, p oxo.Position) (string, error)
}

// Options of a judgement.
type Options struct {
	Game  oxo.Game
	Start oxo.Position // nil for the start of the game
	Sides [2]bool      // the sides that the program plays
	// Open starts the program: once, and again after each fault that ends it.
	Open func(context.Context) (*Contestant, error)
	Time time.Duration // for a move; the judge waits twice as long
	// Samples is the number of games to play; 0 plays every line. Seed draws the
	// opponent's moves in these games.
	Samples int
	Seed    uint64
	// Asks is how often the program is asked in each position, at least once. Use more
	// for programs with random moves: every answer is followed.
	Asks int
	// Finished also asks in finished positions.
	Finished bool
	// Soonest counts it as a fault if a win is not as fast as possible.
	Soonest bool
	// Nodes is the number of positions that a search visits for the values of one
	// position; 0 is no limit.
	Nodes uint64
	// Patience is the number of late or endless answers after which the judge stops.
	Patience int
	// Progress, if not nil, is called with the counts so far.
	Progress func(asked, faults int)
}

// Report is the result of a judgement.
type Report struct {
	Game    string   `json:"game"`
	Start   string   `json:"start"`
	Every   bool     `json:"every_line"`
	Samples int      `json:"samples,omitempty"`
	Seed    uint64   `json:"seed,omitempty"`
	Sides   []Tally  `json:"sides"`
	Faults  []*Fault `json:"faults"`            // the worst first
	Slower  []*Fault `json:"slower"`            // slow wins, if these are not faults
	Causes  []string `json:"causes"`            // one mistake that explains all answers of a side
	GaveUp  string   `json:"gave_up,omitempty"` // why the judge stopped early
	Stopped bool     `json:"stopped"`           // by the context
}

// Tally counts the positions in which a program was asked as one side, and its
// answers. Equal answers in one position count once.
type Tally struct {
	Side     oxo.Side `json:"-"`
	Name     string   `json:"side"`
	Asked    int      `json:"asked"`
	Answered int      `json:"answered"` // with a legal move or a resignation
	Kept     int      `json:"kept"`     // of these answers, those that threw nothing away
	Unproven int      `json:"unproven"` // of these answers, those whose values were not proven
}

// Right reports whether a program was judged completely and has no fault.
func (r *Report) Right() bool { return len(r.Faults) == 0 && r.GaveUp == "" && !r.Stopped }

// check returns an error if the options are wrong, and fills in defaults.
func (o *Options) check() error {
	switch {
	case board.Plain(o.Game):
		return fmt.Errorf("the values of %s are plain numbers: want a game with wins, draws and losses", o.Game.Name())
	case o.Sides == [2]bool{}:
		return errors.New("the program has no side to play: want the first, the second or both")
	}
	if o.Start == nil {
		o.Start = o.Game.Start()
	}
	if o.Start.Outcome() != oxo.Ongoing {
		return fmt.Errorf("%w: want a position with moves to judge", oxo.ErrGameOver)
	}
	if o.Time <= 0 {
		o.Time = UsualTime
	}
	if o.Patience <= 0 {
		o.Patience = UsualPatience
	}
	o.Asks = max(o.Asks, 1)
	return nil
}

// Judge judges a program. It returns an error for wrong options, or if the program's
// first start fails; anything that the program does later is in the report. If ctx
// ends, the report contains the faults found until then.
func Judge(ctx context.Context, o Options) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	j := &judge{Options: o, searcher: search.New(search.Options{KeepTable: true}), seen: map[string]*asked{}}
	defer j.kill()
	if err := j.open(ctx); err != nil && ctx.Err() == nil {
		return nil, err
	}
	for side, plays := range o.Sides {
		if plays {
			j.tallies[side] = &Tally{Side: oxo.Side(side), Name: board.SideName(o.Game, oxo.Side(side))}
		}
	}
	if o.Samples > 0 {
		j.sample(ctx)
	} else {
		j.everyLine(ctx)
	}
	if o.Finished && !j.over(ctx) {
		j.finished(ctx)
	}
	return j.report(ctx), nil
}

// judge is a running judgement.
type judge struct {
	Options
	searcher   *search.Searcher
	contestant *Contestant // nil if none runs
	seen       map[string]*asked
	order      []*asked // as they were asked
	tallies    [2]*Tally
	faults     []*Fault
	slower     []*Fault
	unborne    int // answers that did not come in time, or did not end
	gaveUp     string
}

// asked is a position in which the program was asked.
type asked struct {
	p       oxo.Position
	side    oxo.Side
	path    []oxo.Move // from the start
	answers []oxo.Move // legal ones, each once
	values  []search.MoveResult
}

// over reports whether the judge must stop.
func (j *judge) over(ctx context.Context) bool { return ctx.Err() != nil || j.gaveUp != "" }

// open starts the program unless it runs already.
func (j *judge) open(ctx context.Context) error {
	if j.contestant != nil {
		return nil
	}
	c, err := j.Open(ctx)
	if err != nil {
		return err
	}
	begin, stop := context.WithTimeout(ctx, max(j.Time, timeToBegin))
	defer stop()
	if err := player.Begin(begin, c.Player, j.Game); err != nil {
		if c.Kill != nil {
			c.Kill()
		}
		return err
	}
	j.contestant = c
	return nil
}

// kill kills the program.
func (j *judge) kill() {
	if j.contestant != nil && j.contestant.Kill != nil {
		j.contestant.Kill()
	}
	j.contestant = nil
}

// report assembles the report.
func (j *judge) report(ctx context.Context) *Report {
	r := &Report{
		Game: j.Game.Name(), Start: j.Game.FormatPosition(j.Start), Every: j.Samples == 0, Samples: j.Samples,
		Faults: sorted(j.faults), Slower: sorted(j.slower), Causes: []string{}, GaveUp: j.gaveUp, Stopped: ctx.Err() != nil,
	}
	if j.Samples > 0 {
		r.Seed = j.Seed
	}
	for _, t := range j.tallies {
		if t != nil {
			r.Sides = append(r.Sides, *t)
		}
	}
	if r.Every && ctx.Err() == nil && Small(ctx, j.Start, SmallGame) {
		r.Causes = append(r.Causes, j.causes(ctx)...)
	}
	return r
}
