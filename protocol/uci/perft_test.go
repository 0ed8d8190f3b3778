package uci_test

import (
	"strings"
	"testing"
)

// TestPerft: go perft prints a line for each move, an empty line and the sum, but no
// bestmove.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		name, commands, move, nodes string
		moves                       int
	}{
		{"chess", "position startpos\ngo perft 3", "e2e4: 600", "8902", 20},
		{"one ply", "position startpos\ngo perft 1", "e2e4: 1", "20", 20},
		{"the least", "position startpos\ngo perft 0", "e2e4: 1", "20", 20},
		{"captures and castling", "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\ngo perft 2", "e1g1: 43", "2039", 48},
		{"mated", "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo perft 2", "", "0", 0},
		{"Chess960", "setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/3PPPPP/3RK2R w K - 0 1\ngo perft 1", "e1h1: 1", "17", 17},
		{"another game", "setoption name UCI_Variant value tictactoe\ngo perft 2", "P@b2: 8", "72", 9},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := converse(t.Context(), t, "chess")
			c.send(test.commands + "\n")
			var moves []string
			line, ok := c.next()
			for ; ok && line != ""; line, ok = c.next() {
				if !strings.HasPrefix(line, "info string go perft 0: want ") {
					moves = append(moves, line)
				}
			}
			text := "\n" + strings.Join(moves, "\n") + "\n"
			if len(moves) != test.moves || !strings.Contains(text, "\n"+test.move) {
				t.Errorf("the moves are%swant %d with %q", text, test.moves, test.move)
			}
			if line, _ := c.next(); line != "Nodes searched: "+test.nodes {
				t.Errorf("%q, want %s nodes", line, test.nodes)
			}
			c.hold("> isready\n< readyok\n> go depth 1\n< bestmove ...")
		})
	}
}

// TestPerftStops: stop and the end of the conversation end a count that would take
// for ever. Other commands wait for it.
func TestPerftStops(t *testing.T) {
	converse(t.Context(), t, "chess").hold(`
		> go perft 30
		> isready
		< readyok
		> position startpos moves e2e4
		> go depth 1
		=
		> stop
		< info string perft was stopped before the end
		< bestmove ...
		> position startpos
		> go infinite perft 2
		< a2a3: 20
		< Nodes searched: 400
		> go perft 1000000000`)
}
