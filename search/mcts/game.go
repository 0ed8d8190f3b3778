package mcts

import (
	"cmp"
	"math"

	"oxo"
)

// game holds the position being searched and what it can do, looked up once.
type game struct {
	p         oxo.Position
	guide     oxo.Guide     // nil: the rules alone
	evaluator oxo.Evaluator // nil: every estimate is even
	playouts  Playouts      // nil: legal moves drawn at random
	priors    Playouts      // nil: the game gives no priors
	looping   oxo.Looping
	forbids   bool // a repetition is not a draw: it may not be played
	margins   bool
	point     float64 // the estimate of a margin of one
}

func newGame(p oxo.Position, o *Options) game {
	g := game{p: p}
	g.evaluator, _ = p.(oxo.Evaluator)
	g.playouts, _ = p.(Playouts)
	if !o.NoPriors {
		g.priors = g.playouts
	}
	if guided, ok := p.(oxo.Guided); ok && !o.NoGuide {
		g.guide = guided.Guide()
	}
	if g.looping, _ = p.(oxo.Looping); g.looping != nil {
		_, value := g.looping.Repeated()
		g.forbids = value != oxo.Draw
	}
	_, g.margins = p.(oxo.Margined)
	g.point = float64(cmp.Or(oxo.FactsOf(p).Unit, 1))
	return g
}

// expand lists the moves worth trying of an ongoing game, and the proven bounds.
func (g *game) expand(moves []oxo.Move, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	if g.guide != nil {
		return g.guide.Expand(-oxo.Infinity, oxo.Infinity, buf)
	}
	bounds := g.ongoing()
	for _, m := range moves {
		buf = append(buf, oxo.Child{Move: m, Bounds: bounds})
	}
	return buf, bounds
}

// expandAll lists all legal moves, with the guide's bounds for those it keeps.
func (g *game) expandAll(moves []oxo.Move, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	kept, bounds := g.expand(moves, nil)
	known := make(map[oxo.Move]oxo.Child, len(kept))
	for _, c := range kept {
		known[c.Move] = c
	}
	least := int32(math.MaxInt32)
	for _, c := range kept {
		least = min(least, c.Order)
	}
	for _, m := range moves {
		c, ok := known[m]
		if !ok { // worth no more than the position
			c = oxo.Child{Move: m, Bounds: g.ongoing().And(oxo.Between(-oxo.Infinity, bounds.Hi())), Order: least}
		}
		buf = append(buf, c)
	}
	return buf, bounds
}

// ongoing returns the bounds of every unfinished position: it ends at the next ply at the
// earliest.
func (g *game) ongoing() oxo.Bounds {
	if g.margins {
		return oxo.Between(oxo.By(-oxo.MaxMargin), oxo.By(oxo.MaxMargin))
	}
	return oxo.Between(oxo.Loss(1), oxo.Win(1))
}

// result is the result of a play-out, for one side.
type result struct {
	value  float64 // from 0, lost, to 1
	margin float64 // of a game that ends by one
}

// other returns the result for the other side.
func (r result) other() result { return result{1 - r.value, -r.margin} }

// marginShare is the part of a result that depends on the margin rather than on the winner.
// Half of it is reached at defaultMargin.
const (
	marginShare   = 0.1
	defaultMargin = 8
)

// worth converts a score to a result. The scale is the typical size of estimates.
func worth(s oxo.Score, scale float64) result {
	m := float64(s.Margin())
	switch {
	case s.CountsPlies():
		return result{value: float64(1+s.Sign()) / 2}
	case m != 0:
		bonus := marginShare / 2 * m / (math.Abs(m) + defaultMargin)
		return result{value: 0.5 + float64(s.Sign())*(1-marginShare)/2 + bonus, margin: m}
	case s == oxo.Draw || scale == 0:
		return result{value: 0.5}
	}
	return result{value: 1 / (1 + math.Exp(-float64(s)/scale))}
}

// resultUnit is the scale of estimates if the game has none of its own.
const resultUnit = 100

// estimate inverts worth for a mean: u ln(r/(1-r)), within sensible bounds.
func estimate(value, scale float64) oxo.Score {
	const nearly = 1e-4
	value = min(max(value, nearly), 1-nearly)
	if scale == 0 {
		scale = resultUnit
	}
	e := math.Round(scale * math.Log(value/(1-value)))
	return oxo.Score(min(max(e, -float64(oxo.MaxEstimate)), float64(oxo.MaxEstimate)))
}
