package cli

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"oxo/explain"
	"oxo/game/catalog"
)

// explainedMoment is a moment in JSON.
type explainedMoment struct {
	Moment  int                `json:"moment"` // from 1
	Step    string             `json:"step"`
	Path    []string           `json:"path"` // the moves to its node
	Max     bool               `json:"max"`
	Alpha   string             `json:"alpha,omitempty"`
	Beta    string             `json:"beta,omitempty"`
	Best    any                `json:"best,omitempty"`
	What    string             `json:"what"`
	Why     string             `json:"why,omitempty"`
	Predict *explainedQuestion `json:"predict,omitempty"`
}

// explainedQuestion is asked before its moment.
type explainedQuestion struct {
	Question string   `json:"question"`
	Options  []string `json:"options"`
	Right    int      `json:"right"`
}

// moments writes the walk moment by moment: the number, the moves to the node, what
// happens and why.
func (a *app) moments(e *explanation, o explainOptions) error {
	last := math.MaxInt
	if e.show >= 0 {
		last = e.show
	}
	if o.format == "json" {
		all := []explainedMoment{}
		for m := range e.Moments(0, last) {
			all = append(all, e.moment(m, len(all)+1))
		}
		return a.writeJSON(map[string]any{
			"game": e.Game.Name(), "position": catalog.FormatPosition(e.Game, e.p), "algorithm": e.Algorithm.Name, "moments": all,
		})
	}
	w := bufio.NewWriter(a.out)
	writeBoard(w, e.Game, e.p, sideNames(e.Game), a.paint())
	fmt.Fprintln(w)
	n := 0
	for m := range e.Moments(0, last) {
		n++
		path := strings.Join(m.Path, " ")
		if path != "" {
			path = "[" + path + "] "
		}
		fmt.Fprintf(w, "%3d  %s%s", n, path, m.What)
		if m.Why != "" {
			fmt.Fprintf(w, " %s", m.Why)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func (e *explanation) moment(m explain.Moment, number int) explainedMoment {
	n := &e.Nodes[m.Node]
	j := explainedMoment{Moment: number, Step: m.Step.String(), Path: m.Path, Max: n.Max, What: m.What, Why: m.Why}
	if e.Algorithm.Windows {
		j.Alpha, j.Beta = e.Say(m.Alpha), e.Say(m.Beta)
	}
	if m.HasBest {
		j.Best = e.jsonValue(m.Best, m.Best.Sign() != 0 || !e.Estimates())
	}
	if m.Ask != nil {
		j.Predict = &explainedQuestion{m.Ask.Question, m.Ask.Options, m.Ask.Right}
	}
	return j
}
