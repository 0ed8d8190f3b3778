//go:build !race

package oxotest_test

import (
	"oxo"
)

// loopMutants break the promises of Looping.
func loopMutants() []mutant {
	repeated := func(f func(p *walking) (int, oxo.Score)) oxo.Game {
		return spoiltWalk(func(g *walk) { g.repeated = f })
	}
	return []mutant{
		{"Unmake leaves the past as long as it was", "Looping.Repeated", spoiltWalk(func(g *walk) {
			g.unmake = func(p *walking) {
				past := p.past
				p.stepBack()
				p.past = past
			}
		}), "loops", sayRepeated},
		{"Unmake takes two states out of the past", "Looping.Repeated", spoiltWalk(func(g *walk) {
			g.unmake = func(p *walking) {
				p.stepBack()
				p.past = p.past[:max(0, len(p.past)-1)]
			}
		}), "loops", sayRepeated},
		{"the first time that a state is reached again is not seen", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			if p.Times() < 3 {
				return 0, oxo.Draw
			}
			return p.back(0), oxo.Draw
		}), "loops", sayRepeated},
		{"the first occurrence counts, not the last", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			for at, key := range p.past {
				if key == p.places.key(p.turn) {
					return len(p.past) - at, oxo.Draw
				}
			}
			return 0, oxo.Draw
		}), "loops", sayRepeated},
		{"the start is not a state to come back to", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			return p.back(1), oxo.Draw
		}), "loops", sayRepeated},
		{"Repeated counts how often, not how long ago", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			return p.Times() - 1, oxo.Draw
		}), "loops", sayRepeated},
		{"Repeated counts moves of one side, not plies", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			return p.back(0) / 2, oxo.Draw
		}), "loops", sayRepeated},
		{"only the last four plies are looked at", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			return p.back(len(p.past) - min(4, len(p.past))), oxo.Draw
		}), "loops", sayRepeated},
		{"the ko is not compared", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			for back := 2; back <= len(p.past); back += 2 {
				if p.undo[len(p.undo)-back].kings == p.places.kings {
					return back, oxo.Draw
				}
			}
			return 0, oxo.Draw
		}), "loops", sayRepeated},
		{"a repetition is worth something only when it has happened", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			if back := p.back(0); back > 0 {
				return back, oxo.Win(0)
			}
			return 0, oxo.Draw
		}), "loops", "a repetition is worth a draw, a win or a loss, and a draw always or never"},
		{"a repetition is worth an estimate", "Looping.Repeated", repeated(func(p *walking) (int, oxo.Score) {
			return p.back(0), 12
		}), "loops", "a repetition is worth a draw, a win or a loss"},
		{"the third time that a state is reached is a draw", "Looping", spoiltWalk(func(g *walk) {
			g.outcome = func(p *walking) oxo.Outcome {
				if p.result() == oxo.Ongoing && p.Times() > 2 {
					return oxo.Drawn
				}
				return p.result()
			}
			g.moves = func(p *walking) []oxo.Move {
				if p.Outcome() != oxo.Ongoing {
					return nil
				}
				return p.steps()
			}
		}), "loops", sayPast},
		{"a move that was made twice is not a move any more", "Looping", spoiltWalk(func(g *walk) {
			g.moves = func(p *walking) []oxo.Move {
				if moves := p.steps(); p.Times() < 2 {
					return moves
				} else {
					return moves[:1]
				}
			}
		}), "loops", sayPast},
		{"the key has a bit for a repeated state", "Looping", spoiltWalk(func(g *walk) {
			g.key = func(p *walking) oxo.Key {
				k := oxo.Key{Lo: p.places.key(p.turn)}
				if p.Times() > 1 {
					k.Lo |= 1 << 13
				}
				return k
			}
			g.keyBits = func(*walking) int { return 14 }
		}), "loops", sayPast},
		{"Times forgets to count down", "Looping", spoiltWalk(func(g *walk) {
			g.unmake = func(p *walking) {
				key := p.places.key(p.turn)
				p.stepBack()
				p.counts[key]++
			}
		}), "loops", "Times returns how often"},
		{"the game does not say that it loops", "Looping", silent{soundWalk(oxo.Draw)}, "loops", "a game that is not Looping never comes back"},
	}
}

// silent is the walk without the methods of Looping.
type silent struct{ *walk }

type silentPosition struct{ oxo.Position }

func (p silentPosition) Clone() oxo.Position { return silentPosition{p.Position.Clone()} }

func (g silent) Start() oxo.Position { return silentPosition{g.walk.Start()} }
func (g silent) FormatPosition(p oxo.Position) string {
	return g.walk.FormatPosition(p.(silentPosition).Position)
}

func (g silent) ParsePosition(text string) (oxo.Position, error) {
	p, err := g.walk.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return silentPosition{p}, nil
}

// copyMutants break the promises of Clone.
func copyMutants() []mutant {
	copies := func(f func(p, c *walking)) oxo.Game {
		return spoiltWalk(func(g *walk) {
			g.clone = func(p *walking) *walking {
				c := p.copied()
				f(p, c)
				return c
			}
		})
	}
	return []mutant{
		{"a copy shares the past", "Position.Clone", copies(func(p, c *walking) { c.past = p.past }), "clone", sayCopy},
		{"a copy shares the spare capacity of the past", "Position.Clone", copies(func(p, c *walking) {
			p.past = append(p.past, 0, 0, 0, 0, 0, 0, 0, 0)[:len(p.past)]
			c.past = p.past
		}), "clone", sayCopy},
		{"a copy shares the stack of what Make lost", "Position.Clone", copies(func(p, c *walking) {
			p.undo = append(p.undo, make([]places, 8)...)[:len(p.undo)]
			c.undo = p.undo
		}), "clone", sayCopy},
		{"a copy shares a map", "Position.Clone", copies(func(p, c *walking) { c.counts = p.counts }), "clone", sayCopy},
		{"a copy shares what a pointer points to", "Position.Clone", copies(func(p, c *walking) { c.places = p.places }), "clone", sayCopy},
		{"the hash of the past is another each time", "Barring.Past", spoiltWalk(func(g *walk) {
			asked := uint64(0)
			g.earlier = func(*walking) uint64 { asked++; return asked }
		}), "clone", sayCopy},
		{"a copy says of another state that it may not come back", "Barring.Identity", spoiltWalk(func(g *walk) {
			g.identity = func(p *walking) (uint64, bool) { return uint64(cap(p.past) - len(p.past)), true }
		}), "clone", sayCopy},
		{"a copy has no past", "Looping.Repeated", copies(func(_, c *walking) { c.past = make([]uint64, len(c.past)) }), "clone", sayCopy},
		{"a copy has the last two states of the past alone", "Looping.Repeated", copies(func(_, c *walking) {
			if n := len(c.past); n > 2 {
				clear(c.past[:n-2])
			}
		}), "clone", sayCopy},
		{"a copy of a copy has no past", "Looping.Repeated", copies(func(p, c *walking) {
			if c.asked = p.asked + 1; c.asked > 1 {
				clear(c.past)
			}
		}), "clone", sayCopy},
		{"a copy counts states anew", "Position.Clone", copies(func(_, c *walking) {
			c.counts = map[uint64]int{c.places.key(c.turn): 1}
		}), "clone", sayCopy},
		{"a copy shares the buffer of its list of moves", "Position.Clone", spoiltRow(func(g *row) {
			g.clone = func(p *marking) *marking {
				c := p.copied()
				c.list = p.list
				return c
			}
		}), "clone", sayCopy},
		{"the guide of a copy is the original's", "Guided.Guide", spoiltRow(func(g *row) {
			guides := map[*marking]*rowGuide{} // by copy
			g.clone = func(p *marking) *marking {
				c := p.copied()
				guides[c] = &rowGuide{p}
				return c
			}
			g.guide = func(p *marking) oxo.Guide {
				if known, ok := guides[p]; ok {
					return known
				}
				return &rowGuide{p}
			}
		}), "clone", sayCopy},
		{"a copy forgets a pass", "Position.Clone", spoiltRow(func(g *row) {
			g.clone = func(p *marking) *marking {
				c := p.copied()
				c.marks.passes = 0
				return c
			}
		}), "clone", sayCopy},
	}
}
