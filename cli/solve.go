package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
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
its text and its value as soon as it and those before it are proven. A number
behind a position is ignored. Of lines that come together several threads take one
each, with a share of the table; a thread that finds none helps the others.
Connect Four's positions may be written as the columns of all moves
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
	Input    string    `json:"input,omitempty"` // the line, where there are many
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
	engine, err := o.engine.options()
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
		return a.solveLines(c.Context(), search.NewCrew(engine), g, o.json)
	}
	g, p, err := a.movesOrPosition(c, args, o.position)
	if err != nil {
		return err
	}
	proof := proof{s: search.New(engine), known: oxo.Unknown()}
	end := a.progress().follow(proof.state)
	r, err := proof.run(c.Context(), g, p, true)
	end()
	if _, ok := errors.AsType[*notProven](err); ok {
		fmt.Fprintf(a.err, "%s: %v\n", a.name, err)
	}
	if err != nil {
		return err
	}
	if o.json {
		return a.writeJSON(r)
	}
	writeBoard(a.out, g, p, sideNames(g), a.paint())
	return r.write(a.out)
}

// write says it in words.
func (r *solution) write(w io.Writer) error {
	fmt.Fprintf(w, "%s to move: %s", r.Turn, r.Value)
	if r.Scale != nil {
		fmt.Fprintf(w, ", score %d", *r.Scale)
	}
	fmt.Fprintln(w)
	if len(r.Line) > 0 {
		fmt.Fprintf(w, "line: %s\n", strings.Join(r.Line, " "))
	}
	_, err := fmt.Fprintf(w, "%s in %.3g s\n", plural(int(r.Nodes), "node"), r.Seconds)
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

// notProven is the error of a proof that was interrupted, with what was known.
type notProven struct {
	known string
	cause error
}

func (e *notProven) Error() string { return "not proven: " + e.known }

func (e *notProven) Unwrap() error { return e.cause }

// proof is the proof of a position on its way.
type proof struct {
	s     *search.Searcher
	mu    sync.Mutex // guards known: any goroutine may ask for the state
	known oxo.Bounds
}

// state says how far it is.
func (r *proof) state() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return knownAfter(r.known, r.s.Visited())
}

func knownAfter(b oxo.Bounds, nodes uint64) string {
	after := "after " + plural(int(nodes), "node")
	switch {
	case b == oxo.Unknown():
		return "nothing is known " + after
	case b.Exact():
		return b.Lo.String() + ", " + after
	}
	return fmt.Sprintf("between %v and %v %s", b.Lo, b.Hi, after)
}

// run solves a position; where whole is set, it also finds the line to the end
// of the game.
func (r *proof) run(ctx context.Context, g oxo.Game, p oxo.Position, whole bool) (solution, error) {
	begun := time.Now()
	var last search.Result
	for found := range r.s.Improve(ctx, p, search.Limits{}) {
		last = found
		r.mu.Lock()
		r.known = found.Bounds
		r.mu.Unlock()
	}
	if !last.Proven {
		if err := ctx.Err(); err != nil {
			return solution{}, &notProven{knownAfter(last.Bounds, last.Nodes), err}
		}
		return solution{}, fmt.Errorf("%s has positions without exact keys: nothing can be proven of it", g.Name())
	}
	var line []oxo.Move
	if last.HasMove && whole {
		line = r.s.WholeLine(ctx, p, last.Score, last.Line)
	}
	found := solution{
		Game: g.Name(), Position: g.FormatPosition(p), Turn: oxo.SideName(g, p.Turn()), Value: last.Value,
		Line: lineText(g, p, line), Nodes: last.Nodes, Seconds: math.Round(time.Since(begun).Seconds()*1e6) / 1e6,
	}
	if scaled, ok := g.(oxo.Scaled); ok {
		points := scaled.Scale(p, last.Score)
		found.Scale = &points
	}
	return found, nil
}
