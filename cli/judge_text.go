package cli

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/arena/judge"
	"oxo/internal/words"
)

// writeReport prints the results of a judge: first the counts, then the worst
// faults.
func (a *app) writeReport(command []string, g oxo.Game, r *judge.Report, o *judgeOptions) {
	how := "every line"
	if !r.Every {
		how = fmt.Sprintf("%s, seed %d", words.Count(r.Samples, "game"), r.Seed)
	}
	fmt.Fprintf(a.out, "%s plays %s: %s\n\n", strings.Join(command, " "), g.Name(), how)
	for _, t := range r.Sides {
		fmt.Fprintf(a.out, "as %s: %s", t.Name, words.Count(t.Asked, "position"))
		if wrong := t.Asked - t.Answered; wrong > 0 && o.asks == 1 {
			fmt.Fprintf(a.out, ", %d without a legal move", wrong)
		}
		if t.Unproven > 0 {
			fmt.Fprintf(a.out, ", %d whose values are not proven", t.Unproven)
		}
		fmt.Fprintln(a.out)
	}
	fmt.Fprintln(a.out)
	a.writeCounts(r)
	for _, cause := range r.Causes {
		fmt.Fprintf(a.out, "\n%s\n", cause)
	}
	a.writeFaults(g, r.Faults, o.show)
	if len(r.Slower) > 0 && len(r.Faults) == 0 {
		fmt.Fprintf(a.out, "\nNo fault, but slower than need be:\n")
		a.writeFaults(g, r.Slower, min(o.show, 1))
	}
	switch {
	case r.Stopped:
		fmt.Fprintf(a.out, "\nInterrupted: there may be more.\n")
	case r.GaveUp != "":
		fmt.Fprintf(a.out, "\nThe judge gave up: %s. There may be more.\n", r.GaveUp)
	}
}

// writeCounts prints the number of faults of each kind.
func (a *app) writeCounts(r *judge.Report) {
	if len(r.Faults) == 0 {
		fmt.Fprintln(a.out, r.Summary())
	}
	count := func(list []*judge.Fault, note string) {
		for i := 0; i < len(list); {
			n := i
			for n < len(list) && list[n].Kind == list[i].Kind {
				n++
			}
			fmt.Fprintf(a.out, "%5d  %s%s\n", n-i, list[i].Kind, note)
			i = n
		}
	}
	count(r.Faults, "")
	count(r.Slower, " (no fault)")
}

// writeFaults prints the first faults.
func (a *app) writeFaults(g oxo.Game, faults []*judge.Fault, most int) {
	for i, f := range faults[:min(len(faults), most)] {
		fmt.Fprintf(a.out, "\n%d. %s, %s\n\n", i+1, f.Kind, f.Where())
		writeBoard(a.out, g, f.Position, sideNames(g), a.paint())
		fmt.Fprintf(a.out, "\n%s\n", f.Sentence())
		for _, why := range f.Why {
			fmt.Fprintln(a.out, why)
		}
	}
	if more := len(faults) - most; more > 0 {
		fmt.Fprintf(a.out, "\nand %d more (--all shows them)\n", more)
	}
}
