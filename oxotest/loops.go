package oxotest

import (
	"oxo"
	"oxo/game/board"
)

const (
	promiseRepeated = "Repeated returns how many plies ago the state was reached last"
	promiseTimes    = "Times returns how often the state has been reached"
	promiseWorth    = "a repetition is worth a draw, a win or a loss, and a draw always or never"
	promisePast     = "the moves that led to a state are not part of it"
)

// loopPlies is the number of moves made and taken back in a game that is checked for
// repetitions.
const loopPlies = 300

// loops compares a game's reports of repetitions with the texts of the reached
// states. It sometimes takes moves back, and often makes moves that lead back.
func (c *checker) loops() string {
	_, looping := c.g.Start().(oxo.Looping)
	for range c.turns() {
		p := c.g.Start()
		c.made = c.made[:0]
		path := &visits{}
		path.reach(c.visited(p))
		for range min(c.opts.MaxPlies, loopPlies) {
			switch last := len(c.made) - 1; {
			case looping && last >= 0 && c.rng.IntN(4) == 0:
				p.Unmake(c.made[last])
				c.made = c.made[:last]
				path.leave()
			case !c.loopStep(p, path.hashes, looping):
				path = nil
			default:
				path.reach(c.visited(p))
			}
			if path == nil {
				break
			}
			c.visit(p, path)
		}
	}
	return ""
}

// visited returns the data to compare when the position is reached again.
func (c *checker) visited(p oxo.Position) state {
	if _, looping := p.(oxo.Looping); looping {
		return c.state(p)
	}
	return state{text: c.g.FormatPosition(p)}
}

// loopStep makes a move; if the game can loop, often one that leads back.
func (c *checker) loopStep(p oxo.Position, seen []uint64, looping bool) bool {
	if looping && c.rng.IntN(3) == 0 {
		if back := c.wayBack(p, seen); len(back) > 0 {
			p.Make(back[0])
			c.made = append(c.made, back[0])
			return true
		}
	}
	return c.step(p)
}

// visits holds the states of a game's positions, the start first.
type visits struct {
	states []state
	hashes []uint64
}

func (v *visits) reach(s state) {
	v.states, v.hashes = append(v.states, s), append(v.hashes, s.hash)
}

func (v *visits) leave() {
	last := len(v.states) - 1
	v.states, v.hashes = v.states[:last], v.hashes[:last]
}

// last returns how many plies ago the current state last occurred, 0 for never, and
// its number of occurrences.
func (v *visits) last() (plies, times int) {
	now := len(v.states) - 1
	for at := now; at >= 0; at-- {
		if v.states[at].text != v.states[now].text {
			continue
		}
		if times++; times == 2 {
			plies = now - at
		}
	}
	return plies, times
}

// visit checks a position against the states before it.
func (c *checker) visit(p oxo.Position, path *visits) {
	now := len(path.states) - 1
	want, times := path.last()
	if n, ok := p.(interface{ Times() int }); ok && n.Times() != times {
		c.fail(promiseTimes, p, "it returns %d, and it was %d", n.Times(), times)
	}
	looping, ok := p.(oxo.Looping)
	if !ok {
		if want > 0 {
			c.fail("a game that is not Looping never comes back to a state", p, "it was reached %d plies before", want)
		}
		return
	}
	if known := path.states[now-want]; !known.equal(path.states[now]) {
		c.fail(promisePast, p, "reached again after %d plies, it differs: %s", want, known.difference(path.states[now]))
	}
	if n, ok := p.(oxo.Clocked); ok {
		if quiet, limit := n.Clock(); quiet >= limit {
			return // Repeated then does not report a repetition
		}
	}
	plies, value := looping.Repeated()
	if _, usual := c.g.Start().(oxo.Looping).Repeated(); (value == oxo.Draw) != (usual == oxo.Draw) || value != oxo.Draw && value.Sign() == 0 {
		c.fail(promiseWorth, p, "here it is worth %v, and at the start %v", value, usual)
	}
	if value != oxo.Draw && plies != want {
		want = c.lookedAlike(p, now, plies, want)
	}
	if plies != want {
		c.fail(promiseRepeated, p, "it returns %d, and it was %d", plies, want)
	}
}

// lookedAlike returns plies if the board looked the same this number of plies ago:
// a rule that forbids repetitions may compare only boards, and then it reports
// repetitions earlier. Otherwise it returns want.
func (c *checker) lookedAlike(p oxo.Position, ply, plies, want int) int {
	b, ok := p.(board.Grid)
	if !ok || plies < 1 || plies > ply || want > 0 && plies > want {
		return want
	}
	if drawing(c.replay(c.made[:ply-plies]).(board.Grid)) != drawing(b) {
		return want
	}
	return plies
}
