package web_test

import (
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo"
	"oxo/api"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/prove/book"
	"oxo/prove/census"
	"oxo/search"
	"oxo/web"
)

// TestGamesAtOnce: eight clients ask one server about positions of different games at
// the same time. Values that it calls proven agree with a table of the game,
// whichever game a searcher was used for before.
func TestGamesAtOnce(t *testing.T) {
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Table: 1 << 20, web.Searches: 2, web.Patience: int64(time.Hour)}, Log: slog.New(slog.DiscardHandler)})
	names := []string{"mnk:3x3x3", "mnk:3x3x3,misere", "mnk:4x3x3", "mnk:3x3x3,torus", "connect4:4x4", "othello:4x4", "sticks:21x3", "sticks:21x3,normal"}
	var wg sync.WaitGroup
	proven := make([]int, len(names))
	for i, name := range names {
		g := gametest.Game(t, name)
		table, err := census.SolveFrom(t.Context(), g, g.Start(), census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() { proven[i] = oneClient(t, c, ts.URL, g, table, uint64(i)) })
	}
	wg.Wait()
	for i, n := range proven {
		if n < 5 {
			t.Errorf("%s: only %d answers were proven", names[i], n)
		}
	}
}

// oneClient asks about random positions of a game, and returns the number of proven
// answers.
func oneClient(t *testing.T, c *http.Client, address string, g oxo.Game, table *census.Table, seed uint64) (proven int) {
	rng := rand.New(rand.NewPCG(seed, 8))
	for range 12 {
		p := g.Start()
		var made []oxo.Move
		for range rng.IntN(8) {
			moves := p.Moves(nil)
			m := moves[rng.IntN(len(moves))]
			if p.Make(m); p.Outcome() != oxo.Ongoing {
				p.Unmake(m)
				break
			}
			made = append(made, m)
		}
		want, _ := table.Value(p)
		what := []string{"solve", "analyze"}[rng.IntN(2)]
		query := url.Values{"game": {g.Name()}, "moves": {strings.Join(catalog.FormatLine(g, g.Start(), made), ".")}, "ms": {"40"}}
		for _, text := range events(t, c, address+"/api/"+what+"?"+query.Encode())[map[string]string{"solve": "solution", "analyze": "analysis"}[what]] {
			got, ok, err := provenWorth(what, text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			if !ok {
				continue
			}
			if proven++; got != want {
				t.Errorf("%s %s of %v: %v, and the value is %v", g.Name(), what, query, got, want)
			}
		}
	}
	return proven
}

// provenWorth reads an event, and returns the value of the position if it is proven.
func provenWorth(what string, text []byte) (oxo.Score, bool, error) {
	proven := func(w api.Worth) bool { return w.Value.Estimate == nil && w.Value.Proven == nil }
	if what == "solve" {
		var s api.Solution
		err := json.Unmarshal(text, &s)
		return oxo.Score(s.Score), err == nil && s.Proven && proven(s.Worth), err
	}
	var a api.Analysis
	if err := json.Unmarshal(text, &a); err != nil {
		return 0, false, err
	}
	best := -oxo.Infinity
	for _, m := range a.Moves {
		if !proven(m.Worth) {
			return 0, false, nil
		}
		best = max(best, oxo.Score(m.Score))
	}
	if !a.Done || len(a.Moves) == 0 {
		return 0, false, nil
	}
	return best, true, nil
}

// TestPagesAtOnce: eight engines, as in pages, share the list of games. Each has its
// own searcher, which is asked about one game after another.
func TestPagesAtOnce(t *testing.T) {
	list, asked := games.All(), solvedGames(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			service, with := api.New(list), search.New(search.Options{TableBytes: 1 << 20, Book: &book.Shelf{}})
			for n := range asked {
				a := asked[(i+3*n)%len(asked)]
				r := api.AnalyzeRequest{Place: api.Place{Game: a.game}}
				err := service.Solve(t.Context(), with, api.Allowed{Time: time.Hour}, r, func(s api.Solution) {
					if s.Proven && oxo.Score(s.Score) != a.value {
						t.Errorf("%s: %s is proven, and the value is %v", a.game, s.Text, a.value)
					}
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

type solvedGame struct {
	game  string
	value oxo.Score
}

// solvedGames returns games with their values.
func solvedGames(t *testing.T) (all []solvedGame) {
	t.Helper()
	for _, name := range []string{"mnk:3x3x3", "mnk:3x3x3,misere", "mnk:4x3x3", "connect4:4x4", "othello:4x4", "sticks:21x3", "sticks:21x3,normal", "nim"} {
		g := gametest.Game(t, name)
		table, err := census.SolveFrom(t.Context(), g, g.Start(), census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v, _ := table.Value(g.Start())
		all = append(all, solvedGame{name, v})
	}
	return all
}
