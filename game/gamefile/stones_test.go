//go:build !race

package gamefile_test

import (
	"bytes"
	"strings"
	"testing"

	"oxo/game/gamefile"
	"oxo/internal/gametest"
)

// TestPiskvork reads what Piskvork 8 and programs like it write. The files have the forms that its
// source writes (plastovicka/Piskvork 2c32965, game.cpp) and that tools of others read and write.
func TestPiskvork(t *testing.T) {
	for _, c := range []struct {
		name, game, file, moves string
		names                   [2]string
	}{
		{"saved by hand", "gomoku", "Piskvorky 15x15, 11:0, 0\n8,8,0\n9,8,1500\n8,9,203\n-1\n", "h8 i8 h7", [2]string{}},
		{"of a match", "gomoku", "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n1,15,32\r\nC:\\a.zip\r\npbrain-b.exe\r\n0\r\n", "h8 a1", [2]string{"C:\\a.zip", "pbrain-b.exe"}},
		{"the second player began", "gomoku", "Piskvorky 15x15, 11:11, 1\n15,1,0\nfirst\nsecond\n2\n", "o15", [2]string{"second", "first"}},
		{"of Gomocup, with the group", "renju", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\nRAPFI25.zip\nJAX25.zip\n-1\n0,Renju\n", "h8 i8", [2]string{"RAPFI25.zip", "JAX25.zip"}},
		{"without times", "mnk:20x20x5", "Piskvorky 20x20 , 0 - 0\n 8, 8\n20, 20\n-1", "h13 t1", [2]string{}},
		{"no moves", "gomoku", "Piskvorky 15x15, 0:0, 0\n", "", [2]string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := find(t, c.game, c.file, 1)
			g, err := found.Play(gamefile.All)
			if err != nil || moves(g) != c.moves || g.Names != c.names || found.Format != gamefile.PSQ {
				t.Errorf("%v: %q, names %q, %s; want %q and %q", err, moves(g), g.Names, found.Format, c.moves, c.names)
			}
		})
	}
	two := "Piskvorky 15x15, 0:0, 0\n8,8,0\n\nPiskvorky 15x15, 0:0, 0\n9,9,0\n"
	if g := read(t, "gomoku", two, 2); moves(g) != "i7" || g.Line != 4 {
		t.Errorf("the second of two: %s at line %d", moves(g), g.Line)
	}
}

// lib makes a library of RenLib, version 3.4, of pairs of bytes in hexadecimal digits.
func lib(t testing.TB, hex string) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("\xffRenLib\xff\x03\x04" + strings.Repeat("\xff", 10))
	for c := range strings.FieldsSeq(hex) {
		var v byte
		for _, d := range []byte(c) {
			v = v<<4 | byte(strings.IndexByte("0123456789abcdef", d))
		}
		b.WriteByte(v)
	}
	return b.String()
}

// TestRenLib reads libraries in the forms that RenLib 3.6 writes (gomoku/RenLib 7a51509,
// LibraryFile.cpp and RenLibDoc.cpp), each line of play as a game.
func TestRenLib(t *testing.T) {
	for _, c := range []struct{ name, file, games string }{
		{"one line", lib(t, "00 00 78 00 69 00 79 40"), "h8 i9 i8"},
		{"two alternatives", lib(t, "00 00 78 00 69 80 79 40 59 40"), "h8 i9 i8; h8 i10"},
		{"alternatives within alternatives", lib(t, "00 00 78 00 69 80 79 80 11 40 1f 40 59 00 01 40"), "h8 i9 i8 a14; h8 i9 o14; h8 i10 a15"},
		{"comments of both lengths, a mark, a start", lib(t, "00 08 61 62 00 00 78 1c 61 00 69 48 61 62 63 00"), "h8 i9"},
		{"a comment of an old version", lib(t, "00 00 78 20 61 e2 69 60 e2 61"), "h8 i9"},
		{"texts on the board", lib(t, "00 00 78 00 69 81 00 01 41 00 79 40 6a c3 00 01 42 00 6b 43 00 01 42 43 00 00"), "h8 i9 i8"},
		{"only texts follow", lib(t, "00 00 78 00 69 43 00 01 41 00"), "h8"},
		{"without its root, as version 3.0", "\xffRenLib\xff\x03\x00" + strings.Repeat("\xff", 10) + "\x78\x00\x69\x40", "h8 i9"},
		{"without a header", "\x78\x00\x69\x40", "h8 i9"},
		{"ends without a mark", lib(t, "00 00 78 00 69 00"), "h8 i9"},
		{"empty", lib(t, ""), ""},
		{"corners", lib(t, "00 00 01 00 0f 00 e1 00 ef 40"), "a15 o15 a1 o1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := gamefile.NewReader(gametest.Game(t, "renju"), c.file)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for found := r.Next(); found != nil; found = r.Next() {
				g, err := found.Play(gamefile.All)
				if err != nil || found.Format != gamefile.RenLib {
					t.Fatalf("%v, %s", err, found.Format)
				}
				all = append(all, moves(g))
			}
			if got := strings.Join(all, "; "); got != c.games {
				t.Errorf("%q, want %q", got, c.games)
			}
		})
	}
}

// TestRenjuNet reads games of the database of RenjuNet, and lists of moves in the forms that
// servers and their players write.
func TestRenjuNet(t *testing.T) {
	const database = "<?xml version=\"1.0\"?>\n<database>\n<games>\n<game id=\"1\" black=\"3069\" white=\"3969\" bresult=\"0.5\" rule=\"25\">\n<move>h8 i9 J10</move>\n<info>B=1245</info>\n</game>\n" +
		"<game id=\"2\" black=\"1\" white=\"2\" bresult=\"1\">\n<move>\nh8\nh9 h7</move></game>\n<game id=\"3\"></game>\n</games>\n"
	for i, want := range []struct {
		moves, black string
		result       gamefile.Result
	}{{"h8 i9 j10", "RenjuNet player 3069", gamefile.Drawn}, {"h8 h9 h7", "RenjuNet player 1", gamefile.FirstWins}, {"", "", gamefile.Unknown}} {
		g := read(t, "renju", database, i+1)
		if moves(g) != want.moves || g.Result != want.result || g.Names[0] != want.black {
			t.Errorf("game %d: %s, %q, %q; want %+v", i+1, moves(g), g.Result, g.Names, want)
		}
	}
	for _, list := range []string{"h8 i9 h10 g9", "h8i9h10g9", "H8 I9 H10 G9", "1. h8 i9 2. h10 g9", "1.h8 2.i9 3.h10 4.g9"} {
		if g := read(t, "renju", list+"\n", 1); moves(g) != "h8 i9 h10 g9" {
			t.Errorf("%q: %s", list, moves(g))
		}
	}
}

// TestWrongStones: an error of these formats says where, and what would be right.
func TestWrongStones(t *testing.T) {
	const psq = "Piskvorky 15x15, 0:0, 0\n"
	for _, c := range []struct{ name, game, file, want string }{
		{"size", "gomoku", "Piskvorky 20x20, 0:0, 0\n1,1,0\n", "the file has a board of 20x20, but the game is mnk:15x15x5"},
		{"game", "chess", psq, "the file is of gomoku or renju, but the game is chess"},
		{"outside", "gomoku", psq + "8,8,0\n16,1,0\n", "line 3, ply 2, 16,1: "},
		{"taken", "gomoku", psq + "8,8,0\n8,8,0\n", "line 3, ply 2, h8: h8 is taken"},
		{"forbidden", "renju", psq + "8,7\n1,1\n8,9\n1,3\n7,8\n1,5\n9,8\n1,7\n8,8\n", "line 10, ply 9, h8: h8 is forbidden to black: it makes two threes at once"},
		{"header", "gomoku", "Piskvorky board\n1,1,0\n", "line 1: \"Piskvorky board\" does not begin a game of Piskvork"},
		{"many", "gomoku", psq + strings.Repeat("1,1,0\n", 2000), "line 3, ply 2, a15: a15 is taken"},
		{"library of a later version", "renju", "\xffRenLib\xff\x04\x00" + strings.Repeat("\xff", 10), "byte 9: the library is of RenLib's version 4.0: want 3.4 or less"},
		{"library of another game", "connect4", lib(t, "78 40"), "the file is of gomoku or renju, but the game is connect4"},
		{"library on another board", "mnk:19x19x5", lib(t, "78 40"), "the file has a board of 15x15"},
		{"header cut", "renju", "\xffRenLib\xff\x03", "the file ends at byte 9, within the header"},
		{"node cut", "renju", lib(t, "78 00 69"), "the file ends at byte 23, within a node"},
		{"comment cut", "renju", lib(t, "78 08 61 61"), "the file ends at byte 24, within the text that begins at byte 23"},
		{"alternative missing", "renju", lib(t, "78 00 69 80 79 40"), "the file ends at byte 26, and an alternative"},
		{"no square", "renju", lib(t, "78 00 f0 40"), "byte 23: 0xf0 is not a square"},
		{"a pass", "renju", lib(t, "78 00 00 40"), "byte 23, ply 2, pass: a pass"},
		{"taken in a library", "renju", lib(t, "78 00 78 40"), "byte 23, ply 2, h8: h8 is taken"},
		{"RenjuNet", "renju", "<games><game id=\"1\"><move>h8 z9</move></game>", "line 1, ply 2, z9: "},
		{"RenjuNet, cut", "renju", "<games>\n<game id=\"1\"><move>h8", "line 2: \"<game id=\\\"1\\\"><move>h8\" has no </game>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := gamefile.Find(gametest.Game(t, c.game), c.file, 1)
			if err == nil {
				if g, wrong := found.Play(gamefile.All); wrong == nil && c.name == "alternative missing" {
					t.Logf("%s", moves(g))
					found, err = gamefile.Find(gametest.Game(t, c.game), c.file, 2)
					if err == nil {
						_, err = found.Play(gamefile.All)
					}
				} else {
					err = wrong
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func FuzzStones(f *testing.F) {
	fuzz(f, gamefile.SGF, "renju", "Piskvorky 15x15, 11:11, 1\n8,8,0\n9,9,12\na\nb\n-1\n", "Piskvorky 15x15 , 0 - 0\n1, 1\nPiskvorky 15x15, 0:0, 0\n2,2,0", "Piskvorky 15x15, 0:0, 0\n99,0,-1\n",
		lib(f, "00 00 78 00 69 80 79 48 61 00 59 40"), lib(f, "78 00 69 81 00 01 41 00 79 40 6a c3 00 01 42 00 6b 43 00 01 42 00"), "\x78\x20\x61\xe2\x69\x40",
		"<games><game id=\"1\" bresult=\"1\"><move>h8 i9</move></game><game id=\"2\"><move>h8</move></game>", "<game <move> </game>")
}

// TestLongStones: half a million bytes of these formats are read at once, whatever they repeat.
func TestLongStones(t *testing.T) {
	const size = 1 << 19
	for _, unit := range []string{"Piskvorky 15x15, 0:0, 0\n", "Piskvorky ", "1,1,0\n", "<game ", "<game x><move>", "<game ><move>h8 </move></game>", "<move>", "\x78\x80", "\x78\x00", "\x78\x08", "\x78\xc2", "\x78\x01"} {
		for _, before := range []string{"Piskvorky 15x15, 0:0, 0\n", "<game ><move>", lib(t, ""), lib(t, "78 00 69 80 79 80")} {
			file := before + strings.Repeat(unit, size/len(unit))
			for _, number := range []int{1, size + 1} {
				if found, err := gamefile.Find(gametest.Game(t, "renju"), file, number); err == nil {
					_, _ = found.Play(gamefile.All)
				}
			}
		}
	}
}
