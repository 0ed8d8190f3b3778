package oxotest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"oxo"
)

// work is the quantity to which a check's time is proportional.
type work uint8

const (
	little work = iota
	perLine
	perGame
	perState
)

// amount describes the work of a check; it is empty if that is small.
func (w work) amount(o Options) string {
	switch w {
	case perLine:
		if o.lines() == 0 {
			return ""
		}
		return fmt.Sprintf("%d lines", o.lines())
	case perGame:
		return fmt.Sprintf("%d random games", o.Games)
	case perState:
		return fmt.Sprintf("%d states", o.States)
	default:
		return ""
	}
}

// lines returns the number of lines of play that perft counts.
func (o Options) lines() (sum uint64) {
	for _, n := range o.Perft {
		sum += n
	}
	return sum
}

// survey estimates the work of all checks from a few games.
type survey struct {
	name         string
	opts         Options
	plies        int           // of a random game
	moves        int           // average number in its positions
	game         time.Duration // to play it
	most         time.Duration // an estimate of the time of all checks, usually too high
	total        time.Duration // of all checks, if measured
	checks       map[string]time.Duration
	now          func() time.Time
	measuredGame oxo.Game
}

// newSurvey plays one random game.
func newSurvey(g oxo.Game, opts Options, now func() time.Time) (s *survey) {
	s = &survey{opts: opts, now: now, measuredGame: g}
	defer func() { _ = recover() }() // the checks report a broken game
	s.name = g.Name()
	c := newChecker(g, opts, "", surveySeed)
	began := now()
	p := c.play(opts.MaxPlies)
	s.game = now().Sub(began)
	s.plies = len(c.made)
	q := g.Start()
	began = now()
	for _, m := range c.made {
		s.moves += len(q.Moves(nil))
		q.Make(m)
	}
	for _, m := range slices.Backward(c.made) {
		q.Unmake(m)
	}
	ply := now().Sub(began) / time.Duration(max(1, s.plies))
	s.moves /= max(1, s.plies)
	began = now()
	c.account(q, nil)
	c.account(p, nil)
	account := now().Sub(began) / 2
	s.most = time.Duration(opts.Games)*(gamesOfCheck*s.game+accountsOfGame*account+valuesOfGame*time.Duration(opts.OracleNodes)*ply) +
		time.Duration(opts.lines())*ply
	return s
}

// The work of the checks for each random game: games played, complete accounts of
// positions, and values found by minimax, at most.
const (
	gamesOfCheck   = 20
	accountsOfGame = 60
	valuesOfGame   = 24
	surveySeed     = 1 << 40
)

// slow reports whether the run may take long.
func (s *survey) slow() bool { return s.most >= slow }

// slowToMeasure reports whether even one game of each check may take long.
func (s *survey) slowToMeasure() bool { return s.most/time.Duration(s.opts.Games) >= slow/2 }

// measure does a small part of each check, to estimate the time of all.
func (s *survey) measure() {
	s.checks = map[string]time.Duration{}
	for _, c := range checks() {
		o, times := s.opts, time.Duration(1)
		switch c.work {
		case perGame:
			o.Games = max(1, min(3, s.opts.Games/20))
			times = time.Duration(s.opts.Games / o.Games)
		case perState:
			o.States = max(1, s.opts.States/50)
			times = time.Duration(s.opts.States / o.States)
		case perLine:
			o.Perft, times = nil, 0
			s.checks[c.name] = time.Duration(s.opts.lines()) * s.game / time.Duration(max(1, s.plies))
			s.total += s.checks[c.name]
		case little:
		}
		w := newChecker(s.measuredGame, o, c.name, surveySeed)
		w.sampling = true
		began := s.now()
		run(c, w)
		took := times * s.now().Sub(began)
		s.checks[c.name] += took
		s.total += took
	}
}

// outline describes a random game.
func (s *survey) outline() string {
	return fmt.Sprintf("oxotest: %s: a random game has %d plies, with %d moves to choose from, and takes %v", s.name, s.plies, s.moves, rounded(s.game))
}

// plan describes the work, its time, and how to shorten it.
func (s *survey) plan() string {
	text := fmt.Sprintf("oxotest: %s: %d checks with up to %d random games each", s.name, len(checks()), s.opts.Games)
	if s.total == 0 {
		return text
	}
	var longest []string
	for name := range s.checks {
		longest = append(longest, name)
	}
	slices.SortFunc(longest, func(a, b string) int { return cmp.Or(cmp.Compare(s.checks[b], s.checks[a]), strings.Compare(a, b)) })
	for i, name := range longest {
		longest[i] = fmt.Sprintf("%s %v", name, rounded(s.checks[name]))
	}
	return fmt.Sprintf("%s take about %v (%s): Options.Games and Options.OracleNodes lower that, -short plays a quarter of the games",
		text, rounded(s.total), strings.Join(longest[:3], ", "))
}

// check describes the work of one check, with its time if that was measured.
func (s *survey) check(c check) string {
	text := c.work.amount(s.opts)
	if took := s.checks[c.name]; took > 0 && text != "" {
		text += fmt.Sprintf(", about %v", rounded(took))
	}
	return text
}

// rounded rounds a duration to two or three digits of its largest unit.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 100 && unit < time.Second {
		unit *= 10
	}
	return d.Round(unit)
}
