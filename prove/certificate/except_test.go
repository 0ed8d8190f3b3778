//go:build !race

package certificate_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/certtest"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/walk"
	"oxo/prove/certificate/write"
	"oxo/search"
)

// withExceptions writes the certificate of a position, with policies that have exceptions.
func withExceptions(t *testing.T, g oxo.Game, p oxo.Position, s *search.Searcher, exceptions *int) (file []byte, least oxo.Score) {
	t.Helper()
	score, result := s.Search(t.Context(), p, search.Limits{}).Score, "draw"
	least = oxo.Draw
	if score != oxo.Draw {
		least, result = oxo.By(1), map[bool]string{true: "win", false: "loss"}[score > oxo.Draw]
	}
	var b bytes.Buffer
	err := write.Certificate(t.Context(), &b, write.Proof{
		Game: g, Position: p, Result: result, Adviser: prooftest.Adviser{By: s},
		Policies: func(least oxo.Score) write.PolicyFinder {
			return prooftest.Hasty{Policies: g.(knowledge.Policied).Policies(least, 40), Exceptions: exceptions}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), least
}

// TestExceptions: the checker accepts policies with exceptions, and they hold against every line of play. If it
// accepts a damaged one, with the right checksum, that one holds too.
func TestExceptions(t *testing.T) {
	exceptions, ends, mutants, accepted := 0, 0, 0, 0
	for _, name := range []string{"connect4:4x4", "connect4:5x4", "connect4:4x5"} {
		g, random := gametest.Game(t, name), rand.New(rand.NewPCG(25, 26))
		s := search.New(search.Options{TableBytes: 1 << 22, KeepTable: true})
		for range 40 {
			p := someway(g, random, 7+random.IntN(5))
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			file, least := withExceptions(t, g, p, s, &exceptions)
			body := file[:len(file)-sha256.Size]
			head := bytes.Index(body, []byte("parts ")) + len("parts 1\n")
			for n := range 20 {
				bad := bytes.Clone(body)
				for range min(n, 1+random.IntN(2)) { // the first file is unchanged
					bad[head+random.IntN(len(bad)-head)] = byte(random.IntN(20))
				}
				c, err := walk.Read(2, bytes.NewReader(certtest.Sealed(bad)), prooftest.Lookup, nil)
				if mutants++; err != nil {
					if n == 0 || !errors.Is(err, certificate.ErrWrong) {
						t.Fatalf("%s: %v", g.FormatPosition(p), err)
					}
					continue
				}
				accepted++
				for _, side := range c.Sides() {
					w, err := c.Walk(side)
					if err != nil {
						t.Fatal(err)
					}
					ends += walkAll(t, w, least, map[walk.Reason]int{})
				}
			}
		}
	}
	if t.Log(exceptions, ends, mutants, accepted); exceptions == 0 || accepted == mutants {
		t.Errorf("%d exceptions, %d of %d accepted", exceptions, accepted, mutants)
	}
}

// TestWrongExceptions: the checker refuses wrong exceptions, with the reason.
func TestWrongExceptions(t *testing.T) {
	for _, c := range []struct {
		reason string
		node   []byte
	}{
		{"all moves but the exceptions", []byte{0, 0}},
		{"all moves but the exceptions", []byte{0, 1, 0}},
		{"not in order", []byte{0, 2, 1, 1}},
		{"not in order", []byte{0, 2, 1, 0}},
		{"want at most 3", []byte{0, 1, 4}},
		{"want at most 4", []byte{0, 5, 0}},
		{"is not allowed", []byte{0, 4, 0, 1, 2, 3, certificate.Policy}},
	} {
		g := gametest.Game(t, "connect4:4x4")
		file := byPolicy(g, g.Start(), "loss", oxo.Second, c.node)
		file = bytes.Replace(file[:len(file)-sha256.Size], []byte{1, certificate.Strategy, certificate.Policy}, []byte{1, certificate.Strategy, certificate.Except}, 1)
		_, err := certificate.CheckBy(1, bytes.NewReader(certtest.Sealed(file)), prooftest.Lookup)
		if !errors.Is(err, certificate.ErrWrong) || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%v: %v, want %q", c.node, err, c.reason)
		}
	}
}
