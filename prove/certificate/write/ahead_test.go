package write_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/internal/race"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
	"oxo/search"
)

// exact is an adviser whose moves do not depend on earlier questions.
type exact struct{}

func (exact) Move(ctx context.Context, p oxo.Position, least oxo.Score) (oxo.Move, error) {
	return prooftest.Adviser{By: search.New(search.Options{TableBytes: 1 << 20})}.Move(ctx, p, least)
}

// TestQuick: if quick policies choose between moves, the certificate is smaller and proves the same.
func TestQuick(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"connect4:4x4", "connect4:5x4", "connect4:4x5"} {
		g := gametest.Game(t, name)
		of := prooftest.Of(t, g, g.Start())
		of.Policies = func(least oxo.Score) write.PolicyFinder {
			return prooftest.Hasty{Policies: prooftest.Policies(g)(least), Exceptions: new(int)}
		}
		var nodes [2]int
		for i := range nodes {
			file := prooftest.Certificate(t, of)
			report, err := certificate.CheckBy(1, bytes.NewReader(file), prooftest.Lookup)
			if err != nil || report.Result != of.Result {
				t.Fatalf("%s: %+v, %v", name, report, err)
			}
			nodes[i], of.Quick = report.Nodes, prooftest.Policies(g)
		}
		if t.Log(name, nodes); nodes[1] >= nodes[0] {
			t.Errorf("%s: %d nodes, %d without quick policies", name, nodes[1], nodes[0])
		}
	}
}

// TestForeseen: the adviser's moves do not depend on the order of the questions. Then the file is the same with one
// goroutine or several, and with or without an unfinished part.
func TestForeseen(t *testing.T) {
	for _, c := range []struct {
		name  string
		quick int // positions that the search for a quick policy looks at; 0 means no quick policies
		cuts  int // how often the writing is interrupted
	}{{"connect4:4x4", 0, 5}, {"connect4:4x5", 0, 2}, {"connect4:5x4", 60, 100}} {
		if race.Enabled {
			c.cuts = min(c.cuts, 4) // each interruption has the same effect on the goroutines
		}
		name, g := c.name, gametest.Game(t, c.name)
		of := write.Proof{
			Game: g, Position: g.Start(), Result: "draw", Adviser: exact{},
			Policies: func(least oxo.Score) write.PolicyFinder {
				return prooftest.Hasty{Policies: g.(knowledge.Policied).Policies(least, 1), Exceptions: new(int)}
			},
		}
		if c.quick > 0 {
			of.Quick = func(least oxo.Score) write.PolicyFinder { return g.(knowledge.Policied).Policies(least, c.quick) }
		}
		one := prooftest.Certificate(t, of)
		of.Threads = 3
		several := prooftest.Certificate(t, of)
		if !bytes.Equal(one, several) {
			t.Errorf("%s: %d bytes by one goroutine, %d others by three", name, len(one), len(several))
		}
		for length := 1; length < len(one); length += 1 + len(one)/c.cuts {
			part := one[:length]
			var rest bytes.Buffer
			of.Unfinished = &write.Unfinished{From: bytes.NewReader(part), Keep: func(length int64) error {
				part = part[:length]
				return nil
			}}
			if err := write.Certificate(t.Context(), &rest, of); err != nil {
				t.Fatal(err)
			}
			if file := append(bytes.Clone(part), rest.Bytes()...); !bytes.Equal(one, file) {
				t.Errorf("%s: taking over the first %d bytes changes the file", name, length)
			}
		}
		report, err := certificate.CheckBy(1, bytes.NewReader(one), prooftest.Lookup)
		if err != nil || report.Policies == 0 {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
		of.Unfinished = nil
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if err := write.Certificate(ctx, io.Discard, of); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
		t.Log(name, len(one), "bytes")
	}
}
