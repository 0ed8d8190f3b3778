//go:build !race

package walk

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/certtest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
)

// detour is a draw of 13x13, five in a row. The second part of its proof answers X on d7 and e7, and then has a leaf
// by pairs. X can also reach this leaf through squares outside the zones. Then X lacks d7 and e7, and f7 weighs more
// on the board of the game than in the file.
const (
	detour = ".OXOOOXOOXOO./OOOXOO.XOOOXO/OXOXXXOOXOXXO/XXOOOOXOOOXXX/OOX.X.OXXXXOX/XXOO..XOOXXXX/XXO....X..OX./" +
		"XXOXX..OXXXXO/XXXOOXX.XOOOO/OOOXXOOXOOOOX/OXOOOXOOOXOOO/.OOOXXXXOXXX./XXXOXXX..OXXX"
	detourTree = "0002018f0105000102045201130453018f0105025600570c38018f0105003a018f01050054015405" +
		"00a40101a40105000038018f0105003a018f01050053018f0105005401540500a40101a401050000"
)

func detourCertificate(t *testing.T) *Certificate {
	t.Helper()
	tree, err := hex.DecodeString(detourTree)
	if err != nil {
		t.Fatal(err)
	}
	file := append(fmt.Appendf(nil, "oxo certificate 1\ngame mnk:13x13x5\nposition %s\nresult draw\nparts 2\n", detour), tree...)
	c, err := Read(1, bytes.NewReader(certtest.Sealed(file)), prooftest.Lookup, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestDetour: at a leaf with pairs, a walk chooses moves by the weights of the lines on the certificate's board, as the
// checker computed them. The weights on the game's own board may be greater.
func TestDetour(t *testing.T) {
	c := detourCertificate(t)
	random := rand.New(rand.NewPCG(2, 7))
	for game := range 3000 {
		w, err := c.Walk(oxo.Second)
		if err != nil {
			t.Fatal(err)
		}
		squares := []string{"m2", "m7", "h1", "i1"}
		for w.Position().Outcome() == oxo.Ongoing {
			m := w.Step().Move
			if w.Position().Turn() == oxo.First {
				legal := w.Position().Moves(nil)
				m = legal[random.IntN(len(legal))]
				if game == 0 && len(squares) > 0 {
					m, _ = c.Game.ParseMove(w.Position(), squares[0])
					squares = squares[1:]
				}
			}
			if err := w.Make(m); err != nil {
				t.Fatal(err)
			}
		}
		if w.Position().Outcome() == oxo.Lost && w.Position().Turn() == oxo.Second {
			t.Fatalf("game %d: X has completed a line against a draw that is proven: %v", game, w.Moves())
		}
	}
}

// TestEmptyThreat: the checker refuses a threat that ends the game after no reply, because its move may not exist.
func TestEmptyThreat(t *testing.T) {
	file := []byte("oxo certificate 1\ngame tree:((3 5))\nposition A\nresult win\nparts 1\n" +
		"\x00\x01\x01\x01\x08\x09\x00\x00") // first side; move 1; threat of move 9, and both replies are answered
	_, err := certificate.CheckBy(1, bytes.NewReader(certtest.Sealed(file)), prooftest.Lookup)
	if err == nil || !strings.Contains(err.Error(), "the threat of move 9 ends the game after no reply") {
		t.Error(err)
	}
}
