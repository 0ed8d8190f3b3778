package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"oxo"
	"oxo/arena"
	"oxo/arena/roster"
	"oxo/cluster"
	"oxo/cluster/matches"
	"oxo/internal/words"
)

// entrantsOf returns a function that makes the players of a hub's plan.
func (a *app) entrantsOf(programs bool) func(g oxo.Game, p *arena.Plan) ([]arena.Entrant, error) {
	return func(g oxo.Game, p *arena.Plan) ([]arena.Entrant, error) {
		all, err := roster.ReadAll(p.Players, p.Time)
		if err != nil {
			return nil, err
		}
		if len(all) != len(p.Names) {
			return nil, fmt.Errorf("%d players and %d names: want a name for each player", len(all), len(p.Names))
		}
		for i, e := range all {
			if e.StartsProgram() && !programs {
				return nil, fmt.Errorf("the player %q is a program, which this worker may not start: want a worker with --programs", e.Spec)
			}
			if e.OpensFile() && !programs {
				return nil, fmt.Errorf("the player %q reads a file, which this worker may not open: want a worker with --programs", e.Spec)
			}
			e.Name = p.Names[i]
		}
		return roster.Entrants(g, &a.books, all), nil
	}
}

// byCluster lets workers play the games.
func (t *tournament) byCluster(ctx context.Context, keep func(*arena.Record) (bool, error)) error {
	text, err := json.Marshal(t.plan)
	if err != nil {
		return err
	}
	hub, err := t.a.dial(ctx, &t.options.cluster)
	if err != nil {
		return err
	}
	defer hub.close()
	defer hub.desk.Close()
	done, texts := map[int]bool{}, map[int]string{} // by the number of the game: finished games, and results from this run of the command
	if t.file != nil {
		for i := range t.file.Records {
			done[t.file.Records[i].N] = true
		}
	}
	f, err := hub.run(ctx, cluster.Order{Kind: matches.Kind, Game: t.plan.Game, Spec: text, Check: t.options.cluster.check}, true, func(text json.RawMessage) error {
		var r arena.Record
		if err := json.Unmarshal(text, &r); err != nil {
			return err
		}
		if done[r.N] {
			if first, ok := texts[r.N]; ok && first != string(text) {
				fmt.Fprintf(t.a.err, "%s: game %d was played again, since the hub believes its worker no more: what was kept of it is the first one\n", t.a.name, r.N)
				delete(texts, r.N)
			}
			return nil
		}
		_, err := keep(&r)
		done[r.N], texts[r.N] = err == nil, string(text)
		return err
	})
	for id, why := range f.Aside {
		fmt.Fprintf(t.a.err, "%s: game %s is set aside: %s\n", t.a.name, shown(id), shown(why))
	}
	if err == nil && len(f.Aside) > 0 {
		return fmt.Errorf("%s could not be played", words.Count(len(f.Aside), "game"))
	}
	return err
}
