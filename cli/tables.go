package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"oxo"
	"oxo/internal/words"
	"oxo/prove/census"
	"oxo/prove/keep"

	"github.com/spf13/cobra"
)

// tablesFlag adds --tables to a command that searches.
func tablesFlag(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "tables", "", "a table made by oxo solve GAME --all --out FILE, or a folder of tables")
}

// endingsSolved is the answer of solve --all.
type endingsSolved struct {
	Game      string  `json:"game"`
	Men       int     `json:"men"`
	Positions int     `json:"positions"`
	Wins      int     `json:"wins"` // for the side to move
	Draws     int     `json:"draws"`
	Losses    int     `json:"losses"`
	Longest   int     `json:"longest"` // plies to the most distant forced end
	Bytes     int     `json:"bytes"`   // size of the table, one byte for each number
	File      string  `json:"file,omitempty"`
	Seconds   float64 `json:"seconds"`

	Classes []endingClass `json:"classes,omitempty"` // only if the game names its classes
}

// endingClass counts the positions with the same men.
type endingClass struct {
	Name      string `json:"name"`
	Positions int    `json:"positions"`
	Wins      int    `json:"wins"`
	Draws     int    `json:"draws"`
	Losses    int    `json:"losses"`
	Longest   int    `json:"longest"` // plies
}

// endingClasses counts the classes of a table, by their names.
func endingClasses(t *census.Endings, g oxo.Game) (all []endingClass) {
	namer, ok := g.Start().(census.Ender)
	if !ok || namer.EndingName(0) == "" {
		return nil
	}
	for class, s := range t.Classes() {
		all = append(all, endingClass{namer.EndingName(class), s.Positions(), s.Wins, s.Draws, s.Losses, s.Longest})
	}
	return all
}

// solveEndings solves all positions of a game with few men.
func (a *app) solveEndings(c *cobra.Command, g oxo.Game, o solveOptions) error {
	t, report, err := keep.SolveEndings(c.Context(), g, o.all.men, a.tableOptions(c, &o))
	if err != nil {
		return err
	}
	s := t.Stats()
	r := endingsSolved{
		Game: g.Name(), Men: o.all.men, Positions: s.Positions(), Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Longest: s.Longest, Bytes: s.Numbers,
		File: report.File, Seconds: report.Seconds, Classes: endingClasses(t, g),
	}
	if o.json {
		return a.writeJSON(r)
	}
	return r.write(a.out)
}

// write prints the counts as text.
func (r *endingsSolved) write(w io.Writer) error {
	if len(r.Classes) > 0 {
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(table, "men\tpositions\twin\tdraw\tloss\tlongest win\t")
		for _, c := range r.Classes {
			longest := "-"
			if c.Longest > 0 {
				longest = words.Count((c.Longest+1)/2, "move")
			}
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t\n", c.Name, c.Positions, c.Wins, c.Draws, c.Losses, longest)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "%s, at most %d men: %s: win %d, draw %d, loss %d for the side to move; the longest win takes %d plies\n",
		r.Game, r.Men, words.Count(r.Positions, "position"), r.Wins, r.Draws, r.Losses, r.Longest)
	if r.File != "" {
		fmt.Fprintf(w, "%s: %s\n", r.File, words.Count(r.Bytes, "value"))
	}
	_, err := fmt.Fprintf(w, "solved backwards in %.3g s\n", r.Seconds)
	return err
}
