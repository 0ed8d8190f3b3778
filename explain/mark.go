package explain

import (
	"fmt"
	"strings"

	"oxo/catalog"
	"oxo/trace"
)

// Mark marks the answers, by number of the node; what was not answered counts as
// wrong, but for "cut", where no answer is no.
func (e *Exercise) Mark(answers map[int]Answer) []Mark {
	visited := e.visited()
	var marks []Mark
	for i, x := range e.Nodes {
		for _, field := range x.Ask {
			at, seen := visited[i]
			if !seen && field != "cut" {
				continue // nothing to say of a node that is never reached
			}
			given := answers[i][field]
			if field == "cut" && given == "" {
				given = "no"
			}
			want := e.want(at, seen, field)
			if field == "cut" && answers[i][field] == "" && want == "no" {
				continue // nothing was said, and nothing was to be said
			}
			m := Mark{Node: i, Field: field, Given: given, Want: want, Right: normal(given) == want}
			if !m.Right {
				m.Why = e.why(i, at, seen, field)
			}
			marks = append(marks, m)
		}
	}
	return marks
}

// visited finds the nodes of the exercise in the tree of the walk: those that it
// left out are missing.
func (e *Exercise) visited() map[int]int {
	found := map[int]int{0: 0}
	if e.Kind == "position" {
		i := 1
		for c := range e.tree.Children(0) {
			found[i] = c
			i++
		}
		return found
	}
	for i, x := range e.Nodes {
		parent, ok := found[x.Parent]
		if i == 0 || !ok {
			continue
		}
		for c := range e.tree.Children(parent) {
			if e.tree.Nodes[c].Move == e.all.Nodes[i].Move {
				found[i] = c
			}
		}
	}
	return found
}

func (e *Exercise) want(at int, seen bool, field string) string {
	if field == "cut" {
		if seen {
			return "no"
		}
		return "yes"
	}
	n := &e.tree.Nodes[at]
	switch {
	case field == "alpha":
		return number(n.Alpha)
	case field == "beta":
		return number(n.Beta)
	case e.Kind == "position":
		return n.Value.Result()
	}
	return number(n.Value)
}

// why explains the right answer.
func (e *Exercise) why(i, at int, seen bool, field string) string {
	x := e.Nodes[i]
	switch {
	case !seen:
		return e.whyCut(i)
	case field == "cut":
		return fmt.Sprintf("%s is visited: when its turn comes, nothing above it rules it out", x.Label)
	case field == "alpha":
		return "alpha is the most that MAX is sure of on the way down to here: " + number(e.tree.Nodes[at].Alpha)
	case field == "beta":
		return "beta is the least that MIN is sure of on the way down to here: " + number(e.tree.Nodes[at].Beta)
	case e.Kind == "position":
		return e.whyResult(at, x.Move)
	}
	return e.whyValue(at, x)
}

func (e *Exercise) whyValue(at int, x ExerciseNode) string {
	var below []string
	for c := range e.tree.Children(at) {
		below = append(below, number(e.tree.Nodes[c].Value))
	}
	who, word := "MIN", "least"
	if x.Max {
		who, word = "MAX", "greatest"
	}
	text := fmt.Sprintf("%s is %s's: the %s of %s is %s", x.Label, who, word, strings.Join(below, ", "), number(e.tree.Nodes[at].Value))
	if e.tree.Nodes[at].Ending == trace.CutOff {
		text += ", and the rest is cut off"
	}
	return text
}

// whyCut finds the node above where the window closed.
func (e *Exercise) whyCut(i int) string {
	visited := e.visited()
	above := e.Nodes[i].Parent
	for {
		at, seen := visited[above]
		if !seen {
			above = e.Nodes[above].Parent
			continue
		}
		n := &e.tree.Nodes[at]
		if n.Max {
			return fmt.Sprintf("%s is never visited: at %s MAX has %s already, and MIN is sure of %s elsewhere (beta), so MIN will not come to %s",
				e.Nodes[i].Label, e.Nodes[above].Label, number(n.Value), number(n.Beta), e.Nodes[above].Label)
		}
		return fmt.Sprintf("%s is never visited: at %s MIN has %s already, and MAX is sure of %s elsewhere (alpha), so MAX will not come to %s",
			e.Nodes[i].Label, e.Nodes[above].Label, number(n.Value), number(n.Alpha), e.Nodes[above].Label)
	}
}

// whyResult says how the game goes on after a move.
func (e *Exercise) whyResult(at int, move string) string {
	p := e.tree.Position(at)
	line := []string{move}
	for i := at; ; {
		next := -1
		for c := range e.tree.Children(i) {
			if e.tree.Nodes[c].Value == e.tree.Nodes[i].Value {
				next = c
				break
			}
		}
		if next < 0 {
			break
		}
		m := e.tree.Nodes[next].Move
		line = append(line, e.tree.Game.FormatMove(p, m))
		p.Make(m)
		i = next
	}
	return fmt.Sprintf("%s is a %s: the game goes on %s, and then: %s", move, e.want(at, true, "value"), strings.Join(line, " "), catalog.Verdict(e.tree.Game, p))
}
