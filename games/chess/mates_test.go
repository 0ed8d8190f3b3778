//go:build !race

package chess_test

import (
	"context"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestMates: well-known shortest mates are proven.
func TestMates(t *testing.T) {
	for text, plies := range map[string]int{
		"2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - -":   3,
		"r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - -":              7,
		"r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq -":         5,
		"r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - -": 5,
		"3q1r1k/2p4p/1p1pBrp1/p2Pp3/2PnP3/5PP1/PP1Q2K1/5R1R w - -":       5,
		"6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - -":             5,
		"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -": 1,
		"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -":      1,
		"rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq -": 3, // Legal's mate
		"r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - -":          3,

		// From the collection ChestUCI, by the number of moves.
		"8/8/8/8/8/8/4QRb1/R3K2k w Q -":                                3, // castling mates
		"2k5/2N5/1PKP4/2P5/8/8/8/8 w - -":                              5,
		"8/4p3/7R/n7/rp6/kp5Q/8/1K6 w - -":                             5,
		"1r4rk/4Nq2/7K/8/8/6R1/b5Q1/6R1 w - -":                         7,
		"1R6/3p4/2pP4/2k1P3/7p/3RN3/2PP3K/8 w - -":                     7,
		"1B6/1B6/8/1k6/8/1K6/1P6/8 w - -":                              9,
		"1r3k2/8/p3Q3/P2p1p2/3P1q2/7P/1P3P1N/4R2K w - -":               9,
		"8/8/N1k5/KpN1P3/4P3/8/8/8 w - -":                              9,
		"r1bqr1k1/ppp1bppp/2n3n1/4N2R/2pP1PP1/2PQ4/PP5P/R1B2BK1 w - -": 11,
	} {
		_, p := gametest.Position(t, "chess", text)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour) // a wrong mate would be searched for ever
		r := search.New(search.Options{TableBytes: 16 << 20}).Search(ctx, p, search.Limits{})
		cancel()
		t.Logf("%s: %v, %d nodes", text, r.Value, r.Nodes)
		if r.Score != oxo.Win(plies) || !r.Proven {
			t.Errorf("%s: %v after %d nodes, want %v, proven", text, r.Value, r.Nodes, oxo.Win(plies))
		}
	}
}
