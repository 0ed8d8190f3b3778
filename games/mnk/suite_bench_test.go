//go:build !race

package mnk

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkThreatSuite finds the wins of the suite, each without anything remembered. It reports the median of the time and
// of the positions, and the longest time.
func BenchmarkThreatSuite(b *testing.B) {
	g := gomoku(b)
	var times []time.Duration
	var nodes []int
	cases := readSuite(b)
	for b.Loop() {
		for _, c := range cases {
			if c.plies == 0 {
				continue
			}
			w := c.position(b, g)
			start := time.Now()
			if n, _ := w.proveThreats(w.ply&1, patientThreats); n == 0 {
				b.Errorf("%s: no win found", c.stones)
			}
			times = append(times, time.Since(start))
			nodes = append(nodes, provingNodes(c.position(b, g)))
		}
	}
	slices.Sort(times)
	slices.Sort(nodes)
	b.ReportMetric(times[len(times)/2].Seconds()*1e3, "ms/median")
	b.ReportMetric(times[len(times)-1].Seconds()*1e3, "ms/longest")
	b.ReportMetric(float64(nodes[len(nodes)/2]), "nodes/median")
	b.ReportMetric(float64(nodes[len(nodes)-1]), "nodes/most")
}

// provingNodes returns the positions that the search needs to find a win. To check it takes more, which are not counted.
func provingNodes(w *wide) int {
	t := w.searching(patientThreats)
	t.proofs = &proofs{}
	mine := w.ply & 1
	h := prover{hunt: w.hunt(), proofs: t.proofs, attacker: mine}
	h.attack(w.hash^uint64(mine+1)*0x9e3779b97f4a7c15, 0, impossible, impossible)
	return t.nodes
}
