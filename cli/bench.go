package cli

import (
	"fmt"
	"math"
	"strings"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/search"

	"github.com/spf13/cobra"
)

// benchPositions returns the fixed positions of bench as arguments of analyze:
// quick ones of every kind of game. A change here changes the signature.
func benchPositions() []string {
	return []string{
		"mnk:3x3x3", "mnk:3x3x3 a1", "mnk:3x3x3,misere", "mnk:3x3x3,torus",
		"mnk:4x3x3,misere", "mnk:4x4x3,misere", "mnk:4x4x4", "mnk:4x4x4,misere", "mnk:4x4x4,torus",
		"mnk:5x4x4", "mnk:5x5x4", "mnk:5x5x4 a1", "mnk:6x5x4", "mnk:5x5x5", "mnk:6x6x5",
		"connect4:4x4", "connect4:5x4", "connect4:4x5", "connect4 4 4 4 4 4 4 1 7 1 7",
		"sticks", "sticks:60x5,normal", "nim", "breakthrough:3x5", "breakthrough:4x4", "2048:8", "othello:4x4",
	}
}

// benchResult is one position of bench.
type benchResult struct {
	Position string       `json:"position"`
	Value    search.Value `json:"value"`
	Nodes    uint64       `json:"nodes"`
	Seconds  float64      `json:"seconds"`
}

func (a *app) benchCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "bench",
		Short: "Solve fixed positions, and print nodes, time and the node-count signature",
		Example: `  oxo bench
  oxo bench --json`,
		Args: arguments(0, 0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			results, err := a.bench(c)
			if err != nil {
				return err
			}
			return a.writeBench(results, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON, a line for each position")
	return c
}

// benchNodes is the node limit of a search from the start of a game that the list
// does not have.
const benchNodes = 200_000

// bench solves the listed positions of the command's games, and searches its other
// games from their start.
func (a *app) bench(c *cobra.Command) ([]benchResult, error) {
	s := search.New(search.Options{})
	bar := a.progress()
	defer bar.done()
	var results []benchResult
	known := map[string]bool{}
	for _, text := range benchPositions() {
		args := strings.Fields(text)
		g, err := catalog.Lookup(a.families, args[0])
		if err != nil {
			continue // the command does not have this game
		}
		known[familyOf(g)] = true
		p, _, err := catalog.Replay(g, args[1:]...)
		if err != nil {
			return nil, err
		}
		r, err := a.benchOne(c, bar, s, text, p, search.Limits{})
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	for _, f := range a.families {
		g, err := f.New("", nil)
		if err != nil || known[familyOf(g)] {
			continue
		}
		r, err := a.benchOne(c, bar, s, g.Name(), g.Start(), search.Limits{Nodes: benchNodes})
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// familyOf returns the name of a game without its parameters and options.
func familyOf(g oxo.Game) string {
	name, _, _ := strings.Cut(g.Name(), ":")
	name, _, _ = strings.Cut(name, ",")
	return name
}

func (a *app) benchOne(c *cobra.Command, bar *progress, s *search.Searcher, name string, p oxo.Position, l search.Limits) (benchResult, error) {
	bar.show(func() string { return name })
	begun := time.Now()
	r := s.Search(c.Context(), p, l)
	return benchResult{name, r.Value, r.Nodes, time.Since(begun).Seconds()}, c.Context().Err()
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
