package chances

import (
	"context"
	"fmt"

	"oxo/explain"
	"oxo/player"
	"oxo/search"
)

// Table counts the planted blunders that reviews found, and the good moves that they blamed.
type Table struct {
	Games, Found int            // blunders planted, and marked ? or ??
	Good, Blamed int            // good moves, and the good moves marked ? or ??
	Kinds        map[string]int // planted blunders by what they give
	Notes        []string       // each blunder that was not found, and each good move that was blamed
}

// Review plants blunders, and reviews the games with the given nodes for each move.
func Review(ctx context.Context, o *PlantOptions, nodes uint64, done func(games int)) Table {
	t := Table{Kinds: map[string]int{}}
	for i := 0; t.Games < o.Games && i < 4*o.Games && ctx.Err() == nil; i++ {
		if g, ok := Plant(ctx, o, i); ok {
			t.review(ctx, o, g, nodes)
			done(t.Games)
		}
	}
	return t
}

// review reviews one game, and counts the blunders found and the good moves blamed.
func (t *Table) review(ctx context.Context, o *PlantOptions, g *Planted, nodes uint64) {
	t.Games++
	t.Kinds[g.Kind]++
	played := explain.Played{Game: o.Game, Start: g.Start, Moves: g.Moves}
	engine := player.Proving(search.New(search.Options{KeepTable: true}), g.Start)
	for m := range explain.Review(ctx, engine, played, explain.ReviewLimits{Each: search.Limits{Nodes: nodes}}) {
		blamed := m.Judgement == explain.Mistake || m.Judgement == explain.Blunder || m.Judgement == explain.LetGo
		switch {
		case m.Ply == g.Ply && blamed:
			t.Found++
		case m.Ply == g.Ply:
			t.Notes = append(t.Notes, fmt.Sprintf("game %d, not found, %s: %d. %s", t.Games, g.Kind, m.Ply, m.Words))
		case g.Good[m.Ply]:
			t.Good++
			if blamed {
				t.Blamed++
				t.Notes = append(t.Notes, fmt.Sprintf("game %d, blamed: %d. %s", t.Games, m.Ply, m.Words))
			}
		}
	}
}
