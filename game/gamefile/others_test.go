//go:build !race

package gamefile_test

import (
	"strings"
	"testing"

	"oxo/game/gamefile"
)

// TestFaultyFiles reads text of programs and people that deviates from the formats.
// The name of a case is the public report about it, or the program that writes it.
func TestFaultyFiles(t *testing.T) {
	const queens = "[FEN \"8/2P3k1/8/8/8/8/8/K7 w - - 0 1\"]\n"
	for _, c := range []struct {
		name, game, file string
		number           int
		moves, notice    string
	}{
		{"python-chess#243: a game of tags alone is a game", "chess", "[Event \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Result \"*\"]\n\n\n[Event \"B\"]\n\n1. d4 d5 *\n\n[Event \"C\"]\n\n1. c4 *", 2, "d2d4 d7d5", ""},
		{"python-chess#243", "chess", "[Event \"A\"]\n[Result \"*\"]\n\n\n[Event \"B\"]\n\n1. d4 d5 *\n\n[Event \"C\"]\n\n1. c4 *", 3, "c2c4", ""},
		{"two positions without moves", "chess", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]\n1. d4 *", 2, "d2d4", ""},
		{"PDN: two positions without moves", "checkers", "[FEN \"W:W18:B1\"]\n\n[FEN \"B:W18:B1\"]\n", 2, "", ""},
		{"blank lines between tags", "chess", "[Event \"A\"]\n\n[Site \"B\"]\n\n1. e4 *\n[Event \"C\"]\n1. d4 *", 2, "d2d4", ""},
		{"chess.js: a tag without quotation marks", "chess", "[Event \"x\"]\n[WhiteElo 2500]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", 1, "e2e4", "line 2: the tag WhiteElo is read as [WhiteElo \"2500\"]"},
		{"a tag whose value has quotation marks", "chess", "[Event \"the \"big\" one\"] [Site \"s\"]\n1. e4 *", 1, "e2e4", "read as [Event \"the \"big\" one\"]"},
		{"a tag that lacks a quotation mark", "chess", "[Event \"x]\n1. e4 *", 1, "e2e4", "[Event \"x\"]"},
		{"a tag that lacks its bracket", "chess", "[Event \"x\"\n1. e4 *", 1, "e2e4", "[Event \"x\"]"},
		{"games on one line without results", "chess", "[Event \"a\"] 1. e4 e5 [Event \"b\"] 1. d4 d5", 2, "d2d4 d7d5", ""},
		{"a bad tag hides no later game", "chess", "[Event \"x\n[Site \"y\"]\n\n1. e4 e5 *\n\n[Event \"y\"]\n\n1. d4 d5 *", 2, "d2d4 d7d5", ""},
		{"a brace too many hides no later game", "chess", "1. e4 } e5 *\n\n[Event \"y\"]\n\n1. d4 d5 *", 2, "d2d4 d7d5", ""},
		{"a bracket too many hides no later game", "chess", "1. e4 (1. d4)) e5 *\n\n1. d4 d5 *", 2, "d2d4 d7d5", ""},
		{"an open variation hides no later game", "chess", "1. e4 (1. d4 e5 *\n\n[Event \"y\"]\n\n1. d4 (1. c4) d5 *", 2, "d2d4 d7d5", ""},
		{"an open comment hides no later game", "chess", "1. e4 {yes e5 *\n\n[Event \"y\"]\n\n1. d4 {no} d5 *", 2, "d2d4 d7d5", ""},
		{"a bracket among the moves hides no later game", "chess", "1. e4 [yes e5 *\n\n[Event \"y\"]\n\n1. d4 d5 *", 2, "d2d4 d7d5", ""},
		{"SGF: an unescaped bracket", "go:9x9", "(;SZ[9]C[see [1] and [2]];B[aa])", 1, "A9", "a ] within the value of C is read as a part of it"},
		{"SGF: a bad game hides no later one", "go:9x9", "(;GM[1]SZ[9];1[x];B[aa])\n(;GM[1]SZ[9];B[bb])", 2, "B8", ""},
		{"SGF: a game without an end", "go:9x9", "(;GM[1]SZ[9];B[aa]\n(;GM[1]SZ[9];B[bb])", 1, "A9", "another game begins here"},
		{"SGF: a game without an end", "go:9x9", "(;GM[1]SZ[9];B[aa]\n(;GM[1]SZ[9];B[bb])", 2, "B8", ""},
		{"SGF: a file that was cut off", "go:9x9", "(;GM[1]SZ[9];B[aa];W[bb]", 1, "A9 B8", "has no end, and is read up to the end of the file"},
		{"SGF: a root without a semicolon", "go:9x9", "(SZ[9]B[cc];W[dd])", 1, "C7 D6", "is read as a node: write ; before it"},
		{"pgn-extract: text before the first tag", "chess", "Found on a page\nof a club\n\n[Event \"x\"]\n\n1. e4 *\n\nmore of it\n[Event \"y\"]\n1. d4 *", 1, "e2e4", "line 1: \"Found on a page\" is passed over"},
		{"text between games", "chess", "[Event \"x\"]\n\n1. e4 *\n\nmore of it\n[Event \"y\"]\n1. d4 *", 2, "d2d4", "line 5: \"more of it\" is passed over"},
		{"text before moves", "chess", "Dear friend, look:\n\n1. e4 e5 *", 1, "e2e4 e7e5", "passed over"},
		{"games without results", "chess", "1. e4 e5 2. Nf3\n1. d4 d5", 2, "d2d4 d7d5", ""},
		{"ChessBase's signs", "chess", "1.e4 e5 = 2.Nf3 += Nc6 +/- 3.Bb5 ∞ a6!? -+ 4.Ba4 +- N ⩲ 4... Nf6 D 5. O-O! ± *", 1, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1", ""},
		{"signs at the move", "chess", "1.e4= e5+= 2.Nf3+/- Nc6∞ 3.Bb5⩲ *", 1, "e2e4 e7e5 g1f3 b8c6 f1b5", ""},
		{"promotion e8(Q)", "chess", queens + "1. c8(Q) Kf7 *", 1, "c7c8q g7f7", ""},
		{"promotion e8/Q", "chess", queens + "1. c8/N+ *", 1, "c7c8n", ""},
		{"promotion e8=q", "chess", queens + "1. c8=r *", 1, "c7c8r", ""},
		{"promotion e7e8q", "chess", queens + "1. c7c8b *", 1, "c7c8b", ""},
		{"pgn-extract -Whalg: promotion", "chess", queens + "1. c7-c8=Q *", 1, "c7c8q", ""},
		{"exf6ep", "chess", "1.e4 d5 2.e5 f5 3.exf6ep *", 1, "e2e4 d7d5 e4e5 f7f5 e5f6", ""},
		{"exf6e.p.+", "chess", "1.e4 d5 2.e5 f5 3.exf6e.p. *", 1, "e2e4 d7d5 e4e5 f7f5 e5f6", ""},
		{"pgn-extract -Wlalg", "chess", "1. e2e4 e7e5 2. d1h5 e8e7 3. h5e5# *", 1, "e2e4 e7e5 d1h5 e8e7 h5e5", ""},
		{"pgn-extract -Whalg", "chess", "1. e2-e4 e7-e5 2. Qd1-h5 Ke8-e7 3. Qh5xe5# *", 1, "e2e4 e7e5 d1h5 e8e7 h5e5", ""},
		{"squares with a stroke", "chess", "1. e2-e4 e7-e5 2. d1-h5 e8-e7 3. h5xe5# *", 1, "e2e4 e7e5 d1h5 e8e7 h5e5", ""},
		{"pictures of men", "chess", "1. e4 e5 2. ♕h5 ♚e7 3. ♕xe5# *", 1, "e2e4 e7e5 d1h5 e8e7 h5e5", ""},
		{"result 0-0", "chess", "[Event \"1\"]\n[Result \"0-0\"]\n\n0-0\n\n[Event \"2\"]\n\n1. e4 *", 2, "e2e4", ""},
		{"result 0-0", "chess", "[Event \"1\"]\n\n1. e4 e5 0-0\n\n[Event \"2\"]\n\n1. e4 *", 1, "e2e4 e7e5", ""},
		{"result 0-0 where castling is legal", "chess", "[Event \"1\"]\n[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 0-0\n\n[Event \"2\"]\n\n1. e4 *", 1, "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7", ""},
		{"castling at the end", "chess", "[Event \"1\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 0-0\n\n[Event \"2\"]\n\n1. e4 *", 1, "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1", ""},
		{"rights that the board does not allow", "chess", "[FEN \"7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1\"]\n1. Rh6# *", 1, "e6h6", "the tag FEN: "},
	} {
		g := read(t, c.game, c.file, c.number)
		if moves(g) != c.moves {
			t.Errorf("%s: %s, want %s", c.name, moves(g), c.moves)
		}
		if said := strings.Join(g.Notices, "\n"); !strings.Contains(said, c.notice) || c.notice == "" && said != "" {
			t.Errorf("%s: notices %q, want %q", c.name, said, c.notice)
		}
	}
}

// TestEarlierFaults: faults of the games before the requested one are reported with
// it.
func TestEarlierFaults(t *testing.T) {
	found := find(t, "chess", "[Event \"x\"]\n1. e4 )\ne5 *\n\n[Event \"y\"]\n1. d4 {open\n\n[Event \"z\"]\n1. c4 *", 3)
	said := strings.Join(found.Earlier, "\n")
	for _, want := range []string{"game 1: line 2: \")\" has no opening bracket", "game 2: line 6: the comment \"{open\" has no end"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q, want %q", said, want)
		}
	}
	if _, err := find(t, "chess", "1. e4 e5 ) 2. d4", 1).Play(2); err != nil {
		t.Errorf("the plies before a fault: %v", err)
	}
}

// TestNullMove: a null move restarts the game with the other side to move, if that is
// a legal position; the count of plies continues.
func TestNullMove(t *testing.T) {
	found := find(t, "chess", "1. e4 -- 2. d4 Z0 3. Nf3 *", 1)
	g, err := found.Play(gamefile.All)
	if err != nil || moves(g) != "g1f3" || g.Before != 4 || !strings.Contains(strings.Join(g.Notices, "\n"), "-- is a null move") {
		t.Errorf("%v: %+v", err, g)
	}
	for ply, want := range map[int]string{1: "e2e4", 3: "d2d4", 2: "", 5: "g1f3"} {
		if g, err := found.Play(ply); err != nil || moves(g) != want {
			t.Errorf("ply %d: %v, %v", ply, err, g)
		}
	}
	_, err = find(t, "chess", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *", 1).Play(gamefile.All)
	if err == nil || !strings.Contains(err.Error(), "is a null move: it passes the turn") || !strings.Contains(err.Error(), "--ply 5") {
		t.Error(err)
	}
	if _, err = find(t, "breakthrough", "1. a2a3 -- *", 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), "is a null move") {
		t.Error(err)
	}
}

// TestNumberOfDraughts: Lidraughts writes the plies without progress and the move
// number after a position; the move number is written back.
func TestNumberOfDraughts(t *testing.T) {
	g := read(t, "draughts", "[FEN \"B:W28,31:BK4,9:H3:F20\"]\n\n20... 9-13 *", 1)
	text, err := gamefile.Write(g, gamefile.PDN)
	if err != nil || g.Move != 20 || !strings.Contains(text, ":F20\"]") || !strings.Contains(text, "20... 9-13") {
		t.Errorf("%v: %d, %s", err, g.Move, text)
	}
	if again := read(t, "draughts", text, 1); again.Move != 20 || moves(again) != "9-13" {
		t.Errorf("%+v", again)
	}
}

// TestDeadPosition: moves after a dead position, where nobody can mate any more, are
// read.
func TestDeadPosition(t *testing.T) {
	found := find(t, "chess", "[FEN \"8/5k1r/8/8/8/6K1/8/R7 w - - 0 1\"]\n1. Ra7+ Kg6 2. Rxh7 Kxh7 3. Kf3 Kg6 4. Ke2 1/2-1/2", 1)
	g, err := found.Play(gamefile.All)
	if err != nil || moves(g) != "a1a7 f7g6 a7h7 g6h7" || len(g.After) != 3 || g.Result != gamefile.Drawn || len(g.Notices) != 1 {
		t.Errorf("%v, %+v", err, g)
	}
	if g, err = found.Play(6); err != nil || len(g.After) != 2 {
		t.Errorf("%v, %+v", err, g)
	}
	for _, wrong := range []string{"3. Kf9 *", "3. Kh1 *"} {
		_, err := find(t, "chess", "[FEN \"8/8/6kr/8/8/6K1/8/7R w - - 0 1\"]\n1. Rxh6+ Kxh6 2. Kg4 "+wrong, 1).Play(gamefile.All)
		if err == nil || !strings.Contains(err.Error(), "ply 4") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// TestEncodings: SGF declares its encoding, which must be applied before brackets are
// looked for: a second byte of Shift_JIS may be a backslash (0x5C), one of GB18030 a
// bracket (0x5D).
func TestEncodings(t *testing.T) {
	for _, c := range []struct{ name, file, black, notice string }{
		{"Shift_JIS", "(;GM[1]SZ[9]CA[Shift_JIS]PB[\x83\x5c];B[aa];W[bb])", "ソ", ""},
		{"GB18030", "(;GM[1]SZ[9]CA[GB18030]PB[\x81\x5d];B[aa];W[bb])", "乚", ""},
		{"the label of the past", "(;GM[1]SZ[9]CA[gb2312]PB[\xce\xa7];B[aa];W[bb])", "围", ""},
		{"Big5, after a game without CA", "(;GM[1]SZ[9]PB[x];B[cc])\n(;GM[1]SZ[9]CA[Big5]PB[\xb3\x5c];B[aa];W[bb])", "許", ""},
		{"CA behind a name", "(;GM[1]SZ[9]PB[\x83\x5c]CA[Shift_JIS];B[aa];W[bb])", "ソ", ""},
		{"UTF-8", "(;GM[1]SZ[9]CA[UTF-8]PB[ソ];B[aa];W[bb])", "ソ", ""},
		{"none said", "(;GM[1]SZ[9]PB[Andr\xe9];B[aa];W[bb])", "André", ""},
		{"converted, and its name left", "(;GM[1]SZ[9]CA[Shift_JIS]PB[\xe2\x80\xa0];B[aa];W[bb])", "†", "the text is UTF-8"},
		{"not known", "(;GM[1]SZ[9]CA[klingon]PB[x];B[aa];W[bb])", "x", "CA[klingon] is not an encoding that is known"},
	} {
		number := 1
		if strings.Contains(c.name, "after") {
			number = 2
		}
		g := read(t, "go:9x9", c.file, number)
		if moves(g) != "A9 B8" || g.Names[0] != c.black || !strings.Contains(strings.Join(g.Notices, "\n"), c.notice) {
			t.Errorf("%s: %s, %q, %q", c.name, moves(g), g.Names[0], g.Notices)
		}
	}
}

// TestSmartGames reads SGF in the styles of Go programs and servers.
func TestSmartGames(t *testing.T) {
	for _, c := range []struct{ name, game, file, moves, notice string }{
		{"lizzie#272: KM[] says nothing", "go:19x19", "(;GM[1]SZ[19]KM[]RE[];B[pd])", "Q16", ""},
		{"a comma", "go:19x19,komi=6.5", "(;GM[1]SZ[19]KM[6,5];B[pd])", "Q16", ""},
		{"online-go/goban#205: hundredths of stones", "go:19x19", "(;GM[1]SZ[19]KM[375]AP[GNU Go:3.8]RU[Chinese]AP[foxwq];B[pd])", "Q16", "KM[375] is read as a komi of 7.5 points"},
		{"KataGo#1118: the same of another program", "go:19x19,komi=6.5", "(;GM[1]SZ[19]KM[650]AP[SGFC:2.0];B[pd])", "Q16", "KM[650] is read as a komi of 6.5 points"},
		{"lizzieyzy-next#262: half a point", "go:19x19,komi=0.5", "(;GM[1]SZ[19]KM[50]HA[2]AP[foxwq]AB[pd][dp];W[dd])", "D16", "a komi of 0.5 points"},
		{"katrain#212: the Fox server's 0", "go:19x19", "(;GM[1]SZ[19]KM[0]HA[0]AP[foxwq];B[pd])", "Q16", "writes KM[0] for any komi"},
		{"black moves twice", "go:9x9", "(;SZ[9];B[cg];B[gc];W[ee])", "C3 pass G7 E5", "black moves twice in a row: read as a pass of white"},
		{"white moves twice", "go:9x9", "(;SZ[9];B[cg];W[gc];W[ee];B[cc])", "C3 G7 pass E5 C7", "white moves twice"},
		{"a handicap by moves", "go:9x9", "(;SZ[9]HA[2];B[cg];B[gc];W[ee])", "C3 pass G7 E5", "black moves twice"},
		{"a position in mid-game", "go:9x9", "(;SZ[9];B[cc];W[gg](;AE[cc]AB[dd];W[aa];B[bb])(;B[ff]))", "A9 B8", "a position is set up here"},
	} {
		g := read(t, c.game, c.file, 1)
		if said := strings.Join(g.Notices, "\n"); moves(g) != c.moves || !strings.Contains(said, c.notice) || c.notice == "" && said != "" {
			t.Errorf("%s: %s, %q", c.name, moves(g), said)
		}
	}
	found := find(t, "go:9x9", "(;SZ[9];B[cc];W[gg];AE[cc]AB[dd]PL[W];W[aa])", 1)
	for ply, want := range map[int]string{2: "C7 G3", 3: "", 4: "A9"} {
		if g, err := found.Play(ply); err != nil || moves(g) != want {
			t.Errorf("ply %d: %v", ply, err)
		}
	}
	if g, err := found.Play(3); err != nil || g.Rules.FormatPosition(g.Start) != "........./........./........./...X...../........./........./......O../........./......... white" {
		t.Errorf("%v: %s", err, g.Rules.FormatPosition(g.Start))
	}
}

// TestProposedNames: the game that an error suggests reads the file.
func TestProposedNames(t *testing.T) {
	for _, c := range []struct{ game, file string }{
		{"go:9x9", "(;GM[1]SZ[19]KM[6.5];B[pd])"},
		{"go:9x9,ko=simple", "(;GM[1]SZ[9]KM[6,5];B[cc])"},
		{"go:9x9", "(;GM[1]SZ[9:7]KM[0];B[cc])"},
		{"go:19x19,komi=6.5", "(;GM[1]SZ[19]KM[375]HA[2]AP[foxwq]AB[aa];B[cc])"},
		{"go:13x13,komi=0.5", "(;GM[1]SZ[19];B[cc])"},
		{"go:9x9,komi=-3", "(;GM[1]SZ[5];B[cc])"},
		{"gomoku", "(;GM[4]SZ[19];B[cc])"},
		{"othello", "(;GM[2]SZ[6];B[cb])"},
		{"go:7x7,komi=0", "(;GM[1]SZ[7]KM[0]AB[ab][bc][ad]AW[bd][be][af][bf]PL[B];B[ae];W[ac];B[ad])"},
	} {
		_, err := find(t, c.game, c.file, 1).Play(gamefile.All)
		if err == nil {
			t.Errorf("%s is read of %s", c.game, c.file)
			continue
		}
		words := strings.Fields(err.Error())
		if name := words[len(words)-1]; read(t, name, c.file, 1) == nil {
			t.Errorf("%v", err)
		}
	}
}

// TestLinesOfPositions reads EPD: positions with operations, such as counters and
// best moves.
func TestLinesOfPositions(t *testing.T) {
	const file = "# a suite\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 2; fmvn 4;\n" +
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; am Kg2 Kh1; id \"back rank; 1\";\ne2e4 e7e5\n"
	g := read(t, "chess", file, 1)
	if text := g.Rules.(gamefile.Algebraic).FormatFEN(g.Start); !strings.HasSuffix(text, "w KQkq - 2 4") {
		t.Error(text)
	}
	if g = read(t, "chess", file, 2); len(g.Best) != 1 || len(g.Avoid) != 2 || g.ID != "back rank; 1" {
		t.Errorf("%+v", g)
	}
	if g = read(t, "chess", file, 3); moves(g) != "e2e4 e7e5" {
		t.Error(moves(g))
	}
	_, err := find(t, "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb9;", 1).Play(gamefile.All)
	if err == nil || !strings.Contains(err.Error(), "line 1: ") {
		t.Error(err)
	}
}
