package cli

import (
	"context"
	"fmt"
	"strconv"

	"oxo"
	"oxo/arena"
	"oxo/arena/roster"
)

// tournament is one run of an arena by the command.
type tournament struct {
	a       *app
	game    oxo.Game
	players []*roster.Player
	options *arenaOptions
	plan    *arena.Plan
	file    *arena.File // nil without a file
}

// before counts the games that are already in the file, and reports whether the plan
// needs no more games.
func (t *tournament) before(all *arena.Arena, board *scoreboard) (decided bool) {
	if t.file == nil {
		return false
	}
	all.Done = t.file.Records
	for i := range t.file.Records {
		decided = !board.add(&t.file.Records[i])
	}
	return decided
}

// run plays the games and prints the results; after an interruption, the results so
// far.
func (t *tournament) run(ctx context.Context) error {
	board := newScoreboard(t)
	all := arena.Arena{Plan: t.plan, Game: t.game, Threads: t.options.threads, Keep: func(r *arena.Record) (bool, error) {
		if t.file != nil {
			if err := t.file.Append(r); err != nil {
				return false, err
			}
		}
		return board.add(r), nil
	}}
	all.Entrants = roster.Entrants(t.game, &t.a.books, t.players)
	decided := t.before(&all, board)
	end := func() {}
	if !t.options.quiet {
		end = board.follow()
	}
	var err error
	switch {
	case decided:
	case t.options.cluster.url != "":
		err = t.byCluster(ctx, all.Keep)
	default:
		err = all.Run(ctx)
	}
	end()
	if err != nil && ctx.Err() == nil {
		return err
	}
	if told := board.tell(); told != nil {
		return told
	}
	if err != nil && t.file != nil {
		fmt.Fprintf(t.a.err, "%s games are kept: \"%s arena resume %s\" continues.\n", strconv.Itoa(board.standings.Games), t.a.name, t.options.out)
	}
	return err
}
