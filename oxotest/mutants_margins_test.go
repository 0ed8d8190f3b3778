//go:build !race

package oxotest_test

import (
	"slices"

	"oxo"
)

// passMutants break the promises about passes.
func passMutants() []mutant {
	return []mutant{
		{"there is no pass where no other move is", "Position.Moves", spoiltRow(func(g *row) {
			g.moves = func(p *marking) []oxo.Move {
				if moves := p.legal(); len(moves) > 1 {
					return moves
				}
				return nil
			}
		}), "moves", "a game is Ongoing exactly as long as it has moves"},
		{"the pass is listed twice", "Position.Moves", spoiltRow(func(g *row) {
			g.moves = func(p *marking) []oxo.Move {
				if moves := slices.Clone(p.legal()); len(moves) > 0 {
					return append(moves, rowPass)
				}
				return nil
			}
		}), "moves", "each listed once"},
		{"after two passes there is a third", "Position.Moves", spoiltRow(func(g *row) {
			g.moves = func(p *marking) []oxo.Move {
				if p.Outcome() != oxo.Ongoing {
					return []oxo.Move{rowPass}
				}
				return p.legal()
			}
		}), "moves", "a game is Ongoing exactly as long as it has moves"},
		{"a pass is not taken back", "Position.Unmake", spoiltRow(func(g *row) {
			g.unmake = func(p *marking, m oxo.Move) {
				passes := p.marks.passes
				if p.markBack(); m == rowPass {
					p.marks.passes = passes
				}
			}
		}), "moves", "Unmake is the exact inverse of Make"},
		{"Unmake forgets the passes before a mark", "Position.Unmake", spoiltRow(func(g *row) {
			g.unmake = func(p *marking, m oxo.Move) {
				if p.markBack(); m != rowPass {
					p.marks.passes = 0
				}
			}
		}), "moves", "Unmake is the exact inverse of Make"},
		{"a pass does not pass the turn", "Position.Make", spoiltRow(func(g *row) {
			g.make = func(p *marking, m oxo.Move) {
				if p.mark(m); m == rowPass {
					p.turn = p.turn.Opponent()
				}
			}
			g.unmake = func(p *marking, m oxo.Move) {
				if p.markBack(); m == rowPass {
					p.turn = p.turn.Opponent()
				}
			}
		}), "moves", "the turn passes with every move"},
		{"passes are counted to one, so that no game ends", "Position.Outcome", spoiltRow(func(g *row) {
			g.make = func(p *marking, m oxo.Move) {
				p.mark(m)
				p.marks.passes = min(1, p.marks.passes)
			}
		}), "end", "a game that is not Looping ends"},
	}
}

// marginMutants break the promises of Margined.
func marginMutants() []mutant {
	margin := func(f func(p *marking) int) oxo.Game { return spoiltRow(func(g *row) { g.margin = f }) }
	const agrees = "a margin is above 0 for a won game"
	return []mutant{
		{"the margin is the first side's", "Margined.Margin", margin(func(p *marking) int {
			return [2]int{p.more(), -p.more()}[p.turn]
		}), "margin", agrees},
		{"the margin is that of the side that moved last", "Margined.Margin", margin(func(p *marking) int { return -p.more() }), "margin", agrees},
		{"the margin has no sign", "Margined.Margin", margin(func(p *marking) int { return max(p.more(), -p.more()) }), "margin", agrees},
		{"a win by one is a draw", "Margined.Margin", spoiltRow(func(g *row) {
			g.outcome = func(p *marking) oxo.Outcome {
				if o := p.result(); o == oxo.Ongoing || p.more() > 1 || p.more() < -1 {
					return o
				}
				return oxo.Drawn
			}
		}), "margin", agrees},
		{"a draw has a margin", "Margined.Margin", margin(func(p *marking) int {
			if n := p.more(); n != 0 {
				return n
			}
			return 1
		}), "margin", agrees},
		{"the margin of a finished game grows when it is asked", "Margined.Margin", margin(func(p *marking) int {
			if p.asked++; p.more() < 0 {
				return p.more() - p.asked
			}
			return p.more() * p.asked
		}), "margin", "a finished game has one margin"},
		{"the margin of a finished game changes when its last move is made again", "Margined.Margin", spoiltRow(func(g *row) {
			g.make = func(p *marking, m oxo.Move) {
				p.mark(m)
				p.asked++
			}
			g.margin = func(p *marking) int { return p.more() * p.asked }
		}), "margin", "a finished game has one margin"},
		{"the margin counts plies", "Margined.Margin", margin(func(p *marking) int {
			return p.more() * (20 - len(p.undo))
		}), "notation", "FormatPosition writes the whole state"},
		{"the margin is larger than MaxMargin", "Margined.Margin", margin(func(p *marking) int {
			return p.more() * (oxo.MaxMargin/2 + 1)
		}), "margin", "a margin is within ±MaxMargin"},
		{"the margin counts the leftmost square twice", "Margined.Margin", margin(func(p *marking) int {
			n := p.more()
			switch edge := int(p.marks.of[p.turn]&1) - int(p.marks.of[p.turn.Opponent()]&1); {
			case n > 0:
				return n + max(edge, 0)
			case n < 0:
				return n + min(edge, 0)
			}
			return 0
		}), "symmetry", "with the same canonical key and the same value"},
	}
}

// guideMutants break the promises of Guided, Guide and Evaluator.
func guideMutants() []mutant {
	expand := func(f func(p *marking, children []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds)) oxo.Game {
		return spoiltRow(func(g *row) {
			g.expand = func(p *marking) ([]oxo.Child, oxo.Bounds) {
				children, b := p.children()
				return f(p, children, b)
			}
		})
	}
	const proven = "what a guide says is proven"
	return []mutant{
		{"the guide says that nobody wins by more than one", "Guide.Expand", expand(func(_ *marking, c []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
			return c, b.And(oxo.Between(oxo.By(-1), oxo.By(1)))
		}), "guide", proven},
		{"the guide gives a finished game the other side's margin", "Guide.Expand", expand(func(p *marking, c []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
			if p.Outcome() != oxo.Ongoing {
				return nil, oxo.Exactly(oxo.By(-p.more()))
			}
			return c, b
		}), "guide", proven},
		{"the guide counts the plies of a game with a margin", "Guide.Expand", expand(func(p *marking, c []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
			switch p.Outcome() {
			case oxo.Won:
				return nil, oxo.Exactly(oxo.Win(0))
			case oxo.Lost:
				return nil, oxo.Exactly(oxo.Loss(0))
			default:
				return c, b
			}
		}), "guide", proven},
		{"the guide gives a finished game its result without the margin", "Guide.Expand", expand(func(p *marking, c []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
			if n := p.more(); p.Outcome() != oxo.Ongoing && n != 0 {
				return nil, oxo.Between(oxo.By(-rowPass), oxo.By(rowPass))
			}
			return c, b
		}), "guide", "a guide gives a finished game exact bounds and no moves"},
		{"the guide gives a finished game a move", "Guide.Expand", expand(func(_ *marking, c []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
			if len(c) == 0 {
				c = []oxo.Child{{Move: rowPass}}
			}
			return c, b
		}), "guide", "a guide gives a finished game exact bounds and no moves"},
		{"the guide keeps the pass alone", "Guide.Expand", expand(func(_ *marking, c []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
			return c[max(0, len(c)-1):], b
		}), "guide", proven},
		{"the guide says of a pass that it does not lose", "Child", expand(func(_ *marking, c []oxo.Child, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
			if len(c) > 0 {
				c[len(c)-1].Bounds = oxo.Between(oxo.Draw, oxo.By(rowPass))
			}
			return c, b
		}), "guide", proven},
		{"the guide is that of a copy", "Guided.Guide", spoiltRow(func(g *row) {
			g.guide = func(p *marking) oxo.Guide { return &rowGuide{p.copied()} }
		}), "guide", "a guide sees each Make and Unmake"},
		{"the guide leaves a move made", "Guide.Expand", spoiltWalk(func(g *walk) {
			g.expand = func(p *walking) ([]oxo.Child, oxo.Bounds) {
				children, b := p.children()
				if p.asked++; len(children) > 0 && p.asked%2 == 0 {
					p.step(children[0].Move)
				}
				return children, b
			}
		}), "guide", "Expand takes back the moves that it makes"},
		{"an estimate is above MaxEstimate", "Evaluator.Evaluate", spoiltRow(func(g *row) {
			g.evaluate = func(p *marking) oxo.Score { return oxo.By(p.more()) }
		}), "estimate", "an estimate is within ±MaxEstimate"},
		{"an estimate is another each time", "Evaluator.Evaluate", spoiltRow(func(g *row) {
			g.evaluate = func(p *marking) oxo.Score {
				p.asked++
				return oxo.Score(p.asked)
			}
		}), "estimate", "a position always has the same estimate"},
		{"an estimate depends on the moves before", "Evaluator.Evaluate", spoiltWalk(func(g *walk) {
			g.evaluate = func(p *walking) oxo.Score { return p.ahead() + oxo.Score(p.asked) }
			g.clone = func(p *walking) *walking {
				c := p.copied()
				c.asked++
				return c
			}
		}), "clone", sayCopy},
		{"Evaluate leaves a move made", "Evaluator.Evaluate", spoiltRow(func(g *row) {
			g.evaluate = func(p *marking) oxo.Score {
				p.mark(rowPass)
				return 0
			}
		}), "estimate", "Evaluate leaves the position as it was"},
		{"the unit is another in each position", "Factual.Facts", spoiltRow(func(g *row) {
			g.unit = func(p *marking) oxo.Score { return 1 + oxo.Score(p.marks.of[0]) }
		}), "estimate", "estimates of a game have one unit"},
		{"the unit is below 0", "Factual.Facts", spoiltRow(func(g *row) {
			g.unit = func(*marking) oxo.Score { return -1 }
		}), "estimate", "estimates of a game have one unit"},
	}
}
