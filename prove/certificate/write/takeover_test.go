//go:build !race

package write_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
)

// counted counts the calls of a writer.
type counted struct {
	asked *int
	write.Adviser
	write.Preventer
	write.PolicyFinder
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

func (c counted) Find(ctx context.Context, p oxo.Position) ([][2]int, bool) {
	*c.asked++
	return c.PolicyFinder.Find(ctx, p)
}

func (c counted) Most(ctx context.Context, p oxo.Position) ([][2]int, []oxo.Move) {
	*c.asked++
	return c.PolicyFinder.Most(ctx, p)
}

// counting returns a proof that counts the calls for moves and policies.
func counting(of write.Proof, asked *int) write.Proof {
	p := of
	p.Adviser = counted{asked: asked, Adviser: of.Adviser}
	p.Prevent = func(side oxo.Side) write.Preventer {
		if by := of.Prevent(side); by != nil {
			return counted{asked: asked, Preventer: by}
		}
		return nil
	}
	if of.Policies != nil {
		p.Policies = func(least oxo.Score) write.PolicyFinder {
			return counted{asked: asked, PolicyFinder: of.Policies(least)}
		}
	}
	return p
}

// continued continues the beginning of a file. It returns the whole file, or nil if the beginning does not fit; the
// number of bytes that it has kept; and the number of calls for moves and policies.
func continued(t *testing.T, of write.Proof, begun []byte) (file []byte, kept, asked int) {
	t.Helper()
	var rest bytes.Buffer
	kept = -1
	of = counting(of, &asked)
	of.Unfinished = &write.Unfinished{From: bytes.NewReader(begun), Keep: func(length int64) error {
		if kept >= 0 || rest.Len() > 0 {
			t.Error("keep is called twice, or too late")
		}
		kept = int(length)
		return nil
	}}
	if err := write.Certificate(t.Context(), &rest, of); errors.Is(err, write.ErrUnfit) {
		return nil, kept, asked
	} else if err != nil {
		t.Fatal(err)
	}
	if kept < 0 || kept > len(begun) {
		t.Fatalf("%d of %d bytes are kept", kept, len(begun))
	}
	return append(begun[:kept:kept], rest.Bytes()...), kept, asked
}

// unfinished are games whose files together have every kind of node.
var unfinished = []string{
	"mnk:7x7x5", "mnk:5x5x4", "mnk:6x5x4", "mnk:4x4x3,misere", "mnk:4x4x4,misere", "connect4:4x4", "connect4:5x4", "breakthrough:4x4",
}

// TestTakeover: a file that was interrupted anywhere and then continued verifies. The writer does not ask again for
// the moves in the part that exists.
func TestTakeover(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range unfinished {
		g := gametest.Game(t, name)
		of := prooftest.Of(t, g, g.Start())
		sum, all := 32, 0
		whole := prooftest.Certificate(t, counting(of, &all))
		last := len(whole) - sum
		for n := range 12 {
			cut := last
			if n > 0 {
				cut = random.IntN(last)
			}
			file, kept, asked := continued(t, of, whole[:cut])
			report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
			if err != nil || report.Result != of.Result {
				t.Errorf("%s, %d of %d bytes: %+v, %v", name, cut, last, report, err)
			}
			const list = 200 // a list that is cut is not kept, and the head is not kept either
			if cut-kept > list {
				t.Errorf("%s: %d of %d bytes are kept", name, kept, cut)
			}
			if n == 0 && (asked > 0 || kept < last || !bytes.Equal(file, whole)) {
				t.Errorf("%s: with all %d bytes there, %d are kept, and the writer asks %d times", name, last, kept, asked)
			}
		}
		t.Log(name, last, "bytes, asked", all, "times")
	}
}

// TestTakeoverOfDamage: the unfinished part may hold any bytes. Then the writer or the checker refuses it, or the
// whole file is a proof nevertheless.
func TestTakeoverOfDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	tries, proofs, unfit := 200, 0, 0
	if testing.Short() {
		tries = 30
	}
	for _, start := range [][2]string{
		{"mnk:6x6x5", ""},
		{"mnk:5x5x4", ""},
		{"mnk:6x5x4", ""},
		{"connect4:4x4", ""},
		{"breakthrough:4x4", ""},
		{"mnk:4x4x4,misere", ""},
		{"mnk:5x5x4", "....X/...O./...../...../....."}, // it sets pairs aside that have a square in other lines
	} {
		name := start[0]
		g := gametest.Game(t, name)
		p := g.Start()
		if start[1] != "" {
			g, p = gametest.Position(t, name, start[1])
		}
		of := prooftest.Of(t, g, p)
		whole := prooftest.Certificate(t, of)
		for range tries {
			begun := bytes.Clone(whole[:random.IntN(len(whole))])
			for range 1 + random.IntN(3) {
				if len(begun) > 0 {
					begun[random.IntN(len(begun))] = byte(random.IntN(256)) //nolint:gosec // a byte
				}
			}
			file, _, _ := continued(t, of, begun)
			if file == nil {
				unfit++
				continue
			}
			report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
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

// TestTakeoverEnded: if the context ends before anything is taken over, Keep is not called, so nothing is lost.
func TestTakeoverEnded(t *testing.T) {
	for _, name := range []string{"mnk:7x7x5", "mnk:5x5x4", "mnk:6x5x4"} {
		of := prooftest.Of(t, gametest.Game(t, name), gametest.Game(t, name).Start())
		whole := prooftest.Certificate(t, of)
		var more bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		of.Unfinished = &write.Unfinished{From: bytes.NewReader(whole[:len(whole)*9/10]), Keep: func(length int64) error {
			t.Errorf("%s: %d bytes are kept", name, length)
			return nil
		}}
		prevent := of.Prevent
		of.Prevent = func(side oxo.Side) write.Preventer {
			cancel()
			if name == "mnk:5x5x4" {
				return nil // as if the context had ended first
			}
			return prevent(side)
		}
		if name == "mnk:6x5x4" { // a win needs no preventer
			cancel()
		}
		if err := write.Certificate(ctx, &more, of); !errors.Is(err, context.Canceled) || more.Len() > 0 {
			t.Errorf("%s: %v, and %d bytes are written", name, err, more.Len())
		}
		cancel()
	}
}

// TestTakeoverOfNothingAside: a long run of nodes that set no pairs aside ends the takeover.
func TestTakeoverOfNothingAside(t *testing.T) {
	of := prooftest.Of(t, gametest.Game(t, "mnk:7x7x5"), gametest.Game(t, "mnk:7x7x5").Start())
	whole := prooftest.Certificate(t, of)
	const head = "parts 2\n"
	begun := bytes.Clone(whole[:bytes.Index(whole, []byte(head))+len(head)])
	begun = append(begun, 0, certificate.Stealing, 1, certificate.Prevention)
	at := len(begun)
	begun = append(begun, bytes.Repeat([]byte{certificate.Aside, 0}, 1<<20)...)
	if _, kept, _ := continued(t, of, begun); kept > at {
		t.Errorf("%d bytes are kept, and the first pairs are at %d", kept, at)
	}
}

// TestTakeoverOfTakenSquare: a damaged part names a square that is empty on the board but occupied for the preventer,
// because its pair is set aside. (The writer once took the square twice, and the program crashed.)
func TestTakeoverOfTakenSquare(t *testing.T) {
	g, p := gametest.Position(t, "mnk:5x5x4", "....X/...O./...../...../.....")
	of := prooftest.Of(t, g, p)
	whole := prooftest.Certificate(t, of)
	for square := range byte(25) {
		for at := 165; at < 190; at++ { // near the first such pair
			begun := bytes.Clone(whole[:len(whole)-32])
			begun[at] = square
			file, _, _ := continued(t, of, begun)
			if _, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup); file != nil && err != nil && !errors.Is(err, certificate.ErrWrong) {
				t.Errorf("byte %d is %d: %v", at, square, err)
			}
		}
	}
}
