package oxo_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/player"
	"oxo/search"
	"oxo/web"
)

// The code of docs/do/embed.md.

func Example_deadline() {
	game, err := catalog.Lookup(games.All(), "connect4")
	if err != nil {
		fmt.Println(err) // the error says what would be right
		return
	}
	position := game.Start()
	if _, err := catalog.Play(game, position, "9"); err != nil {
		fmt.Println(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	r := search.New(search.Options{}).Search(ctx, position, search.Limits{})
	if r.HasMove {
		fmt.Println("there is a move, and it is legal:", game.FormatMove(position, r.Best) != "")
	}
	if !r.Proven {
		fmt.Println("looked some plies ahead:", r.Depth > 0)
	}
	// Output:
	// "9" is not a column: write its number, 1 to 7
	// there is a move, and it is legal: true
	// looked some plies ahead: true
}

// searchers is a pool. Its number of searchers limits how many searches run at once.
type searchers chan *search.Searcher

func newSearchers(n int) searchers {
	s := make(searchers, n)
	for range n {
		s <- search.New(search.Options{TableBytes: 16 << 20})
	}
	return s
}

// best waits for a searcher, or until the request is over.
func (s searchers) best(ctx context.Context, p oxo.Position, limits search.Limits) (search.Result, error) {
	select {
	case one := <-s:
		defer func() { s <- one }()
		return one.Search(ctx, p, limits), nil
	case <-ctx.Done():
		return search.Result{}, ctx.Err()
	}
}

func Example_searchers() {
	pool := newSearchers(2)
	var wg sync.WaitGroup
	for _, name := range []string{"mnk:3x3x3", "connect4:4x4", "sticks:21x3", "othello:4x4"} {
		wg.Go(func() {
			game, err := catalog.Lookup(games.All(), name)
			if err != nil {
				panic(err)
			}
			r, err := pool.best(context.Background(), game.Start(), search.Limits{})
			if err != nil || !r.Proven {
				fmt.Println(name, err, r.Value)
			}
		})
	}
	wg.Wait()
	fmt.Println("all are proven")
	// Output: all are proven
}

func Example_player() {
	game, err := catalog.Lookup(games.All(), "tictactoe")
	if err != nil {
		panic(err)
	}
	p := player.NewLeveled(game, player.Perfect, 1, search.Limits{})
	session := player.NewSession(game, game.Start())
	for !session.Drawn() && session.Position().Outcome() == oxo.Ongoing {
		c, err := p.Move(context.Background(), session.Position())
		if err != nil {
			panic(err)
		}
		session.Make(c.Move)
	}
	fmt.Println(len(session.Moves()), "moves,", catalog.Verdict(game, session.Position()))
	// Output: 9 moves, a draw
}

func Example_page() {
	server, err := web.New(games.All(), web.Options{})
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", server.Handler())
	ts := httptest.NewServer(mux)
	defer ts.Close()
	resp, err := http.Get(ts.URL + "/api/position?game=tictactoe")
	if err != nil {
		panic(err)
	}
	defer func() { _ = resp.Body.Close() }()
	fmt.Println(resp.Status)
	// Output: 200 OK
}
