package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
)

// Best says that a move is a best one: that it keeps the value of its position.
type Best struct {
	Position oxo.Position // before the move
	Move     oxo.Move
	// ResultOnly is set if the file does not say how fast or by what margin a side wins. Each move that keeps the
	// result is a best one then.
	ResultOnly bool
}

// bestColumns returns the names of the columns with best moves, in small letters.
func bestColumns() []string { return []string{"best", "best_move", "best_moves", "bestmove"} }

// bests returns the claims of a row about best moves. claims are its other claims.
func (r row) bests(g oxo.Game, p oxo.Position, claims []Claim) ([]Best, error) {
	if r["proven"] == "false" || r.ofColumns() {
		return nil, nil
	}
	numbers := slices.ContainsFunc(claims, func(c Claim) bool { return c.Holds.Exact() && c.Holds.Lo() != oxo.Draw })
	var all []Best
	for _, column := range bestColumns() {
		for name := range strings.FieldsSeq(r[column]) {
			m, err := g.ParseMove(p, name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", column, err)
			}
			all = append(all, Best{p, m, !numbers})
		}
	}
	return all, nil
}

// moveBounds returns the proven bounds of a move, for the side that makes it.
func (a *Auditor) moveBounds(ctx context.Context, s *search.Searcher, p oxo.Position, m oxo.Move) oxo.Bounds {
	after := p.Clone()
	after.Make(m)
	return a.prove(ctx, s, after).ToParent()
}

// keepsValue says whether a move is proven to keep the value of its position.
func (b *Best) keepsValue(move, whole oxo.Bounds) Verdict {
	if b.ResultOnly {
		whole, move = onlyResult(whole), onlyResult(move)
	}
	switch {
	case move.Hi() < whole.Lo():
		return Wrong
	case move.Lo() >= whole.Hi() || b.ResultOnly && move == whole && (whole == won() || whole == lost()):
		return Right
	}
	return Unproven
}

// bestMoves returns the names of the moves that are proven to keep the value of a position.
func (a *Auditor) bestMoves(ctx context.Context, s *search.Searcher, g oxo.Game, b *Best, whole oxo.Bounds) []string {
	var names []string
	for _, m := range catalog.Playable(b.Position, nil) {
		if b.keepsValue(a.moveBounds(ctx, s, b.Position, m), whole) == Right {
			names = append(names, g.FormatMove(b.Position, m))
		}
	}
	return names
}

// addBest checks a move that a record calls best, and adds the result.
func (a *Auditor) addBest(ctx context.Context, s *search.Searcher, c *Checked, r *Record, of *Content, b *Best, whole oxo.Bounds) {
	b.ResultOnly = b.ResultOnly || a.options.ResultOnly
	move := a.moveBounds(ctx, s, b.Position, b.Move)
	whole = whole.And(oxo.Between(move.Lo(), oxo.Infinity)) // a position is worth its moves, or more
	v := b.keepsValue(move, whole)
	switch v {
	case Right:
		c.Count.BestRight++
		return
	case Wrong:
		c.Count.BestWrong++
	default:
		c.Count.BestUnproven++
	}
	f := Finding{
		Record: r.Number, Where: r.Where, Game: of.Game.Name(), Position: of.Game.FormatPosition(b.Position), What: "best", Verdict: v,
		Stated: of.Game.FormatMove(b.Position, b.Move),
		Worth:  boundsText(a.widen(move)),
		Right:  boundsText(a.widen(whole)),
	}
	if v == Wrong {
		f.Best = a.bestMoves(ctx, s, of.Game, b, whole)
	}
	c.Findings = append(c.Findings, f)
}
