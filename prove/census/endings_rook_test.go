//go:build !race

package census_test

import (
	"context"
	"strconv"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
)

// rookGame is king and rook against king on a small board, which numbers its positions. Unlike
// checkers it has stalemates, and a class with positions of both sides that are not images of
// each other.
type rookGame struct {
	*gametest.Loops
	side int
}

func (g rookGame) Start() oxo.Position { return &rookPosition{Position: g.Loops.Start(), g: g} }

// rookPosition is a position whose number is its state.
type rookPosition struct {
	oxo.Position
	g rookGame
}

func (p *rookPosition) state() int {
	n, err := strconv.Atoi(p.g.FormatPosition(p.Position))
	if err != nil {
		panic(err)
	}
	return n
}

// Endings implements census.Ender. With two men the game is over, so there is one class, with three men.
func (p *rookPosition) Endings(men int) []int {
	if men != 3 {
		return nil
	}
	return []int{1 << p.g.Bits}
}

func (p *rookPosition) Ending(men int) (class, number int, ok bool) { return 0, p.state(), men == 3 }

func (p *rookPosition) EndingName(int) string { return "" }

func (p *rookPosition) SetEnding(_, number int) bool {
	king, rook, black := number>>1&31, number>>6&31, number>>11&31
	squares := p.g.side * p.g.side
	dx, dy := king%p.g.side-black%p.g.side, king/p.g.side-black/p.g.side
	if king >= squares || rook >= squares || black >= squares || king == rook || rook == black || dx*dx <= 1 && dy*dy <= 1 {
		return false
	}
	p.Position = p.g.At(uint64(number))
	return true
}

// TestEndingsOfRook compares every reachable position with the value in its closure.
func TestEndingsOfRook(t *testing.T) {
	g := rookGame{gametest.KingAndRook(4), 4}
	e, err := census.SolveEndings(context.Background(), g, 3, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	closure, err := census.SolveFrom(context.Background(), g.Loops, g.Loops.Start(), census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start().(*rookPosition)
	compared, drawn := 0, 0
	for n := range 1 << g.Bits {
		if !p.SetEnding(0, n) {
			continue
		}
		want, reachable := closure.Value(p.Position)
		if got, ok := e.Lookup(p); reachable && (!ok || got != want) {
			t.Fatalf("state %d: %v, %v, want %v", n, got, ok, want)
		}
		if reachable {
			compared++
			drawn += 1 - max(want.Sign(), -want.Sign())
		}
	}
	if compared < 1000 || drawn == 0 {
		t.Errorf("%d compared, %d of them drawn", compared, drawn)
	}
}
