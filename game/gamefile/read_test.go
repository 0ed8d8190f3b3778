//go:build !race

package gamefile_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/internal/gametest"
)

// read reads a game of a file, or fails the test.
func read(t *testing.T, name, file string, number int) *gamefile.Game {
	t.Helper()
	found, err := gamefile.Find(gametest.Game(t, name), file, number)
	if err != nil {
		t.Fatal(err)
	}
	g, err := found.Play(gamefile.All)
	if err != nil {
		t.Fatalf("%v\n%s", err, file)
	}
	return g
}

// moves returns the moves of a game in its notation.
func moves(g *gamefile.Game) string {
	return strings.Join(catalog.FormatLine(g.Rules, g.Start, g.Moves), " ")
}

const chessFile = `%a program's line: [Event "none"] 1. a3
[Event "Club [evening]; (rated)"]
[White "Ann \"A\" O\\B"]
[ Black   "Bo" ]
[Result "0-1"]

{before the first move 1. d4 *} 1. e4 {[%clk 0:03:00] the usual (one} e5 2. Nf3 (2. f4 exf4 (2... d5 {)} 3. exd5
; a rest of a line ) )
) 3. Nf3) 2... Nc6
3.Bc4!? $14 Nd4 ; a trap: 4. Nxe5?
% a line for programs: 9. Ke2
4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2
Nf3# 0-1
[Event "zeros and words without dots"]
1 e4 e5 2 Nf3 Nf6 3 Bc4 Bc5 4 0-0! 0-0 *

1. d4 d5 2. c4 ½-½

[Event "no result, and longer names"]
1. e4 d5 2. e5 f5 3. exf6 e.p. Ng8xf6 4. Ng1-f3
[Event "from elsewhere"]
[SetUp "1"]
[FEN "7k/P7/8/8/8/8/8/7K b - -"]
1... Kg7 2. a8Q Kf7 3. Qb7+ *
[Event "UCI"]
1. e2e4 e7e5 2. g1f3 *
[Event "nothing"]

1-0
`

// TestPGN reads the usual contents of chess files: comments of three kinds, nested
// variations, signs, games with and without tags and results, positions.
func TestPGN(t *testing.T) {
	for i, want := range []struct {
		moves  string
		result gamefile.Result
	}{
		{"e2e4 e7e5 g1f3 b8c6 f1c4 c6d4 f3e5 d8g5 e5f7 g5g2 h1f1 g2e4 c4e2 d4f3", gamefile.SecondWins},
		{"e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8", gamefile.Unknown},
		{"d2d4 d7d5 c2c4", gamefile.Drawn},
		{"e2e4 d7d5 e4e5 f7f5 e5f6 g8f6 g1f3", gamefile.Unknown},
		{"h8g7 a7a8q g7f7 a8b7", gamefile.Unknown},
		{"e2e4 e7e5 g1f3", gamefile.Unknown},
		{"", gamefile.FirstWins},
	} {
		g := read(t, "chess", chessFile, i+1)
		if moves(g) != want.moves || g.Result != want.result {
			t.Errorf("game %d: %s, %q; want %s, %q", i+1, moves(g), g.Result, want.moves, want.result)
		}
		if i == 0 && (g.Names != [2]string{`Ann "A" O\B`, "Bo"} || g.Event != "Club [evening]; (rated)") {
			t.Errorf("names %q, event %q", g.Names, g.Event)
		}
	}
}

// TestFreePGN reads what the standard allows but few programs write: a NAG without a
// blank before it, a % line within a variation, line ends of CR alone. A result that
// contradicts the rules is ignored.
func TestFreePGN(t *testing.T) {
	for _, c := range []struct {
		text, moves string
		result      gamefile.Result
	}{
		{"1.e4$1 e5$2 2.Nf3$13$1 *", "e2e4 e7e5 g1f3", gamefile.Unknown},
		{"1. e4 e5 2. Nf3 (2. d4\n% a bracket ) in a line\nexd4) 2... Nc6", "e2e4 e7e5 g1f3 b8c6", gamefile.Unknown},
		{"% for programs\r[Event \"x\"]\r\r1. e4 e5\r2. Nf3 *\r", "e2e4 e7e5 g1f3", gamefile.Unknown},
		{"[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4# 1-0", "f2f3 e7e5 g2g4 d8h4", gamefile.SecondWins},
		{"1. e4 1-0", "e2e4", gamefile.FirstWins},
	} {
		if g := read(t, "chess", c.text, 1); moves(g) != c.moves || g.Result != c.result {
			t.Errorf("%q: %s, %q", c.text, moves(g), g.Result)
		}
	}
}

// TestMoveNumbers: a game that begins at a FEN continues its move number.
func TestMoveNumbers(t *testing.T) {
	const file = `[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"]

2... Nf6 3. Nc3 *`
	text, err := gamefile.Write(read(t, "chess", file, 1), gamefile.PGN)
	if err != nil || !strings.Contains(text, "2... Nf6 3. Nc3 *") {
		t.Errorf("%s, %v", text, err)
	}
}

// TestVariants: small boards and Chess960, recognised by their tags; castling is O-O,
// or king takes rook.
func TestVariants(t *testing.T) {
	file := `[Variant "Fischerandom"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]
1. Nf3 Nf6 2. Rf1e1 *`
	if _, err := gamefile.Find(gametest.Game(t, "chess"), file, 1); err != nil {
		t.Error(err) // it is looked at later
	}
	file = `[Variant "Chess 960"]
[SetUp "1"]
[FEN "4k2r/8/8/8/8/8/3PPPPP/3QB1KR w Kk - 0 1"]
1. O-O O-O 2. d3 *`
	if g := read(t, "chess,960", file, 1); moves(g) != "O-O O-O d2d3" {
		t.Error(moves(g))
	}
	if g := read(t, "chess,960", strings.Replace(file, "O-O O-O", "g1h1 e8h8", 1), 1); moves(g) != "O-O O-O d2d3" {
		t.Error(moves(g))
	}
	if g := read(t, "gardner", "[Variant \"gardner\"]\n1. b3 cxb3 2. axb3 *", 1); moves(g) != "b2b3 c4b3 a2b3" {
		t.Error(moves(g))
	}
}

// TestPDN reads two kinds of draughts: Black begins in checkers, White in
// international draughts, and the result gives White's points first.
func TestPDN(t *testing.T) {
	file := `[Event "One"]
[GameType "21"]
[White "W"]
[Black "B"]
1. 11-15 23-19 {quiet; (yes)} 2. 8-11! 22-17 (2... 25-22 {other (one)} (3. 4-8) 3. 4-8) 3.4-8 $1 ; the rest
3... 17-13 15-18 1-0
[Event "Two"]
[SetUp "1"]
[FEN "B:W18,27,32:B14."]
% a line of a program
1. 14x23 27x18 2-0 1. 11-15`
	for i, want := range []struct {
		moves  string
		result gamefile.Result
	}{
		{"11-15 23-19 8-11 22-17 4-8 17-13 15-18", gamefile.SecondWins}, {"14x23 27x18", gamefile.SecondWins}, {"11-15", gamefile.Unknown},
	} {
		if g := read(t, "checkers", file, i+1); moves(g) != want.moves || g.Result != want.result {
			t.Errorf("game %d: %s, %q; want %s, %q", i+1, moves(g), g.Result, want.moves, want.result)
		}
	}
	if g := read(t, "checkers", file, 1); g.Names != [2]string{"B", "W"} {
		t.Errorf("black begins, and the sides are %q", g.Names)
	}
	file = `[GameType "20,W,10,0,N2,0"]
1. 32-28 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 0-0`
	if g := read(t, "draughts", file, 1); moves(g) != "32-28 19-23 28x19 14x23 33-28 23x32 37x28" || g.Result != gamefile.Unknown {
		t.Errorf("%s, %q", moves(g), g.Result)
	}
}

// TestSGF reads Go and Othello: nested variations, escapes, both kinds of passes,
// handicaps, stones set up as points and rectangles, several games in a row.
func TestSGF(t *testing.T) {
	file := `rubbish (;FF[4]GM[1]SZ[9]KM[7.5]PB[Ann [the\] first\\]PW[B\
o]C[a \] is \] and (;B[aa\]) is no move];B[ee]BL[59.5];W[cc]C[\]\)](;B[gc];W[](;B[tt];W[ff])(;B[cg]))(;B[aa];W[bb]))
( ; GaMe[1]SiZe[9] ; Black[dd] )
(;GM[1]SZ[9]KM[7.5]HA[2]AB[gc][cg];W[ee];B[])
(;GM[1]SZ[9]AB[aa:cb]AW[ia][ib]AE[bb];AB[ha]PL[W];W[ee])
(;GM[1]SZ[9]HA[3]AB[gc][cg][gg])
(;GM[1]SZ[9];W[ee])`
	for i, want := range []struct{ moves, start string }{
		{"E5 C7 G7 pass pass", "......... black"},
		{"D6", "......... black"},
		{"E5 pass", "......X../........./........./........./..X....../........./......... white"},
		{"E5", "XXX....XO/X.X.....O/........./"},
		{"", "......X../........./........./........./..X...X../........./......... white"},
		{"E5", "......... white"},
	} {
		if i == 0 {
			if _, err := find(t, "go:9x9", file, 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), "ply 6, W[ff]: \"F4\" cannot be played: the game is over") {
				t.Errorf("a stone behind two passes: %v", err)
			}
			g, err := find(t, "go:9x9", file, 1).Play(5)
			if err != nil || moves(g) != want.moves || g.Names != [2]string{`Ann [the] first\`, "Bo"} {
				t.Errorf("%v: %s, %q", err, moves(g), g.Names)
			}
			continue
		}
		g := read(t, "go:9x9", file, i+1)
		if start := g.Rules.FormatPosition(g.Start); moves(g) != want.moves || !strings.Contains(start, want.start) {
			t.Errorf("game %d: %s from %s; want %s from %s", i+1, moves(g), start, want.moves, want.start)
		}
	}
	if g := read(t, "othello", "(;GM[2];B[fe];W[fd])", 1); moves(g) != "f5 f4" {
		t.Error(moves(g))
	}
}

// find finds a game, or fails the test.
func find(t *testing.T, name, file string, number int) *gamefile.Text {
	t.Helper()
	found, err := gamefile.Find(gametest.Game(t, name), file, number)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestMoves reads lines of moves, with and without blanks.
func TestMoves(t *testing.T) {
	const file = "# transcripts\nF5D6C3d3c4\n\n  f5 d6 c3 d3 c4  1-0\r\n1-0\n"
	for number := 1; number <= 2; number++ {
		if g := read(t, "othello", file, number); moves(g) != "f5 d6 c3 d3 c4" {
			t.Error(moves(g))
		}
	}
	if g := read(t, "connect4", "44455\n", 1); moves(g) != "4 4 4 5 5" {
		t.Error(moves(g))
	}
	if g := read(t, "gomoku", "h8h10a1 b2", 1); moves(g) != "h8 h10 a1 b2" {
		t.Error(moves(g))
	}
}

// TestForcedPass: a short game of Othello with a forced pass in its middle is read
// with and without the pass, in each format.
func TestForcedPass(t *testing.T) {
	g := gametest.Game(t, "othello:4x4")
	with := passing(t, g)
	if with == nil {
		t.Fatal("no game has a pass")
	}
	p := g.Start()
	var texts, stones []string
	for _, m := range with {
		name := g.FormatMove(p, m)
		if name != "pass" {
			texts = append(texts, name)
			stones = append(stones, ";"+[2]string{"B", "W"}[p.Turn()]+"["+name[:1]+string('a'+name[1]-'1')+"]")
		}
		p.Make(m)
	}
	for _, file := range []string{
		strings.Join(texts, " "), strings.Join(texts, ""), "[Event \"x\"]\n" + strings.Join(texts, " ") + " *", "(;GM[2]SZ[4]" + strings.Join(stones, "") + ")",
	} {
		if read := read(t, g.Name(), file, 1); !slices.Equal(read.Moves, with) {
			t.Errorf("%s is read as %s", file, moves(read))
		}
	}
}

// passing finds a game with a pass that is not its last move.
func passing(t *testing.T, g oxo.Game) (found []oxo.Move) {
	t.Helper()
	var walk func(p oxo.Position, line []oxo.Move, passed bool) bool
	walk = func(p oxo.Position, line []oxo.Move, passed bool) bool {
		if passed && p.Outcome() == oxo.Ongoing {
			found = slices.Clone(line)
			if _, again := catalog.OnlyPass(g, p); !again {
				m := p.Moves(nil)[0]
				found = append(found, m)
				return true
			}
		}
		if len(line) > 9 {
			return false
		}
		for _, m := range p.Moves(nil) {
			name := g.FormatMove(p, m)
			p.Make(m)
			done := walk(p, append(line, m), name == "pass")
			p.Unmake(m)
			if done {
				return true
			}
		}
		return false
	}
	if !walk(g.Start(), nil, false) {
		return nil
	}
	return found
}

// TestWrongFiles: errors give the game, the line, the ply and the correct form.
func TestWrongFiles(t *testing.T) {
	const two = "[Event \"x\"]\n1. e4 *\n[Event \"y\"]\n1. d4 d5\n2. Nd4 *"
	for _, c := range []struct {
		game, file string
		number     int
		hints      string
	}{
		{"chess", "1. " + strings.Repeat("e4", 9000), 1, "continues for 18000 bytes without a blank"},
		{"connect4", strings.Repeat("4", 20000), 1, "continues for 20000 bytes without a blank"},
		{"chess", "1. " + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 9000), 1, "ply 32769, Nf3: a game has at most 32768 plies"},
		{"chess", "", 1, "the file has no game: want PGN"},
		{"chess", "; nothing\n{at all}", 1, "the file has no game"},
		{"chess", two, 3, "game 3 does not exist: the file has 2"},
		{"chess", two, 0, "games are numbered from 1"},
		{"chess", two, 2, "game 2: line 5, ply 3, Nd4: \"Nd4\" is not a move here: want Nd2 Na3 Nc3 Nf3 Nh3"},
		{"chess", "1. e4 e5 2. e6 *", 1, "game 1: line 1, ply 3, e6: \"e6\" is not a move here: write two squares or standard notation, as in a2a3 or a3"},
		{"chess", "[Event \"x\"]\n\n1. e4 {never\nclosed", 1, "game 1: line 3: the comment \"{never\" has no end: write }"},
		{"chess", "1. e4 ((1. d4)", 1, "the variation \"((1. d4)\" has no end: write )"},
		{"chess", "1. e4 ) *", 1, "line 1: \")\" has no opening bracket before it"},
		{"chess", "[Event]\n1. e4", 1, "\"[Event]\" is not a tag: write a name and a value, as in [Event \"Match\"]"},
		{"chess", "[Event \"x\n1. e4", 1, "is not a tag"},
		{"chess", "[\"x\"]\n1. e4", 1, "is not a tag"},
		{"chess", "[Event \"x\" y]\n1. e4", 1, "is not a tag"},
		{"chess", "[FEN \"x\"]\n1. e4", 1, "game 1: the tag FEN: the position has 1 field(s)"},
		{"chess", "[Variant \"Atomic\"]\n1. e4", 1, "the tag Variant says Atomic, but the game is chess:"},
		{"connect4", "[Variant \"connect4:5x4\"]\n1. 1", 1, "the tag Variant says connect4:5x4"},
		{"chess", "(;GM[1])", 1, "the file is SGF, and chess is not a game of stones: want a file of another format"},
		{"chess", "1. Kxe9", 1, "ply 1, Kxe9"},
		{"checkers", "[GameType \"20\"]\n1. 11-15", 1, "the tag GameType says 20, but checkers:8x8 is 21"},
		{"checkers", "1. 11-15 23-20", 1, "ply 2, 23-20"},
		{"go:9x9", "(;GM[1]SZ[19])", 1, "the board of the file has the size SZ[19], and go:9x9 has 9x9: name the game with the size of the file, as in go:19x19"},
		{"go:9x9", "(;GM[1])", 1, "size SZ[19]"},
		{"go:9x9", "(;GM[1]SZ[x])", 1, "size SZ[x]"},
		{"go:9x9", "(;GM[2]SZ[9])", 1, "GM[2] is not the number of go:9x9, 1"},
		{"go:9x9", "(;GM[1]SZ[9]KM[6.5])", 1, "the komi of the file is KM[6.5], 6.5 points, but the komi of go:9x9 is 7.5: name the game with the komi of the file, as in go:9x9,komi=6.5"},
		{"go:9x9", "(;GM[1]SZ[9]KM[NaN])", 1, "the komi of the file is KM[NaN]"},
		{"go:9x9", "(;SZ[9]AP[oxo]RU[go:9x9,ko=simple])", 1, "the file has games of go:9x9,ko=simple"},
		{"go:9x9", "(;SZ[9]\n;B[jj])", 1, "line 2, ply 1, B[jj]: that is not a point of a board of 9x9"},
		{"go:9x9", "(;SZ[9];B[ee]\n;W[ee])", 1, "line 2, ply 2, W[ee]: E5 is taken"},
		{"gomoku", "(;GM[4]SZ[15];B[ee]\n;B[cc])", 1, "line 2, ply 2, B[cc]: black moves, but white is to move: write a pass as W[]"},
		{"gomoku", "(;GM[4]SZ[15];B[ee]\n;AB[cc][dd])", 1, "line 2: the stones that are set up after ply 1: the position has 3 X and 0 O"},
		{"go:9x9", "(;SZ[9]AB[zz])", 1, "AB[zz] is not a point"},
		{"go:9x9", "(;SZ[9]AB[cc:aa])", 1, "AB[cc:aa] is not a point"},
		{"go:9x9", "(;SZ[9]PL[x])", 1, "PL[x] is not a side: write PL[B] or PL[W]"},
		{"go:9x9", "(;SZ[9]HA[4];W[ee])", 1, "HA[4] says that black begins with 4 stones, but none are set up"},
		{"go:9x9", "(;SZ[9]AB[ba][ab]AW[aa])", 1, "the stones that are set up: the chain on A9 has no liberty"},
		{"go:9x9", "(;SZ[9];B[ee", 1, "the value of B has no end: write ]"},
		{"go:9x9", "(;SZ[9]KM)", 1, "KM has no value"},
		{"go:9x9", "(;1[x])", 1, "is not a property"},
		{"go:9x9", "(;x[x])", 1, "is not a property"},
		{"go:9x9", "( ;SZ[9])(SZ[9])()", 3, "game 3 does not exist: the file has 2"},
		{"gomoku", "(;GM[4]SZ[15]AB[aa][bb])", 1, "the position has 2 X and 0 O"},
		{"gomoku", "(;GM[4]SZ[15]AB[aa]PL[B])", 1, "black is to move according to the file, but white according to the stones"},
		{"gomoku", "(;GM[4]SZ[15];B[])", 1, "ply 1, B[]"},
		{"othello", "f5d6c9", 1, "after 2 moves in \"f5d6c9\": \"c9\" does not begin with a move: want "},
		{"connect4", "12345678", 1, "after 7 moves in \"12345678\": \"8\" does not begin with a move: want 4 "},
		{"tictactoe", "a1b1a2b2a3c3", 1, "after 5 moves in \"a1b1a2b2a3c3\": \"c3\" cannot be played: the game is over (X has won)"},
	} {
		found, err := gamefile.Find(gametest.Game(t, c.game), c.file, c.number)
		if err == nil {
			_, err = found.Play(gamefile.All)
		}
		if err == nil || !strings.Contains(err.Error(), c.hints) {
			t.Errorf("%s, %q: %v; want %q", c.game, c.file, err, c.hints)
		}
	}
}

// TestPart: text after the requested plies is not checked.
func TestPart(t *testing.T) {
	for _, c := range []struct{ game, file string }{
		{"chess", "1. e4 e5 2. Qa9 *"}, {"go:9x9", "(;SZ[9];B[ee];W[cc];B[cc])"}, {"othello", "f5d6a1"}, {"checkers", "1. 11-15 23-19 2. 1-32"},
	} {
		found := find(t, c.game, c.file, 1)
		if g, err := found.Play(2); err != nil || len(g.Moves) != 2 {
			t.Errorf("%s: %v", c.file, err)
		}
		if _, err := found.Play(3); err == nil || !strings.Contains(err.Error(), "game 1: ") {
			t.Errorf("%s: %v", c.file, err)
		}
	}
	if _, err := find(t, "chess", "1. e4 *", 1).Play(9); err == nil || !strings.Contains(err.Error(), "ends with ply 1: ply 9 does not exist") {
		t.Error(err)
	}
}

// TestLatin1: names that are not valid UTF-8 are read as ISO 8859-1.
func TestLatin1(t *testing.T) {
	if g := read(t, "chess", "[White \"Andr\xe9\"]\n1. e4 *", 1); g.Names[0] != "André" {
		t.Errorf("%q", g.Names[0])
	}
}
