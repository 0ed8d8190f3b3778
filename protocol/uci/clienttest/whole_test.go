package clienttest

import (
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/corentings/chess/v2/uci"
)

// TestWholeGame: the library's client, which only knows chess and sets no variant,
// plays a whole game of chess with oxo on both sides, as a match manager does. Its
// own board checks each move and the end; after a number of plies the game is a draw.
func TestWholeGame(t *testing.T) {
	const maxPlies, nodes = 300, 500
	e := engine(t)
	if err := e.Run(uci.CmdUCI, uci.CmdIsReady, uci.CmdUCINewGame); err != nil {
		t.Fatal(err)
	}
	game := chess.NewGame()
	plies := 0
	for ; game.Outcome() == chess.NoOutcome && plies < maxPlies; plies++ {
		text := "position startpos"
		for i, m := range game.Moves() {
			if i == 0 {
				text += " moves"
			}
			text += " " + m.String()
		}
		if err := e.Run(position(text), uci.CmdGo{Nodes: nodes}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		best := e.SearchResults().BestMove
		if err := game.PushNotationMove(best.String(), chess.UCINotation{}, nil); err != nil {
			t.Fatalf("%s: %v: %v", text, best, err)
		}
	}
	if plies < 10 {
		t.Errorf("the game has %d plies", plies)
	}
	t.Logf("%s by %s in %d plies", game.Outcome(), game.Method(), plies)
}
