package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// Goal is the score that a strategy by the rules has to reach. For a win by lines it keeps the zones of earlier nodes
// (lemma 12).
type Goal struct {
	Position oxo.Position // the current position: the checker and the writer make moves and unmake them
	Side     oxo.Side     // the strategy's side
	Least    oxo.Score    // the score that this side reaches at least
	ByLines  bool         // it is a win by lines, so that nodes have zones

	zones []WinZone // zones of the nodes that others may refer to, in the symmetry of their names
	moves []oxo.Move
	races *Races // nil before the first call of First, and in a game without races
	raced bool   // First has been called
}

// NewGoal returns the goal of a side at the root of its strategy.
func NewGoal(p oxo.Position, side oxo.Side, least oxo.Score) Goal {
	return Goal{Position: p, Side: side, Least: least, ByLines: wonByLines(p, side, least)}
}

// Name returns a name that equal positions share, and positions that are images of each other. It reports false in a
// game without keys: no node there refers to another.
func (g *Goal) Name() (name [17]byte, ok bool) {
	name, _, ok = g.named()
	return name, ok
}

// named returns the name, and the symmetry that maps the position to the image with that name.
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

// Ends reports whether a move ends the game with the score that the strategy's side needs. It reports false if that
// side is not to move, or the game is over, or the move is not legal.
func (g *Goal) Ends(by oxo.Move) bool {
	if g.Position.Outcome() != oxo.Ongoing || g.Position.Turn() != g.Side || !g.legal(by) {
		return false
	}
	g.Position.Make(by)
	defer g.Position.Unmake(by)
	return g.Position.Outcome() != oxo.Ongoing && g.score() >= g.Least
}

// score returns the score of the strategy's side in a game that is over.
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

// Needs adds the square of a move to a zone, if the goal has zones.
func (g *Goal) Needs(zone *WinZone, m oxo.Move) {
	if g.ByLines {
		zone.Needs.Add(m)
	}
}

// Stops adds to the zone of a threat what the answer to a move needs. The move by is the threat, and m is a move that
// stops it.
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

// Keep stores the zone of a node that others may refer to, if the goal has zones. Its index is the number of
// the node.
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

// ZoneOf returns the zone of the earlier node n that the position refers to, if the goal has zones.
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
	_, ok := g.races.Need(g.Position.(Racing)) //nolint:forcetypeassert // NewRaces has checked that
	return ok
}
