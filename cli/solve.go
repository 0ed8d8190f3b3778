package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"oxo"
	"oxo/search"

	"github.com/spf13/cobra"
)

// solveOptions are what solve was asked for.
type solveOptions struct {
	position string
	engine   engineOptions
	json     bool
}

func (a *app) solveCommand() *cobra.Command {
	var o solveOptions
	c := &cobra.Command{
		Use:   "solve GAME [MOVE... | -]",
		Short: "Prove what a position is worth",
		Long: `Prove what a position is worth, and print the value and a line of best play.
There is no limit: what is known so far goes to the terminal's error output, and
Ctrl-C ends it.

With - it reads positions from standard input, one a line, and prints for each
its text and its value as soon as it is proven. A second word of a line is
ignored. Connect Four's positions may be written as the columns of all moves
(44455554221), and its values are in the scale of its benchmarks: 0 is a draw, n
a win with the n-th of one's stones from the last, -n the same for the opponent.`,
		Args: arguments(1, -1, "a game and moves, or -"),
		RunE: func(c *cobra.Command, args []string) error { return a.solve(c, args, o) },
	}
	positionFlag(c, &o.position)
	engineFlags(c, &o.engine)
	c.Flags().BoolVar(&o.json, "json", false, "write JSON, a line for each position")
	return c
}

// solution is the answer of solve.
type solution struct {
	Game     string    `json:"game"`
	Position string    `json:"position"`
	Turn     string    `json:"turn"`
	Value    oxo.Value `json:"value"`
	Scale    *int      `json:"scale,omitempty"` // the value in the game's own scale
	Line     []string  `json:"line"`
	Nodes    uint64    `json:"nodes"`
	Seconds  float64   `json:"seconds"`
}

func (a *app) solve(c *cobra.Command, args []string, o solveOptions) error {
	s, err := o.engine.searcher()
	if err != nil {
		return err
	}
	if len(args) == 2 && args[1] == "-" {
		if c.Flags().Changed("position") {
			return usagef("--position and - are two ways to give positions: take one")
		}
		g, err := a.game(args[0])
		if err != nil {
			return err
		}
		return a.solveLines(c.Context(), s, g, o.json)
	}
	g, p, err := a.movesOrPosition(c, args, o.position)
	if err != nil {
		return err
	}
	r, err := a.proven(c.Context(), s, g, p, true)
	if err != nil {
		return err
	}
	if o.json {
		return a.writeJSON(r)
	}
	writeBoard(a.out, g, p, sideNames(g), a.paint())
	fmt.Fprintf(a.out, "%s to move: %s", r.Turn, r.Value)
	if r.Scale != nil {
		fmt.Fprintf(a.out, ", score %d", *r.Scale)
	}
	fmt.Fprintln(a.out)
	if len(r.Line) > 0 {
		fmt.Fprintf(a.out, "line: %s\n", strings.Join(r.Line, " "))
	}
	_, err = fmt.Fprintf(a.out, "%s in %.3g s\n", plural(int(r.Nodes), "node"), r.Seconds)
	return err
}

// movesOrPosition reads a game and moves; one word that is no move may also be
// several written together, a character each, or the text of a position, if it
// is longer than any move.
func (a *app) movesOrPosition(c *cobra.Command, args []string, text string) (oxo.Game, oxo.Position, error) {
	if len(args) == 2 && !c.Flags().Changed("position") {
		g, err := a.game(args[0])
		if err != nil {
			return nil, nil, err
		}
		start := g.Start()
		if _, err := g.ParseMove(start, args[1]); err != nil {
			if p, _, err := oxo.Replay(g, strings.Split(args[1], "")...); err == nil {
				return g, p, nil
			}
			if longerThanMoves(g, start, args[1]) {
				p, err := g.ParsePosition(args[1])
				return g, p, usage(err)
			}
		}
	}
	return a.position(args, text, c.Flags().Changed("position"))
}

// longerThanMoves reports whether a word is too long to be meant as a move.
func longerThanMoves(g oxo.Game, p oxo.Position, word string) bool {
	return !slices.ContainsFunc(p.Moves(nil), func(m oxo.Move) bool { return len(word) <= len(g.FormatMove(p, m))+1 })
}

// proven solves a position, and tells the terminal how far it is; where whole
// is set, it also finds the line to the end of the game.
func (a *app) proven(ctx context.Context, s *search.Searcher, g oxo.Game, p oxo.Position, whole bool) (solution, error) {
	begun := time.Now()
	progress := a.progress()
	var last search.Result
	for r := range s.Improve(ctx, p, search.Limits{}) {
		last = r
		progress.show(func() string {
			return fmt.Sprintf("between %v and %v after %d nodes", r.Bounds.Lo, r.Bounds.Hi, r.Nodes)
		})
	}
	progress.done()
	if !last.Proven {
		if err := ctx.Err(); err != nil {
			fmt.Fprintf(a.err, "%s: not proven: between %v and %v after %d nodes\n", a.name, last.Bounds.Lo, last.Bounds.Hi, last.Nodes)
			return solution{}, err
		}
		return solution{}, fmt.Errorf("%s has positions without exact keys: nothing can be proven of it", g.Name())
	}
	var line []oxo.Move
	if last.HasMove && whole {
		line = s.WholeLine(ctx, p, last.Score, last.Line)
	}
	r := solution{
		Game: g.Name(), Position: g.FormatPosition(p), Turn: oxo.SideName(g, p.Turn()), Value: last.Value,
		Line: lineText(g, p, line), Nodes: last.Nodes, Seconds: math.Round(time.Since(begun).Seconds()*1e6) / 1e6,
	}
	if scaled, ok := g.(oxo.Scaled); ok {
		points := scaled.Scale(p, last.Score)
		r.Scale = &points
	}
	return r, nil
}

// solveLines answers positions line by line. A line that is none is told on
// the error output, and the others go on.
func (a *app) solveLines(ctx context.Context, s *search.Searcher, g oxo.Game, asJSON bool) error {
	in, number, refused := readLines(a.in), 0, 0
	for {
		text, err := in.read(ctx)
		number++
		switch {
		case errors.Is(err, io.EOF):
			if refused > 0 {
				return usagef("%s of the input %s no position of %s", plural(refused, "line"), isOrAre(refused), g.Name())
			}
			return nil
		case err == nil && text == "":
			continue
		case err == nil:
			err = a.solveLine(ctx, s, g, text, asJSON)
		case ctx.Err() == nil && !errors.Is(err, errNotALine):
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, ok := errors.AsType[*usageError](err); ok || errors.Is(err, errNotALine) {
			refused++
			fmt.Fprintf(a.err, "%s: line %d: %v\n", a.name, number, err)
		} else if err != nil {
			return err
		}
	}
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

func (a *app) solveLine(ctx context.Context, s *search.Searcher, g oxo.Game, text string, asJSON bool) error {
	p, err := g.ParsePosition(text)
	if at := strings.LastIndexByte(text, ' '); err != nil && at > 0 && isNumber(text[at+1:]) {
		// A score stands behind the position.
		text = strings.TrimSpace(text[:at])
		p, err = g.ParsePosition(text)
	}
	if err != nil {
		return usage(err)
	}
	r, err := a.proven(ctx, s, g, p, asJSON)
	if err != nil {
		return err
	}
	switch {
	case asJSON:
		return a.writeJSON(r)
	case r.Scale != nil:
		_, err = fmt.Fprintln(a.out, text, *r.Scale)
	default:
		_, err = fmt.Fprintf(a.out, "%s %v\n", text, r.Value)
	}
	return err
}
