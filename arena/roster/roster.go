// Package roster reads the list of players of an arena or a judge, and makes the
// players: levels, oxo's own players, and programs by their protocols.
package roster

import (
	"context"
	"fmt"
	"os/exec"
	"sync"

	"oxo"
	"oxo/arena"
	"oxo/player"
	"oxo/player/program"
	"oxo/prove/keep"
	"oxo/search"
)

// Entrants returns the players of an arena of g. own is the game's own book, or nil: the
// engines ask it after the book of their specification.
func Entrants(g oxo.Game, own search.Book, players []*Player) []arena.Entrant {
	r := &roster{game: g, book: own}
	all := make([]arena.Entrant, len(players))
	for i, p := range players {
		all[i] = arena.Entrant{Name: p.Name, Time: p.time, Make: func(ctx context.Context) (player.Player, error) { return r.make(ctx, p) }}
	}
	return all
}

// roster makes the players of an arena.
type roster struct {
	game  oxo.Game
	book  search.Book
	once  sync.Once // the table is built once for all
	table player.Player
	err   error
}

func (r *roster) make(ctx context.Context, p *Player) (player.Player, error) {
	switch {
	case p.command != nil:
		return r.program(ctx, p)
	case p.level != 0 && p.level != player.Perfect:
		return player.NewLeveled(r.game, p.level, 0, search.Limits{}), nil
	case p.searches():
		return r.searcher(p)
	case p.kind == player.Table && p.tables != "":
		w, err := keep.WholeTable(r.game, p.tables)
		if err != nil {
			return nil, err
		}
		return player.ByName(ctx, player.Table, r.game, player.Options{Whole: w})
	case p.kind == player.Table:
		r.once.Do(func() { r.table, r.err = player.ByName(ctx, player.Table, r.game, player.Options{}) })
		return r.table, r.err
	}
	return player.ByName(ctx, p.kind, r.game, player.Options{})
}

// searcher makes one of oxo's engines.
func (r *roster) searcher(p *Player) (player.Player, error) {
	options := p.search
	known, err := keep.WithBook(r.book, r.game, p.book)
	if err != nil {
		return nil, err
	}
	if options.Book, err = keep.WithTables(known, r.game, p.tables); err != nil {
		return nil, err
	}
	options.KeepTable = true
	engines := player.NewEngines(p.method, options)
	for _, change := range p.tree {
		engines.WithTree(change)
	}
	return player.NewThinkerWith(engines, p.limits()).WithRepertoire(player.RepertoireOf(options.Book, p.bookMargin(), 0)), nil
}

// defaultNodes is how many positions a search visits for a move if neither it nor the
// arena has a limit: without one it would search until it has a proof.
const defaultNodes = 1_000_000

// limits returns the limits of a search that has none of its own.
func (p *Player) limits() search.Limits {
	if t := p.time; t.Move == 0 && t.Nodes == 0 && t.Depth == 0 && t.Base == 0 {
		return search.Limits{Nodes: defaultNodes}
	}
	return search.Limits{}
}

// bookMargin is how much worse than the best a move of its book may be: for perfect play
// no worse.
func (p *Player) bookMargin() oxo.Score {
	switch {
	case p.margin >= 0:
		return oxo.Score(p.margin)
	case p.level == player.Perfect:
		return 0
	}
	return player.DefaultMargin
}

// program makes a player of a program: it starts one and greets it, or will start it
// for each move.
func (r *roster) program(ctx context.Context, p *Player) (player.Player, error) {
	how, _ := protocolOf(p.kind)
	if how.once != nil {
		if _, err := exec.LookPath(p.command[0]); err != nil {
			return nil, fmt.Errorf("%s cannot be started: %w", p.command[0], err)
		}
		return how.once(p.command, r.game), nil
	}
	running, err := program.Start(ctx, "", p.command...)
	if err != nil {
		return nil, err
	}
	client, err := how.connect(ctx, running, r.game, p.options)
	if err != nil {
		running.Kill()
		return nil, err
	}
	return client, nil
}
