package gamefile_test

import (
	"errors"
	"slices"
	"testing"

	"oxo"
	"oxo/catalog"
	"oxo/gamefile"
	"oxo/games"
)

// fuzz holds that any text is an error or a legal game, which is read back from what is
// written of it.
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
			return // a position that the format does not hold
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

// checkLegal plays a game by the rules.
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
