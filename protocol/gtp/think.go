package gtp

import (
	"time"

	"oxo"
	"oxo/player"
	"oxo/search"
)

// genmove makes a move of oxo's.
func (s *server) genmove(args []string) (string, error) {
	return s.generate(args[0], true, func(search.Result) {})
}

// regGenmove returns oxo's move without making it.
func (s *server) regGenmove(args []string) (string, error) {
	return s.generate(args[0], false, func(search.Result) {})
}

// generate finds a move, makes it if play is set, and returns it. In a finished game a
// side that has lost resigns, and any other side passes: so controllers that only know
// Go see an end. report gets the results of the search so far.
func (s *server) generate(who string, play bool, report func(search.Result)) (string, error) {
	me, err := side(who)
	if err != nil {
		return "", err
	}
	if s.now.Outcome() != oxo.Ongoing {
		if play {
			s.steps = append(s.steps, 0)
		}
		if winner, ok := s.now.Outcome().Winner(s.now.Turn()); ok && winner != me {
			return resign, nil
		}
		return pass, nil
	}
	before := len(s.moves)
	if err := s.turnTo(me); err != nil {
		return "", err
	}
	began := time.Now()
	m, err := s.think(me, report)
	if err != nil {
		s.takeBack(before)
		return "", err
	}
	text := s.notation.format(s.now, m)
	if !play {
		s.takeBack(before)
		return text, nil
	}
	s.clock.spend(me, time.Since(began))
	s.makeMove(m)
	s.steps = append(s.steps, len(s.moves)-before)
	return text, nil
}

// think finds a move for the side to move. If the conversation ends, it returns the
// best move so far.
func (s *server) think(me oxo.Side, report func(search.Result)) (oxo.Move, error) {
	limits := s.opts.Limits
	switch {
	case s.clock.set:
		limits = s.clock.budget(me, limits)
	case limits == search.Limits{}:
		limits.Time = s.opts.Usual
	}
	if s.level > 0 {
		level := player.NewLeveledWith(s.engines.Searcher(), s.game, s.level, s.opts.Seed, search.Limits{})
		return level.MoveWithin(s.thoughts, s.now, limits.Time, s.engines.For(s.now)).Move, nil
	}
	if s.opts.Openings != nil {
		opens := s.opts.Openings(s.game.Name())
		if r, ok := opens.Opening(s.now); ok {
			report(r)
			return r.Best, nil
		}
	}
	var last search.Result
	for last = range s.engines.For(s.now).SearchProgress(s.thoughts, s.now, limits) {
		report(last)
	}
	if !last.HasMove {
		return 0, fail("illegal move", "%v", oxo.ErrGameOver)
	}
	return last.Best, nil
}
