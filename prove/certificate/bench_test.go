package certificate_test

import (
	"bytes"
	"context"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/prooftest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/write"
	"oxo/prove/pn"
)

// BenchmarkCertificate writes the certificate of a draw, and checks it.
func BenchmarkCertificate(b *testing.B) {
	g := gametest.Game(b, "mnk:7x7x5")
	p, solver := g.Start(), pn.NewSolver(pn.Options{})
	if _, err := solver.Result(b.Context(), p); err != nil {
		b.Fatal(err)
	}
	var file bytes.Buffer
	write := func(ctx context.Context) {
		file.Reset()
		err := write.Certificate(ctx, &file, write.Proof{Game: g, Position: p, Result: "draw", Prevent: func(side oxo.Side) write.Preventer {
			if c := solver.Preventer(ctx, p, side); c != nil {
				return c
			}
			return nil
		}})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			write(b.Context())
		}
		b.ReportMetric(float64(file.Len()), "bytes/op")
	})
	write(b.Context())
	b.Run("check", func(b *testing.B) {
		nodes := 0
		for b.Loop() {
			r, err := certificate.CheckBy(1, bytes.NewReader(file.Bytes()), prooftest.Lookup)
			if err != nil {
				b.Fatal(err)
			}
			nodes = r.Nodes
		}
		b.ReportMetric(float64(nodes), "nodes/op")
	})
}
