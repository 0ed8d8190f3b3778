//go:build !race

package chess_test

import (
	"context"
	"flag"
	"testing"

	"oxo/internal/gametest"
	"oxo/textbook"
)

// deep limits the number of lines counted. The tables below also have larger numbers, which take
// too long for a test that runs every time.
var deep = flag.Uint64("deep", 3_000_000, "count the lines of chess up to this number")

// lines returns numbers of lines by depth, from "Perft Results" and "Chess960 Perft Results" of
// the Chess Programming Wiki.
func lines() []counted {
	return []counted{
		{"chess", "", []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
		{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", []uint64{48, 2039, 97862, 4085603, 193690690}},
		{"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", []uint64{14, 191, 2812, 43238, 674624, 11030083}},
		{"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", []uint64{6, 264, 9467, 422333, 15833292}},
		{"chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", []uint64{44, 1486, 62379, 2103487, 89941194}},
		{"chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", []uint64{46, 2079, 89890, 3894594, 164075551}},
		{"chess,960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", []uint64{21, 528, 12189, 326672, 8146062}},
		{"chess,960", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe -", []uint64{21, 807, 18002, 667366, 16253601}},
		{"chess,960", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE -", []uint64{20, 479, 10471, 273318, 6417013}},
		{"chess,960", "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf -", []uint64{22, 593, 13440, 382958, 9183776}},
		{"chess,960", "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf -", []uint64{28, 1120, 31058, 1171749, 34030312}},
	}
}

type counted struct {
	game, position string
	lines          []uint64 // from depth 1 on
}

func TestPerft(t *testing.T) {
	for _, c := range lines() {
		g := gametest.Game(t, c.game)
		p := g.Start()
		if c.position != "" {
			_, p = gametest.Position(t, c.game, c.position)
		}
		for i, want := range c.lines {
			if want > *deep || testing.Short() && want > *deep/10 {
				break
			}
			if n, err := textbook.Perft(context.Background(), p, i+1); err != nil || n != want {
				t.Errorf("%s %s: perft(%d) = %d, %v, want %d", c.game, c.position, i+1, n, err, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range lines()[:2] {
		_, p := gametest.Position(b, c.game, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
		if c.position == "" {
			p = gametest.Game(b, c.game).Start()
		}
		b.Run(c.position, func(b *testing.B) {
			b.ReportAllocs()
			total := uint64(0)
			for b.Loop() {
				n, err := textbook.Perft(context.Background(), p, 4)
				if err != nil {
					b.Fatal(err)
				}
				total += n
			}
			b.ReportMetric(float64(total)/b.Elapsed().Seconds()/1e6, "Mlines/s")
		})
	}
}
