package certificate_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/certificate"
	"oxo/internal/gametest"
)

// counted counts what a writer asks for.
type counted struct {
	asked *int
	certificate.Adviser
	certificate.Preventer
	certificate.Policies
}

func (c counted) Move(ctx context.Context, p oxo.Position, least oxo.Score) (oxo.Move, error) {
	*c.asked++
	return c.Adviser.Move(ctx, p, least)
}

func (c counted) Reply(ctx context.Context) (oxo.Move, error) {
	*c.asked++
	return c.Preventer.Reply(ctx)
}

func (c counted) Moves() []oxo.Move {
	*c.asked++
	return c.Preventer.Moves()
}

func (c counted) Find(p oxo.Position) ([][2]int, bool) {
	*c.asked++
	return c.Policies.Find(p)
}

func (c counted) Most(p oxo.Position) ([][2]int, []oxo.Move) {
	*c.asked++
	return c.Policies.Most(p)
}

// counting returns a proof that counts what is asked for.
func counting(of certificate.Proof, asked *int) certificate.Proof {
	p := of
	p.Adviser = counted{asked: asked, Adviser: of.Adviser}
	p.Prevent = func(side oxo.Side) certificate.Preventer {
		if by := of.Prevent(side); by != nil {
			return counted{asked: asked, Preventer: by}
		}
		return nil
	}
	if of.Policies != nil {
		p.Policies = func(least oxo.Score) certificate.Policies {
			return counted{asked: asked, Policies: of.Policies(least)}
		}
	}
	return p
}

// goneOn goes on with the beginning of a file. It returns the whole, or nothing if the beginning does not fit, how much of the beginning is in it, and how much was asked for.
func goneOn(t *testing.T, of certificate.Proof, begun []byte) (file []byte, kept, asked int) {
	t.Helper()
	var rest bytes.Buffer
	kept = -1
	of = counting(of, &asked)
	of.Unfinished = &certificate.Unfinished{From: bytes.NewReader(begun), Keep: func(length int64) error {
		if kept >= 0 || rest.Len() > 0 {
			t.Error("keep is called twice, or too late")
		}
		kept = int(length)
		return nil
	}}
	if err := certificate.Write(t.Context(), &rest, of); errors.Is(err, certificate.ErrUnfit) {
		return nil, kept, asked
	} else if err != nil {
		t.Fatal(err)
	}
	if kept < 0 || kept > len(begun) {
		t.Fatalf("%d of %d bytes are kept", kept, len(begun))
	}
	return append(begun[:kept:kept], rest.Bytes()...), kept, asked
}

// unfinished are games whose files have every kind of node.
var unfinished = []string{
	"mnk:7x7x5", "mnk:5x5x4", "mnk:6x5x4", "mnk:4x4x3,misere", "mnk:4x4x4,misere", "connect4:4x4", "connect4:5x4", "breakthrough:4x4",
}

// TestTakeover: a file of which a part is written already verifies, whatever that part is. Nothing in the part is asked for
// again.
func TestTakeover(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range unfinished {
		g := gametest.Game(t, name)
		of := proofOf(t, g, g.Start())
		sum, all := 32, 0
		var whole bytes.Buffer
		if err := certificate.Write(t.Context(), &whole, counting(of, &all)); err != nil {
			t.Fatal(err)
		}
		last := whole.Len() - sum
		for n := range 12 {
			cut := last
			if n > 0 {
				cut = random.IntN(last)
			}
			file, kept, asked := goneOn(t, of, whole.Bytes()[:cut])
			report, err := certificate.Check(bytes.NewReader(file), lookup)
			if err != nil || report.Result != of.Result {
				t.Errorf("%s, %d of %d bytes: %+v, %v", name, cut, last, report, err)
			}
			const list = 200 // a list that is cut is not kept, nor is the head
			if cut-kept > list {
				t.Errorf("%s: %d of %d bytes are kept", name, kept, cut)
			}
			if n == 0 && (asked > 0 || kept < last || !bytes.Equal(file, whole.Bytes())) {
				t.Errorf("%s: with all %d bytes there, %d are kept, and something is asked for %d times", name, last, kept, asked)
			}
		}
		t.Log(name, last, "bytes, asked", all, "times")
	}
}

// TestTakeoverOfDamage: what is unfinished may be anything. Then the writer or the checker refuses it, or the whole is a proof all
// the same.
func TestTakeoverOfDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	tries, proofs, unfit := 200, 0, 0
	if testing.Short() {
		tries = 30
	}
	for _, name := range []string{"mnk:6x6x5", "mnk:5x5x4", "mnk:6x5x4", "connect4:4x4", "breakthrough:4x4", "mnk:4x4x4,misere"} {
		of := proofOf(t, gametest.Game(t, name), gametest.Game(t, name).Start())
		var whole bytes.Buffer
		if err := certificate.Write(t.Context(), &whole, of); err != nil {
			t.Fatal(err)
		}
		for range tries {
			begun := bytes.Clone(whole.Bytes()[:random.IntN(whole.Len())])
			for range 1 + random.IntN(3) {
				if len(begun) > 0 {
					begun[random.IntN(len(begun))] = byte(random.IntN(256)) //nolint:gosec // a byte
				}
			}
			file, _, _ := goneOn(t, of, begun)
			if file == nil {
				unfit++
				continue
			}
			report, err := certificate.Check(bytes.NewReader(file), lookup)
			if err == nil && report.Result == of.Result {
				proofs++
			} else if !errors.Is(err, certificate.ErrWrong) {
				t.Errorf("%s: %+v, %v", name, report, err)
			}
		}
	}
	if t.Log(proofs, "are proofs,", unfit, "unfit"); proofs == 0 || unfit == 0 {
		t.Error("too few")
	}
}
