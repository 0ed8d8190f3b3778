package write_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/internal/race"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
)

// branched returns a proof whose certificate is written with branches from the beginning.
func branched(t *testing.T, name string, threads int) write.Proof {
	t.Helper()
	g := gametest.Game(t, name)
	proven := prooftest.Of(t, g, g.Start())
	proven.Threads, proven.AheadFrom = threads, 1
	return proven
}

// TestBranches: several goroutines write a correct certificate, and with a small one they write the same bytes as one
// goroutine.
func TestBranches(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"mnk:7x7x5", "mnk:5x5x4", "mnk:6x6x5"} {
		alone := prooftest.Of(t, gametest.Game(t, name), gametest.Game(t, name).Start())
		want := prooftest.Certificate(t, alone)
		for _, threads := range []int{2, 3} {
			proven := branched(t, name, threads)
			file := prooftest.Certificate(t, proven)
			r, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
			if err != nil {
				t.Errorf("%s, %d threads: %v", name, threads, err)
			}
			t.Log(name, threads, "threads:", r.Nodes, "nodes")
			if proven.AheadFrom = 0; !bytes.Equal(prooftest.Certificate(t, proven), want) {
				t.Errorf("%s, %d threads: not what one thread writes", name, threads)
			}
		}
	}
}

// TestBranchesStop: a run that is interrupted while helpers write branches returns the reason. No goroutine is left,
// and the next run continues with the part that is written.
func TestBranchesStop(t *testing.T) {
	proven := branched(t, "mnk:5x5x4", 3)
	before := runtime.NumGoroutine()
	for _, limit := range []int{500, 2000, 4000} {
		stopped := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		interrupted := proven
		interrupted.Watch = func(nodes int, _ float64) {
			if nodes >= limit {
				cancel(stopped)
			}
		}
		var part, whole bytes.Buffer
		if err := write.Certificate(ctx, &part, interrupted); !errors.Is(err, stopped) {
			t.Fatalf("%d nodes: the error is %v, want %v", limit, err, stopped)
		}
		proven.Unfinished = &write.Unfinished{From: bytes.NewReader(part.Bytes()), Keep: func(length int64) error {
			_, err := whole.Write(part.Bytes()[:length])
			return err
		}}
		if err := write.Certificate(t.Context(), &whole, proven); err != nil {
			t.Fatal(err)
		}
		r, err := certificate.CheckBy(1, bytes.NewReader(whole.Bytes()), prooftest.Lookup)
		if err != nil {
			t.Error(err)
		}
		t.Log(part.Len(), "bytes at first,", r.Nodes, "nodes in all")
	}
	for wait := 0; runtime.NumGoroutine() > before && wait < 100; wait++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
}

// silent knows no move.
type silent struct{ write.Preventer }

func (silent) Reply(context.Context) (oxo.Move, error) { return 0, io.ErrUnexpectedEOF }

// TestBranchesFail: if helpers cannot write any branch, the goroutine that writes the file writes all.
func TestBranchesFail(t *testing.T) {
	race.OneThread(t)
	proven := branched(t, "mnk:7x7x5", 2)
	prevent, asked := proven.Prevent, 0
	proven.Prevent = func(side oxo.Side) write.Preventer {
		by := prevent(side)
		if asked++; by != nil && asked > 1 {
			return silent{by}
		}
		return by
	}
	file := prooftest.Certificate(t, proven)
	if _, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup); err != nil {
		t.Error(err)
	}
	if asked != 3 {
		t.Errorf("%d preventers were asked for, want 3", asked)
	}
}
