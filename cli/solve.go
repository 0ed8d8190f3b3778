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
	"oxo/board"
	"oxo/catalog"
	"oxo/census"
	"oxo/internal/words"
	"oxo/search"

	"github.com/spf13/cobra"
)

// solveOptions are what solve was asked for.
type solveOptions struct {
	position string
	search   searchOptions
	result   bool
	book     bool
	json     bool
	all      int    // men, where all positions with few of them are to be solved
	out      string // the folder for their table
	tables   string // the folder of tables to be used
}

func (a *app) solveCommand() *cobra.Command {
	var o solveOptions
	c := &cobra.Command{
		Use:   "solve GAME [MOVE... | -]",
		Short: "Prove what a position is worth",
		Long: `Prove what a position is worth, and print the value and a line of best play.
There is no limit: what is known so far goes to the terminal's error output, and
Ctrl-C ends it. With --result it asks only who wins: a win, a draw or a loss,
without counting plies or margins. A game that loops is solved backwards from its
ends where all its positions fit into memory (--max-positions), else by search.

With --all it solves every position with at most that number of men, where the game
numbers these, and with --out keeps them as a table: --tables, here and in other
commands, lets the search read it.

With - it reads positions from standard input, one a line, and prints for each
its text and its value as soon as it and those before it are proven. A number
behind a position is ignored. Of lines that arrive together several threads take
one each, with a share of the table; a thread without a line helps the others.
Connect Four's positions may be written as the columns of all moves
(44455554221), and its values are in the scale of its benchmarks: 0 is a draw, n
a win with the n-th of one's stones from the last, -n the same for the opponent.`,
		Args: arguments(1, -1, "a game and moves, or -"),
		RunE: func(c *cobra.Command, args []string) error { return a.solve(c, args, o) },
	}
	positionFlag(c, &o.position)
	searchFlags(c, &o.search)
	c.Flags().BoolVar(&o.result, "result", false, "ask only for a win, a draw or a loss")
	c.Flags().IntVar(&o.search.maxPositions, "max-positions", 5_000_000, "solve a game that loops backwards where it has no more positions than this")
	c.Flags().BoolVar(&o.book, "book", false, "take the value from the game's opening book where it has it, instead of proving it")
	c.Flags().IntVar(&o.all, "all", 0, "solve all positions with at most this number of men, kings included")
	c.Flags().StringVar(&o.out, "out", "", "with --all: the folder to keep the table in")
	tablesFlag(c, &o.tables)
	c.Flags().BoolVar(&o.json, "json", false, "write JSON, a line for each position")
	return c
}

// solution is the answer of solve.
type solution struct {
	Input     string        `json:"input,omitempty"` // the line, where there are many
	Game      string        `json:"game"`
	Position  string        `json:"position"`
	Turn      string        `json:"turn"`
	Result    string        `json:"result,omitempty"` // where only that was asked for
	Value     *search.Value `json:"value,omitempty"`
	Scale     *int          `json:"scale,omitempty"` // the value in the game's own scale
	Line      []string      `json:"line"`
	Nodes     uint64        `json:"nodes"`
	Positions int           `json:"positions,omitempty"` // of a game solved backwards
	Book      bool          `json:"book,omitempty"`      // the value is the book's
	Seconds   float64       `json:"seconds"`
}

// scaled is a game whose players write values in a scale of their own.
type scaled interface {
	// Scale returns a proven score of p in that scale: above 0 a win for the
	// side to move, below 0 a loss, and the more the sooner.
	Scale(p oxo.Position, s oxo.Score) int
}

func (a *app) solve(c *cobra.Command, args []string, o solveOptions) error {
	options, err := o.search.options()
	if err != nil {
		return err
	}
	if c.Flags().Changed("all") || o.out != "" {
		return a.solveAll(c, args, o)
	}
	options.ResultOnly = o.result
	if len(args) == 2 && args[1] == "-" {
		if c.Flags().Changed("position") {
			return usagef("--position and - are two ways to give positions: take one")
		}
		g, err := a.game(args[0])
		if err != nil {
			return err
		}
		if options.Book, err = withTables(a.book(!o.book), g, o.tables); err != nil {
			return err
		}
		return a.solveLines(c.Context(), search.NewPool(options), g, o)
	}
	return a.solvePosition(c, args, o, options)
}

// solvePosition proves one position.
func (a *app) solvePosition(c *cobra.Command, args []string, o solveOptions, options search.Options) error {
	g, p, err := a.movesOrPosition(c, args, o.position)
	if err != nil {
		return err
	}
	if options.Book, err = withTables(a.book(!o.book), g, o.tables); err != nil {
		return err
	}
	proof := proof{s: search.New(options), options: o}
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
	fmt.Fprintf(w, "%s to move: %s", r.Turn, r.text())
	if r.Scale != nil {
		fmt.Fprintf(w, ", score %d", *r.Scale)
	}
	fmt.Fprintln(w)
	if len(r.Line) > 0 {
		fmt.Fprintf(w, "line: %s\n", strings.Join(r.Line, " "))
	}
	what := words.Count(r.Nodes, "node")
	if r.Positions > 0 {
		what = words.Count(r.Positions, "position") + " solved backwards"
	}
	if r.Book {
		what = "by the book: " + what
	}
	_, err := fmt.Fprintf(w, "%s in %.3g s\n", what, r.Seconds)
	return err
}

// text is the value in words.
func (r *solution) text() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.String()
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
			if p, _, err := catalog.Replay(g, strings.Split(args[1], "")...); err == nil {
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
	s       *search.Searcher
	options solveOptions
	mu      sync.Mutex // guards what follows: any goroutine may ask for the state
	known   oxo.Bounds
	visited int // positions of a game that is solved backwards, while it is
}

// state says how far it is.
func (r *proof) state() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.visited > 0 {
		return "solving backwards: " + words.Count(r.visited, "position") + " so far"
	}
	return knownAfter(r.known, r.s.Visited())
}

func knownAfter(b oxo.Bounds, nodes uint64) string {
	after := "after " + words.Count(nodes, "node")
	switch {
	case b == oxo.Bounds{}:
		return "nothing is known " + after
	case b.Exact():
		return b.Lo().String() + ", " + after
	}
	return fmt.Sprintf("between %v and %v %s", b.Lo(), b.Hi(), after)
}

// run solves a position; where whole is set, it also finds the line to the end
// of the game.
func (r *proof) run(ctx context.Context, g oxo.Game, p oxo.Position, whole bool) (solution, error) {
	begun := time.Now()
	found := solution{Game: g.Name(), Position: g.FormatPosition(p), Turn: board.SideName(g, p.Turn()), Line: []string{}}
	value, solved, err := r.backwards(ctx, g, p, &found)
	if err != nil {
		return solution{}, err
	}
	if !solved {
		if value, err = r.search(ctx, g, p, whole, &found); err != nil {
			return solution{}, err
		}
	}
	found.Seconds = math.Round(time.Since(begun).Seconds()*1e6) / 1e6
	if r.options.result {
		found.Result = value.Result()
		return found, nil
	}
	found.Value = &search.Value{Score: value, Proven: true}
	if game, ok := g.(scaled); ok {
		points := game.Scale(p, value)
		found.Scale = &points
	}
	return found, nil
}

// search proves the value by search, and returns it.
func (r *proof) search(ctx context.Context, g oxo.Game, p oxo.Position, whole bool, found *solution) (oxo.Score, error) {
	var last search.Result
	for last = range r.s.SearchProgress(ctx, p, search.Limits{}) {
		r.mu.Lock()
		r.known = last.Bounds
		r.mu.Unlock()
	}
	_, decided := last.Bounds.Result()
	if !last.Proven && (!decided || !r.options.result) {
		if err := ctx.Err(); err != nil {
			return 0, &notProven{knownAfter(last.Bounds, last.Nodes), err}
		}
		if last.Stop == search.ByDepth {
			return 0, fmt.Errorf("%s goes on for more plies than a search can follow: nothing can be proven of it", g.Name())
		}
		return 0, fmt.Errorf("%s has positions without exact keys: nothing can be proven of it", g.Name())
	}
	line := last.Line
	if last.HasMove && whole {
		line = r.s.WholeLine(ctx, p, last)
	}
	found.Line, found.Nodes, found.Book = catalog.FormatLine(g, p, line), last.Nodes, last.ByBook
	return last.Score, nil
}

// backwards solves a game that loops from its ends, where its positions fit, and
// reports whether it did.
func (r *proof) backwards(ctx context.Context, g oxo.Game, p oxo.Position, found *solution) (oxo.Score, bool, error) {
	loops, ok := p.(oxo.Looping)
	if !ok || r.options.tables != "" {
		return 0, false, nil
	}
	if k, ok := p.(oxo.Keyed); !ok || k.KeyBits() == 0 {
		return 0, false, nil
	}
	t, err := census.SolveFrom(ctx, g, loops, census.Options{MaxPositions: r.options.search.maxPositions, Progress: func(_, positions int) {
		r.mu.Lock()
		r.visited = max(positions, 1)
		r.mu.Unlock()
	}})
	r.mu.Lock()
	r.visited = 0
	r.mu.Unlock()
	if errors.Is(err, census.ErrMaxPositions) || errors.Is(err, census.ErrLoops) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	value, _ := t.Value(p)
	found.Positions, found.Line = t.Len(), catalog.FormatLine(g, p, tableLine(t, p))
	return value, true, nil
}

// tableLine returns the best play of a table: to the end of the game, or where
// nobody can force one, for a few moves.
func tableLine(t *census.Table, p oxo.Position) []oxo.Move {
	const most = 20
	q, line := p.Clone(), []oxo.Move{}
	for q.Outcome() == oxo.Ongoing {
		value, m, ok := t.Lookup(q)
		if !ok || value == oxo.Draw && len(line) >= most {
			break
		}
		q.Make(m)
		line = append(line, m)
	}
	return line
}
