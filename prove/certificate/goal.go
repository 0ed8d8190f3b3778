package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// Goal is what a strategy by the rules has to reach. It keeps the zones of earlier nodes where it is a win by lines (lemma 12).
type Goal struct {
	Position oxo.Position // the current one: the checker and the writer make moves and take them back
	Side     oxo.Side     // whose strategy it is
	Least    oxo.Score    // what that side has at the end, at least
	ByLines  bool         // it is a win by lines, so that nodes have zones

	zones []WinZone // of the nodes that others may refer to, turned as in their names
	moves []oxo.Move
	races *Races // nil before the first question, and in a game without races
	raced bool   // somebody has asked
}

// NewGoal returns the goal of a side at the root of its strategy.
func NewGoal(p oxo.Position, side oxo.Side, least oxo.Score) Goal {
	return Goal{Position: p, Side: side, Least: least, ByLines: wonByLines(p, side, least)}
}

// Name returns what equal positions share, and positions that are images of each other. It reports false in a game without keys: there no
// node refers to another.
func (g *Goal) Name() (name [17]byte, ok bool) {
	name, _, ok = g.named()
	return name, ok
}

// named is name, and the symmetry that leads to that image.
func (g *Goal) named() (name [17]byte, symmetry int, ok bool) {
	keyed, ok := g.Position.(oxo.Keyed)
	if !ok || keyed.KeyBits() == 0 {
		return name, 0, false
	}
	key := keyed.Key()
	if symmetric, ok := g.Position.(oxo.Symmetric); ok {
		key, symmetry = symmetric.Canonical()
	}
	for i := range 8 {
		name[i], name[8+i] = byte(key.Hi>>(8*i)), byte(key.Lo>>(8*i))
	}
	name[16] = byte(g.Position.Turn())
	return name, symmetry, true
}

// Ends reports whether the strategy's side, which is to move in a game that is not over, may end
// it with a move, and then has its score.
func (g *Goal) Ends(by oxo.Move) bool {
	if g.Position.Outcome() != oxo.Ongoing || g.Position.Turn() != g.Side || !g.legal(by) {
		return false
	}
	g.Position.Make(by)
	defer g.Position.Unmake(by)
	return g.Position.Outcome() != oxo.Ongoing && g.score() >= g.Least
}

// score is what the side has in a game that is over.
func (g *Goal) score() oxo.Score {
	score := oxo.Final(g.Position)
	if g.Position.Turn() != g.Side {
		return -score
	}
	return score
}

// legal reports whether a move is legal.
func (g *Goal) legal(m oxo.Move) bool {
	from := len(g.moves)
	g.moves = g.Position.Moves(g.moves)
	defer func() { g.moves = g.moves[:from] }()
	return slices.Contains(g.moves[from:], m)
}

// Needs adds the square of a move to a zone, where there are zones.
func (g *Goal) Needs(zone *WinZone, m oxo.Move) {
	if g.ByLines {
		zone.Needs.Add(m)
	}
}

// Stops adds to the zone of a threat what the answer to a move needs that stops it.
func (g *Goal) Stops(by, m oxo.Move, answer, zone *WinZone) {
	if !g.ByLines {
		return
	}
	if m != by { // the threat is stopped on another square
		*zone = WholeZone()
		return
	}
	zone.Join(answer)
	zone.Needs.Add(m)
	zone.forced.Add(m)
}

// Keep keeps the zone of a node that others may refer to, where there are zones.
func (g *Goal) Keep(zone WinZone) {
	if !g.ByLines {
		return
	}
	_, symmetry, _ := g.named()
	g.zones = append(g.zones, zone.turned(func(m oxo.Move) oxo.Move {
		if symmetric, ok := g.Position.(oxo.Symmetric); ok {
			return symmetric.MapMove(m, symmetry)
		}
		return m
	}))
}

// ZoneOf returns the zone of an earlier node that the position refers to, where there are zones.
func (g *Goal) ZoneOf(n int) WinZone {
	if !g.ByLines {
		return WinZone{}
	}
	_, symmetry, _ := g.named()
	return g.zones[n].turned(func(m oxo.Move) oxo.Move {
		if symmetric, ok := g.Position.(oxo.Symmetric); ok {
			return symmetric.UnmapMove(m, symmetry)
		}
		return m
	})
}

// Wanted returns the board with the lines that the other side might complete.
func (g *Goal) Wanted() *lines.Board {
	b, _ := lines.NewBoard(g.Position.(lines.Lined), g.Side) //nolint:forcetypeassert // a win by lines
	return b
}

// First reports whether the side arrives first by lemma 13.
func (g *Goal) First() bool {
	if !g.raced {
		g.raced = true
		g.races, _ = NewRaces(g.Position, g.Side)
	}
	if g.races == nil {
		return false
	}
	_, ok := g.races.Need(g.Position.(Racing)) //nolint:forcetypeassert // newRaces has seen to that
	return ok
}
