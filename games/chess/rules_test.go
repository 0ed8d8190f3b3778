//go:build !race

package chess_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/games/chess"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// TestEnds: which positions are over, and with which result.
func TestEnds(t *testing.T) {
	for text, want := range map[string]oxo.Outcome{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -": oxo.Lost,    // fool's mate
		"7k/5Q2/6K1/8/8/8/8/8 b - -":                                oxo.Drawn,   // stalemate
		"8/8/4k3/8/8/3K4/8/8 w - -":                                 oxo.Drawn,   // kings alone
		"8/8/4k3/8/8/3KN3/8/8 b - -":                                oxo.Drawn,   // a knight
		"8/8/4k3/8/8/3KB3/8/8 w - -":                                oxo.Drawn,   // a bishop
		"8/6b1/4k3/8/8/3KB3/8/8 w - -":                              oxo.Drawn,   // bishops on dark squares
		"8/7b/4k3/8/8/3KB3/8/8 w - -":                               oxo.Ongoing, // the bishops are on different colours: a mate is possible with help
		"8/8/4k3/8/8/3KNN2/8/8 w - -":                               oxo.Ongoing,
		"8/8/4kn2/8/8/3KN3/8/8 w - -":                               oxo.Ongoing,
		"8/8/4kb2/8/8/3KN3/8/8 w - -":                               oxo.Ongoing,
		"8/8/4kp2/8/8/3K4/8/8 w - -":                                oxo.Ongoing,
		"R5k1/5ppp/8/8/8/8/8/4K3 b - -":                             oxo.Lost, // back rank
	} {
		_, p := gametest.Position(t, "chess", text)
		if got := p.Outcome(); got != want || (len(p.Moves(nil)) > 0) != (want == oxo.Ongoing) {
			t.Errorf("%s is %v with %d moves, want %v", text, got, len(p.Moves(nil)), want)
		}
	}
}

// TestNoProgress: fifty moves of each side without a capture or a pawn's move end the game,
// unless the last of them mates.
func TestNoProgress(t *testing.T) {
	for text, want := range map[string]bool{
		"4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80":   false,
		"4k3/8/8/8/8/8/4P3/R3K3 w - - 100 80":  true,
		"R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80": false,
		"4k3/8/8/8/8/8/4P3/R3K3 w - -":         false,
	} {
		_, p := gametest.Position(t, "chess", text)
		if got := player.Drawn(p); got != want {
			t.Errorf("%s: no progress is %v", text, got)
		}
		plies, value := p.(oxo.Looping).Repeated()
		if (plies == 100) != want || value != oxo.Draw {
			t.Errorf("%s: repeated %d plies ago, %v", text, plies, value)
		}
	}
	g, p := gametest.Position(t, "chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80")
	for move, want := range map[string]bool{"e2e3": false, "a1a2": true} {
		m, err := g.ParseMove(p, move)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		if got := player.Drawn(p); got != want {
			t.Errorf("after %s no progress is %v", move, got)
		}
		p.Unmake(m)
	}
}

// TestRights: a lost castling right and an impossible capture en passant are not written, so
// that equal states have equal texts.
func TestRights(t *testing.T) {
	for _, c := range []struct{ game, from, moves, want string }{
		{"chess", "", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"},
		{"chess", "", "e2e4 a7a6 e4e5 d7d5", "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6"},
		{"chess", "", "e2e4 e7e5 e1e2 e8e7", "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - -"},
		{"chess", "", "g1f3 g8f6 h1g1 f6g8 g1h1 g8f6", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w Qkq -"},
		// The pawn on e4 is pinned: the capture en passant would be illegal.
		{"chess", "4r1k1/8/8/8/4p3/8/3P4/4KR2 w - -", "d2d4", "4r1k1/8/8/8/3Pp3/8/8/4KR2 b - d3"},
		{"chess", "6k1/8/8/8/r3p2K/8/3P4/8 w - -", "d2d4", "6k1/8/8/8/r2Pp2K/8/8/8 b - d3"},
		{"chess", "8/8/8/8/R3p2k/8/3P4/4K3 w - -", "d2d4", "8/8/8/8/R2Pp2k/8/8/4K3 b - -"}, // both leave the row
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk -"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O O-O-O", "2kr3r/8/8/8/8/8/8/R4RK1 w - -"},
		{"chess,960", "1r2k2r/8/8/8/8/8/8/RR2K3 w B -", "e1b1", "1r2k2r/8/8/8/8/8/8/R1KR4 b - -"},
		{"chess,960", "4k3/8/8/8/8/8/8/RR2K3 w B -", "a1a2", "4k3/8/8/8/8/8/R7/1R2K3 b Q -"},
	} {
		g := gametest.Game(t, c.game)
		p := g.Start()
		if c.from != "" {
			_, p = gametest.Position(t, c.game, c.from)
		}
		if _, err := catalog.ReplayFrom(g, p, strings.Fields(c.moves)...); err != nil {
			t.Errorf("%s %s: %v", c.from, c.moves, err)
		} else if got := g.FormatPosition(p); got != c.want {
			t.Errorf("%s %s leads to %s, want %s", c.from, c.moves, got, c.want)
		}
	}
}

// TestSAN: moves in the notation of books.
func TestSAN(t *testing.T) {
	for _, c := range []struct{ text, uci, san string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", "O-O"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1c1", "O-O-O"},
		{"5k2/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", "O-O+"},
		{"4k3/8/8/8/8/8/K7/R6R w - -", "a1d1", "Rad1"},
		{"4k3/8/8/R7/8/8/7K/R7 w - -", "a5a3", "R5a3"},
		{"8/5k2/8/8/Q6Q/8/K7/Q7 w - -", "a4d4", "Qa4d4"},
		{"4k3/8/8/4B3/8/8/8/1N2B1K1 w - -", "e1c3", "B1c3"}, // the knight's move is b1c3
		{"4k3/8/8/8/8/8/1p6/R3K3 b - -", "b2a1q", "bxa1=Q+"},
		{"7k/6pp/8/8/8/8/8/R3K3 w - -", "a1a8", "Ra8#"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"},
		{"4k3/8/8/8/1b6/8/3N4/4K1N1 w - -", "g1f3", "Nf3"}, // the other knight is pinned
	} {
		g, p := gametest.Position(t, "chess", c.text)
		m, err := g.ParseMove(p, c.uci)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := g.(gamefile.Algebraic).FormatSAN(p, m); got != c.san {
			t.Errorf("%s: %s is %s, want %s", c.text, c.uci, got, c.san)
		}
		for _, text := range []string{c.san, strings.TrimRight(c.san, "+#"), strings.ReplaceAll(c.san, "x", ""), strings.ReplaceAll(c.san, "O", "0"), c.san + "!?"} {
			if got, err := g.ParseMove(p, text); err != nil || got != m {
				t.Errorf("%s: %s is read as %v, %v, want %v", c.text, text, got, err, m)
			}
		}
	}
}

// TestOrder: captures come first, by the most valuable victim and then the least valuable
// attacker; then promotions.
func TestOrder(t *testing.T) {
	g, p := gametest.Position(t, "chess", "3q2k1/P1P5/8/4r3/3P4/4R3/8/4K3 w - -")
	var names []string
	for _, m := range p.Moves(nil) {
		names = append(names, g.FormatMove(p, m))
	}
	want := []string{"c7d8q", "c7d8n", "c7d8r", "c7d8b", "d4e5", "e3e5", "a7a8q", "a7a8n", "a7a8r", "a7a8b"}
	if len(names) < len(want) || !slices.Equal(names[:len(want)], want) && names[6][:2] != "c7" {
		t.Errorf("the moves are %v, want %v first", names, want)
	}
	noisy := p.(interface {
		Noisy(buf []oxo.Move) []oxo.Move
	}).Noisy(nil)
	for _, m := range noisy {
		if quiet := p.(interface{ Quiet(m oxo.Move) bool }).Quiet(m); quiet {
			t.Errorf("%s is noisy and quiet", g.FormatMove(p, m))
		}
	}
	for _, m := range p.Moves(nil) {
		if quiet := p.(interface{ Quiet(m oxo.Move) bool }).Quiet(m); quiet == slices.Contains(noisy, m) {
			t.Errorf("%s is quiet: %v", g.FormatMove(p, m), quiet)
		}
	}
}

// TestExchange: gains of captures, worked out by hand.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		text, move string
		gain       oxo.Score
	}{
		{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100},
		{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -220}, // a knight for a pawn, with all the men behind
		{"4k3/8/3p4/4p3/8/8/8/4KQ2 w - -", "f1f7", -950},
		{"4k3/8/8/3p4/8/8/8/3RK3 w - -", "d1d5", 100},
		{"4k3/3r4/8/3p4/8/8/8/3RK3 w - -", "d1d5", -400},
		{"4k3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100}, // the rook behind counts
		{"4k3/8/4p3/3p4/4P3/8/8/4K3 w - -", "e4d5", 0},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", 320 + 850},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100},
		{"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0},
	} {
		g, p := gametest.Position(t, "chess", c.text)
		m, err := g.ParseMove(p, c.move)
		if err != nil {
			t.Fatal(err)
		}
		e := p.(interface {
			Exchange(m oxo.Move, least oxo.Score) bool
		})
		for _, least := range []oxo.Score{c.gain - 1, c.gain} {
			if !e.Exchange(m, least) {
				t.Errorf("%s: %s does not gain %d", c.text, c.move, least)
			}
		}
		if e.Exchange(m, c.gain+1) {
			t.Errorf("%s: %s gains more than %d", c.text, c.move, c.gain)
		}
	}
}

// inRandomGames calls do with each move of random games; do has to make it.
func inRandomGames(t *testing.T, seed uint64, do func(p oxo.Position, m oxo.Move)) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range 300 {
		p := gametest.Game(t, "chess").Start()
		for range rng.IntN(120) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			do(p, moves[rng.IntN(len(moves))])
		}
	}
}

// TestThreatens: a move gives check exactly if Threatens says so, except for castling and
// captures en passant.
func TestThreatens(t *testing.T) {
	checks := 0
	inRandomGames(t, 22, func(p oxo.Position, m oxo.Move) {
		said := p.(search.Tactical).Tactics().Threatens(m)
		p.Make(m)
		is := p.(search.Tactical).Threatened()
		if is {
			checks++
		}
		if is != said && (!is || m>>21&3 < 2) { // otherwise it is castling or en passant
			t.Fatalf("%v: the move %x before gives check: %v, said %v", p, m, is, said)
		}
	})
	if checks < 500 {
		t.Errorf("only %d checks", checks)
	}
}

// TestHashAfter: the hash of a move is predicted, except for castling, promotion and en
// passant, and where a castling or en passant right changes.
func TestHashAfter(t *testing.T) {
	right, wrong := 0, 0
	inRandomGames(t, 23, func(p oxo.Position, m oxo.Move) {
		foreseen := p.(search.Tactical).Tactics().HashAfter(m)
		if p.Make(m); p.(search.Tactical).Hash() == foreseen {
			right++
		} else {
			wrong++
		}
	})
	if right < 10*wrong {
		t.Errorf("%d hashes were foreseen, and %d were others", right, wrong)
	}
}

// TestKeys: up to 15 men have exact keys on 64 squares.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		game, text string
		bits       int
	}{
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 0},
		{"chess", "4k3/pppppppp/8/8/8/8/PPPPP3/4K3 w - -", 64 + 1 + 60},
		{"chess", "4k3/pppppppp/8/8/8/8/PPPPPP2/4K3 w - -", 0},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w Q -", 64 + 1 + 12},
		{"chess:5x5", "rnbqk/ppppp/5/PPPPP/RNBQK w - -", 25 + 1 + 80},
	} {
		_, p := gametest.Position(t, c.game, c.text)
		if got := p.(oxo.Keyed).KeyBits(); got != c.bits {
			t.Errorf("%s has keys of %d bits, want %d", c.text, got, c.bits)
		}
	}
	seen := map[oxo.Key]string{}
	for _, text := range []string{ // equal except in one respect
		"4k3/8/8/8/8/8/8/R3K2R w KQ -", "4k3/8/8/8/8/8/8/R3K2R w K -", "4k3/8/8/8/8/8/8/R3K2R w Q -", "4k3/8/8/8/8/8/8/R3K2R w - -", "4k3/8/8/8/8/8/8/R3K2R b KQ -",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - -", "4k3/8/8/3Pp3/8/8/8/4K3 w - -", "4k3/8/8/3pB3/8/8/8/4K3 w - -",
	} {
		_, p := gametest.Position(t, "chess", text)
		k := p.(oxo.Keyed).Key()
		if other, ok := seen[k]; ok {
			t.Errorf("%s has the key of %s", text, other)
		}
		seen[k] = text
	}
}

// TestStarts: some of the 960 starts, as lists have them.
func TestStarts(t *testing.T) {
	for number, row := range map[string]string{"0": "BBQNNRKR", "518": "RNBQKBNR", "959": "RKRNNQBB", "534": "RNBKQBNR", "1": "BQNBNRKR"} {
		g := gametest.Game(t, "chess,960="+number)
		if got := g.FormatPosition(g.Start()); !strings.Contains(got, "/"+row+" ") {
			t.Errorf("start %s is %s, want %s", number, got, row)
		}
	}
	seen := map[string]bool{}
	for number := 0; number < 960; number += 60 {
		g := gametest.Game(t, fmt.Sprintf("chess,960=%d", number))
		seen[g.FormatPosition(g.Start())] = true
	}
	if len(seen) != 16 {
		t.Errorf("16 starts are %d different ones", len(seen))
	}
}

func TestWrongText(t *testing.T) {
	for name, hint := range map[string]string{
		"chess:": "chess[:5x5", "chess:7x7": "5x5, 5x6 or 6x6", "chess:5x5,960": "no option", "chess,misere": "want 960", "chess,960=960": "0 to 959", "chess,960=x": "0 to 959", "chess:8": "not a size", "chess:960": "Chess960 is written chess,960",
	} {
		if _, err := catalog.Lookup([]catalog.Family{chess.Family()}, name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
	}
	g := gametest.Game(t, "chess")
	for text, hint := range map[string]string{
		"": "not a move", "e4e5": "e4 is empty", "e7e5": "white is to move", "e1e2": "cannot move", "e2e5": "e2e3", "Ng3": "not a move", "Nd2": "not a move", "O-O": "not a move", "e9": "not a move",
	} {
		if _, err := g.ParseMove(g.Start(), text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("move %q: %v, want %q", text, err, hint)
		}
	}
	for text, hint := range map[string]string{
		"": "field", "8/8/8/8/8/8/8/8 w": "0 kings", "4k3/8/8/8/8/8/8/4K3 x": "side to move", "4k3/8/8/8/8/8/4K3 w": "7 row(s)", "4k4/8/8/8/8/8/8/4K3 w": "9 squares",
		"4k3/8/8/8/8/8/8/P3K3 w": "first or last row", "4k3/8/8/8/8/8/8/4KX2 w": "not a man", "4k3/4R3/8/8/8/8/8/4K3 w": "in check",
		"4k3/8/8/8/8/8/8/4K3 w K": "not a right", "4k3/8/8/8/8/8/8/4K3 w - e3": "en passant", "4k3/8/8/8/8/8/8/4K3 w - - x": "not a number", "4k3/8/8/8/8/8/8/4K3 w - - 0 x": "the number of a move",
		"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w": "promoted", "4k3/8/8/8/8/8/8/R3K3 w QQ": "twice",
	} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("position %q: %v, want %q", text, err, hint)
		}
	}
}
