package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/memory"
	"oxo/internal/words"
	"oxo/prove/census"
	"oxo/prove/keep"
	"oxo/search"

	"github.com/spf13/cobra"
)

// allValue is the value of --all: the whole game, or the positions with few men.
type allValue struct {
	given bool
	men   int // 0 for the whole game
}

// wholeGame is the value of --all without a number.
const wholeGame = "game"

// Set reads a number of men, or the word for the whole game.
func (v *allValue) Set(text string) error {
	if text == wholeGame {
		*v = allValue{given: true}
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 {
		return errors.New("want the maximum number of men, 2 or more, or no number for the whole game")
	}
	*v = allValue{true, n}
	return nil
}

// String writes the value in the form that Set reads.
func (v *allValue) String() string {
	switch {
	case !v.given:
		return ""
	case v.men == 0:
		return wholeGame
	}
	return strconv.Itoa(v.men)
}

// Type names the value in the help.
func (v *allValue) Type() string { return "men" }

// allFlag adds --all to a command.
func allFlag(c *cobra.Command, v *allValue) {
	c.Flags().Var(v, "all", "solve all positions of the game, or with a number those with at most that number of men, kings included")
	c.Flags().Lookup("all").NoOptDefVal = wholeGame
}

// menOf returns the game, and a separate number before or after it that is meant as the value
// of --all, or "". A flag with an optional value does not take the next word.
func (a *app) menOf(args []string) (game, men string) {
	if len(args) > 2 {
		return args[0], ""
	}
	for i, arg := range args {
		if _, err := strconv.Atoi(arg); err == nil && !catalog.Knows(a.families, arg) { // 2048 is a game
			return strings.Join(slices.Delete(slices.Clone(args), i, i+1), ""), arg
		}
	}
	return args[0], ""
}

// solveAll solves all positions of a game. A single number after the game is a number of men
// if the game numbers its endings, otherwise a move.
func (a *app) solveAll(c *cobra.Command, args []string, o solveOptions) error {
	name, men := a.menOf(args)
	if name == "" {
		return usagef("--all %s: want a game: solve GAME --all=%s", men, men)
	}
	g, err := a.game(name)
	if err != nil {
		return err
	}
	if men != "" && o.all.men == 0 {
		_, numbers := g.Start().(census.Ender)
		_, noMove := catalog.PlayWord(g, g.Start(), men)
		switch {
		case numbers:
			if err := o.all.Set(men); err != nil {
				return usagef("--all %s: %w", men, err)
			}
			args = []string{name}
		case noMove != nil || men == args[0]:
			return usagef("--all %s: %s does not number its positions by men: want --all alone, for every position of the game", men, g.Name())
		}
	}
	if o.all.men == 0 {
		return a.solveWhole(c, args, o)
	}
	if o.result {
		return usagef("--all %d has the value of each position: want --result with --all alone, for every position of the game", o.all.men)
	}
	if len(args) > 1 || c.Flags().Changed("position") || c.Flags().Changed("file") {
		return usagef("--all %d solves all positions with that number of men: leave the position out", o.all.men)
	}
	return a.solveEndings(c, g, o)
}

// wholeSolved is the answer of solve --all.
type wholeSolved struct {
	Game      string            `json:"game"`
	Position  string            `json:"position"`
	Result    string            `json:"result,omitempty"` // if only results were asked for
	Value     *search.Value     `json:"value,omitempty"`
	Positions int               `json:"positions,omitempty"` // each image is counted
	Classes   int               `json:"classes"`             // one position for each class of images
	Wins      int               `json:"wins"`                // classes won for the side to move
	Draws     int               `json:"draws"`
	Losses    int               `json:"losses"`
	Longest   int               `json:"longest"` // plies to the most distant forced end
	Plies     []census.WholePly `json:"plies,omitempty"`
	File      string            `json:"file,omitempty"`
	Bytes     int64             `json:"bytes,omitempty"` // size of the file
	Seconds   float64           `json:"seconds"`
}

// solveWhole solves all positions that can be reached from a position.
func (a *app) solveWhole(c *cobra.Command, args []string, o solveOptions) error {
	g, p, err := a.movesOrPosition(c, args, &o.start)
	if err != nil {
		return err
	}
	r, report, err := a.wholeTable(c, g, p, &o)
	if err != nil {
		return err
	}
	r.File, r.Bytes, r.Seconds = report.File, report.Bytes, report.Seconds
	if o.json {
		return a.writeJSON(r)
	}
	return r.write(a.out, g, p)
}

// wholeTable makes the table of a whole game, with the plies to the end or of results alone.
func (a *app) wholeTable(c *cobra.Command, g oxo.Game, p oxo.Position, o *solveOptions) (wholeSolved, keep.TableReport, error) {
	options := a.tableOptions(c, o)
	if o.result {
		t, report, err := keep.SolveResults(c.Context(), g, p, options)
		if err != nil {
			return wholeSolved{}, report, err
		}
		r := newWholeSolved(g, p, t.Stats())
		result, _ := t.Result(p)
		r.Result = [...]string{"loss", "draw", "win"}[result+1]
		return r, report, nil
	}
	t, report, err := keep.SolveWhole(c.Context(), g, p, options)
	if err != nil {
		return wholeSolved{}, report, err
	}
	value, _ := t.Lookup(p)
	r := newWholeSolved(g, p, t.Stats())
	r.Value = &search.Value{Score: value, Proven: true}
	return r, report, nil
}

// tableOptions returns the options of a table from the flags.
func (a *app) tableOptions(c *cobra.Command, o *solveOptions) keep.TableOptions {
	t := keep.TableOptions{Out: o.out, Threads: o.search.threads, Follow: a.progress().follow}
	if c.Flags().Changed("max-positions") {
		t.MaxPositions = o.search.maxPositions
	}
	return t
}

func newWholeSolved(g oxo.Game, p oxo.Position, s census.WholeStats) wholeSolved {
	return wholeSolved{
		Game: g.Name(), Position: g.FormatPosition(p), Positions: s.All, Classes: s.Positions(),
		Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Longest: s.Longest, Plies: s.Plies,
	}
}

// write prints the result as text.
func (r *wholeSolved) write(w io.Writer, g oxo.Game, p oxo.Position) error {
	value := r.Result
	if r.Value != nil {
		value = r.Value.String()
	}
	fmt.Fprintf(w, "%s to move: %s\n", board.SideName(g, p.Turn()), value)
	if len(r.Plies) > 0 {
		if err := r.writePlies(w, g); err != nil {
			return err
		}
	}
	what := words.Count(r.Classes, "position")
	if r.Positions > r.Classes {
		what = fmt.Sprintf("%s, %d up to symmetry", words.Count(r.Positions, "position"), r.Classes)
	}
	fmt.Fprintf(w, "%s: %s: win %d, draw %d, loss %d for the side to move", r.Game, what, r.Wins, r.Draws, r.Losses)
	if r.Longest > 0 {
		fmt.Fprintf(w, "; the longest win takes %d plies", r.Longest)
	}
	fmt.Fprintln(w)
	if r.File != "" {
		fmt.Fprintf(w, "%s: %v\n", r.File, memory.Size(r.Bytes))
	}
	_, err := fmt.Fprintf(w, "solved in %.3g s\n", r.Seconds)
	return err
}

// writePlies writes the counts by ply.
func (r *wholeSolved) writePlies(w io.Writer, g oxo.Game) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := sideNames(g)
	images := r.Positions > 0
	fmt.Fprint(table, "ply\t")
	if images {
		fmt.Fprint(table, "positions\t")
	}
	fmt.Fprintf(table, "up to symmetry\tfinished\t%s wins\t%s wins\tdraw\t\n", names[0], names[1])
	for _, p := range r.Plies {
		fmt.Fprintf(table, "%d\t", p.Ply)
		if images {
			fmt.Fprintf(table, "%d\t", p.Positions)
		}
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%d\t\n", p.Classes, p.Terminal, p.First, p.Second, p.Draw)
	}
	return table.Flush()
}
