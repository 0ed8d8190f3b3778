package lines

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
)

// playedBoard returns the board of a random position for the side that has just moved.
func playedBoard(t *testing.T, random *rand.Rand, name string) (*Board, bool) {
	t.Helper()
	g, err := catalog.Lookup(games.All(), name)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	for range random.IntN(len(p.Moves(nil))) {
		moves := p.Moves(nil)
		if p.Make(moves[random.IntN(len(moves))]); p.Outcome() != oxo.Ongoing {
			return nil, false
		}
	}
	b, ok := NewBoard(p.(Lined), p.Turn().Opponent()) //nolint:forcetypeassert // a game of lines
	if ok {
		b.Kin = NewKin(b.Lines, b.Count)
	}
	return b, ok
}

// randomBoard returns an empty board with lines of any squares.
func randomBoard(random *rand.Rand) *Board {
	b := &Board{Count: 20 + random.IntN(80)}
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
	b.Kin = NewKin(b.Lines, b.Count)
	return b
}

// eitherBoard returns a board of either kind, in turn.
func eitherBoard(t *testing.T, random *rand.Rand, n int) (*Board, bool) {
	t.Helper()
	if n%2 == 1 {
		return randomBoard(random), true
	}
	return playedBoard(t, random, []string{"mnk:4x4x3", "mnk:5x5x4", "mnk:6x6x5", "mnk:8x7x5", "mnk:9x8x5"}[n/2%5])
}

// randomPairs returns up to three pairs of empty squares, each of one line.
func randomPairs(random *rand.Rand, b *Board) (partner Mates) {
	for range random.IntN(4) {
		line := b.Lines[random.IntN(len(b.Lines))]
		in := slices.DeleteFunc(slices.Clone(line), func(m oxo.Move) bool { return !b.Empty(m) || partner.Has(m) })
		if len(in) < 2 {
			continue
		}
		random.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		partner.Join(in[0], in[1])
	}
	return partner
}
