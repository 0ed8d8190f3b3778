//go:build !race

package gamefile_test

import (
	"strings"
	"testing"

	"oxo/game/gamefile"
)

// written is a file in another program's style, with the expected reading of one of
// its games. The name is the public report about it, or the program that writes it.
type written struct {
	name, game, file string
	number           int
	moves, notice    string
}

func (c written) check(t *testing.T) {
	t.Helper()
	t.Run(c.name, func(t *testing.T) {
		g := read(t, c.game, c.file, c.number)
		if moves(g) != c.moves {
			t.Errorf("%s, want %s", moves(g), c.moves)
		}
		if said := strings.Join(g.Notices, "\n"); !strings.Contains(said, c.notice) || c.notice == "" && said != "" {
			t.Errorf("notices %q, want %q", said, c.notice)
		}
	})
}

// TestTagsOfOthers reads tags that deviate from PGN: none may hide the position, or
// split a game in two.
func TestTagsOfOthers(t *testing.T) {
	const pawn, next = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "\n\n[Event \"next\"]\n\n1. c4 c5 *\n"
	for _, c := range []written{
		{"python-chess#904: a tag with two names", "chess", "[Event \"a\"]\n[This is invalid \"x\"]\n[White \"w\"]\n\n1. e4 *" + next, 1, "e2e4", "line 2: \"[This is invalid \\\"x\\\"]\" is not a tag, and is passed over"},
		{"python-chess#904", "chess", "[Event \"a\"]\n[This is invalid \"x\"]\n[White \"w\"]\n\n1. e4 *" + next, 2, "c2c4 c7c5", ""},
		{"python-chess#904: a hyphen", "chess", "[Event \"a\"]\n[Bad-Tag \"x\"]\n[White \"w\"]\n\n1. e4 *" + next, 2, "c2c4 c7c5", ""},
		{"a name that is not of ASCII", "chess", "[Événement \"x\"]\n[White \"w\"]\n\n1. e4 *" + next, 2, "c2c4 c7c5", ""},
		{"a colon behind the name", "chess", "[Event: \"a\"]\n[FEN: \"" + pawn + "\"]\n\n1. d4 *" + next, 1, "d2d4", ""},
		{"FEN in small letters", "chess", "[fen \"" + pawn + "\"]\n1. d3 Kd7 2. d4 Kd6 3. d5 Kxd5 *", 1, "d2d3 e8d7 d3d4 d7d6 d4d5 d6d5", ""},
		{"chess.js: quotation marks of a word processor", "chess", "[Event “a”]\n[FEN “" + pawn + "”]\n\n1. d4 Kd7 *" + next, 1, "d2d4 e8d7", "the tag FEN is read as"},
		{"stockfish-mac#125: a value over two lines", "chess", "[Event \"a very long\nname\"]\n[White \"w\"]\n\n1. d4 d5 *" + next, 1, "d2d4 d7d5", "read as [Event \"a very long name\"]"},
		{"stockfish-mac#125", "chess", "[Event \"a very long\nname\"]\n[White \"w\"]\n\n1. d4 d5 *" + next, 2, "c2c4 c7c5", ""},
		{"a position over two lines", "chess", "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w\n- - 0 1\"]\n\n1. d4 Kd7 *" + next, 1, "d2d4 e8d7", "the tag FEN is read as"},
		{"a tag twice", "chess", "[Event \"a\"]\n[WhiteElo \"1\"]\n[WhiteElo \"2\"]\n\n1. e4 *", 2, "e2e4", "line 3: the tag WhiteElo is there a second time"},
		{"lichessTools#399: SetUp without FEN", "chess", "[SetUp \"1\"]\n\n1. e4 *", 1, "e2e4", "there is no tag FEN"},
		{"FEN with SetUp 0", "chess", "[SetUp \"0\"]\n[FEN \"" + pawn + "\"]\n\n1. d4 Kd7 *", 1, "d2d4 e8d7", "the game is read from that"},
		{"the start by its name", "chess", "[FEN \"startpos\"]\n\n1. e4 *", 1, "e2e4", ""},
		{"python-chess#1087: no blank line between games", "chess", "[Event \"a\"]\n\n*\n[Event \"b\"]\n\n*\n[Event \"c\"]\n\n1. e4 *", 3, "e2e4", ""},
		{"python-chess#1115: blanks before tags", "chess", " [Event \"a\"]\n\t[White \"w\"]\n\n1. e4 e5 *\n [Event \"b\"]\n 1. d4 *", 2, "d2d4", ""},
	} {
		c.check(t)
	}
	for _, file := range []string{"[FEN = \"" + pawn + "\"]\n\n1. d4 *" + next, "[8 -------- *]\n\n1. d4 *" + next} {
		if _, err := find(t, "chess", file, 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), "is not a tag") {
			t.Errorf("%s: %v", file, err)
		}
		if g := read(t, "chess", file, 2); moves(g) != "c2c4 c7c5" {
			t.Errorf("%s: %s", file, moves(g))
		}
	}
}

// TestCommentsOfOthers: a missing brace does not silently hide a move or a game.
func TestCommentsOfOthers(t *testing.T) {
	for _, c := range []written{
		{"lila#10359: no end, and the next game behind it", "chess", "[Event \"a\"]\n\n1. e4 { hello e5 1-0\n[Event \"b\"]\n\n1. d4 {x} *", 2, "d2d4", ""},
		{"a variation without an end, and the next game behind it", "chess", "[Event \"a\"]\n\n1. e4 (1. d4 d5 2. c4 *\n[Event \"b\"]\n\n1. d4 (1. c4) *", 2, "d2d4", ""},
		{"a comment within a comment", "chess", "1. e4 {a {nested} comment} e5 2. Nf3 *", 1, "e2e4 e7e5 g1f3", "has a { within it"},
		{"no end, and another comment behind it", "chess", "1. e4 {good e5 2. d4 {best} d5 {x} *", 1, "e2e4 d7d5", "line 1: the comment \"{good e5 2. d4 {best} d5 {x} *\" has a { within it: if a } is missing"},
		{"openingtree#321: two comments", "chess", "1. e4 e5 { 1-0 White wins. } { Opening: 7\nEndgame: - } 1-0", 1, "e2e4 e7e5", ""},
	} {
		c.check(t)
	}
}

// TestWordsOfOthers reads moves, signs and results in other programs' styles.
func TestWordsOfOthers(t *testing.T) {
	const queens, castles, passing = "[FEN \"8/2P3k1/8/8/8/8/8/K7 w - - 0 1\"]\n", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 ", "1.e4 d5 2.e5 f5 "
	const castled, passed = "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8", "e2e4 d7d5 e4e5 f7f5 e5f6"
	for _, c := range []written{
		{"castling without a dash", "chess", castles + "4. 00 OO *", 1, castled, ""},
		{"castling in small letters", "chess", castles + "4. o-o 0-0 *", 1, castled, ""},
		{"a null move of digits", "chess", "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]\n1. d4 0000 2. d5 *", 1, "d4d5", "0000 is a null move"},
		{"DHTMLGoodies/chessParser#2: a null move <>", "chess", "1. e4 <> 2. d4 *", 1, "d2d4", "<> is a null move"},
		{"c8=(Q)", "chess", queens + "1. c8=(Q) *", 1, "c7c8q", ""},
		{"exf6e.p", "chess", passing + "3.exf6e.p *", 1, passed, ""},
		{"EP as a word", "chess", passing + "3.exf6 EP *", 1, passed, ""},
		{"columns alone", "chess", passing + "3.ef *", 1, passed, ""},
		{"pawns by their letter", "chess", "1. Pe2-e4 Pd5 2. Pe4xd5 *", 1, "e2e4 d7d5 e4d5", ""},
		{"an ellipsis of one character", "chess", "1. e4 1… e5 2. Nf3 2.… Nc6 *", 1, "e2e4 e7e5 g1f3 b8c6", ""},
		{"chess-dojo#963: signs of books", "chess", "1. e4 +− e5 ⇄ 2. Nf3 ⟲ Nc6 ~ 3. Bb5 ⨀ *", 1, "e2e4 e7e5 g1f3 b8c6 f1b5", ""},
		{"mate and check in words", "chess", "1. e4 f6 2. Qh5 ch g6 3. Qxg6 ch. hxg6 *", 1, "e2e4 f7f6 d1h5 g7g6 h5g6 h7g6", ""},
		{"blanks of a page", "chess", "1.\u00a0e4\u00a0e5 2.\u202fNf3\u200b *", 1, "e2e4 e7e5 g1f3", ""},
		{"a result with blanks", "chess", "1. c4 1 - 0\n\n1. Nf3 1/2 - 1/2\n\n1. d4 0 – 1\n\n1. e4 e5 *", 4, "e2e4 e7e5", ""},
		{"PDN: moves with blanks", "checkers", "1. 11 - 15 22 - 18 2. 15 x 22 25 x 18 *", 1, "11-15 22-18 15x22 25x18", ""},
		{"PDN: a forced move", "checkers", "1. 11-15* 22-18 2. 15x22* 25x18 *", 1, "11-15 22-18 15x22 25x18", ""},
		{"a line with a blank that only Unicode has", "chess", "\u0085\n[Event \"x\"]\n\n1. d4 d5 *", 1, "d2d4 d7d5", ""},
		{"text that begins with a number", "chess", "2024 Championship\n2 games\n(c) 2020 the club\n\n[Event \"x\"]\n\n1. d4 d5 *", 1, "d2d4 d7d5", "line 1: \"2024 Championship\" is passed over"},
		{"text that begins with a move", "chess", "e4 is best\n\n[Event \"x\"]\n\n1. d4 d5 *", 1, "d2d4 d7d5", "line 1: \"e4 is best\" is passed over"},
		{"a game in one word before others", "othello", "f5d6c3\n\n1. f5 f6 *", 1, "f5 d6 c3", ""},
	} {
		c.check(t)
	}
	for result, file := range map[gamefile.Result]string{gamefile.FirstWins: "1. e4 1 - 0", gamefile.Drawn: "1. e4 ½ - ½", gamefile.SecondWins: "1. e4 0 - 1 {x}"} {
		if g := read(t, "chess", file, 1); g.Result != result {
			t.Errorf("%s: %q, want %q", file, g.Result, result)
		}
	}
	_, err := find(t, "chess", passing+"3. ed *", 1).Play(gamefile.All)
	if err == nil {
		t.Error("a capture that is not there is read")
	}
}

// TestSmartGamesOfOthers reads SGF whose encoding, brackets or komi deviate from the
// format.
func TestSmartGamesOfOthers(t *testing.T) {
	const root = "(;GM[1]SZ[9]"
	for _, c := range []written{
		{"Sabaki#1029: Shift_JIS without CA", "go:9x9", root + "PW[x]PB[\x83\x5c];B[aa];W[bb];B[cc])", 1, "A9 B8 C7", "CA is missing, and the text is not UTF-8: it is read as Shift_JIS"},
		{"Sabaki#188: the same in a comment", "go:9x9", root + ";B[aa]C[\x83\x5c];W[bb];B[cc])", 1, "A9 B8 C7", "it is read as Shift_JIS"},
		{"a bracket with a backslash, in Latin-1", "go:9x9", root + "C[\xe9\\] x];B[aa];W[bb])", 1, "A9 B8", ""},
		{"an encoding that is not known", "go:9x9", root + "CA[Big5-2003:x]PB[\xb3\x5c];B[aa];W[bb])", 1, "A9 B8", "CA[Big5-2003:x] is not an encoding that is known"},
		{"a code page of Windows", "go:9x9", root + "CA[cp932]PB[\x83\x5c];B[aa];W[bb])", 1, "A9 B8", ""},
		{"sgfmill#4: CA says UTF-8, and the text is not", "go:9x9", root + "CA[UTF-8]PB[\x83\x5c];B[aa];W[bb])", 1, "A9 B8", "CA says UTF-8, and the text is not: it is read as Shift_JIS"},
		{"the game behind a value without an end", "go:9x9", root + ";B[aa];W[bb]C[hello)\n" + root + ";B[ee])", 2, "E5", ""},
		{"another game as text", "go:9x9", root + ";B[aa];W[bb]C[like (;GM[1\\]SZ[9\\];B[dd\\])])", 1, "A9 B8", ""},
		{"a move as text", "go:9x9", root + "C[try ;B\\[aa];B[cc])", 1, "C7", ""},
		{"sgf#3: neither bracket nor end", "go:9x9", ";GM[1]SZ[9];B[aa];W[bb]", 1, "A9 B8", "the first ( is missing"},
		{"AGA: a third pass", "go:9x9", root + ";B[cc];W[];B[];W[])", 1, "C7 pass pass", "ply 4: W[] is passed over: the game is over before it"},
		{"a komi in stones", "go:19x19", "(;GM[1]SZ[19]KM[3.75];B[pd])", 1, "Q16", "KM[3.75] is read as a komi of 7.5 points"},
		{"a komi with its unit", "go:19x19", "(;GM[1]SZ[19]KM[7.5目];B[pd])", 1, "Q16", "a komi of 7.5 points"},
		{"goreviewpartner#71: a half in words", "go:19x19", "(;GM[1]SZ[19]KM[7目半];B[pd])", 1, "Q16", "a komi of 7.5 points"},
		{"wide digits", "go:19x19,komi=6.5", "(;GM[1]SZ[19]KM[６．５];B[pd])", 1, "Q16", ""},
		{"a komi that nobody knows", "go:19x19", "(;GM[1]SZ[19]KM[?];B[pd])", 1, "Q16", "KM[?] says no komi"},
		{"GGF without a board", "othello", "(;GM[Othello]PB[a]PW[b]B[F5]W[F6];)", 1, "f5 f6", ""},
	} {
		c.check(t)
	}
	for file, want := range map[string]string{
		root + "C[hello;B[aa];W[bb])":            "line 1: the value of C has no end before the next move or game",
		root + ";B[aa]C[x)\n" + root + ";B[ee])": "line 1: the value of C has no end before",
		root + ";B[aa][bb];W[cc])":               "ply 1, B[aa][bb]: a move has more than one point",
		"(;GM[1]SZ[9]KM[3 3/4];B[aa])":           "KM[3 3/4]: want a number of points",
	} {
		if _, err := find(t, "go:9x9", file, 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}

// TestOthelloOfOthers reads passes and positions in the styles of Othello programs.
func TestOthelloOfOthers(t *testing.T) {
	const before, behind = "f5f6d3g5g7f7h5f4e3h4f8e7d6h6", "d2d1c5"
	const all = "f5 f6 d3 g5 g7 f7 h5 f4 e3 h4 f8 e7 d6 h6 pass d2 d1 c5"
	const start = "---------------------------O*------*O---------------------------"
	for _, pass := range []string{"", "pa", "PA", "PS", "--", "@@", "pass"} {
		written{"edax-reversi#50: a pass within a word: " + pass, "othello", before + pass + behind, 1, all, ""}.check(t)
		written{"a pass as a word: " + pass, "othello", before + " " + pass + " " + behind, 1, all, ""}.check(t)
	}
	for _, c := range []written{
		{"othello-sensei#3: moves behind a position", "othello", start + " * F5F6D3\n", 1, "f5 f6 d3", ""},
		{"a score behind a position", "othello", start + " * 38\n" + start + " * F5:+2\n", 2, "", ""},
		{"a comment behind a position", "othello", start + " *; f5:+2\n" + start + " * % f5 wins\n", 2, "", ""},
	} {
		c.check(t)
	}
	if _, err := find(t, "othello", start+" * F5A1", 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), "line 1, ply 1") {
		t.Errorf("an illegal move behind a position: %v", err)
	}
}

// TestRecordsOfOthers: a WTHOR database whose header counts too few records loses no
// game, and a record loses no move.
func TestRecordsOfOthers(t *testing.T) {
	record := func(moves ...byte) string {
		return "\x01\x00\x02\x00\x03\x00\x21\x21" + string(moves) + strings.Repeat("\x00", 60-len(moves))
	}
	const header = "\x14\x04\x09\x12\x01\x00\x00\x00\x00\x00\xd4\x07\x08\x00\x18\x00"
	file := header + record(56, 66) + record(34, 0, 33)
	if g := read(t, "othello", file, 1); moves(g) != "f5 f6" || len(g.Notices) != 0 {
		t.Errorf("%s, %q", moves(g), g.Notices)
	}
	second := find(t, "othello", file, 2)
	if _, err := second.Play(gamefile.All); err == nil || !strings.Contains(err.Error(), "move 2 of the record is 0, but other moves follow") {
		t.Error(err)
	}
	if g, err := second.Play(1); err != nil || moves(g) != "d3" || !strings.Contains(strings.Join(g.Notices, ""), "counts fewer records") {
		t.Errorf("%v, %+v", err, g)
	}
}

// TestBooksOfOthers reads shared opening books.
func TestBooksOfOthers(t *testing.T) {
	for _, c := range []written{
		{"stockfish-books#54: a semicolon behind the counters", "chess960", "[FEN \"nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w GBgb - 0 1;\"]\n\n1. e4 *", 1, "e2e4", "the ; at the end is left out"},
		{"fastchess#586: counters as operations", "chess", "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - hmvc 2; fmvn 4;\n", 1, "", ""},
		{"operations of a program's own", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; eval 0.3\n", 1, "", ""},
		{"fastchess#215: lines as Windows ends them", "chess", "[Event \"a\"]\r\n\r\n1. Nf3 f5 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 d5 *\r\n", 2, "d2d4 d7d5", ""},
	} {
		c.check(t)
	}
	_, err := gamefile.Find(read(t, "chess", "1. e4 *", 1).Rules, "\x1f\x8b\x08\x00\x00", 1)
	if err == nil || !strings.Contains(err.Error(), "compressed") {
		t.Errorf("fastchess#830: %v", err)
	}
}

// TestWaysOut: the solution that an error suggests works.
func TestWaysOut(t *testing.T) {
	for _, c := range []struct{ game, file, way string }{
		{"chess", "[Variant \"Chess960\"]\n\n1. e4 *", "chess960"},
		{"chess,960", "[Variant \"Standard\"]\n\n1. e4 *", "chess"},
		{"checkers", "[GameType \"20\"]\n\n1. 32-28 *", "draughts"},
		{"draughts", "[GameType \"21\"]\n\n1. 11-15 *", "checkers"},
		{"checkers", "[GameType \"26\"]\n\n1. *", "checkers:8x8,international"},
	} {
		_, err := find(t, c.game, c.file, 1).Play(gamefile.All)
		if err == nil || !strings.Contains(err.Error(), c.way) {
			t.Errorf("%s of %s: %v, want %s", c.file, c.game, err, c.way)
		}
		read(t, c.way, c.file, 1)
	}
	over := find(t, "go:9x9", "(;SZ[9];B[cc];W[];B[];W[ee])", 1)
	_, err := over.Play(gamefile.All)
	if err == nil || !strings.Contains(err.Error(), "--ply 3 is the game up to here") {
		t.Error(err)
	}
	if g, err := over.Play(3); err != nil || moves(g) != "C7 pass pass" {
		t.Errorf("%v, %v", moves(g), err)
	}
}
