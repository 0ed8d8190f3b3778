package audit

import (
	"context"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"
)

// Best says that no other move of a position is better.
type Best struct {
	Position oxo.Position
	Move     oxo.Move
	Name     string
}

// bestMoves returns the moves that a row calls best.
func (r row) bestMoves(g oxo.Game, p oxo.Position) ([]Best, error) {
	if r["proven"] == "false" {
		return nil, nil
	}
	var all []Best
	for name := range strings.FieldsSeq(r["best"]) {
		m, err := g.ParseMove(p, name)
		if err != nil {
			return nil, fmt.Errorf("best %.20s: %w", name, err)
		}
		all = append(all, Best{p, m, name})
	}
	return all, nil
}

// checkBest compares the moves called best with the values of their position. It reports false if
// ctx ended first.
func (a *Auditor) checkBest(ctx context.Context, s *search.Searcher, r *Record, content *Content, checked *Checked) bool {
	if len(content.Best) == 0 {
		return true
	}
	p := content.Best[0].Position // a row has one
	proven, line := a.proveLine(ctx, s, p)
	for _, b := range content.Best {
		after := p.Clone()
		after.Make(b.Move)
		its := a.prove(ctx, s, after).ToParent()
		if ctx.Err() != nil {
			return false
		}
		claim := Claim{What: "best", Position: p, Stated: fmt.Sprintf("%s (%s)", b.Name, its)}
		verdict := Unproven
		switch {
		case its.Lo() >= proven.Hi():
			verdict = Right
		case its.Hi() < proven.Lo():
			verdict = Wrong
		}
		checked.add(r, content, &claim, verdict, proven)
		if verdict == Wrong && len(line) > 0 {
			checked.Findings[len(checked.Findings)-1].Right += ", by " + strings.Join(catalog.FormatLine(content.Game, p, line), " ")
		}
	}
	return true
}

// proveLine returns the proven bounds of a position, and the line of the search.
func (a *Auditor) proveLine(ctx context.Context, s *search.Searcher, p oxo.Position) (oxo.Bounds, []oxo.Move) {
	if p.Outcome() != oxo.Ongoing {
		return a.widen(oxo.Exactly(oxo.Final(p))), nil
	}
	r := s.Search(ctx, p, a.options.Limits)
	b := r.Bounds
	if r.Proven {
		b = b.And(oxo.Exactly(r.Score))
	}
	return a.widen(b), append([]oxo.Move(nil), r.Line...)
}
