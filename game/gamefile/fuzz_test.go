//go:build !race

package gamefile_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/games"
)

// fuzz checks that any text gives an error or a legal game, which can be written and
// read back.
func fuzz(f *testing.F, format gamefile.Format, game string, seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add(seed, 1)
		f.Add(seed, 2)
	}
	g, err := catalog.Lookup(games.All(), game)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, file string, number int) {
		found, err := gamefile.Find(g, file, number)
		if err != nil {
			return
		}
		read, err := found.Play(gamefile.All)
		if err != nil {
			return
		}
		checkLegal(t, read)
		text, err := gamefile.Write(read, format)
		if err != nil {
			return // the format cannot hold this position
		}
		again, err := gamefile.Find(g, text, 1)
		if err != nil {
			t.Fatalf("%v: %q of %q", err, text, file)
		}
		same, err := again.Play(gamefile.All)
		if err != nil || !slices.Equal(same.Moves, read.Moves) || g.FormatPosition(same.Start) != g.FormatPosition(read.Start) || same.Result != read.Result {
			t.Fatalf("%v: %v is read of %q of %q", err, same, text, file)
		}
	})
}

// checkLegal replays a game by the rules.
func checkLegal(t *testing.T, g *gamefile.Game) {
	t.Helper()
	p := g.Start.Clone()
	for i, m := range g.Moves {
		if !slices.Contains(p.Moves(nil), m) {
			t.Fatalf("ply %d: %v is no move of %s", i+1, m, g.Rules.FormatPosition(p))
		}
		if err := catalog.CheckRepeat(g.Rules, p, m); err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	if p.Outcome() != oxo.Ongoing && len(p.Moves(nil)) > 0 {
		t.Fatal(errors.New("a game that is over goes on"))
	}
}

func FuzzPGN(f *testing.F) {
	fuzz(f, gamefile.PGN, "chess", chessFile, "1", "1. e4 (", "1. e4 {", "[Event \"x\\", "1. e4 ; x", "%", "e2e4e7e5", "1. e4 $1 !? 1-0 *", "[FEN \"7k/P7/8/8/8/8/8/7K b - -\"]\n1... Kg7 *", "\ufeff1. e4\r\n\r\n*")
}

func FuzzPDN(f *testing.F) {
	fuzz(f, gamefile.PDN, "checkers:6x6", "1. 8-11 16-12 2-0", "[FEN \"W:W16,17:B1,2\"]\n16-12 0-0", "[GameType \"21\"]", "1. 8x11x9 (2. {)} )", "[FEN \"B:WK18,K1:B14.\"]")
}

func FuzzSGF(f *testing.F) {
	fuzz(f, gamefile.SGF, "go:5x5", "(;SZ[5];B[cc];W[]C[\\]](;B[aa])(;B[bb]))", "(;SZ[5]AB[aa:cb]AE[bb]PL[W]HA[2]KM[0];W[ee];B[tt])", "x(;FF[4])(;SZ[5](;B[aa](;W[bb])))", "(", "(;", "(;B", "(;B[\\", "aabb", "A1B1pass")
}

func FuzzOthelloFiles(f *testing.F) {
	fuzz(f, gamefile.SGF, "othello:4x4", "a2", "(;GM[2]SZ[4];B[ab];W[aa];B[])", "a2a1b1", "# x\nb1 a1", "1. a2 *", "[FEN \"..../.OX./.XO./.... white\"]\n1... a2")
}

func FuzzOthelloRecords(f *testing.F) {
	fuzz(f, gamefile.SGF, "othello", "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//2.4]W[D6/0.0]B[PA];)",
		"2 (;GM[Othello]TY[8r]RE[+4:t]B[F5];)(;GM[Othello]TY[8]W[PA]B[e6];)", wthor(2026, []byte{56, 64, 33}, []byte{65}), "f5d6", "(;GM[2]SZ[8]RE[B+2];B[fe])")
}

func FuzzPositions(f *testing.F) {
	fuzz(f, gamefile.PGN, "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; am Kg2; id \"x;y\";", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 2; fmvn 4;",
		"e2e4 e7e5 bm", "7k/5K2/4R3/8/8/8/8/8 w KQkq -", "1. e4 -- 2. d4 Z0", "[FEN \"8/5k1r/8/8/8/6K1/8/R7 w - - 0 1\"]\n1. Ra7+ Kg6 2. Rxh7 Kxh7 3. Kf3 0-0")
}

// TestLongFiles: half a million bytes that would take a reader with nested loops
// hours are read.
func TestLongFiles(t *testing.T) {
	size := 1 << 19
	if testing.Short() {
		size = 1 << 14
	}
	for _, unit := range []string{
		"(", "{", "[", "]", "}", "(;", "(;C[", "\\", "x\n", "\n", "[Event \"x\"]\n", "[Event \"x\"]\n\n{\n\n", "[FEN \"x", "[a ", "1. e4 (\n\n",
		"1. e4 -- ", "A[x]y ", "(;GM[1]", "(;GM[1]CA[x]", "(;SZ[9];AE[aa]", ";B[]", ";B[aa];AE[aa]", "(;SZ[9]B[", "(;GM[Othello]BO[8",
		"0-0 ", "* ", "1-0 ",
	} {
		for _, before := range []string{"", "1. e4 ", "(;SZ[9]"} {
			for _, game := range []string{"chess", "go:9x9", "checkers"} {
				g, err := catalog.Lookup(games.All(), game)
				if err != nil {
					t.Fatal(err)
				}
				size := size
				if before != "" {
					size /= 8 // the same readers, from another state
				}
				file := before + strings.Repeat(unit, size/len(unit))
				if found, err := gamefile.Find(g, file, 1); err == nil {
					_, _ = found.Play(gamefile.All)
				}
				if _, err := gamefile.Find(g, file, size+1); err == nil {
					t.Errorf("%q has a game for each byte", unit)
				}
			}
		}
	}
}
