package gtp

import (
	"math"
	"strconv"
	"time"

	"oxo"
	"oxo/player"
	"oxo/search"
)

// clocks keeps the time of both sides: main time, then overtime, in which a number of
// moves must be made in each period (Canadian overtime). With one move per period it
// is a time for each move.
type clocks struct {
	set          bool // the controller has sent the times
	main, period time.Duration
	stones       int  // to be played in each period; 0 without overtime
	byoyomi      bool // periods of one move: time_left counts periods, not moves
	left         [2]time.Duration
	stonesLeft   [2]int // remaining in the period; 0 in the main time
}

// restart resets the time of both sides.
func (c *clocks) restart() {
	c.left, c.stonesLeft = [2]time.Duration{c.main, c.main}, [2]int{}
	for s := range c.left {
		c.overtime(oxo.Side(s))
	}
}

// overtime begins a period for a side that has used up its main time, or has played
// the stones of its period.
func (c *clocks) overtime(s oxo.Side) {
	if c.left[s] <= 0 && c.stonesLeft[s] == 0 && c.stones > 0 {
		c.left[s], c.stonesLeft[s] = c.left[s]+c.period, c.stones
	}
}

// spend subtracts the time of a move from a side.
func (c *clocks) spend(s oxo.Side, d time.Duration) {
	if !c.set {
		return
	}
	c.left[s] -= d
	if c.stonesLeft[s] > 0 {
		if c.stonesLeft[s]--; c.stonesLeft[s] == 0 {
			c.left[s] = 0 // the rest of a period is lost
		}
	}
	c.overtime(s)
}

// clock returns the time for a search, and the limits of each move.
func (c *clocks) clock(limits search.Limits) player.Clock {
	k := player.Clock{Limits: limits}
	if !c.set {
		return k
	}
	k.Counts = true
	for s := range c.left {
		k.Left[s] = max(c.left[s], 0)
		if c.stonesLeft[s] == 0 && c.stones > 0 {
			// The main time need not last for the whole game: there is overtime for each
			// later move.
			k.Increment[s] = c.period / time.Duration(c.stones)
		}
	}
	return k
}

// budget returns the limits of a move of a side.
func (c *clocks) budget(s oxo.Side, limits search.Limits) search.Limits {
	if c.set && c.stonesLeft[s] == 1 { // the last move of a period may use all of it
		own := max(c.left[s]-max(player.Reserve, c.left[s]/20), c.left[s]/2, time.Millisecond)
		if limits.Time <= 0 || own < limits.Time {
			limits.Time = own
		}
		return limits
	}
	k := c.clock(limits)
	k.MovesToGo = c.stonesLeft[s]
	return k.Budget(s)
}

// choose sets the times. As the protocol says, overtime without moves means no limit;
// neither main time nor overtime means no time at all.
func (c *clocks) choose(main, period time.Duration, stones int) {
	if period == 0 {
		stones = 0
	}
	*c = clocks{set: stones > 0 || main > 0 && period == 0, main: main, period: period, stones: stones}
	c.restart()
}

// seconds reads a time. The protocol has whole numbers; fractions are accepted too.
func seconds(text string) (time.Duration, error) {
	const most = 1e9 // 30 years
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || math.Abs(n) > most {
		return 0, fail("syntax error", "%.20q is not a time: want a number of seconds", text)
	}
	return time.Duration(n * float64(time.Second)), nil
}

// count reads a number of moves or periods.
func count(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 20)
	if err != nil {
		return 0, fail("syntax error", "%.20q is not a number of moves: want a whole number", text)
	}
	return int(n), nil
}

// timeSettings handles time_settings MAIN PERIOD STONES.
func (s *server) timeSettings(args []string) (string, error) {
	main, err := seconds(args[0])
	if err != nil {
		return "", err
	}
	period, err := seconds(args[1])
	if err != nil {
		return "", err
	}
	stones, err := count(args[2])
	switch {
	case err != nil:
		return "", err
	case main < 0 || period < 0:
		return "", fail("syntax error", "want times of 0 or more")
	}
	s.clock.choose(main, period, stones)
	return "", nil
}

// kgsTimeSettings handles kgs-time_settings KIND [MAIN [PERIOD MOVES]].
func (s *server) kgsTimeSettings(args []string) (string, error) {
	wants := map[string]int{"none": 1, "absolute": 2, "canadian": 4, "byoyomi": 4}
	switch n, ok := wants[args[0]]; {
	case !ok || len(args) != n:
		return "", fail("syntax error", "want none, absolute MAIN, canadian MAIN PERIOD MOVES or byoyomi MAIN PERIOD PERIODS")
	case n == 1:
		s.clock = clocks{}
		return "", nil
	case n == 2:
		return s.timeSettings([]string{args[1], "0", "0"})
	case args[0] == "byoyomi":
		text, err := s.timeSettings([]string{args[1], args[2], "1"}) // the further periods are a reserve
		s.clock.byoyomi = s.clock.byoyomi || err == nil
		return text, err
	}
	return s.timeSettings(args[1:])
}

// timeLeft handles time_left COLOUR TIME STONES.
func (s *server) timeLeft(args []string) (string, error) {
	who, err := side(args[0])
	if err != nil {
		return "", err
	}
	left, err := seconds(args[1])
	if err != nil {
		return "", err
	}
	stones, err := count(args[2])
	if err != nil {
		return "", err
	}
	if !s.clock.set {
		s.clock.choose(max(left, 0), 0, 0) // without settings this is all the time
		s.clock.set = true
	}
	if s.clock.byoyomi {
		stones = min(stones, 1)
	}
	s.clock.left[who], s.clock.stonesLeft[who] = left, stones
	return "", nil
}
