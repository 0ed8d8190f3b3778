package cli

import (
	"fmt"
	"math"
	"strings"
	"time"

	"oxo"
	"oxo/search"

	"github.com/spf13/cobra"
)

// benchPositions are the fixed positions of bench, as arguments of analyze:
// quick ones of every kind of game. To change them changes the signature.
func benchPositions() []string {
	return []string{
		"mnk:3x3x3", "mnk:3x3x3 a1", "mnk:3x3x3,misere", "mnk:3x3x3,torus",
		"mnk:4x3x3,misere", "mnk:4x4x3,misere", "mnk:4x4x4", "mnk:4x4x4,misere", "mnk:4x4x4,torus",
		"mnk:5x4x4", "mnk:5x5x4", "mnk:5x5x4 a1", "mnk:6x5x4", "mnk:5x5x5", "mnk:6x6x5",
		"connect4:4x4", "connect4:5x4", "connect4:4x5", "connect4 4 4 4 4 4 4 1 7 1 7",
		"sticks", "sticks:60x5,normal", "nim", "breakthrough:3x5", "breakthrough:4x4", "2048:8",
	}
}

// benchResult is one position of bench.
type benchResult struct {
	Position string    `json:"position"`
	Value    oxo.Value `json:"value"`
	Nodes    uint64    `json:"nodes"`
	Seconds  float64   `json:"seconds"`
}

func (a *app) benchCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "bench",
		Short: "Solve fixed positions and print the node-count signature",
		Long: `Solve a fixed list of positions, each from nothing, and print nodes and time.
The signature is the sum of all nodes: it is the same on every machine and
changes only when the search does.`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			results, err := a.bench(c)
			if err != nil {
				return err
			}
			if len(results) == 0 {
				return usagef("bench has no positions for these games: %s is not among them", strings.Fields(benchPositions()[0])[0])
			}
			return a.writeBench(results, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON, a line for each position")
	return c
}

// bench solves the positions of the games that the command has.
func (a *app) bench(c *cobra.Command) ([]benchResult, error) {
	s := search.New(search.Options{})
	bar := a.progress()
	defer bar.done()
	var results []benchResult
	for _, text := range benchPositions() {
		words := strings.Fields(text)
		g, err := oxo.Lookup(a.families, words[0])
		if err != nil {
			continue // not a game of this command
		}
		p, _, err := oxo.Replay(g, words[1:]...)
		if err != nil {
			return nil, err
		}
		bar.show(func() string { return text })
		begun := time.Now()
		r := s.Search(c.Context(), p, search.Limits{})
		if err := c.Context().Err(); err != nil {
			return nil, err
		}
		results = append(results, benchResult{text, r.Value, r.Nodes, time.Since(begun).Seconds()})
	}
	return results, nil
}

func (a *app) writeBench(results []benchResult, asJSON bool) error {
	var total benchResult
	for _, r := range results {
		total.Nodes += r.Nodes
		total.Seconds += r.Seconds
		if asJSON {
			if err := a.writeJSON(r); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(a.out, "%-22s %-12s %9d nodes %8.3f s\n", r.Position, r.Value, r.Nodes, r.Seconds)
	}
	speed := math.Round(float64(total.Nodes) / max(total.Seconds, 1e-9))
	if asJSON {
		return a.writeJSON(map[string]any{"signature": total.Nodes, "seconds": total.Seconds, "nodes_per_second": speed})
	}
	_, err := fmt.Fprintf(a.out, "signature %d nodes in %.3f s: %.0f nodes/s\n", total.Nodes, total.Seconds, speed)
	return err
}
