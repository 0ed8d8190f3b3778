package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/api"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/internal/race"
)

// TestGoByPlayouts: Go is analysed by play-outs, as in the command, with the most
// visited moves first; small positions are proven; and all levels move.
func TestGoByPlayouts(t *testing.T) {
	race.OneThread(t)
	s := api.New(games.All())
	last := playedOut(t, s, 4000)
	if last.Playouts == 0 || !last.Done || last.Unit != "points" || len(last.Moves) < 10 || !last.Moves[0].Best {
		t.Errorf("%+v", last)
	}
	for i, m := range last.Moves[1:] {
		if m.Best || m.Sign > 0 || m.Sign == 0 && (m.Nodes > last.Moves[i].Nodes || m.Value.Estimate == nil) { // a pass loses
			t.Errorf("move %d: %+v after %+v", i+2, m, last.Moves[i])
		}
	}
	// Black's best first move on 7x7 is one of the central nine.
	if best := last.Moves[0].Move; !strings.Contains("CDE", best[:1]) || !strings.Contains("345", best[1:]) {
		t.Errorf("%s is thought best", best)
	}
	got, err := ask(t, s, "analyze", `{"game":"go:2x2"}`)
	if err != nil || !strings.Contains(got["analysis"][len(got["analysis"])-1], `"text":"win by 1"`) {
		t.Errorf("%v, %v", got, err)
	}
	got, err = ask(t, s, "reply", `{"game":"go:2x2","moves":"A1"}`)
	if err != nil || !strings.Contains(got["answer"][0], `"result":"`) || strings.Contains(got["answer"][0], `"estimate"`) {
		t.Errorf("%v, %v", got, err)
	}
	for _, level := range []string{"1", "8", "10", "perfect"} {
		got, err := ask(t, s, "reply", `{"game":"go:9x9","moves":"E5","level":"`+level+`","ms":500}`)
		if err != nil || len(got["answer"]) != 1 {
			t.Errorf("level %s: %v, %v", level, got, err)
		}
	}
}

// playedOut returns an analysis of Go with at least n play-outs, however long they
// take.
func playedOut(t *testing.T, s *api.Service, n uint64) (last api.Analysis) {
	t.Helper()
	for ms := 500; last.Playouts < n; ms *= 2 {
		if ms > 600_000 {
			t.Fatalf("%d play-outs in all", last.Playouts)
		}
		got, err := ask(t, s, "analyze", fmt.Sprintf(`{"game":"go:7x7","ms":%d}`, ms))
		if err != nil {
			t.Fatal(err)
		}
		last = api.Analysis{}
		if err := json.Unmarshal([]byte(got["analysis"][len(got["analysis"])-1]), &last); err != nil {
			t.Fatal(err)
		}
	}
	t.Log(last.Playouts, "play-outs")
	return last
}

// TestLongGame: reading a long game takes no more than playing it. A position of Go
// carries all earlier boards, so a copy for each move took 700 MB for 400 moves.
func TestLongGame(t *testing.T) {
	g := gametest.Game(t, "go:19x19")
	p := g.Start()
	rng := rand.New(rand.NewPCG(1, 1))
	var moves []string
	for len(moves) < 400 && p.Outcome() == oxo.Ongoing {
		all := catalog.Playable(p, nil)
		m := all[rng.IntN(max(len(all)-1, 1))]
		moves = append(moves, g.FormatMove(p, m))
		p.Make(m)
	}
	s := api.New(games.All())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	st, err := s.State(api.Place{Game: "go:19x19", Moves: strings.Join(moves, ".")})
	runtime.ReadMemStats(&after)
	if err != nil || !slices.Equal(st.Moves, moves) {
		t.Fatalf("%d of %d moves, %v", len(st.Moves), len(moves), err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 {
		t.Errorf("%d MB", took>>20)
	}
}
