package cli

import (
	"fmt"
	"io"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/prove/pn"
	"oxo/search"
)

// solution is the answer of solve.
type solution struct {
	Input       string           `json:"input,omitempty"` // the line, where there are many
	Game        string           `json:"game"`
	Position    string           `json:"position"`
	Turn        string           `json:"turn"`
	Result      string           `json:"result,omitempty"` // where only that was asked for
	Value       *search.Value    `json:"value,omitempty"`
	Scale       *int             `json:"scale,omitempty"` // the value in the game's own scale
	Line        []string         `json:"line"`
	Cut         bool             `json:"cut,omitempty"` // the game goes on behind the line
	Nodes       uint64           `json:"nodes"`
	Jobs        int              `json:"jobs,omitempty"`      // of a cluster
	Positions   int              `json:"positions,omitempty"` // of a game solved backwards
	Method      string           `json:"method,omitempty"`    // pn or hold, where proof numbers or closed sets found it
	Smaller     string           `json:"smaller,omitempty"`   // the smaller board whose wins were followed
	Book        bool             `json:"book,omitempty"`      // the value is the book's
	Without     string           `json:"without,omitempty"`   // a rule that the value leaves out
	Drawn       bool             `json:"drawn,omitempty"`     // by the moves before: no progress, or the third time
	Seconds     float64          `json:"seconds"`
	Certificate *certified       `json:"certificate,omitempty"`
	solver      *pn.Solver       // where proof numbers found it
	searcher    *search.Searcher // where it found who wins, and no more
	known       string           // what knew it without a search
}

// write says it in words.
func (r *solution) write(w io.Writer) error {
	fmt.Fprintf(w, "%s to move: %s", r.Turn, r.text())
	if r.Without != "" {
		fmt.Fprintf(w, ", without %s", r.Without)
	}
	if r.Scale != nil {
		fmt.Fprintf(w, ", score %d", *r.Scale)
	}
	fmt.Fprintln(w)
	if r.Drawn {
		_, err := fmt.Fprintln(w, "the game is over by the moves before: no progress for too long, or a position for the third time")
		return err
	}
	if len(r.Line) > 0 {
		fmt.Fprintf(w, "line: %s\n", catalog.LineText(r.Line, r.Cut))
	}
	what := words.Count(r.Nodes, "node")
	if r.Method == byNumbers {
		what += " of proof-number search"
	}
	if r.Method == byHolding {
		what = words.Count(r.Nodes, "position") + " visited for closed sets"
	}
	if r.Smaller != "" {
		what = words.Count(r.Nodes, "position") + " by the wins of " + r.Smaller
	}
	if r.Jobs > 0 {
		what += " in " + words.Count(r.Jobs, "job")
	}
	if r.Positions > 0 {
		what = words.Count(r.Positions, "position") + " solved backwards"
	}
	if r.Book {
		what = "by " + r.known + ": " + what
	}
	fmt.Fprintf(w, "%s in %.3g s\n", what, r.Seconds)
	if c := r.Certificate; c != nil {
		fmt.Fprintf(w, "certificate: %s, %s, %s, verified\n", c.File, words.Count(c.Nodes, "node"), words.Count(c.Bytes, "byte"))
	}
	return nil
}

// follow notes a line of best play.
func (r *solution) follow(g oxo.Game, p oxo.Position, line []oxo.Move) {
	r.Line, r.Cut = catalog.FormatLine(g, p, line), len(line) > 0 && !catalog.LineEnds(p, line)
}

// begin notes the first move of a line that nobody knows more of, if there is one.
func (r *solution) begin(g oxo.Game, p oxo.Position, name string) error {
	if name == "" {
		return nil
	}
	best, err := g.ParseMove(p, name)
	if err != nil {
		return fmt.Errorf("the hub's best move: %w", err)
	}
	r.follow(g, p, []oxo.Move{best})
	return nil
}

// outcome is "win", "draw" or "loss".
func (r *solution) outcome() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.Score.Result()
}

// text is the value in words.
func (r *solution) text() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.String()
}
