package oxotest

import "oxo"

const (
	promiseMargin = "a margin is above 0 for a won game, below for a lost one, and 0 for a draw"
	promiseSteady = "a finished game has one margin, whenever it is asked"
)

// margin checks that margins agree with outcomes, and do not change.
func (c *checker) margin() string {
	if _, ok := c.g.Start().(oxo.Margined); !ok {
		return "the game does not end by a margin"
	}
	for range c.turns() {
		p := c.play(c.opts.MaxPlies).(oxo.Margined)
		o := p.Outcome()
		if o == oxo.Ongoing {
			continue
		}
		m := p.Margin()
		want := [...]int{oxo.Won: 1, oxo.Lost: -1, oxo.Drawn: 0}
		if sign(m) != want[o] {
			c.fail(promiseMargin, p, "the game is %v by %d", o, m)
		}
		if m > oxo.MaxMargin || m < -oxo.MaxMargin {
			c.fail("a margin is within ±MaxMargin", p, "it is %d", m)
		}
		if again := p.Margin(); again != m {
			c.fail(promiseSteady, p, "it was %d and is %d when it is asked again", m, again)
		}
		last := c.made[len(c.made)-1]
		p.Unmake(last)
		p.Make(last)
		if again := p.Margin(); again != m {
			c.fail(promiseSteady, p, "it was %d and is %d after the last move is taken back and made again", m, again)
		}
	}
	return ""
}

func sign(n int) int { return min(max(n, -1), 1) }
