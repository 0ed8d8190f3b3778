package cli

import (
	"fmt"
	"text/tabwriter"

	"oxo"
	"oxo/internal/memory"
	"oxo/internal/words"
	"oxo/prove/census"

	"github.com/spf13/cobra"
)

func (a *app) countCommand() *cobra.Command {
	var start startOptions
	var asJSON bool
	var opts census.Options
	c := &cobra.Command{
		Use:   "count GAME [MOVE...]",
		Short: "Count the positions and games of a game by ply, and who wins them",
		Example: `  oxo count tictactoe
  oxo count tictactoe --symmetric
  oxo count connect4 --depth 5
  oxo count checkers:4x4 --json`,
		Args: arguments(1, -1, "a game and moves"),
		RunE: func(c *cobra.Command, args []string) error { return a.count(c, args, &start, opts, asJSON) },
	}
	startFlags(c, &start)
	c.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	c.Flags().BoolVar(&opts.Symmetric, "symmetric", false, "count turned and mirrored images of a position as one")
	c.Flags().IntVar(&opts.Depth, "depth", 0, "the last ply to count; 0 is the end of the game")
	c.Flags().IntVar(&opts.MaxPositions, "max-positions", census.DefaultMaxPositions, "stop with an error beyond this number; a position takes about 200 bytes, several times that in games without exact keys")
	return c
}

func (a *app) count(c *cobra.Command, args []string, start *startOptions, opts census.Options, asJSON bool) error {
	if opts.Depth < 0 || opts.MaxPositions < 1 {
		return usagef("want --depth of 0 (the end of the game) or more, and --max-positions of 1 or more")
	}
	g, p, err := a.position(c, args, start)
	if err != nil {
		return err
	}
	bar := a.progress()
	opts.Progress = func(ply, positions int) {
		bar.show(func() string { return fmt.Sprintf("ply %d: %d positions so far", ply, positions) })
	}
	if _, loops := p.(oxo.Looping); loops && opts.Depth == 0 {
		return a.countLoops(c, g, p, opts, asJSON)
	}
	counted, err := census.Take(c.Context(), g, p, opts)
	bar.done()
	if err != nil {
		return err
	}
	if asJSON {
		return a.writeJSON(countJSON(g, counted, opts.Symmetric))
	}
	return a.writeCount(g, counted)
}

// counts holds the counts of a ply, or of the whole game, in JSON.
type counts struct {
	Positions   int           `json:"positions"`
	Terminal    int           `json:"terminal"`
	Games       census.Number `json:"games"`
	GamesFirst  census.Number `json:"games_first"`
	GamesSecond census.Number `json:"games_second"`
	GamesDrawn  census.Number `json:"games_drawn"`
	// The numbers of positions by winner under best play; set only if the game was
	// counted to its end.
	First  *int `json:"won_by_first,omitempty"`
	Second *int `json:"won_by_second,omitempty"`
	Draw   *int `json:"drawn,omitempty"`
}

type plyCounts struct {
	Ply int `json:"ply"`
	counts
}

type gameCounts struct {
	Game      string `json:"game"`
	Symmetric bool   `json:"symmetric"`
	Complete  bool   `json:"complete"`
	counts
	Plies []plyCounts `json:"plies"`
}

func newCounts(p census.Ply, complete bool) counts {
	c := counts{p.Positions, p.Terminal, p.Games(), p.GamesFirst, p.GamesSecond, p.GamesDrawn, nil, nil, nil}
	if complete {
		c.First, c.Second, c.Draw = &p.First, &p.Second, &p.Draw
	}
	return c
}

func countJSON(g oxo.Game, counted *census.Census, symmetric bool) gameCounts {
	r := gameCounts{Game: g.Name(), Symmetric: symmetric, Complete: counted.Complete, counts: newCounts(counted.Total(), counted.Complete)}
	for _, p := range counted.Plies {
		r.Plies = append(r.Plies, plyCounts{p.Ply, newCounts(p, counted.Complete)})
	}
	return r
}

func (a *app) writeCount(g oxo.Game, counted *census.Census) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := sideNames(g)
	header := "ply\tpositions\tfinished\tgames\t"
	if counted.Complete {
		header += fmt.Sprintf("%s wins\t%s wins\tdraw\t", names[0], names[1])
	}
	fmt.Fprintln(w, header)
	row := func(label string, p census.Ply) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t", label, p.Positions, p.Terminal, p.Games())
		if counted.Complete {
			fmt.Fprintf(w, "%d\t%d\t%d\t", p.First, p.Second, p.Draw)
		}
		fmt.Fprintln(w)
	}
	for _, p := range counted.Plies {
		row(fmt.Sprint(p.Ply), p)
	}
	total := counted.Total()
	row("total", total)
	if err := w.Flush(); err != nil {
		return err
	}
	ended := "games"
	if !counted.Complete {
		ended = fmt.Sprintf("the game continues beyond ply %d; games that have ended", total.Ply)
	}
	_, err := fmt.Fprintf(a.out, "%s: won by %s %s, by %s %s, drawn %s\n",
		ended, names[0], total.GamesFirst, names[1], total.GamesSecond, total.GamesDrawn)
	return err
}

// loopCounts is the output of count for a game that loops.
type loopCounts struct {
	Game      string `json:"game"`
	Symmetric bool   `json:"symmetric"`
	Positions int    `json:"positions"`
	Moves     int    `json:"moves"`
	Wins      int    `json:"won_by_mover"`
	Losses    int    `json:"lost_by_mover"`
	Draws     int    `json:"drawn"`
	Bytes     int64  `json:"bytes"`
}

// countLoops counts all positions of a game that loops.
func (a *app) countLoops(c *cobra.Command, g oxo.Game, p oxo.Position, opts census.Options, asJSON bool) error {
	bar := a.progress()
	opts.Progress = func(_, positions int) {
		bar.show(func() string { return words.Count(positions, "position") + " so far" })
	}
	t, err := census.SolveFrom(c.Context(), g, p, opts)
	bar.done()
	if err != nil {
		return err
	}
	n := loopCounts{Game: g.Name(), Symmetric: opts.Symmetric, Positions: t.Len(), Moves: t.Moves(), Bytes: t.Bytes()}
	n.Wins, n.Draws, n.Losses = t.Results()
	if asJSON {
		return a.writeJSON(n)
	}
	_, err = fmt.Fprintf(a.out, "%s, %s between them: the side to move wins %d, loses %d, draws %d. The game loops: it has no last ply. (%v of memory)\n",
		words.Count(n.Positions, "position"), words.Count(n.Moves, "move"), n.Wins, n.Losses, n.Draws, memory.Size(n.Bytes))
	return err
}
