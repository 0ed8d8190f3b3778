package certtest

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/certificate/lines"
)

// Sealed returns a certificate with its checksum.
func Sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(bytes.Clone(body), sum[:]...)
}

// Little returns an empty board with a few lines of any squares.
func Little(random *rand.Rand, count int) *lines.Board {
	b := &lines.Board{Count: count, Owner: slices.Repeat([]int8{-1}, count)}
	for range 3 + random.IntN(6) {
		line := []oxo.Move{}
		for _, m := range random.Perm(count)[:2+random.IntN(3)] {
			line = append(line, oxo.Move(m))
		}
		b.Lines = append(b.Lines, line)
	}
	b.Kin = lines.NewKin(b.Lines, b.Count)
	return b
}

// playedBoard returns the board of a random position for the side that has just moved.
func playedBoard(t *testing.T, random *rand.Rand, name string) (*lines.Board, bool) {
	t.Helper()
	p := gametest.Game(t, name).Start()
	for range random.IntN(len(p.Moves(nil))) {
		moves := p.Moves(nil)
		if p.Make(moves[random.IntN(len(moves))]); p.Outcome() != oxo.Ongoing {
			return nil, false
		}
	}
	b, ok := lines.NewBoard(p.(lines.Lined), p.Turn().Opponent()) //nolint:forcetypeassert // a game of lines
	if ok {
		b.Kin = lines.NewKin(b.Lines, b.Count)
	}
	return b, ok
}

// randomBoard returns an empty board with lines of any squares.
func randomBoard(random *rand.Rand) *lines.Board {
	b := &lines.Board{Count: 20 + random.IntN(80)}
	for range b.Count {
		b.Owner = append(b.Owner, -1)
	}
	for range 8 + random.IntN(16) {
		line := []oxo.Move{}
		for _, m := range random.Perm(b.Count)[:3+random.IntN(3)] {
			line = append(line, oxo.Move(m))
		}
		b.Lines = append(b.Lines, line)
	}
	b.Kin = lines.NewKin(b.Lines, b.Count)
	return b
}

// Varied returns a board of either kind, in turn.
func Varied(t *testing.T, random *rand.Rand, n int) (*lines.Board, bool) {
	t.Helper()
	if n%2 == 1 {
		return randomBoard(random), true
	}
	return playedBoard(t, random, []string{"mnk:4x4x3", "mnk:5x5x4", "mnk:6x6x5", "mnk:8x7x5", "mnk:9x8x5"}[n/2%5])
}
