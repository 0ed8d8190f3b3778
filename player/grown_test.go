//go:build !race

package player_test

import (
	"context"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// TestLevelsByPlayouts: a level of Go draws the same move again with the same seed,
// low levels draw others with other seeds, and a game between levels ends.
func TestLevelsByPlayouts(t *testing.T) {
	g := gametest.Game(t, "go:5x5")
	drawn := func(level player.Level, seed uint64) oxo.Move {
		c, err := player.NewLeveled(g, level, seed, search.Limits{}).Move(t.Context(), g.Start())
		if err != nil || c.Nodes < player.StrengthOf(g.Name(), level).Nodes {
			t.Fatalf("%v: %+v, %v", level, c, err)
		}
		return c.Move
	}
	different := map[oxo.Move]bool{}
	for seed := range uint64(6) {
		different[drawn(1, seed)] = true
		if a, b := drawn(4, seed), drawn(4, seed); a != b {
			t.Errorf("seed %d: %v, then %v", seed, a, b)
		}
	}
	if len(different) < 3 {
		t.Errorf("level 1 draws %v", different)
	}
	players := [2]*player.Leveled{player.NewLeveled(g, 6, 1, search.Limits{}), player.NewLeveled(g, 1, 2, search.Limits{})}
	session := player.NewSession(g, g.Start())
	for n := 0; session.Position().Outcome() == oxo.Ongoing && !session.Drawn(); n++ {
		c, err := players[n%2].Move(t.Context(), session.Position().Clone())
		if err != nil || n > 300 {
			t.Fatalf("move %d: %v", n, err)
		}
		if _, err := session.Play(g.FormatMove(session.Position(), c.Move)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLevelInTime: a level that is stopped on a large board returns the best move so
// far and the context's error. The test doubles the time until some play-outs fit.
func TestLevelInTime(t *testing.T) {
	g := gametest.Game(t, "go:19x19")
	all := player.StrengthOf(g.Name(), 10).Nodes
	for limit := 50 * time.Millisecond; ; limit *= 2 {
		ctx, stop := context.WithTimeout(t.Context(), limit)
		c, err := player.NewLeveled(g, 10, 1, search.Limits{}).Move(ctx, g.Start())
		stop()
		if err == nil || c.Nodes >= all {
			t.Fatalf("it makes all its play-outs, whatever the context says: %+v, %v", c, err)
		}
		if c.Nodes > 0 {
			if c.Move == 0 {
				t.Errorf("%+v, %v", c, err)
			}
			return
		}
	}
}

// TestProving: small positions are proven, with the values of the search alone; large
// ones get play-outs, with the unproven moves in the order of visits between the
// proven ones. The limits are nodes, so that every machine proves the same.
func TestProving(t *testing.T) {
	s := search.New(search.Options{TableBytes: 1 << 20})
	if p := gametest.Game(t, "tictactoe").Start(); player.Proving(s, p) != player.Engine(s) {
		t.Error("search has a part of the time for a game that mcts does not suit")
	}
	limits := search.Limits{Nodes: 1_600_000}
	for _, name := range []string{"go:2x2", "go:2x3"} {
		g := gametest.Game(t, name)
		want := map[oxo.Move]oxo.Score{}
		for _, m := range search.New(search.Options{}).Analyze(t.Context(), g.Start(), search.Limits{}) {
			want[m.Move] = m.Score
		}
		var last []search.MoveResult
		for last = range player.Proving(s, g.Start()).AnalyzeProgress(t.Context(), g.Start(), limits) { //nolint:revive // only the last one counts
		}
		if len(last) != len(want) {
			t.Errorf("%s: %d moves, not %d", name, len(last), len(want))
		}
		for _, m := range last {
			if w := want[m.Move]; m.Bounds.Lo() > w || m.Bounds.Hi() < w || m.Proven && m.Score != w || !m.Proven && name == "go:2x2" {
				t.Errorf("%s: %s is %v, and worth %v", name, g.FormatMove(g.Start(), m.Move), m.Value, w)
			}
		}
		if r := player.Proving(s, g.Start()).Search(t.Context(), g.Start(), limits); r.Score.Sign() != last[0].Score.Sign() || r.Proven && last[0].Proven && r.Score != last[0].Score {
			t.Errorf("%s: %v, not %v", name, r.Value, last[0].Value)
		}
	}
	checkOrder(t, s, "go:7x7", "")
	checkOrder(t, s, "go:3x3", "B2 A1 C3 B1")
}

// checkOrder checks the order of the analysed moves.
func checkOrder(t *testing.T, s *search.Searcher, name, moves string) {
	t.Helper()
	_, p, _ := gametest.Moves(t, name+" "+moves)
	before := p.Hash()
	said := 0
	for all := range player.Proving(s, p).AnalyzeProgress(t.Context(), p, search.Limits{Nodes: 4000}) {
		said++
		if len(all) != len(p.Moves(nil)) {
			t.Fatalf("%s: %d moves", name, len(all))
		}
		for i := range all[1:] {
			a, b := &all[i], &all[i+1]
			estimates := a.Score.Sign() == 0 && b.Score.Sign() == 0 && !a.Proven && !b.Proven
			if a.Score.Sign() < b.Score.Sign() || estimates && a.Nodes < b.Nodes {
				t.Fatalf("%s: %v with %d play-outs, then %v with %d", name, a.Value, a.Nodes, b.Value, b.Nodes)
			}
		}
	}
	if said == 0 || p.Hash() != before {
		t.Errorf("%s: %d words", name, said)
	}
}

// TestLevelOfDecided: if the game's own knowledge proves all moves, a level makes the
// best without a play-out.
func TestLevelOfDecided(t *testing.T) {
	_, p, _ := gametest.Moves(t, "go:3x3 B2 pass B1 pass B3 pass")
	for _, level := range []player.Level{1, 5, 10} {
		c, err := player.NewLeveled(gametest.Game(t, "go:3x3"), level, 1, search.Limits{}).Move(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(c.Move)
		r := search.New(search.Options{}).Search(t.Context(), p, search.Limits{Nodes: 100_000})
		p.Unmake(c.Move)
		if !r.Bounds.Hi().IsLoss() {
			t.Errorf("%v plays %v, which leaves %v", level, c.Move, r.Value)
		}
	}
}

// TestPartsOfLittle: both parts of a split limit stay limits, however small; nodes
// are split as time is.
func TestPartsOfLittle(t *testing.T) {
	g := gametest.Game(t, "go:9x9")
	for _, l := range []search.Limits{{Time: 1}, {Nodes: 1}, {Nodes: 400}} {
		e := player.Proving(search.New(search.Options{}), g.Start())
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		r := e.Search(ctx, g.Start(), l)
		if ctx.Err() != nil {
			t.Fatalf("%+v: no end", l)
		}
		cancel()
		if l.Nodes > 1 && (r.Nodes > l.Nodes+1 || r.Nodes < l.Nodes/2) {
			t.Errorf("%+v: %d", l, r.Nodes)
		}
		var last search.Result
		for last = range player.Proving(search.New(search.Options{}), g.Start()).SearchProgress(t.Context(), g.Start(), l) { //nolint:revive // only the last one counts
		}
		if l.Nodes > 0 && last.Nodes != r.Nodes {
			t.Errorf("%+v: %d on the way, %d at the end", l, last.Nodes, r.Nodes)
		}
	}
}
