//go:build !race

package walk

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/certtest"
	"oxo/internal/gametest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// walkedAll walks every line of play, and reports whether the strategy's side never loses. It counts the lines of
// play in ends.
func walkedAll(t *testing.T, w *Walker, ends *int) bool {
	t.Helper()
	p := w.Position()
	if outcome := p.Outcome(); outcome != oxo.Ongoing {
		*ends++
		winner, won := outcome.Winner(p.Turn())
		return !won || winner == w.Side()
	}
	moves, step := p.Moves(nil), w.Step()
	if step.Mine {
		moves = []oxo.Move{step.Move}
	}
	for _, m := range moves {
		if err := w.Make(m); err != nil {
			t.Fatal(err)
		}
		if !walkedAll(t, w, ends) {
			return false
		}
		w.Unmake()
	}
	return true
}

// TestWalkGuesses: if the checker accepts a random tree, its walk does not lose on any line of play. Some trees set
// pairs aside that have a square in other lines.
func TestWalkGuesses(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	tries, walked, ends, exchanges := 2000, 0, 0, 0
	if testing.Short() {
		tries = 300
	}
	for n := range tries {
		g := gametest.Game(t, []string{"mnk:4x4x3", "mnk:5x4x4", "mnk:5x5x4", "mnk:4x4x4"}[n%4])
		p := g.Start()
		for len(p.Moves(nil)) > 5+random.IntN(4) && p.Outcome() == oxo.Ongoing {
			moves := p.Moves(nil)
			p.Make(moves[random.IntN(len(moves))])
		}
		side := p.Turn().Opponent()
		b, ok := lines.NewBoard(p.(lines.Lined), side) //nolint:forcetypeassert // a game of lines
		if !ok || p.Outcome() != oxo.Ongoing {
			continue
		}
		b.Kin = lines.NewKin(b.Lines, b.Count)
		guess := &certtest.Guesser{Random: random, Board: b}
		written, ok := guess.Aside(3)
		if !ok {
			written = guess.Node(3)
		}
		part := held{side: side, kind: certificate.Prevention, tree: &tree{}}
		if _, err := certificate.NewReader(bytes.NewReader(written), part.tree).Prevention(b, nil, lines.Squares{}, false); err != nil {
			continue
		}
		walked++
		exchanges += min(guess.Given, 1)
		w := newWalker(&Certificate{Game: g, start: p}, part)
		if !walkedAll(t, w, &ends) {
			t.Fatalf("%s %s, tree %v: the checker accepts it, and the %v side is beaten by %v", g.Name(), g.FormatPosition(p), written, side, w.Moves())
		}
	}
	t.Log(walked, "trees walked,", exchanges, "of them with exchanges,", ends, "lines of play")
	if walked < tries/20 || exchanges < walked/10 {
		t.Errorf("too few were walked: %d, and %d with exchanges", walked, exchanges)
	}
}
