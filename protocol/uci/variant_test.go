package uci_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/games"
	"oxo/internal/race"
	"oxo/protocol/uci"
)

// TestNames: a game is found by its name in other programs, and by its own name.
func TestNames(t *testing.T) {
	race.OneThread(t)
	for name, want := range map[string]string{
		"tictactoe": "mnk:3x3x3", "gomoku": "mnk:15x15x5", "mnk5x5x4": "mnk:5x5x4", "mnk5x5x4,misere": "mnk:5x5x4,misere",
		"mnk:5x5x4,torus": "mnk:5x5x4,torus", "breakthrough": "breakthrough:8x8", "breakthrough6": "breakthrough:6x6",
		"Breakthrough5": "breakthrough:5x5", "breakthrough6x8": "breakthrough:6x8", "breakthrough12x12,teleport": "breakthrough:12x12,teleport",
		"clashofpawns": "breakthrough:12x12", "cfour": "connect4:7x6", "cfour8x7": "connect4:8x7", "connect4": "connect4:7x6", "othello": "othello:8x8", "flipello": "othello:8x8", "flipello6": "othello:6x6", "flipello4x6": "othello:4x6",
		"sticks:21x3": "sticks:21x3",
		"chess":       "chess", "chess960": "chess,960=518", "gardner": "chess:5x5", "losalamos": "chess:6x6", "chess5x6": "chess:5x6",
	} {
		g, err := uci.Lookup(games.All(), name)
		if err != nil || g.Name() != want {
			t.Errorf("%s: %v, %v; want %s", name, g, err, want)
			continue
		}
		if v, ok := g.(uci.Variant); ok {
			again, err := uci.Lookup(games.All(), v.Variant())
			if err != nil || again.Name() != want {
				t.Errorf("%s is called %s, which is %v, %v", want, v.Variant(), again, err)
			}
			if strings.ContainsAny(v.Variant(), " :") {
				t.Errorf("%s: the heading of a variants file cannot be %q", want, v.Variant())
			}
		}
	}
	for _, name := range []string{"", "chess7", "mnk", "mnk5", "cfour0x0", "breakthrough3", "tictactoe99"} {
		if g, err := uci.Lookup(games.All(), name); err == nil {
			t.Errorf("%q is %s", name, g.Name())
		}
	}
}

// variantNames are games with a notation for UCI.
var variantNames = []string{
	"tictactoe", "mnk:1x1x1", "mnk:4x3x3", "mnk:7x7x4,torus", "mnk:20x20x5", "gomoku", "cfour", "connect4:4x4", "connect4:9x5",
	"breakthrough", "breakthrough:5x5", "breakthrough:2x4", "breakthrough:20x20", "clashofpawns,teleport",
	"othello", "othello:4x6", "othello:6x6", "chess", "chess,960=0", "chess:5x6",
}

// TestRoundTrips: over random games, written positions and moves are read back, and
// illegal moves are refused.
func TestRoundTrips(t *testing.T) {
	race.OneThread(t)
	rng := rand.New(rand.NewPCG(3, 1))
	for i, name := range variantNames {
		if testing.Short() && i%3 != 0 {
			continue
		}
		g, ok := find(t, name).(uci.Variant)
		if !ok {
			t.Fatalf("%s is no variant", name)
		}
		for range 2 {
			p := g.Start()
			for ply := 0; ; ply++ {
				fen := g.FormatFEN(p)
				q, err := g.ParseFEN(fen)
				if err != nil || g.FormatPosition(q) != g.FormatPosition(p) || g.FormatFEN(q) != fen {
					t.Fatalf("%s: %s is read as %v, %v", name, fen, q, err)
				}
				moves := p.Moves(nil)
				texts := map[string]bool{}
				for i, m := range moves {
					if i%7 != ply%7 && len(moves) > 20 { // checking all of them on large boards takes long
						continue
					}
					text := g.FormatUCI(p, m)
					if again, err := g.ParseUCI(p, text); err != nil || again != m || texts[text] || strings.Contains(text, " ") {
						t.Fatalf("%s, %s: %s is read as %v, %v", name, fen, text, again, err)
					}
					texts[text] = true
				}
				if p.Outcome() != oxo.Ongoing {
					break
				}
				m := moves[rng.IntN(len(moves))]
				text := g.FormatUCI(p, m)
				p.Make(m)
				if strings.HasPrefix(text, "P@") && p.Outcome() == oxo.Ongoing {
					if again, err := g.ParseUCI(p, text); err == nil {
						t.Fatalf("%s, %s: %s is taken and read as %v", name, g.FormatFEN(p), text, again)
					}
				}
			}
		}
	}
}

// TestVariantsFile: the rules for Fairy-Stockfish, and the games without such rules.
func TestVariantsFile(t *testing.T) {
	text, err := uci.VariantsFile([]oxo.Game{find(t, "mnk:4x3x3,misere"), find(t, "breakthrough"), find(t, "breakthrough6")})
	const want = `# Made by oxo bot uci --variants, from the rules of its games.

# mnk:4x3x3,misere
[mnk4x3x3,misere]
maxFile = 4
maxRank = 3
startFen = 4/4/4[PPPPPPpppppp] w - - 0 1
immobile = p
promotionPieceTypes = -
pieceDrops = true
doubleStep = false
castling = false
stalemateValue = draw
immobilityIllegal = false
nMoveRule = 0
connectN = 3
# Releases before 2024 do not know connectValue: a row wins there.
connectValue = loss

# breakthrough:6x6
[breakthrough6:breakthrough]
maxFile = 6
maxRank = 6
startFen = pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1
whiteFlag = *6
blackFlag = *1
`
	if err != nil || text != want {
		t.Errorf("%v\n%s", err, text)
	}
	for name, why := range map[string]string{
		"gomoku": "is too large for Fairy-Stockfish: want at most 12 columns and 10 rows", "mnk:4x4x4,torus": "has no edges",
		"breakthrough:12x12": "is too large", "clashofpawns,teleport": "squares that teleport", "nim": "Fairy-Stockfish cannot read the rules of",
	} {
		if _, err := uci.VariantsFile([]oxo.Game{find(t, name)}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want: %s", name, err, why)
		}
	}
}

// FuzzFEN: a position that can be read can be written and read again.
func FuzzFEN(f *testing.F) {
	for _, seed := range []string{
		"3/3/3[PPPPPpppp] w - - 0 1", "3/1P1/3 b", "2p/1P1/3[PPPPppp] w - - 2 2", "3/3/3[] w", "3/3/3[PP", "PPP/pp1/3", "1/2/3", "12/12", "7/7/7/7/7/3P3 b",
		"8/8/8/8/8/8/8/8 w", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1", "7p/8/8/8/8/8/8/P7 b", "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1", "\xff/3/3", "03/3/3", "3/3/3 w - - 0 1 x", "",
	} {
		f.Add(seed)
	}
	var all []uci.Variant
	for _, name := range []string{"tictactoe", "cfour", "breakthrough", "breakthrough:2x4", "othello"} {
		g, err := uci.Lookup(games.All(), name)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, g.(uci.Variant))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range all {
			p, err := g.ParseFEN(text)
			if err != nil {
				if err.Error() == "" || len(err.Error()) > 1000 {
					t.Fatalf("the error for %q is %q", text, err)
				}
				continue
			}
			fen := g.FormatFEN(p)
			if again, err := g.ParseFEN(fen); err != nil || g.FormatPosition(again) != g.FormatPosition(p) || g.FormatFEN(again) != fen {
				t.Fatalf("%q is read as %s, and that as %v, %v", text, fen, again, err)
			}
		}
	})
}

// FuzzParseUCI: a move that can be read is legal, and can be written and read again.
func FuzzParseUCI(f *testing.F) {
	for _, seed := range []string{"P@b2", "p@b2", "P@", "P@b", "P@b02", "P@b2x", "b2", "a2a3", "a2xb3", "a2-a3", "a7a6", "P@d1", "P@d2", "P@e3", "d4d4", "0000", "(none)", "", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"tictactoe", "cfour", "breakthrough", "othello"} {
			g := find(t, name).(uci.Variant)
			p := g.Start()
			m, err := g.ParseUCI(p, text)
			if err != nil {
				if err.Error() == "" || len(err.Error()) > 1000 {
					t.Fatalf("the error for %q is %q", text, err)
				}
				continue
			}
			if again, err := g.ParseUCI(p, g.FormatUCI(p, m)); err != nil || again != m {
				t.Fatalf("%q is read as %v, and that as %v, %v", text, m, again, err)
			}
		}
	})
}

// FuzzServe: for any input the program ends with the input, and has answered every go
// and every isready that it began to carry out.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves P@b2\ngo depth 2\nquit\n", "go infinite\nstop\ngo ponder\nponderhit\n", "setoption name UCI_Variant value breakthrough\ngo nodes 9\nd\n",
		"position fen 3/3/3 moves\r\ngo searchmoves P@a1 P@b2 depth 1\r\n", "setoption name MultiPV value 3\ngo mate 1 movetime 1\n", "setoption name Skill Level value 1\ngo wtime -1 btime 1\n",
		"\x00\xff\ngo\n\n\n", "position startpos moves moves moves fen\n", "setoption name value value name\n", "go depth go depth\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lower := strings.ToLower(text)
		if strings.Contains(lower, "hash") || strings.Contains(lower, "threads") {
			t.Skip("these take memory and processors")
		}
		var said strings.Builder
		err := uci.Serve(t.Context(), strings.NewReader(text), &said, games.All(), uci.Options{Name: "oxo", Author: "the tests", Game: find(t, "tictactoe")})
		if err != nil {
			t.Fatal(err)
		}
		answers := 0
		for line := range strings.Lines(said.String()) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch word {
			case "bestmove":
				answers++
			case "id", "option", "uciok", "readyok", "info", "Variant:", "Fen:", "Nodes":
			default:
				if !strings.Contains(lower, "d") { // the board, and whose turn it is
					t.Fatalf("it said %q", line)
				}
			}
		}
		if answers > strings.Count(lower, "go") {
			t.Fatalf("%d answers to %q", answers, text)
		}
	})
}
