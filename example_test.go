package oxo_test

import (
	"context"
	"fmt"

	"oxo/game/catalog"
	"oxo/games"
	"oxo/search"
)

func Example() {
	game, err := catalog.Lookup(games.All(), "mnk:4x4x3")
	if err != nil {
		panic(err)
	}
	position, _, err := catalog.Replay(game, "b2", "b3")
	if err != nil {
		panic(err)
	}
	searcher := search.New(search.Options{})
	for _, m := range searcher.Analyze(context.Background(), position, search.Limits{})[:3] {
		fmt.Println(game.FormatMove(position, m.Move), m.Value)
	}
	best := searcher.Search(context.Background(), position, search.Limits{})
	fmt.Println("best:", game.FormatMove(position, best.Best), best.Value, best.Nodes, "nodes")
	// Output:
	// c3 win in 3
	// c2 win in 3
	// a3 win in 5
	// best: c3 win in 3 1 nodes
}

// Example_embed is the code of docs/learn/from-the-tutorials.md.
func Example_embed() {
	game, err := catalog.Lookup(games.All(), "tictactoe")
	if err != nil {
		panic(err)
	}
	position, _, err := catalog.Replay(game, "b2", "a1") // the moves so far
	answer := search.New(search.Options{}).Search(context.Background(), position, search.Limits{})
	fmt.Println(err, answer.HasMove, game.FormatMove(position, answer.Best), answer.Value)
	// Output: <nil> true a3 draw
}
