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

// Solution is the answer of a proof. Its JSON is what the command writes.
type Solution struct {
	Input       string           `json:"input,omitempty"` // the line, where there are many
	Game        string           `json:"game"`
	Position    string           `json:"position"`
	Turn        string           `json:"turn"`
	Result      string           `json:"result,omitempty"` // where only that was asked for
	Value       *search.Value    `json:"value,omitempty"`
	Scale       *int             `json:"scale,omitempty"` // the value in the game's own scale
	Line        []string         `json:"line"`
	Cut         bool             `json:"cut,omitempty"`       // the game continues after the line
	Nodes       uint64           `json:"nodes"`               // of the prover that answered
	Jobs        int              `json:"jobs,omitempty"`      // of a cluster
	Positions   int              `json:"positions,omitempty"` // of a game solved backwards
	Method      Method           `json:"method,omitempty"`    // the prover that answered
	Smaller     string           `json:"smaller,omitempty"`   // the smaller board whose wins were followed
	Book        bool             `json:"book,omitempty"`      // the value is the book's
	Without     string           `json:"without,omitempty"`   // a rule that the value leaves out
	Drawn       bool             `json:"drawn,omitempty"`     // by the moves before: no progress, or the third time
	Seconds     float64          `json:"seconds"`
	Certificate *Certificate     `json:"certificate,omitempty"`
	solver      *pn.Solver       // that found it, or nil
	searcher    *search.Searcher // that found who wins, and no more, or nil
	known       string           // what knew it without a search
}

// Certificate says what was written of the strategy that keeps the value.
type Certificate struct {
	File  string `json:"file"`
	Nodes int    `json:"nodes"` // of the prover that answered
	Bytes int64  `json:"bytes"`
}

// WriteText writes the solution in words, in several lines.
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

// Work says in words what the proof took, and which prover it was.
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

// follow notes a line of best play.
func (r *Solution) follow(g oxo.Game, p oxo.Position, line []oxo.Move) {
	r.Line, r.Cut = catalog.FormatLine(g, p, line), len(line) > 0 && !catalog.LineEnds(p, line)
}

// Begin notes the first move of best play by its name, where no more of the line is known. "" is no move.
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

// Outcome is "win", "draw" or "loss".
func (r *Solution) Outcome() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.Score.Result()
}

// Text is the value in words.
func (r *Solution) Text() string {
	if r.Value == nil {
		return r.Result
	}
	return r.Value.String()
}
