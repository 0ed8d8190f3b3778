package uci_test

import "testing"

// minLimits asks for moves within impossible limits.
const minLimits = `
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

// TestLeastLimits: a search with limits that are impossibly small answers at once.
func TestLeastLimits(t *testing.T) {
	for _, test := range []struct{ name, game, script string }{
		{"the least limits are answered at once", "chess", minLimits},
		{"the least limits with a level", "chess", "> setoption name Skill Level value 3" + minLimits},
		{"the least limits with play-outs", "chess", "> setoption name Method value mcts" + minLimits},
		{"the least limits with several lines", "chess", "> setoption name MultiPV value 3" + minLimits},
		{"cutechess#281: increments alone are a clock that has run out", "chess", `
			> go winc 100 binc 100
			< bestmove ...`},
		{"words that are no limits are complained about", "chess", `
			> go depth=1
			< info string go: "depth=1" is ignored, and there is no limit: the search runs until stop; want words as in depth 8 or movetime 1000
			> stop
			< bestmove ...
			> go time 5 depth 1
			< bestmove ...`},
		{"moves without their word are a position that was refused", "chess", `
			> position startpos e2e4
			< info string position startpos: ...
			> go depth 1
			< info string no position to search: ...
			< bestmove 0000
			> position startpos moves e2e4
			> go depth 1
			< bestmove ...`},
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
