//go:build !race

package gamefile_test

import (
	"strings"
	"testing"

	"oxo/game/gamefile"
	"oxo/internal/gametest"
)

// TestPgnExtract reads the output formats of pgn-extract 19.04 and 26.05 (-W). The
// files are the program's own output, shortened.
func TestPgnExtract(t *testing.T) {
	const dead = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/4Kp2/8/n7 w - - 0 20\"]\n\n"
	for _, c := range []struct{ name, file, moves, notice string }{
		{"-Wcm", "WHITE: Ann\nBLACK: Bo\n\n; a comment before\n  1. e4             ...            ; good\n     ...            e5             \n  2. Nf3            Nc6            \n                                   ; and black resigns\n", "e2e4 e7e5 g1f3 b8c6", ""},
		{"-WsanBSLTDK", "1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. De2 Tg8 1-0\n", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 d1e2 h8g8", "line 1: the letters S L T D K are read as N B R Q K"},
		{"-WsanPCFTDR", "1. e4 e5 2. Cf3 Re7 3. Fe2 De8 1-0\n", "e2e4 e7e5 g1f3 e8e7 f1e2 d8e8", "line 1: the letters C F T D R are read as N B R Q K"},
		{"-WsanPPLTDK: a pawn that becomes a queen", "[FEN \"8/2P3k1/8/8/8/8/8/K7 w - - 0 1\"]\n1. c8=D Kf7 *", "c7c8q g7f7", "line 1: the letters"},
		{"-Wfen", "[Result \"1-0\"]\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n1-0\n", "e2e4 e7e5", ""},
		{"--notags --nomovenumbers", "e4 e5 { a game of\ntwo lines } Nf3\nNc6 $2 *\n\nd4 *\n", "e2e4 e7e5 g1f3 b8c6", ""},
		{"--notags --nomovenumbers --nocomments", "e4 e5 *\nd4 d5 *\n", "e2e4 e7e5", ""},
		{"-Whalg, after a draw by the rules", dead + "20. e3-f3 e8-d7 *\n", "e3f3", "goes on in the file"},
		{"-Wfen, after a draw by the rules", dead + "4k3/8/8/8/8/4Kp2/8/n7 w - - 0 20\n4k3/8/8/8/8/5K2/8/n7 b - - 0 20\n8/3k4/8/8/8/5K2/8/n7 w - - 1 21\n*\n", "e3f3", "passed over"},
		{"-Wepd", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 c0 Ann-Bo castling both ways ? 2026.11.23; c1 1-0;\n", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := find(t, "chess", c.file, 1)
			g, err := found.Play(gamefile.All)
			if err != nil || moves(g) != c.moves {
				t.Fatalf("%v, want %s", err, c.moves)
			}
			if said := strings.Join(g.Notices, "\n"); !strings.Contains(said, c.notice) || c.notice == "" && said != "" {
				t.Errorf("notices %q, want %q", said, c.notice)
			}
		})
	}
}

// TestChessmaster: names are in lines of their own and results in comments, and a
// name begins a game.
func TestChessmaster(t *testing.T) {
	const file = "WHITE: Ann\nBLACK: Bo\n\n  1. f3             e5             \n  2. g4             Qh4+           \n\nWHITE: Cy\nBLACK: \n\n  1. e4             e5             ; draw\n"
	for i, want := range []struct {
		names  [2]string
		moves  string
		result gamefile.Result
	}{
		{[2]string{"Ann", "Bo"}, "f2f3 e7e5 g2g4 d8h4", gamefile.SecondWins},
		{[2]string{"Cy", ""}, "e2e4 e7e5", gamefile.Drawn},
	} {
		g := read(t, "chess", file, i+1)
		if g.Names != want.names || moves(g) != want.moves || g.Result != want.result {
			t.Errorf("game %d: %q, %s, %q; want %+v", i+1, g.Names, moves(g), g.Result, want)
		}
	}
}

// TestLetters: a fault in a game in another language remains a fault, and a game that
// two languages read as different moves is refused.
func TestLetters(t *testing.T) {
	for _, c := range []struct{ name, file, fault string }{
		{"a fault of a French game", "1. e4 e5 2. Cf3 Re7 3. Fe2 Td8 1-0", "ply 6, Td8"},
		{"a German knight or a Czech bishop", "1. e4 e5 2. Se2 Se7 *", "ply 3, Se2"},
		{"English and German", "1. e4 e5 2. Nf3 Sc6 *", "ply 4, Sc6"},
		{"positions that no move joins", "[Result \"*\"]\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nrnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n*\n", "line 4, ply 1, "},
		{"positions that begin elsewhere", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n*\n", "another position than the tag FEN"},
	} {
		if _, err := find(t, "chess", c.file, 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, want %q", c.name, err, c.fault)
		}
	}
}

// TestJavaScript reads deviations from PGN by JavaScript libraries: chess.js 1.4.0
// omits the blank before a number at line breaks, kokopu 4.13.4 writes \} for a brace
// within a comment and \\ for a backslash.
func TestJavaScript(t *testing.T) {
	const brace = "is read as a brace, as kokopu writes it"
	for _, c := range []struct{ name, file, moves, notice string }{
		{"chess.js: pgn({maxWidth: 40})", "1. e4 e52. Nf3 Nc63. Bc4 Bc54. O-O Nf65. Re1 O-O6. c3 *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 f1e1 e8g8 c2c3", ""},
		{"chess.js: a promotion", "[FEN \"8/2P3k1/8/8/8/8/8/K7 w - - 0 1\"]\n1. c8=Q Kf72. Qc7+ Kg63. Kb1 *", "c7c8q g7f7 c8c7 f7g6 a1b1", ""},
		{"kokopu: a brace", "1. e4 {a \\} b} e5 *", "e2e4 e7e5", brace},
		{"kokopu: braces, and a brace to open", "1. e4 {a \\} { b \\} c} (1. d4 {d \\} e}) e5 *", "e2e4 e7e5", brace},
		{"kokopu: in a variation", "1. e4 (1. d4 {d \\} \\} e}) e5 {x} *", "e2e4 e7e5", brace},
		{"kokopu: a backslash at the end", "1. e4 {a \\\\} e5 {b} *", "e2e4 e7e5", ""},
		{"PGN: a backslash at the end", "1. e4 {a \\} e5 {b} 2. d4 {c \\} *", "e2e4 e7e5 d2d4", ""},
	} {
		g, err := find(t, "chess", c.file, 1).Play(gamefile.All)
		if err != nil || moves(g) != c.moves {
			t.Errorf("%s: %v, want %s", c.name, err, c.moves)
			continue
		}
		if said := strings.Join(g.Notices, "\n"); !strings.Contains(said, c.notice) || c.notice == "" && said != "" {
			t.Errorf("%s: notices %q, want %q", c.name, said, c.notice)
		}
	}
	hidden := find(t, "chess", "[Event \"x\"]\n\n1. e4 {a \\} *\n\n[Event \"y\"]\n\n1. d4 } d5 *", 1)
	if g, err := hidden.Play(gamefile.All); err != nil || moves(g) != "e2e4" {
		t.Errorf("a brace of the next game ends no comment: %v", err)
	}
}

// TestCommentEndsInBackslash: kokopu reads \} as a brace within a comment, so a
// written comment never ends with a backslash.
func TestCommentEndsInBackslash(t *testing.T) {
	g := read(t, "chess", "1. e4 e5 *", 1)
	g.Notes = []gamefile.Note{{Comment: `C:\games\`}}
	text, err := gamefile.Write(g, gamefile.PGN)
	if err != nil || !strings.Contains(text, `{C:\games\ }`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestBlacksNumber: "1. ..." at the beginning of a line continues a game, as "1..."
// does.
func TestBlacksNumber(t *testing.T) {
	for _, number := range []string{"1...", "1. ...", "1.  .."} {
		if g := read(t, "chess", "1. e4 {good}\n"+number+" e5 2. Nf3 *", 1); moves(g) != "e2e4 e7e5 g1f3" {
			t.Errorf("%s: %s", number, moves(g))
		}
	}
	if g := read(t, "chess", "1. e4 e5\n1. d4 d5 *", 2); moves(g) != "d2d4 d7d5" {
		t.Error(moves(g))
	}
}

// TestBlankOfUnicode: a line with only a no-break space, as in text copied from a
// page, once caused a panic.
func TestBlankOfUnicode(t *testing.T) {
	if g := read(t, "chess", "\u00a0\n1. e4 e5 *", 1); moves(g) != "e2e4 e7e5" {
		t.Error(moves(g))
	}
	if _, err := gamefile.Find(gametest.Game(t, "chess"), "\xa0", 1); err == nil {
		t.Error("a blank is a game")
	}
}

// TestOldStyle reads the output of xboard 4.9.1 with -oldSaveStyle, shortened.
func TestOldStyle(t *testing.T) {
	const game = "# xboard game file -- Sun Nov 29 17:48:51 2026\n\tAnn vs. Bo\n\n[{a [comment] before}\n]\n1. e4  \n[{good}\n]\n1. ...  e5\n2. Nf3  Nc6\n[(2... d6 {Philidor} 3. d4 (3. Bc4 Be7 $6) 3... exd4)\n]\n3. Bc4  Bc5\n1-0 (then ; and [%clk 0:01:02])\n"
	g := read(t, "chess", game, 1)
	if moves(g) != "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5" || g.Names != [2]string{"Ann", "Bo"} || g.Result != gamefile.FirstWins || len(g.Notices) > 0 {
		t.Errorf("%s, %+v", moves(g), g)
	}
	if g = read(t, "chess", game+"\n"+strings.Replace(game, "Nc6", "Nf6", 1), 2); moves(g) != "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5" {
		t.Errorf("the second game: %s", moves(g))
	}
	const board = "# xboard game file -- Sun Nov 29 17:49:58 2026\n\t- vs. -\n\n[--------------\n. n . . . . . k\nwhite to play\n--------------]\n1. axb8=N  h1=R\n*\n"
	if _, err := find(t, "chess", board, 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), "line 4: the game begins at a position in the old style of xboard") {
		t.Error(err)
	}
	if _, err := find(t, "chess", "# xboard game file\n1. e4 e5\n[open\n2. Nf3", 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), "has no end") {
		t.Error(err)
	}
}
