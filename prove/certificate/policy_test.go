//go:build !race

package certificate_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/certtest"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/search"
)

// byPolicy returns a certificate of one part, or of two equal parts, in which the policy is the root.
func byPolicy(g oxo.Game, p oxo.Position, result string, side oxo.Side, policy []byte) []byte {
	return certtest.Sealed(append(fmt.Appendf(nil, "oxo certificate 1\ngame %s\nposition %s\nresult %s\nparts 1\n",
		g.Name(), g.FormatPosition(p), result), append([]byte{byte(side), certificate.Strategy, certificate.Policy}, policy...)...))
}

// TestFalsePolicies: no policy, with whatever answers, proves a loss of a position that is not lost. Some of the lost
// positions are proven by policies.
func TestFalsePolicies(t *testing.T) {
	for _, name := range []string{"connect4:4x4", "connect4:5x4", "connect4:7x6"} {
		g := gametest.Game(t, name)
		random := rand.New(rand.NewPCG(21, 22))
		exact := search.New(search.Options{TableBytes: 1 << 22})
		squares := map[string]int{"connect4:4x4": 16, "connect4:5x4": 20, "connect4:7x6": 42}[name]
		proven, refused := 0, 0
		for range 400 {
			p := someway(g, random, squares-2-random.IntN(12))
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			lost := exact.Search(t.Context(), p, search.Limits{}).Score < oxo.Draw
			for range 5 {
				policy := []byte{0}
				for s := range squares {
					if random.IntN(4) == 0 {
						policy = append(policy, byte(s), byte(random.IntN(squares)))
						policy[0]++
					}
				}
				_, err := certificate.CheckBy(1, bytes.NewReader(byPolicy(g, p, "loss", p.Turn().Opponent(), policy)), prooftest.Lookup)
				switch {
				case err == nil && !lost:
					t.Fatalf("%s %s is not lost, and the policy %v proves it", name, g.FormatPosition(p), policy)
				case err == nil:
					proven++
				case !errors.Is(err, certificate.ErrWrong):
					t.Fatal(err)
				case !lost:
					refused++
				}
			}
		}
		if proven == 0 || refused == 0 {
			t.Errorf("%s: %d proven, %d refused", name, proven, refused)
		}
	}
}

// someway plays a number of random moves, or fewer if the game ends before.
func someway(g oxo.Game, random *rand.Rand, plies int) oxo.Position {
	p := g.Start()
	for range plies {
		if moves := p.Moves(nil); len(moves) > 0 {
			p.Make(moves[random.IntN(len(moves))])
		}
	}
	return p
}

// TestWrongPolicies: the checker refuses a wrong policy, with the reason.
func TestWrongPolicies(t *testing.T) {
	long := append(binary.AppendUvarint(nil, 17), make([]byte, 34)...)
	for _, c := range []struct {
		game, text, reason string
		policy             []byte
	}{
		{"mnk:3x3x3", ".../.../... X", "a game of columns", []byte{0}},
		{"connect4:4x4", "", "does not hold against all moves", []byte{0}},
		{"connect4:4x4", "", "not in order", []byte{2, 3, 4, 3, 4}},
		{"connect4:4x4", "", "not in order", []byte{2, 3, 4, 2, 4}},
		{"connect4:4x4", "", "want at most 15", []byte{1, 16, 4}},
		{"connect4:4x4", "", "want at most 15", []byte{1, 4, 16}},
		{"connect4:4x4", "", "want at most 16", long},
		{"connect4:4x4", "", "too soon", []byte{1, 4}[:1]},
	} {
		g := gametest.Game(t, c.game)
		file := byPolicy(g, g.Start(), "loss", oxo.Second, c.policy)
		if c.reason == "too soon" {
			file = file[:len(file)-32]
		}
		_, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
		if !errors.Is(err, certificate.ErrWrong) || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s %v: %v, want %q", c.game, c.policy, err, c.reason)
		}
	}
}
