package uci_test

import "testing"

// leastLimits asks for moves within limits that nothing can keep.
const leastLimits = `
			> go movetime 0
			< bestmove ...
			> go movetime -5
			< info string go movetime -5: want a whole number of milliseconds, 0 or more; read as 0
			< bestmove ...
			> go depth 0
			< info string go depth 0: want a whole number, 1 or more; read as 1
			< bestmove ...
			> go nodes 0
			< info string go nodes 0: want a whole number, 1 or more; read as 1
			< bestmove ...
			> go mate 0
			< info string go mate 0: want a whole number, 1 or more; read as 1
			< bestmove ...
			> go wtime 300.5
			< bestmove ...
			> go wtime 0 btime 0
			< bestmove ...
			> go wtime -99999999999999999999
			< bestmove ...
			> go wtime soon
			< info string go wtime soon: want a whole number of milliseconds; read as 0
			< bestmove ...
			> go movetime 20.75
			< bestmove ...`

// TestLeastLimits: limits that nothing can keep are answered, and no endless search.
func TestLeastLimits(t *testing.T) {
	for _, test := range []struct{ name, game, script string }{
		{"the least limits are answered at once", "chess", leastLimits},
		{"the least limits with a level", "chess", "> setoption name Skill Level value 3" + leastLimits},
		{"the least limits with play-outs", "chess", "> setoption name Method value mcts" + leastLimits},
		{"the least limits with several lines", "chess", "> setoption name MultiPV value 3" + leastLimits},
		{"no movetime is depth 1", "chess", `
			> position startpos moves e2e4
			> go movetime 0
			< info depth 1 ...
			< bestmove ...
			> go infinite movetime 0
			< info depth 3 ...
			=
			> stop
			< bestmove ...`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			converse(t.Context(), t, test.game).hold(test.script)
		})
	}
}
