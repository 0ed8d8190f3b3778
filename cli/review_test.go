//go:build !race

package cli

import (
	"context"
	"strings"
	"testing"

	"oxo/game/catalog"
	"oxo/games"
)

// TestReviewEveryFamily: a review goes back over the moves of a game of every family.
func TestReviewEveryFamily(t *testing.T) {
	for _, f := range games.All() {
		name := f.Name
		if _, err := catalog.Lookup(games.All(), name); err != nil && len(f.Aliases) > 0 {
			name = f.Aliases[0].Name
		}
		g, err := catalog.Lookup(games.All(), name)
		if err != nil {
			continue // it has no default game: the user writes the tree
		}
		args, p := []string{"review", name}, g.Start()
		for range 3 {
			if moves := p.Moves(nil); len(moves) > 0 {
				args = append(args, g.FormatMove(p, moves[0]))
				p.Make(moves[0])
			}
		}
		code, out, errs := runWith(context.Background(), "", append(args, "--nodes", "100", "--no-book")...)
		if code != 0 || errs != "" || strings.Count(out, "\n") < 3 {
			t.Errorf("%v: exit code %d, stdout %q, stderr %q", args, code, out, errs)
		}
	}
}
