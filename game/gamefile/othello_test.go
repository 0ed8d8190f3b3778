//go:build !race

package gamefile_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/gamefile"
	"oxo/internal/gametest"
)

// TestGGF reads the Generic Game Format: one game and several, boards of their own, passes.
func TestGGF(t *testing.T) {
	const file = `2 (;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[ann]PW[bob]RE[+10.00]TI[05:00//02:00]TY[8]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[F5//2.449]W[D6/0.00]B[C5//1.264];)(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[-2:r]TY[8]
BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6/1.5/0.1]B[c3];)`
	g := read(t, "othello", file, 1)
	if moves(g) != "f5 d6 c5" || g.Names != [2]string{"ann", "bob"} || g.Result != gamefile.FirstWins || g.Date != "2004.09.18" || g.Format != gamefile.GGF {
		t.Errorf("%s: %+v", moves(g), g)
	}
	if g = read(t, "othello", file, 2); moves(g) != "f5 d6 c3" || g.Result != gamefile.SecondWins {
		t.Errorf("%s: %+v", moves(g), g)
	}
	const passing = "(;GM[Othello]TY[8]RE[?]BO[8 OX------OO------OOOO----OOOOO---OOOOOO--OOOOOOO-OOOOOOOOOOOOOOOO *]B[PA]W[C1];)"
	if g := read(t, "othello", strings.ReplaceAll(passing, "X", "*"), 1); len(g.Moves) < 2 || g.Rules.FormatMove(g.Start, g.Moves[0]) != "pass" {
		t.Error(moves(g))
	}
	for _, c := range []struct{ game, file, want string }{
		{"othello", "(;GM[Amazons]TY[10]B[J4-I4-J5];)", "the file is a GGF file of Amazons"},
		{"go:9x9", file, "want a GGF file of Othello"},
		{"othello", "(;GM[Othello]TY[8a]B[F5];)", "is misère Othello"},
		{"othello", "(;GM[Othello]TY[8]BO[10 *]B[F5];)", "is not a board of othello:8x8"},
		{"othello", "(;GM[Othello]TY[8]B[F6];)", "ply 1, B[F6]"},
		{"othello", "(;GM[Othello]TY[8]W[F5];)", "white moves, but black is to move"},
	} {
		if _, err := find(t, c.game, c.file, 1).Play(gamefile.All); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.file, err, c.want)
		}
	}
}

// wthor makes a WTHOR database.
func wthor(year int, games ...[]byte) string {
	file := []byte{20, 26, 11, 29, byte(len(games)), 0, 0, 0, 0, 0, byte(year), byte(year >> 8), 8, 0, 22, 0}
	for i, moves := range games {
		record := make([]byte, 68)
		binary.LittleEndian.PutUint16(record, 7)
		binary.LittleEndian.PutUint16(record[2:], uint16(300+i))
		record[4], record[6] = 2, 40
		copy(record[8:], moves)
		file = append(file, record...)
	}
	return string(file)
}

// TestWTHOR reads records of 68 bytes after a header of 16. They contain no passes.
func TestWTHOR(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g := gametest.Game(t, "othello")
	p := g.Start()
	whole := play(rng, p, 100)
	var record []byte
	q := g.Start()
	for _, m := range whole {
		if name := g.FormatMove(q, m); name != "pass" {
			record = append(record, (name[1]-'0')*10+name[0]-'a'+1)
		}
		q.Make(m)
	}
	file := wthor(2026, []byte{56, 64, 33, 0}, record)
	read1 := read(t, "othello", file, 1)
	if moves(read1) != "f5 d6 c3" || read1.Names != [2]string{"WTHOR player 300", "WTHOR player 2"} || read1.Date != "2026.??.??" || read1.Result != gamefile.FirstWins || read1.Format != gamefile.WTHOR {
		t.Errorf("%s: %+v", moves(read1), read1)
	}
	if read2 := read(t, "othello", file, 2); moves(read2) != moves(&gamefile.Game{Rules: g, Start: g.Start(), Moves: whole}) {
		t.Errorf("%s", moves(read2))
	}
	for _, c := range []struct{ game, file, want string }{
		{"othello", file[:len(file)-1], "the file is not complete"},
		{"chess", file, "a WTHOR database of Othello games"},
		{"othello:6x6", file, "boards of 8x8"},
		{"othello", wthor(2026, []byte{56, 56}) + "", "move 2 of the record, 56"},
	} {
		found, err := gamefile.Find(gametest.Game(t, c.game), c.file, 1)
		if err == nil && c.want == "the file is not complete" {
			found, err = gamefile.Find(gametest.Game(t, c.game), c.file, 2)
		}
		if err == nil {
			_, err = found.Play(gamefile.All)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestMarginOfSGF: a finished game of Othello is written with the margin.
func TestMarginOfSGF(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	g := gametest.Game(t, "othello:6x6")
	p := g.Start()
	game := &gamefile.Game{Rules: g, Start: g.Start(), Moves: play(rng, p, 100), Result: gamefile.FirstWins}
	if p.Outcome() == oxo.Ongoing {
		t.Fatal("the game is not over")
	}
	margin := p.(oxo.Margined).Margin()
	text, err := gamefile.Write(game, gamefile.SGF)
	if want := fmt.Sprintf("RE[%s+%d]", map[bool]string{true: "B", false: "W"}[game.Result == gamefile.FirstWins], max(margin, -margin)); err != nil || margin == 0 || !strings.Contains(text, want) {
		t.Errorf("%v: %s, want %s", err, text, want)
	}
}
