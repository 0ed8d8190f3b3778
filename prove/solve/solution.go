package solve

import (
	"fmt"
	"io"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/prove/pn"
	"oxo/search"
)

// Solution is the result of a proof. Its JSON is the output of the command.
type Solution struct {
	Input       string           `json:"input,omitempty"` // the line of input, if there are many
	Game        string           `json:"game"`
	Position    string           `json:"position"`
	Turn        string           `json:"turn"`
	Result      string           `json:"result,omitempty"` // if only the result was asked for
	Value       *search.Value    `json:"value,omitempty"`
	Scale       *int             `json:"scale,omitempty"` // the value in the game's own scale
	Line        []string         `json:"line"`
	Cut         bool             `json:"cut,omitempty"`       // the game continues after the line
	Nodes       uint64           `json:"nodes"`               // of the prover that answered
	Jobs        int              `json:"jobs,omitempty"`      // number of jobs of a cluster
	Positions   int              `json:"positions,omitempty"` // number of positions solved backwards
	Method      Method           `json:"method,omitempty"`    // the prover that answered
	Smaller     string           `json:"smaller,omitempty"`   // the smaller board whose wins the proof followed
	Book        bool             `json:"book,omitempty"`      // the value is from a book
	Without     string           `json:"without,omitempty"`   // a rule that the value ignores
	Drawn       bool             `json:"drawn,omitempty"`     // by earlier moves: no progress, or the third occurrence
	Seconds     float64          `json:"seconds"`
	Certificate *Certificate     `json:"certificate,omitempty"`
	solver      *pn.Solver       // the solver that found the value, or nil
	searcher    *search.Searcher // the searcher that found only who wins, or nil
	known       string           // the source of a value without a search, in words
}

// Certificate describes the certificate that was written.
type Certificate struct {
	File  string `json:"file"`
	Nodes int    `json:"nodes"` // of the certificate
	Bytes int64  `json:"bytes"`
}

// WriteText writes the solution as several lines of text.
func (r *Solution) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s to move: %s", r.Turn, r.Text())
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
	fmt.Fprintf(w, "%s in %.3g s\n", r.Work(), r.Seconds)
	if c := r.Certificate; c != nil {
		fmt.Fprintf(w, "certificate: %s, %s, %s, verified\n", c.File, words.Count(c.Nodes, "node"), words.Count(c.Bytes, "byte"))
	}
	return nil
}

// Work returns the work of the proof in words, with the name of the prover.
func (r *Solution) Work() string {
	what := words.Count(r.Nodes, "node")
	switch r.Method {
	case Search:
		what += " of alpha-beta"
	case Numbers:
		what += " of proof-number search"
	case Hold:
		what = words.Count(r.Nodes, "position") + " visited for closed sets"
	case SmallerBoard:
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
	return what
}

// follow stores a line of best play.
func (r *Solution) follow(g oxo.Game, p oxo.Position, line []oxo.Move) {
	r.Line, r.Cut = catalog.FormatLine(g, p, line), len(line) > 0 && !catalog.LineEnds(p, line)
}

// Begin stores the first move of best play, by its name, when the rest of the line is unknown. An empty
// name is ignored.
func (r *Solution) Begin(g oxo.Game, p oxo.Position, name string) error {
	if name == "" {
		return nil
	}
	best, err := g.ParseMove(p, name)
	if err != nil {
		return fmt.Errorf("the best move: %w", err)
	}
	r.follow(g, p, []oxo.Move{best})
	return nil
}

// Outcome returns "win", "draw" or "loss".
func (r *Solution) Outcome() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.Score.Result()
}

// Text returns the value in words.
func (r *Solution) Text() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.String()
}
