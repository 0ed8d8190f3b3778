package pn

import (
	"bytes"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
)

// TestSaturated: if the sum of the disproof numbers exceeds its 32 bits, the search continues.
// (It once became infinite, and no position was searched.)
func TestSaturated(t *testing.T) {
	race.OneThread(t)
	q := Question{oxo.First, true}
	s := NewSolver(Options{TableBytes: 1 << 20})
	s.Forget(q)
	for range 2 {
		a := s.Ask(t.Context(), q, q.Claim(gametest.Game(t, "mnk:9x9x5").Start()), 5000)
		if a.Verdict != 0 {
			t.Fatalf("the verdict is %v after %d positions", a.Verdict, a.Nodes)
		}
	}
	if full := s.Progress().Full; full < 100 {
		t.Errorf("%d thousandths of the table are used after 10,000 positions", full)
	}
}

// TestSavedBetween: a checkpoint written between two questions has the entries of one question,
// and leads to the right result.
func TestSavedBetween(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	second := 0
	for try := 0; try < 60 && second < 20; try++ {
		s, done := NewSolver(Options{TableBytes: 1 << 18}), make(chan error)
		go func() {
			_, err := s.Result(t.Context(), g.Start())
			done <- err
		}()
		var kept [][]byte
		for over := false; !over; {
			select {
			case err := <-done:
				if err != nil {
					t.Fatal(err)
				}
				over = true
			default:
			}
			var b bytes.Buffer
			if err := s.Save(&b); err != nil {
				t.Fatal(err)
			}
			s.Progress()
			if b.Bytes()[0] == 2 && len(kept) < 3 {
				kept = append(kept, b.Bytes())
			}
		}
		for _, file := range kept {
			second++
			q := NewSolver(Options{TableBytes: 1 << 18})
			if err := q.Load(bytes.NewReader(file)); err != nil {
				t.Fatal(err)
			}
			r, err := q.Result(t.Context(), g.Start())
			if known, _ := r.Known(); err != nil || known != "draw" {
				t.Fatalf("a checkpoint of %d bytes gives %q, %v, want a draw", len(file), known, err)
			}
		}
	}
	if second == 0 {
		t.Error("no checkpoint was written in the second question")
	}
}
