package gtp

import (
	"context"
	"os/exec"
	"testing"

	"oxo"
	"oxo/internal/bottest"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/player/program"
	"oxo/search"
)

// TestGo: komi, passes, two moves of one side, superko and the score of Go.
func TestGo(t *testing.T) {
	for _, c := range []struct{ name, game, in, out string }{
		{"komi and score", "go:9x9", "komi 6.5\nplay b E5\nplay b J9\nplay w pass\nplay b pass\nfinal_score\nkomi 90\nfinal_score\nkomi 81\nfinal_score\nkomi 0.3\n", "=\n\n=\n\n=\n\n=\n\n=\n\n= B+74.5\n\n=\n\n= W+9\n\n=\n\n= 0\n\n? syntax error: komi=0.3 is not a komi\n\n"},
		{"komi stays on another board", "go:9x9", "komi 0.5\nboardsize 3\nplay b B2\nplay w pass\nplay b pass\nfinal_score\n", "=\n\n=\n\n=\n\n=\n\n=\n\n= B+8.5\n\n"},
		{"rules", "go:5x5", "kgs-rules chinese\nkgs-rules japanese\nset_game tictactoe\nkgs-rules chinese\n", "=\n\n? unsupported rules\n\n=\n\n? syntax error: mnk:3x3x3 is not Go\n\n"},
		{"suicide", "go:3x3", "play w A2\nplay w B1\nplay b A1\n", "=\n\n=\n\n? illegal move: want\n\n"},
		// A ko on the edge: black takes at B1, and white may not take back.
		{"ko", "go:4x3", "play b B2\nplay b A1\nplay w C2\nplay w D1\nplay w B1\nplay b C1\nplay w B1\nundo\nplay w A3\n", "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n? illegal move: want\n\n=\n\n=\n\n"},
		// White sends two stones, Black captures them, and White tries to recapture
		// one.
		{"superko", "go:4x3", "play b A1\nplay w D2\nplay b C1\nplay w C3\nplay b C2\nplay w D1\nplay b D3\nplay w D2\n", "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n? illegal move: it repeats the board of 3 plies before (superko)\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) { checkAnswers(t, c.game, c.in, c.out) })
	}
}

// TestGnuGo plays whole games of Go with Debian's GNU Go: it accepts every move and
// makes only legal ones.
func TestGnuGo(t *testing.T) {
	path, err := exec.LookPath("gnugo")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/gnugo"); err != nil {
			t.Skip("gnugo is not installed: apt-get install gnugo")
		}
	}
	ctx := context.Background()
	prog, err := program.Start(ctx, "", path, "--mode", "gtp", "--level", "1", "--chinese-rules", "--capture-all-dead", "--positional-superko")
	if err != nil {
		t.Fatal(err)
	}
	defer prog.Kill()
	g := gametest.Game(t, "go:4x4,komi=1.5")
	client, err := Connect(ctx, prog, g, nil)
	if err != nil {
		t.Fatal(err)
	}
	if komi, err := client.ask(ctx, "get_komi"); err != nil || komi != "1.5" {
		t.Errorf("the komi is %q, %v", komi, err)
	}
	for n := range 2 {
		players := [2]player.Player{client, player.NewLeveled(g, 2, uint64(n), search.Limits{})}
		if n%2 == 1 {
			players[0], players[1] = players[1], players[0]
		}
		moves := bottest.Play(t, g, players, player.Clock{})
		end := g.Start()
		for _, m := range moves {
			end.Make(m)
		}
		if end.Outcome() == oxo.Ongoing {
			t.Errorf("game %d goes on after %d moves", n, len(moves))
		}
	}
}
