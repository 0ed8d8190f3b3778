//go:build !race

package write

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/certtest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// idle knows no move.
type idle struct{ Preventer }

func (idle) Make(oxo.Move)                           {}
func (idle) Unmake(oxo.Move)                         {}
func (idle) Plan([]oxo.Move) ([][2]oxo.Move, bool)   { return nil, false }
func (idle) Aside() [][2]oxo.Move                    { return nil }
func (idle) Reply(context.Context) (oxo.Move, error) { return 0, io.ErrUnexpectedEOF }

// TestAdopt: a branch has the zone that the checker finds where the branch is in the file, though other answers have
// settled squares since it began.
func TestAdopt(t *testing.T) {
	random := rand.New(rand.NewPCG(57, 1))
	written, changed, better := 0, 0, 0
	for n := range 6000 {
		b, ok := certtest.Varied(t, random, n)
		if !ok {
			continue
		}
		g := &certtest.Guesser{Random: random, Board: b}
		if len(g.Empties()) < 2 {
			continue
		}
		// 1. A branch is written.
		var file bytes.Buffer
		w := &writer{ctx: t.Context(), out: bufio.NewWriter(&file)}
		p := &preventing{writer: w, by: idle{}, b: b, notes: newNotes(b), helpers: &helpers{ctx: t.Context(), free: make(chan *helper, 1)}}
		m := g.Empties()[0]
		a := &answering{unsettled: lines.AllSquares(), level: &level{b: b.Clone(), at: lines.NoSquare, ahead: map[oxo.Move]*branch{}}}
		p.branch(&helper{by: idle{}}, a, m)
		p.helpers.all.Wait()
		if a.ahead[m].err != nil {
			continue
		}
		// 2. Other answers settle squares, and the branch is taken over.
		before := a.ahead[m].zone
		for _, other := range g.Empties()[:random.IntN(len(g.Empties()))] {
			a.unsettled.Remove(other)
		}
		p.unsettled = a.unsettled
		zone, err := p.answer(a, m)
		if errors.Is(err, io.ErrUnexpectedEOF) { // this leaf does not hold any more
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := w.out.Flush(); err != nil {
			t.Fatal(err)
		}
		// 3. The checker has the same zone.
		if file.Bytes()[2] == certificate.Better { // the bytes before it are the kind Move and the square
			better++
		}
		there := b.Clone()
		there.Owner[m] = 1
		if got, err := certificate.NewReader(&file, certificate.Deaf{}).Prevention(there, nil, a.unsettled, true); err != nil || got != zone {
			t.Fatalf("%v: the zone is %v, and the checker's %v, %v", b.Owner, zone, got, err)
		}
		if written++; zone != before {
			changed++
		}
	}
	t.Log(written, "branches,", changed, "of another zone than at first,", better, "with pairs changed one by one")
	if written < 1000 || changed < 50 || better < 50 {
		t.Error("too few")
	}
}
