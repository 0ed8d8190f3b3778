package uci_test

import "testing"

// TestConversations runs conversations with every command.
func TestConversations(t *testing.T) {
	for _, test := range []struct{ name, game, script string }{
		{"greeting", "tictactoe", `
			> uci
			< id name oxo test
			< id author the tests
			< option name Hash type spin default 64 min 1 max ...
			< option name Clear Hash type button
			< option name Threads type spin ...
			< option name Ponder type check default false
			< option name MultiPV type spin default 1 min 1 ...
			< option name Skill Level type combo default perfect var 1 ... var 10 var perfect
			< option name Move Overhead type spin ...
			< option name UCI_Variant type combo default tictactoe var tictactoe var ... var breakthrough ...
			< option name UCI_Chess960 type check default false
			< option name Game type string default <empty>
			< uciok
			> isready
			< readyok
			> debug on
			> register later
			> ucinewgame
			> isready
			< readyok`},
		{"castling in Chess960", "chess", `
			> setoption name UCI_Chess960 value true
			> position fen 4k2r/8/8/8/8/8/3PPPPP/3QB1KR w Kk - 0 1 moves g1h1 e8h8
			> d
			< Fen: 5rk1/8/8/8/8/8/3PPPPP/3QBRK1 w - - 2 2
			> position fen 4k3/8/8/8/8/8/3PPPPP/3QB1KR w K - 0 1
			> go depth 2 searchmoves g1h1
			< bestmove g1h1 ...
			> quit`},
		{"begun with Chess960", "chess,960", `
			> uci
			< option name UCI_Chess960 type check default true
			> quit`},
		{"position", "tictactoe", `
			> position startpos
			> d
			< Fen: 3/3/3[PPPPPpppp] w - - 0 1
			> position startpos moves P@b2 P@a1
			> display
			<  . X .
			< Variant: tictactoe
			< Fen: 3/1P1/p2[PPPPppp] w - - 2 2
			> position fen 3/1P1/3[PPPPpppp] b - - 1 1 moves P@c3
			> d
			< Fen: 2p/1P1/3[PPPPppp] w - - 2 2
			> position fen 3/3/PpP b
			> d
			< Fen: 3/3/PpP[PPPppp] b - - 3 2
			> go depth 1
			< bestmove P@...`},
		{"wrong positions keep the old one", "tictactoe", `
			> position startpos moves P@b2
			> position
			< info string position: write position startpos, or position fen ...
			> position fen
			< info string position fen: ... missing ...
			> position startpos moves P@a1 P@a1
			< info string position: move 2: a1 is taken...; go answers bestmove 0000 until a position is accepted
			> position startpos moves P@d4
			< info string position: move 1: "P@d4" is not a move...
			> position startpos moves a1
			< info string position: move 1: "a1" is not a move: write P@ and the square...
			> position fen 3/3
			< info string position fen: the FEN has 2 row(s), but the board has 3...
			> position fen 3/3/PPp w
			< info string position fen: O is to move there...
			> position fen 3/3/PPP w
			< info string position fen: the position has 3 X and 0 O...
			> position fen 3/4/3 w
			< info string position fen: row 2 of the FEN, "4": a run of 4 empty squares does not fit...
			> position fen 3/1X1/3 w
			< info string position fen: row 2...'X' is not a square...
			> position fen 3/1P1/3[PPPP] b - - 0 1
			< info string position fen: O has 0 in hand, but 0 of 4 are placed: write 4...
			> position fen 3/1P1/3 w
			< info string position fen: O is to move there: write b...
			> d
			< Fen: 3/1P1/3[PPPPpppp] b - - 1 1`},
		{"nothing is answered for a refused position", "chess", `
			> position startpos moves e2e4
			> position startpos moves e2e4 e7e5 e1e3
			< info string position: move 3: "e1e3" is not a move: want e1e2; go answers bestmove 0000 until a position is accepted
			> d
			< Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
			< info string the last position was refused: position: move 3: "e1e3" ...
			> go depth 3
			< info string no position to search: position: move 3: "e1e3" is not a move: ...
			< bestmove 0000
			> ucinewgame
			> go movetime 10 searchmoves e7e5
			< info string no position to search: ...
			< bestmove 0000
			> go infinite
			< info string no position to search: ...
			=
			> stop
			< bestmove 0000
			> position fen 8/8 w
			< info string position fen: ...
			> go wtime 1000 btime 1000
			< info string no position to search: position fen: ...
			< bestmove 0000
			> position startpos moves e2e4 e7e5
			> go depth 1 searchmoves g1f3
			< bestmove g1f3
			> position nowhere
			< info string position: write position startpos, ...
			> go depth 1
			< info string no position to search: ...
			< bestmove 0000
			> setoption name UCI_Variant value tictactoe
			> go depth 1
			< bestmove P@b2`},
		{"a FEN of another program is read where it has one meaning", "chess", `
			> position fen 7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1
			< info string position fen: the rights to castle K and Q are left out: the king of white is not on e1
			< info string position fen: the rights to castle k and q are left out: the king of black is not on e8
			> go depth 3
			< info depth ...
			< bestmove e6h6
			> position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 - - moves g1f3
			< info string position fen: the square en passant, d6, is left out: no pawn of black has just passed it
			< info string position fen: the plies without progress, -, is read as 0
			< info string position fen: the number of the move, -, is read as 1
			> d
			< Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1
			> position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e5 0 2
			< info string position fen: the square en passant: the pawn of black is on e5: ...
			> go depth 1
			< info string no position to search: position fen: ...
			< bestmove 0000`},
		{"refused castling is told as UCI writes it", "chess", `
			> setoption name UCI_Chess960 value true
			> position fen 4k3/8/8/8/8/8/3PPPPP/3RK2R w KQ - 0 1 moves e1c8
			< info string position: move 1: "e1c8" is not a move: want e1f1 e1d1 e1h1; go answers ...
			> position fen 4k3/8/8/8/8/8/3PPPPP/3RKR2 w - - 0 1 moves xyz
			< info string position: move 1: "xyz" is not a move here: ...`},
		{"mates count moves", "tictactoe", `
			> position startpos moves P@b1 P@a3
			> go
			< info depth ... score mate 3 nodes ... nps ... hashfull ... time ... pv P@...
			< bestmove P@... ponder P@...
			> position startpos moves P@b1 P@a3 P@a1
			> go
			< info depth 4 seldepth 4 multipv 1 score mate -2 ... pv P@c1 ...
			< bestmove P@c1 ponder ...
			> position startpos moves P@b1 P@a3 P@a1 P@c1
			> go
			< info ... score mate 2 ...
			< bestmove P@...
			> position startpos moves P@b1 P@a3 P@a1 P@c1 P@b2
			> go
			< info ... score mate -1 ...
			< bestmove P@...
			> position startpos moves P@b1 P@a3 P@a1 P@c1 P@b2 P@b3
			> go mate 1
			< info ... score mate 1 ...
			< bestmove P@c3`},
		{"a game that is over", "tictactoe", `
			> position startpos moves P@a1 P@a3 P@b1 P@b3 P@c1
			> go movetime 10
			< info depth 0 score mate 0
			< bestmove (none)
			> go infinite
			< info depth 0 score mate 0
			=
			> stop
			< bestmove (none)`},
		{"infinite waits for stop", "tictactoe", `
			> go infinite
			=
			> isready
			< readyok
			> stop
			< bestmove P@...
			> stop
			> isready
			< readyok`},
		{"stop in mid-thought", "breakthrough", `
			> go infinite
			< info depth 2 ... pv ...
			> isready
			< readyok
			> stop
			< bestmove ...
			> go movetime 100000
			< info depth 1 ...
			> stop
			< bestmove ...`},
		{"ponder waits for ponderhit", "tictactoe", `
			> position startpos moves P@b2 P@a1
			> go ponder wtime 100 btime 100
			=
			> ponderhit
			< bestmove P@...
			> ponderhit
			> isready
			< readyok`},
		{"ponderhit starts the clock", "breakthrough", `
			> go ponder wtime 500 btime 500 movestogo 10
			=
			> isready
			< readyok
			> ponderhit
			< bestmove ...
			> go ponder movetime 1
			=
			> stop
			< bestmove ...`},
		{"limits", "breakthrough", `
			> go depth 3
			< info depth 3 ...
			< bestmove ...
			> go nodes 1000
			< bestmove ...
			> go movetime 20
			< bestmove ...
			> go wtime 100 btime 5 winc 1 binc 1
			< bestmove ...
			> go wtime -5 btime 100
			< bestmove ...
			> go mate 1 nodes 2000
			< bestmove ...
			> go depth 2 movetime 1000000 colour blue
			< bestmove ...`},
		{"the other side's clock is enough", "chess", `
			> position startpos moves e2e4
			> go wtime 100
			< bestmove ...`},
		{"superko", "go:2x2", `
			> position startpos moves A2 B2 B1 pass A1 B2
			> go nodes 100 searchmoves A2
			< info string searchmoves: A2 would repeat the board of ... (superko)...
			< bestmove ...
			> position startpos moves A2 B2 B1 pass A1 B2 A2
			< info string position: move 7: A2 would repeat the board of ... (superko): play another move; go answers bestmove 0000 until a position is accepted`},
		{"a third time is not a mate", "chess", `
			> position fen 7R/8/8/k7/8/8/KQ6/8 b - - 1 90 moves a5a4 b2h2 a4a5 h2b2 a5a4 b2h2 a4a5
			> go nodes 50000 searchmoves h2b2
			< info ... score cp 0 ... pv h2b2
			< bestmove h2b2`},
		{"searchmoves", "tictactoe", `
			> position startpos moves P@b1
			> go searchmoves P@a2 P@b2 depth 4
			< info ... multipv 1 ... pv P@b2...
			< bestmove P@b2...
			> go searchmoves P@c2 P@a2
			< info ... score mate -3 ...
			< bestmove P@...2...
			> go searchmoves P@b1
			< info string searchmoves: b1 is taken...
			< bestmove P@...`},
		{"wrong numbers", "tictactoe", `
			> go depth
			< info string go depth: a number is missing after it: want a whole number, 1 or more; read as 1
			< bestmove ...
			> go depth x nodes 0 winc -1 wtime 1e3 movestogo
			< info string go depth x: want a whole number, 1 or more; read as 1
			< info string go nodes 0: want a whole number, 1 or more; read as 1
			< info string go winc -1: want a whole number of milliseconds, 0 or more; read as 0
			< info string go wtime 1e3: want a whole number of milliseconds; read as 0
			< info string go movestogo: a number is missing after it: want a whole number, 0 or more; read as 0
			< bestmove ...
			> go movetime 99999999999999999 depth 1
			< bestmove ...`},
		{"options", "tictactoe", `
			> setoption name hash value 1
			> setoption name Threads value 2
			> setoption name Ponder value true
			> setoption name Clear Hash
			> setoption name Move Overhead value 20
			> setoption name Skill Level value 1
			> go movetime 1000
			< info depth ... multipv 1 score ...
			< bestmove P@...
			> setoption name level value perfect
			> go infinite
			> stop
			< bestmove ...`},
		{"threads", "cfour", `
			> setoption name Hash value 2
			> setoption name Threads value 2
			> go movetime 60
			< info depth ... hashfull ...
			< bestmove P@...
			> go infinite
			< info depth 2 ...
			> stop
			< bestmove P@...`},
		{"levels are within the time", "breakthrough", `
			> setoption name Skill Level value 10
			> setoption name Move Overhead value 0
			> go movetime 1
			< bestmove ...
			> go movetime 100000
			> stop
			< bestmove ...`},
		{"wrong options", "tictactoe", `
			> setoption
			< info string setoption: write setoption name NAME value VALUE
			> setoption name Hash value many
			< info string setoption name Hash value many: want a whole number from 1 to ...
			> setoption name Hash value 0
			< info string setoption name Hash value 0: ...
			> setoption name Hsh value 1
			< info string no option "Hsh": did you mean Hash?
			> setoption name Contempt value 1
			< info string no option "Contempt": want Hash, ...
			> setoption name Skill Level value 11
			< info string no level "11": ...
			> setoption name UCI_Variant value brekthrough
			< info string no game "brekthrough": did you mean breakthrough?
			> d
			< Variant: tictactoe`},
		{"variants", "tictactoe", `
			> setoption name UCI_Variant value breakthrough6
			> d
			< Fen: pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1
			> position startpos moves a2a3
			> go depth 2
			< bestmove ...
			> setoption name UCI_Variant value mnk5x4x4
			> d
			< Fen: 5/5/5/5[PPPPPPPPPPpppppppppp] w - - 0 1
			> setoption name UCI_Variant value cfour
			> position startpos moves P@d1 P@d2
			> position startpos moves P@d2
			< info string position: move 1: a stone in column 4 falls to d1, not to d2...
			> position startpos moves P@d1 P@d2
			> go movetime 5
			< bestmove P@...
			> setoption name UCI_Variant value flipello
			> d
			< Fen: 8/8/8/3pP3/3Pp3/8/8/8[PP...pp] w - - 0 1
			> position startpos moves P@e3 P@a1
			< info string position: move 2: "P@a1" is not a move here: want P@...
			> setoption name UCI_Variant value 2048
			> go depth 2
			< bestmove ...
			> setoption name UCI_Variant value nim
			> position fen 3+4+5 second moves a3 c5
			> go
			< bestmove b4
			> setoption name Game value <empty>
			> setoption name Game value sticks:21x3
			> position startpos moves 3 3
			> go
			< info ... score mate ...
			< bestmove 2...`},
		{"commands wait for a search", "breakthrough", `
			> go depth 3
			> position startpos moves b2b3
			> go depth 2
			> ucinewgame
			< bestmove ...
			< info depth 2 ... pv ...7...
			< bestmove ...
			> go infinite
			> position startpos moves h2h3
			> d
			< bestmove ...
			< Fen: pppppppp/pppppppp/8/8/8/7P/PPPPPPP1/PPPPPPPP b - - 0 1
			> position startpos
			> go infinite
			> go depth 1000
			> stop
			< bestmove ...
			< bestmove ...
			> isready
			< readyok`},
		{"unknown words", "tictactoe", `
			> joho isready
			< readyok
			> xyzzy
			< info string no command in "xyzzy": want uci, ...
			>
			> go surprise depth 1 please
			< bestmove ...`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			converse(t.Context(), t, test.game).hold(test.script)
		})
	}
}
