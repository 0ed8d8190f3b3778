//go:build !race

package oxotest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/examples/sticks"
)

// ticking is the example game with moves that take time on a simulated clock.
type ticking struct {
	sticks.Game
	clock *clock
	step  time.Duration
}

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

type tickingPosition struct {
	*sticks.Position
	g ticking
}

func (p tickingPosition) Make(m oxo.Move) {
	p.g.clock.at = p.g.clock.at.Add(p.g.step)
	p.Position.Make(m)
}

func (p tickingPosition) Clone() oxo.Position {
	return tickingPosition{p.Position.Clone().(*sticks.Position), p.g}
}

func (g ticking) Start() oxo.Position {
	return tickingPosition{g.Game.Start().(*sticks.Position), g}
}

func (g ticking) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	return g.Game.ParseMove(p.(tickingPosition).Position, text)
}

func (g ticking) ParsePosition(text string) (oxo.Position, error) {
	p, err := g.Game.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return tickingPosition{p.(*sticks.Position), g}, nil
}

func surveyed(step time.Duration, o Options) *survey {
	g := ticking{clock: &clock{}, step: step}
	return newSurvey(g, o.withDefaults(), g.clock.now)
}

// TestSurvey: a slow game is announced with its time, a fast one is not.
func TestSurvey(t *testing.T) {
	quick := surveyed(0, Options{})
	if quick.slow() || quick.slowToMeasure() || quick.total != 0 {
		t.Errorf("a game that takes no time is called slow: %+v", quick)
	}
	if plan := quick.plan(); !strings.Contains(plan, "up to 100 random games") || strings.Contains(plan, "about") {
		t.Errorf("the plan of a quick game: %q", plan)
	}
	s := surveyed(50*time.Millisecond, Options{Perft: []uint64{1, 3, 9}})
	if !s.slow() || s.plies < 7 || s.plies > 21 || s.moves < 2 || s.moves > 3 || s.game != time.Duration(s.plies)*50*time.Millisecond {
		t.Errorf("the survey is %+v", s)
	}
	s.measure()
	for _, want := range []string{"oxotest: sticks: ", "24 checks with up to 100 random games each take about ", "Options.Games", "-short", "search "} {
		if !strings.Contains(s.plan(), want) {
			t.Errorf("the plan %q lacks %q", s.plan(), want)
		}
	}
	if want := "13 lines, about 650ms"; s.check(named("perft")) != want {
		t.Errorf("perft is announced as %q, want %q", s.check(named("perft")), want)
	}
	if text := s.check(named("clone")); !strings.HasPrefix(text, "100 random games, about ") {
		t.Errorf("the check clone is announced as %q", text)
	}
	half := surveyed(50*time.Millisecond, Options{Games: 50})
	half.measure()
	if half.checks["clone"] >= s.checks["clone"] || half.total >= s.total {
		t.Errorf("half of the games take %v of clone's %v, and %v of %v", half.checks["clone"], s.checks["clone"], half.total, s.total)
	}
}

func named(name string) check {
	all := checks()
	return all[slices.IndexFunc(all, func(c check) bool { return c.name == name })]
}

// TestEstimate: a check takes about its estimated time, or less if the game has few
// states.
func TestEstimate(t *testing.T) {
	s := surveyed(50*time.Millisecond, Options{})
	s.measure()
	for name, said := range s.checks {
		c := named(name)
		clock := s.measuredGame.(ticking).clock
		began := clock.now()
		run(c, newChecker(s.measuredGame, s.opts, name, 0))
		took := clock.now().Sub(began)
		t.Logf("%s: %v said, %v taken", name, said, took)
		if said < took/8 || c.work != perState && said > 8*took {
			t.Errorf("%s: %v were said, and %v taken", name, said, took)
		}
	}
}

// TestProgress: a long check reports its progress every ten seconds.
func TestProgress(t *testing.T) {
	var lines []string
	clock := &clock{}
	c := newChecker(sticks.Game{}, Options{Games: 10}, "clone", 0)
	c.progress = newProgress(clock.now, func(line string) { lines = append(lines, line) })
	for range c.turns() {
		clock.at = clock.at.Add(4 * time.Second)
	}
	if want := []string{"3 of 10 games", "6 of 10 games", "9 of 10 games"}; !slices.Equal(lines, want) {
		t.Errorf("it says %q, want %q", lines, want)
	}
}

// TestQuarter: a short run has a quarter of the games, and at least one.
func TestQuarter(t *testing.T) {
	if got := (Options{}).withDefaults().quarter(); got.Games != 25 || got.States != 750 {
		t.Errorf("a quarter is %+v", got)
	}
	if got := (Options{Games: 1, States: 3}).quarter(); got.Games != 1 || got.States != 1 {
		t.Errorf("a quarter of one game is %+v", got)
	}
}

func TestRounded(t *testing.T) {
	for d, want := range map[time.Duration]string{
		3_401_553: "3.4ms", 76_069_772: "76ms", 915_400 * time.Millisecond: "15m15s", 7_120 * time.Millisecond: "7.1s", 0: "0s",
	} {
		if got := rounded(d).String(); got != want {
			t.Errorf("%v is rounded to %s, want %s", d, got, want)
		}
	}
}
