package uci_test

import (
	"context"
	"fmt"
	"testing"

	"oxo"
	"oxo/protocol/uci"
	"oxo/prove/census"
	"oxo/search"
)

// tables adapts a table for a search.
type tables struct{ *census.Endings }

func (t tables) Ending(p oxo.Position) (oxo.Score, bool) { return t.Lookup(p) }

// TestTables: perfect play uses the tables of the current game; levels do not.
func TestTables(t *testing.T) {
	g := find(t, "chess")
	endings, err := census.SolveEndings(context.Background(), g, 3, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const fen = "8/8/8/8/3k4/8/8/R3K3 w - - 0 1"
	p, err := g.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	value, _ := endings.Lookup(p)
	if !value.IsWin() || value.Plies() < 20 {
		t.Fatalf("%s is worth %v: a search would prove it without a table", fen, value)
	}
	asked := make(chan string, 100)
	c := converseWith(context.Background(), t, uci.Options{Game: g, Book: func(g oxo.Game) search.Book {
		asked <- g.Name()
		if g.Name() == "chess" {
			return tables{endings}
		}
		return nil
	}})
	c.send("position fen " + fen + "\ngo nodes 3000\n")
	c.want(fmt.Sprintf("info ... score mate %d nodes ...", (value.Plies()+1)/2))
	c.want("bestmove ...")
	c.send("setoption name Skill Level value 3\nposition fen " + fen + "\ngo nodes 3000\n")
	c.want("bestmove ...")
	c.send("setoption name Skill Level value perfect\nsetoption name Game value tictactoe\nposition startpos\ngo nodes 3000\n")
	c.want("bestmove ...")
	if a, b := <-asked, <-asked; a != "chess" || b != "mnk:3x3x3" || len(asked) > 0 {
		t.Errorf("tables of %s, %s and %d more are asked for", a, b, len(asked))
	}
}
