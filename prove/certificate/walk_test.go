//go:build !race

package certificate_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/certtest"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate/lines"
	"oxo/prove/certificate/walk"
)

// held writes the proof of a game and reads it back.
func held(t *testing.T, name string) *walk.Certificate {
	t.Helper()
	g := gametest.Game(t, name)
	file, _ := written(t, g, g.Start())
	c, err := walk.Read(2, bytes.NewReader(file), prooftest.Lookup, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return c
}

// playOut plays a game to its end: the strategy against random moves. It returns the score of the strategy's side,
// and counts the reasons of its steps.
func playOut(t *testing.T, w *walk.Walker, random *rand.Rand, reasons map[walk.Reason]int) oxo.Score {
	t.Helper()
	p := w.Position()
	for p.Outcome() == oxo.Ongoing {
		step := w.Step()
		reasons[step.Reason]++
		legal := p.Moves(nil)
		m := attacked(p, legal, random)
		if step.Mine != (p.Turn() == w.Side()) {
			t.Fatalf("%v to move, but the walk says %+v", p.Turn(), step)
		}
		if step.Mine {
			if m = step.Move; !slices.Contains(legal, m) {
				t.Fatalf("after %v: %+v is not legal", w.Moves(), step)
			}
		}
		if err := w.Make(m); err != nil {
			t.Fatalf("after %v: %v", w.Moves(), err)
		}
	}
	if step := w.Step(); step.Reason != walk.Finished {
		t.Fatalf("the game is over, and the walk says %+v", step)
	}
	score := oxo.Final(p)
	if p.Turn() != w.Side() {
		score = -score
	}
	return score
}

// attacked returns a move that wins at once, if there is one. Otherwise it returns a random move, or now and then a
// strong one.
func attacked(p oxo.Position, legal []oxo.Move, random *rand.Rand) oxo.Move {
	mover := p.Turn()
	for _, m := range legal {
		p.Make(m)
		winner, won := p.Outcome().Winner(p.Turn())
		p.Unmake(m)
		if won && winner == mover {
			return m
		}
	}
	if lined, ok := p.(lines.Lined); ok && random.IntN(2) == 0 {
		return strongest(lined, legal)
	}
	return legal[random.IntN(len(legal))]
}

// strongest returns the move that most lines need; lines with few empty squares count more.
func strongest(p lines.Lined, legal []oxo.Move) oxo.Move {
	weights, mover := map[oxo.Move]float64{}, p.Turn()
	for _, line := range p.WinningSets() {
		weight := 1.0
		for _, m := range line {
			switch owner, taken := p.Owner(m); {
			case !taken:
				weight /= 4
			case owner != mover:
				weight = 0
			}
		}
		for _, m := range line {
			weights[m] += weight
		}
	}
	return slices.MaxFunc(legal, func(a, b oxo.Move) int { return cmp.Compare(weights[a], weights[b]) })
}

// TestWalk: each answer of a strategy is legal, and the result is never below the certified one, whatever the other
// side plays until the game is over. OXO_WALK="mnk:7x7x5 mnk:8x7x5" walks the proofs of other games.
func TestWalk(t *testing.T) {
	games, all := 250, []string{
		"mnk:3x3x3", "mnk:4x4x4", "mnk:6x6x5", "mnk:5x5x4", "mnk:4x3x3", "mnk:3x3x3,misere", "mnk:3x3x3,torus", "mnk:6x5x4", "mnk:5x5x4,torus",
		"connect4:4x4", "connect4:5x4", "sticks:21", "breakthrough:4x4", "mnk:5x4x4,misere", "mnk:5x5x5,misere", "mnk:9x8x6",
	}
	if testing.Short() {
		games, all = 40, all[:len(all)-1]
	}
	if names := os.Getenv("OXO_WALK"); names != "" {
		all = strings.Fields(names)
	}
	reasons := map[walk.Reason]int{}
	for i, name := range all {
		c, least := held(t, name), oxo.By(1)
		if c.Report.Result == "draw" {
			least = oxo.Draw
		}
		random := rand.New(rand.NewPCG(11, uint64(i)))
		for _, side := range c.Sides() {
			for range games {
				w, err := c.Walk(side)
				if err != nil {
					t.Fatal(err)
				}
				score := playOut(t, w, random, reasons)
				if score < least {
					t.Fatalf("%s is a %s for the first, and the strategy of the %v side ends with %v after %v", name, c.Report.Result, side, score, w.Moves())
				}
				for len(w.Moves()) > 0 {
					w.Unmake()
				}
				if c.Game.FormatPosition(w.Position()) != c.Report.Position {
					t.Fatalf("%s: all moves taken back lead to another position", name)
				}
			}
		}
	}
	t.Log(reasons)
	for _, reason := range []walk.Reason{
		walk.Written, walk.Partner, walk.Heaviest, walk.Whichever, walk.Answered, walk.Paired,
		walk.Lightest, walk.Image, walk.Avoids, walk.Mirrors, walk.Races, walk.Faster,
	} {
		if reasons[reason] == 0 && os.Getenv("OXO_WALK") == "" {
			t.Errorf("no game came to a step by the reason %q", reason)
		}
	}
}

// walkAll walks every line of play, and returns how many there are.
func walkAll(t *testing.T, w *walk.Walker, least oxo.Score, reasons map[walk.Reason]int) (ends int) {
	t.Helper()
	p := w.Position()
	if p.Outcome() != oxo.Ongoing {
		score := oxo.Final(p)
		if p.Turn() != w.Side() {
			score = -score
		}
		if score < least {
			t.Fatalf("the strategy of the %v side ends with %v by %v", w.Side(), score, w.Moves())
		}
		return 1
	}
	moves, step := p.Moves(nil), w.Step()
	if reasons[step.Reason]++; step.Mine {
		moves = []oxo.Move{step.Move}
	}
	for _, m := range moves {
		if err := w.Make(m); err != nil {
			t.Fatal(err)
		}
		ends += walkAll(t, w, least, reasons)
		w.Unmake()
	}
	return ends
}

// TestWalkAll: the same for every line of play on small boards and from late positions.
func TestWalkAll(t *testing.T) {
	reasons, ends := map[walk.Reason]int{}, 0
	check := func(g oxo.Game, p oxo.Position) {
		t.Helper()
		file, result := written(t, g, p)
		c, err := walk.Read(2, bytes.NewReader(file), prooftest.Lookup, nil)
		if err != nil {
			t.Fatal(err)
		}
		least := oxo.By(1)
		if result == "draw" {
			least = oxo.Draw
		}
		for _, side := range c.Sides() {
			w, err := c.Walk(side)
			if err != nil {
				t.Fatal(err)
			}
			ends += walkAll(t, w, least, reasons)
		}
	}
	for _, name := range []string{"mnk:3x3x3", "mnk:3x3x2,misere", "mnk:3x3x3,misere", "mnk:4x3x3", "mnk:4x4x3", "mnk:3x3x3,torus"} {
		g := gametest.Game(t, name)
		check(g, g.Start())
	}
	random := rand.New(rand.NewPCG(13, 0))
	positions := 60
	if testing.Short() {
		positions = 15
	}
	for n := range positions {
		g := gametest.Game(t, []string{"mnk:5x4x4", "mnk:5x5x5", "mnk:4x4x4", "connect4:4x4", "breakthrough:4x4"}[n%5])
		p := g.Start()
		for left := []int{10, 15, 6, 6, 14}[n%5]; left > 0 && p.Outcome() == oxo.Ongoing; left-- {
			moves := p.Moves(nil)
			p.Make(moves[random.IntN(len(moves))])
		}
		check(g, p)
	}
	t.Log(ends, reasons)
	for _, reason := range []walk.Reason{walk.InZone, walk.Must, walk.Whichever, walk.Partner} {
		if reasons[reason] == 0 && !testing.Short() {
			t.Errorf("no line of play came to a step by the reason %q", reason)
		}
	}
}

// TestMutants: if the checker accepts a changed file, with the right checksum, the file is a proof: no line of play
// ends below its result.
func TestMutants(t *testing.T) {
	accepted, mutants := 0, 600
	if testing.Short() {
		mutants = 100
	}
	for _, name := range []string{"mnk:4x3x3", "mnk:3x3x3,torus", "mnk:5x3x3", "sticks:9"} {
		g := gametest.Game(t, name)
		file, result := written(t, g, g.Start())
		body, least := file[:len(file)-sha256.Size], oxo.By(1)
		if result == "draw" {
			least = oxo.Draw
		}
		head := bytes.Index(body, []byte("parts ")) + len("parts 1\n")
		random := rand.New(rand.NewPCG(17, 0))
		for range mutants {
			bad := bytes.Clone(body)
			for range 1 + random.IntN(3) {
				bad[head+random.IntN(len(bad)-head)] = byte(random.IntN(20))
			}
			c, err := walk.Read(2, bytes.NewReader(certtest.Sealed(bad)), prooftest.Lookup, nil)
			if err != nil {
				continue
			}
			for _, side := range c.Sides() {
				w, err := c.Walk(side)
				if err != nil {
					t.Fatal(err)
				}
				walkAll(t, w, least, map[walk.Reason]int{})
			}
			accepted++
		}
	}
	if t.Log(accepted); accepted == 0 {
		t.Error("the checker accepts no changed proof, not even an unchanged one")
	}
}

// TestWalkRefuses: a side without a strategy is refused, and so is a move that the strategy does not play.
func TestWalkRefuses(t *testing.T) {
	c := held(t, "mnk:6x6x5")
	if _, err := c.Walk(oxo.First); !errors.Is(err, walk.ErrNoMoves) {
		t.Errorf("strategy stealing has no moves: %v", err)
	}
	c = held(t, "mnk:4x3x3")
	if _, err := c.Walk(oxo.Second); !errors.Is(err, walk.ErrNoMoves) {
		t.Errorf("the loser has no strategy: %v", err)
	}
	w, err := c.Walk(oxo.First)
	if err != nil {
		t.Fatal(err)
	}
	mine := w.Step().Move
	for _, m := range w.Position().Moves(nil) {
		if err := w.Make(m); (m == mine) != (err == nil) || err != nil && !errors.Is(err, walk.ErrOther) {
			t.Errorf("the strategy plays %d, and %d gives %v", mine, m, err)
		}
		w.Unmake()
	}
	if err := w.Make(1 << 20); err == nil {
		t.Error("a move that is not legal is made")
	}
}
