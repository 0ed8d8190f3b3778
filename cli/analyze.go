package cli

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"oxo"
	"oxo/search"

	"github.com/spf13/cobra"
)

// analysisTime is how long analyze and a perfect player take when nobody says
// otherwise: what is small is proven long before.
const analysisTime = 10 * time.Second

// analyzeOptions are what analyze was asked for.
type analyzeOptions struct {
	position string
	limits   search.Limits
	top      int
	json     bool
}

func (a *app) analyzeCommand() *cobra.Command {
	var o analyzeOptions
	c := &cobra.Command{
		Use:   "analyze GAME [MOVE...]",
		Short: "Tell what every legal move is worth, with its line",
		Long: `Tell what every legal move of a position is worth, best first, with the best
play behind it. "win in 5" is a win with the fifth ply (single move) from here.
A value is proven unless a limit ended the search first: "about +40" is an
estimate, in a unit of the game's own (above 0 is good for the side to move),
and "win in 7 or sooner" a forced win that may not be the fastest. Without a
limit the search may take ten seconds.`,
		Args: arguments(1, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error { return a.analyze(c, args, o) },
	}
	positionFlag(c, &o.position)
	limitFlags(c, &o.limits)
	c.Flags().BoolVar(&o.json, "json", false, "write JSON")
	c.Flags().IntVar(&o.top, "top", 20, "how many moves to list in text, the best first; 0 is all")
	return c
}

func (a *app) analyze(c *cobra.Command, args []string, o analyzeOptions) error {
	if err := checkLimits(o.limits); err != nil {
		return err
	}
	if o.top < 0 {
		return usagef("--top %d: it is a number of moves, or 0 for all", o.top)
	}
	g, p, err := a.ongoing(c, args, o.position)
	if err != nil {
		return err
	}
	if o.limits == (search.Limits{}) {
		o.limits.Time = analysisTime
	}
	begun := time.Now()
	moves := search.New(search.Options{}).Analyze(c.Context(), p, o.limits)
	if err := c.Context().Err(); err != nil {
		return err
	}
	r := newAnalysis(g, p, moves, time.Since(begun))
	if o.json {
		return a.writeJSON(r)
	}
	return a.writeAnalysis(g, p, r, o.top)
}

func limitFlags(c *cobra.Command, l *search.Limits) {
	c.Flags().IntVar(&l.Depth, "depth", 0, "plies to look ahead; 0 is no limit")
	c.Flags().Uint64Var(&l.Nodes, "nodes", 0, "positions to visit, but a few for each move at least; 0 is no limit")
	c.Flags().DurationVar(&l.Time, "time", 0, "time to take, as in 500ms or 10s; 0 is no limit but ten seconds where there is no other")
}

func checkLimits(l search.Limits) error {
	if l.Depth < 0 {
		return usagef("--depth %d: limits are not negative; 0 is no limit", l.Depth)
	}
	if l.Time < 0 {
		return usagef("--time %v: limits are not negative; 0 is no limit", l.Time)
	}
	return nil
}

// analysis is what analyze tells, in JSON and in text.
type analysis struct {
	Game     string         `json:"game"`
	Position string         `json:"position"`
	Turn     string         `json:"turn"`
	Value    oxo.Value      `json:"value"`
	Moves    []moveAnalysis `json:"moves"`
	Nodes    uint64         `json:"nodes"`
	Seconds  float64        `json:"seconds"`
}

type moveAnalysis struct {
	Move  string    `json:"move"`
	Value oxo.Value `json:"value"`
	Line  []string  `json:"line"`
	Nodes uint64    `json:"nodes"`
	Depth int       `json:"depth,omitempty"` // of an estimate
}

func newAnalysis(g oxo.Game, p oxo.Position, moves []search.MoveResult, took time.Duration) analysis {
	r := analysis{
		Game: g.Name(), Position: g.FormatPosition(p), Turn: oxo.SideName(g, p.Turn()),
		Value: moves[0].Value, Seconds: math.Round(took.Seconds()*1e6) / 1e6,
	}
	for _, m := range moves {
		if !m.Proven {
			r.Value.Proven = r.Value.Proven && m.Bounds.Hi <= r.Value.Score
		}
		depth := m.Depth
		if m.Proven {
			depth = 0
		}
		r.Moves = append(r.Moves, moveAnalysis{g.FormatMove(p, m.Move), m.Value, lineText(g, p, m.Line), m.Nodes, depth})
		r.Nodes += m.Nodes
	}
	return r
}

func (a *app) writeAnalysis(g oxo.Game, p oxo.Position, r analysis, top int) error {
	writeBoard(a.out, g, p, sideNames(g), a.paint())
	fmt.Fprintf(a.out, "%s to move: %s\n\n", r.Turn, r.Value)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "move\tvalue\tline")
	listed := r.Moves
	if top > 0 {
		listed = listed[:min(top, len(listed))]
	}
	for _, m := range listed {
		fmt.Fprintf(w, "%s\t%s\t%s\n", m.Move, m.Value, strings.Join(m.Line, " "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if rest := len(r.Moves) - len(listed); rest > 0 {
		fmt.Fprintf(a.out, "and %s; --top 0 lists all\n", plural(rest, "more move"))
	}
	_, err := fmt.Fprintf(a.out, "\n%s in %.3g s\n", plural(int(r.Nodes), "node"), r.Seconds)
	return err
}
