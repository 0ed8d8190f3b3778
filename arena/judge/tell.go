package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"oxo"
	"oxo/explain"
	"oxo/internal/words"
	"oxo/search"
)

// whyNodes limits the search for the reasons of one fault.
const whyNodes = 2_000_000

// Explain adds the reasons for the values of the moves to the first faults of a
// report; most is the maximum number of these faults; see [explain.Why]. It stops
// when ctx ends.
func (r *Report) Explain(ctx context.Context, g oxo.Game, most int) {
	s := search.New(search.Options{KeepTable: true})
	for _, list := range [][]*Fault{r.Faults, r.Slower} {
		for _, f := range list[:min(len(list), most)] {
			if f.After == nil || f.Played == resigned || ctx.Err() != nil {
				continue
			}
			b, err := explain.Why(ctx, g, f.Position, f.Move, explain.WhyOptions{Searcher: s, Limits: search.Limits{Nodes: whyNodes}})
			if err != nil {
				continue // the context ended
			}
			for _, sentence := range b.Sentences {
				f.Why = append(f.Why, sentence.Text)
			}
		}
	}
}

// GradescopeTest is a test in Gradescope's results file.
type GradescopeTest struct {
	Name     string  `json:"name"`
	Score    float64 `json:"score"`
	MaxScore float64 `json:"max_score"`
	Output   string  `json:"output"`
}

// gradescope is Gradescope's results file.
type gradescope struct {
	Score float64          `json:"score"`
	Tests []GradescopeTest `json:"tests"`
}

// WriteGradescope writes the results of tests in the format of Gradescope's
// results.json: the score is the sum of their scores.
func WriteGradescope(w io.Writer, tests []GradescopeTest) error {
	all := gradescope{Tests: tests}
	for _, t := range tests {
		all.Score += t.Score
	}
	all.Score = hundredths(all.Score)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(all)
}

// hundredths rounds down to hundredths, so that only a perfect result has the full
// score.
func hundredths(x float64) float64 { return math.Floor(x*100+1e-9) / 100 }

// Gradescope converts a report into tests that are worth points together. For each
// side, half of the points are for legal moves in time and half for moves that throw
// nothing away, each in proportion to the positions in which the program succeeded.
// Faults in finished games, and slow wins if those are faults, are deducted from the
// second half. Each test's output describes at most faults faults.
func (r *Report) Gradescope(points float64, faults int) []GradescopeTest {
	var tests []GradescopeTest
	each := points / float64(2*len(r.Sides))
	for _, t := range r.Sides {
		var technical, thrown []*Fault
		for _, f := range r.Faults {
			switch {
			case f.Side != t.Name:
			case f.technical():
				technical = append(technical, f)
			default:
				thrown = append(thrown, f)
			}
		}
		share := func(faults []*Fault) float64 {
			wrong := map[string]bool{}
			for _, f := range faults {
				wrong[f.Text] = true
			}
			if t.Asked == 0 || r.GaveUp != "" {
				return 0
			}
			return max(0, 1-float64(len(wrong))/float64(t.Asked))
		}
		played, unjudged := share(technical), ""
		if n := len(technical); n > 0 {
			unjudged = fmt.Sprintf("There are %s without a legal move in time. ", words.Count(n, "answer"))
		}
		tests = append(tests,
			GradescopeTest{t.Name + ": a legal move in time", hundredths(each * played), each, r.output(technical, faults)},
			GradescopeTest{t.Name + ": nothing thrown away", hundredths(each * max(0, played+share(thrown)-1)), each, unjudged + r.output(thrown, faults)})
	}
	return tests
}

// technical reports whether the program made no move, or was late.
func (f *Fault) technical() bool { return f.Kind < winToLoss || f.Kind == slow }

// output describes the faults.
func (r *Report) output(faults []*Fault, most int) string {
	var b strings.Builder
	if r.GaveUp != "" {
		fmt.Fprintf(&b, "The judge gave up: %s.\n", r.GaveUp)
	}
	if len(faults) == 0 && r.GaveUp == "" {
		return "No fault."
	}
	for _, f := range faults[:min(len(faults), most)] {
		fmt.Fprintf(&b, "%s, %s: %s\n", f.Kind, f.Where(), f.Sentence())
		for _, why := range f.Why {
			fmt.Fprintf(&b, "  %s\n", why)
		}
	}
	if n := len(faults) - most; n > 0 {
		fmt.Fprintf(&b, "and %d more\n", n)
	}
	return b.String()
}

// Where describes the position of a fault.
func (f *Fault) Where() string {
	after := "at the start"
	if len(f.Moves) > 0 {
		after = "after " + strings.Join(f.Moves, " ")
	}
	return fmt.Sprintf("as %s %s (%s)", f.Side, after, f.Text)
}

// Summary describes the result in one sentence.
func (r *Report) Summary() string {
	switch n := len(r.Faults); {
	case n > 0:
		return words.Count(n, "fault")
	case r.GaveUp != "":
		return "the judge gave up: " + r.GaveUp
	case r.Stopped:
		return "no fault so far"
	}
	return "no fault"
}
