package mcts

import (
	"math"

	"oxo"
)

// game is the position being searched, and what it can do, looked up once.
type game struct {
	p         oxo.Position
	guide     oxo.Guide     // nil: the rules alone
	evaluator oxo.Evaluator // nil: every estimate is even
	playouts  Playouts      // nil: legal moves drawn at random
	priors    Priors
	looping   oxo.Looping
	forbids   bool // a repetition is no draw: it may not be played
	margins   bool
	point     float64 // the estimate that is worth one of the margin
}

func newGame(p oxo.Position, o *Options) game {
	g := game{p: p}
	g.evaluator, _ = p.(oxo.Evaluator)
	g.playouts, _ = p.(Playouts)
	if !o.NoPriors {
		g.priors, _ = p.(Priors)
	}
	if guided, ok := p.(oxo.Guided); ok && !o.NoGuide {
		g.guide = guided.Guide()
	}
	if g.looping, _ = p.(oxo.Looping); g.looping != nil {
		_, value := g.looping.Repeated()
		g.forbids = value != oxo.Draw
	}
	_, g.margins = p.(oxo.Margined)
	g.point = 1
	if scaled, ok := p.(Scaled); ok {
		g.point = float64(scaled.PointWorth())
	}
	return g
}

// expand lists the moves worth trying of an ongoing game, and what is proven.
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

// expandAll lists all legal moves, with what the guide proves of those it keeps.
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
		if !ok { // worth no more than the position is
			c = oxo.Child{Move: m, Bounds: g.ongoing().And(oxo.Between(-oxo.Infinity, bounds.Hi())), Order: least}
		}
		buf = append(buf, c)
	}
	return buf, bounds
}

// ongoing is what is known of every position that is not over: it ends with the
// next ply at the soonest.
func (g *game) ongoing() oxo.Bounds {
	if g.margins {
		return oxo.Between(oxo.By(-oxo.MaxMargin), oxo.By(oxo.MaxMargin))
	}
	return oxo.Between(oxo.Loss(1), oxo.Win(1))
}

// result is what a play-out came to, for one side.
type result struct {
	value  float64 // from 0, lost, to 1
	margin float64 // of a game that ends by one
}

// other is the result for the other side.
func (r result) other() result { return result{1 - r.value, -r.margin} }

// marginShare is how much of a result is its margin rather than who wins; half of
// it is reached at usualMargin.
const (
	marginShare = 0.1
	usualMargin = 8
)

// worth returns a score as a result. Scale is the usual size of estimates.
func worth(s oxo.Score, scale float64) result {
	m := float64(s.Margin())
	switch {
	case s.CountsPlies():
		return result{value: float64(1+s.Sign()) / 2}
	case m != 0:
		bonus := marginShare / 2 * m / (math.Abs(m) + usualMargin)
		return result{value: 0.5 + float64(s.Sign())*(1-marginShare)/2 + bonus, margin: m}
	case s == oxo.Draw || scale == 0:
		return result{value: 0.5}
	}
	return result{value: 1 / (1 + math.Exp(-float64(s)/scale))}
}

// resultUnit is the size of an estimate where the game has none of its own.
const resultUnit = 100

// estimate is the inverse of worth for a mean: u ln(r/(1-r)), within sensible bounds.
func estimate(value, scale float64) oxo.Score {
	const nearly = 1e-4
	value = min(max(value, nearly), 1-nearly)
	if scale == 0 {
		scale = resultUnit
	}
	e := math.Round(scale * math.Log(value/(1-value)))
	return oxo.Score(min(max(e, -float64(oxo.MaxEstimate)), float64(oxo.MaxEstimate)))
}
