package cli

import (
	"fmt"
	"math"
	"slices"
	"text/tabwriter"
	"time"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/player"
	"oxo/search"

	"github.com/spf13/cobra"
)

// analysisTime is the default time limit of analyze and of a perfect player. Small
// games are proven long before.
const analysisTime = 10 * time.Second

// analyzeOptions holds the flags of analyze.
type analyzeOptions struct {
	start  startOptions
	limits search.Limits
	search searchOptions
	method player.Method
	top    int
	follow bool
	json   bool
}

func (a *app) analyzeCommand() *cobra.Command {
	var o analyzeOptions
	c := &cobra.Command{
		Use:     "analyze GAME [MOVE...]",
		Aliases: []string{"analyse"},
		Short:   "Print what every legal move of a position is worth, with its best line",
		Example: `  oxo analyze tictactoe b2 a1
  oxo analyze connect4 4444 --nodes 20000 --top 3
  oxo analyze chess --file game.pgn --ply 6 --nodes 20000
  oxo analyze othello --time 500ms --json`,
		Args: arguments(1, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error { return a.analyze(c, args, o) },
	}
	startFlags(c, &o.start)
	limitFlags(c, &o.limits)
	searchFlags(c, &o.search)
	methodFlag(c, &o.method)
	noBookFlag(c, &o.search.noBook)
	bookFlag(c, &o.search.book)
	tablesFlag(c, &o.search.tables)
	c.Flags().BoolVar(&o.follow, "follow", false, "also print each improvement during the search: a line for the best move, or with --json the whole analysis")
	c.Flags().BoolVar(&o.json, "json", false, "write JSON")
	c.Flags().IntVar(&o.top, "top", 20, "moves to list in text, the best first; 0 is all")
	return c
}

// check returns an error for a wrong flag, and sets the default time if no limit is
// given.
func (o *analyzeOptions) check() error {
	if o.top < 0 {
		return usagef("--top %d: want a number of moves, or 0 for all", o.top)
	}
	if o.limits == (search.Limits{}) {
		o.limits.Time = analysisTime
	}
	return checkLimits(o.limits)
}

func (a *app) analyze(c *cobra.Command, args []string, o analyzeOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	g, p, err := a.ongoing(c, args, &o.start)
	if err != nil {
		return err
	}
	engine, known, err := a.analyst(g, p, o)
	if err != nil {
		return err
	}
	begun := time.Now()
	follow := func([]search.MoveResult) {}
	if o.follow {
		follow = a.follow(g, p, o.json, begun)
	}
	var moves []search.MoveResult
	for moves = range engine.AnalyzeProgress(c.Context(), p, o.limits) {
		follow(moves)
	}
	interrupted := c.Context().Err()
	if interrupted != nil { // moves with a value so far are still printed
		if moves = searched(moves); len(moves) == 0 {
			return interrupted
		}
	}
	r := newAnalysis(g, p, moves, time.Since(begun))
	r.Openings, r.known = openingMoves(g, p, known), knownBy(o.search.tables)
	if s, ok := engine.(*search.Searcher); ok {
		r.Table = tableUse(s)
	}
	write := func() error { return a.writeAnalysis(g, p, r, o.top) }
	if o.json {
		write = func() error { return a.writeJSON(r) }
	}
	if err := write(); err != nil {
		return err
	}
	return interrupted
}

// analyst returns the engine that analyses, and the book of values known without a
// search.
func (a *app) analyst(g oxo.Game, p oxo.Position, o analyzeOptions) (player.Engine, search.Book, error) {
	options, err := o.search.options()
	if err != nil {
		return nil, nil, err
	}
	if options.Book, err = a.knowledge(g, o.search.noBook, o.search.book, o.search.tables); err != nil {
		return nil, nil, err
	}
	return player.NewEngines(o.method, options).For(p), options.Book, nil
}

// follow returns a function that prints the state of a running analysis: a line
// each time the best move or its value changes.
func (a *app) follow(g oxo.Game, p oxo.Position, asJSON bool, begun time.Time) func([]search.MoveResult) {
	last := ""
	return func(moves []search.MoveResult) {
		if moves = searched(moves); len(moves) == 0 {
			return
		}
		r := newAnalysis(g, p, moves, time.Since(begun))
		best := r.Moves[0]
		now := fmt.Sprintf("%s: %s, %s", best.Move, explain.Worth(g, best.Value), catalog.LineText(best.Line, best.Cut))
		if now == last {
			return
		}
		last = now
		if asJSON {
			_ = a.writeJSON(r) // a closed output is reported by the last write
			return
		}
		fmt.Fprintf(a.out, "%6.2f s  %9d nodes  %s\n", r.Seconds, r.Nodes, now)
	}
}

// searched keeps the moves whose value is known.
func searched(moves []search.MoveResult) []search.MoveResult {
	return slices.DeleteFunc(slices.Clone(moves), func(m search.MoveResult) bool { return !m.Known() })
}

// tableUse returns counts of the searcher's transposition table, or nil if it was
// not used.
func tableUse(s *search.Searcher) *tableReport {
	t := s.TableStats()
	if t.Probes == 0 {
		return nil
	}
	return &tableReport{
		Bytes: t.Bytes, Probes: t.Probes, Hits: t.Hits, Stores: t.Stores, Collisions: t.Collisions,
	}
}

// tableReport is the transposition table's part of the JSON output.
type tableReport struct {
	Bytes      int64  `json:"bytes"`
	Probes     uint64 `json:"probes"`
	Hits       uint64 `json:"hits"`
	Stores     uint64 `json:"stores"`
	Collisions uint64 `json:"collisions"`
}

func limitFlags(c *cobra.Command, l *search.Limits) {
	c.Flags().IntVar(&l.Depth, "depth", 0, "plies to look ahead; 0 is no limit")
	c.Flags().Uint64Var(&l.Nodes, "nodes", 0, "positions to visit, at least a few for each move; 0 is no limit")
	c.Flags().DurationVar(&l.Time, "time", 0, "time to take, as in 500ms or 10s; 0 is no limit, or ten seconds without another limit")
}

func checkLimits(l search.Limits) error {
	if l.Depth < 0 {
		return usagef("--depth %d: want 0 or more; 0 means no limit", l.Depth)
	}
	if l.Time < 0 {
		return usagef("--time %v: want 0 or more; 0 means no limit", l.Time)
	}
	return nil
}

// analysis is the output of analyze, in JSON and in text.
type analysis struct {
	Game     string         `json:"game"`
	Position string         `json:"position"`
	Turn     string         `json:"turn"`
	Value    search.Value   `json:"value"`
	Moves    []moveAnalysis `json:"moves"`
	Nodes    uint64         `json:"nodes"`
	Seconds  float64        `json:"seconds"`
	Book     int            `json:"book,omitempty"`     // number of moves whose value is from the book
	Openings []openingMove  `json:"openings,omitempty"` // from a book of estimates
	Table    *tableReport   `json:"table,omitempty"`
	known    string         // the source of values without a search, in words
}

type moveAnalysis struct {
	Move  string       `json:"move"`
	Value search.Value `json:"value"`
	Line  []string     `json:"line"`
	Cut   bool         `json:"cut,omitempty"` // the game continues after the line
	Nodes uint64       `json:"nodes"`
	Depth int          `json:"depth,omitempty"` // only for an estimate
}

func newAnalysis(g oxo.Game, p oxo.Position, moves []search.MoveResult, took time.Duration) analysis {
	r := analysis{
		Game: g.Name(), Position: catalog.FormatPosition(g, p), Turn: board.SideName(g, p.Turn()),
		Value: search.ValueOf(moves), Seconds: math.Round(took.Seconds()*1e6) / 1e6,
	}
	for _, m := range moves {
		depth := m.Depth
		if m.Proven {
			depth = 0
		}
		r.Moves = append(r.Moves, moveAnalysis{
			Move: g.FormatMove(p, m.Move), Value: m.Value, Line: catalog.FormatLine(g, p, m.Line), Cut: !catalog.LineEnds(p, m.Line), Nodes: m.Nodes, Depth: depth,
		})
		r.Nodes += m.Nodes
		if m.ByBook {
			r.Book++
		}
	}
	return r
}

func (a *app) writeAnalysis(g oxo.Game, p oxo.Position, r analysis, top int) error {
	writeBoard(a.out, g, p, sideNames(g), a.paint())
	fmt.Fprintf(a.out, "%s to move: %s\n\n", r.Turn, explain.Worth(g, r.Value))
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	depths := slices.ContainsFunc(r.Moves, func(m moveAnalysis) bool { return m.Depth > 0 })
	if depths {
		fmt.Fprintln(w, "move\tvalue\tdepth\tline")
	} else {
		fmt.Fprintln(w, "move\tvalue\tline")
	}
	listed := r.Moves
	if top > 0 {
		listed = listed[:min(top, len(listed))]
	}
	for _, m := range listed {
		depth := ""
		switch {
		case m.Depth > 0:
			depth = fmt.Sprintf("%d\t", m.Depth)
		case depths:
			depth = "\t"
		}
		fmt.Fprintf(w, "%s\t%s\t%s%s\n", m.Move, explain.Worth(g, m.Value), depth, catalog.LineText(m.Line, m.Cut))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if rest := len(r.Moves) - len(listed); rest > 0 {
		fmt.Fprintf(a.out, "and %s; --top 0 lists all\n", words.Count(rest, "more move"))
	}
	if err := a.writeEffort(r); err != nil {
		return err
	}
	return a.writeOpenings(g, r.Openings)
}

// writeEffort prints the nodes and the time of the analysis.
func (a *app) writeEffort(r analysis) error {
	fmt.Fprintf(a.out, "\n%s in %.3g s", words.Count(int(r.Nodes), "node"), r.Seconds)
	const slow = 1e4
	switch rate := float64(r.Nodes) / r.Seconds; {
	case r.Seconds < 0.1:
	case rate < slow:
		fmt.Fprintf(a.out, ", %.0f a second", rate)
	default:
		fmt.Fprintf(a.out, ", %.3g million a second", rate/1e6)
	}
	if t := r.Table; t != nil {
		fmt.Fprintf(a.out, "; table: %.0f%% of %d probes found", 100*float64(t.Hits)/float64(t.Probes), t.Probes)
	}
	if r.Book > 0 {
		fmt.Fprintf(a.out, "; %d of %s by %s", r.Book, words.Count(len(r.Moves), "value"), r.known)
	}
	_, err := fmt.Fprintln(a.out)
	return err
}
