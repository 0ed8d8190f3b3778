package explain

import (
	"fmt"
	"slices"
	"strings"

	"oxo/game/catalog"
	"oxo/search/trace"
)

// Degrees of hints: the rule, then the numbers that matter, then the answer with its
// reason.
const (
	HintRule = 1 + iota
	hintWhere
	HintAnswer
)

// Hint is help with one question.
type Hint struct {
	Text   string `json:"text"`
	Degree int    `json:"degree"`
	Most   int    `json:"most" doc:"The degree that gives the answer"`
	Answer string `json:"answer,omitempty" doc:"The right answer, at that degree"`
}

// Solved is the right answer to a question, and its reason.
type Solved struct {
	Node  int    `json:"node"`
	Field string `json:"field"`
	Text  string `json:"text"`
	Why   string `json:"why"`
}

// Hint returns a hint for one question of a node; for the degrees see [HintRule].
func (e *Exercise) Hint(i int, field string, degree int) (*Hint, error) {
	switch {
	case i < 0 || i >= len(e.Nodes) || !slices.Contains(e.Nodes[i].Ask, field):
		return nil, fmt.Errorf("the exercise does not ask for the %[2]q of node %[1]d: want a node from 0 to %[3]d and a question of the exercise", i, field, len(e.Nodes)-1)
	case degree < HintRule || degree > HintAnswer:
		return nil, fmt.Errorf("the degree of a hint is %[3]d: want %[1]d to %[2]d", HintRule, HintAnswer, degree)
	}
	h := &Hint{Degree: degree, Most: HintAnswer}
	switch degree {
	case HintRule:
		h.Text = e.rule(i, field)
	case hintWhere:
		h.Text = e.where(i, field)
	default:
		h.Answer, _ = e.want(i, field)
		h.Text = e.why(i, field)
	}
	return h, nil
}

// Solution lists the right answers to all questions.
func (e *Exercise) Solution() []Solved {
	all := []Solved{}
	for i, x := range e.Nodes {
		for _, field := range x.Ask {
			if text, asked := e.want(i, field); asked {
				all = append(all, Solved{i, field, text, e.why(i, field)})
			}
		}
	}
	return all
}

// side names the side to move at a node of the exercise, and the value that it takes:
// the greatest or the least.
func side(isMax bool) (who, takes string) {
	if isMax {
		return "MAX", "greatest"
	}
	return "MIN", "least"
}

// rule explains the question in general, without numbers.
func (e *Exercise) rule(i int, field string) string {
	who, takes := side(e.Nodes[i].Max)
	switch {
	case e.Kind == kindPosition:
		return "After the move the other side is to move. The move wins if every reply loses for that side, and loses if one reply wins for it."
	case field == "alpha":
		return "Alpha is what MAX is sure of already: the greatest value that an earlier move has returned, at a node of MAX above. Before there is one, it is -inf."
	case field == "beta":
		return "Beta is what MIN is sure of already: the least value that an earlier move has returned, at a node of MIN above. Before there is one, it is inf."
	case field == "cut":
		closes := "alpha is at least beta"
		if e.Kind == kindStrict {
			closes = "alpha is greater than beta (not where they are equal)"
		}
		return "A node ends as soon as " + closes + ": the moves that are left are never visited. Alpha grows at nodes of MAX, beta falls at nodes of MIN."
	case e.prunes():
		return who + " returns the " + takes + " of what its moves returned. A move that is cut off does not count."
	}
	return who + " takes the " + takes + " of the values below."
}

// where names the given numbers that matter, but not those to be found.
func (e *Exercise) where(i int, field string) string {
	at, label := e.at[i], e.Nodes[i].Label
	switch {
	case e.Kind == kindPosition:
		if line := e.line(at); len(line) > 1 {
			return "Look at the reply " + line[1] + "."
		}
		return "The move ends the game: look at the board."
	case !e.seen(i):
		above, n := e.lastVisited(i)
		who, _ := side(n.Max)
		return "See first whether " + label + " is reached. Compare what " + who + " has at " + e.Nodes[above].Label + " with the window there."
	case field == "cut":
		return "Look at the window at " + e.Nodes[e.Nodes[i].Parent].Label + " when the turn of " + label + " comes: has alpha met beta?"
	case field == "value":
		_, takes := side(e.Nodes[i].Max)
		return "It is the " + takes + " of " + e.below(at, false) + "."
	}
	who, _ := side(field == "alpha")
	above, from := e.source(at, field == "alpha")
	if from < 0 {
		return "On the way down to " + label + ", is there a node of " + who + " with a move that has returned already?"
	}
	return "Look at " + e.name(above) + ": what has " + who + " from " + e.name(from) + "?"
}

// below lists the children of a node, with the given values only, or with all values.
func (e *Exercise) below(at int, all bool) string {
	list := ""
	for c := range e.walked.Children(at) {
		if list != "" {
			list += ", "
		}
		list += e.name(c)
		if n := &e.walked.Nodes[c]; all || n.Below == 1 {
			list += " (" + e.number(n.Value) + ")"
		}
	}
	return list
}

// name returns the label of a node of the walk.
func (e *Exercise) name(at int) string {
	if e.walked.Nodes[at].Parent < 0 {
		return e.Nodes[0].Label
	}
	return e.Nodes[e.walked.Nodes[at].Move].Label
}

// source finds the origin of alpha, or beta, on arrival at a node: the ancestor, and
// its move that returned the value; -1 if the bound is infinite.
func (e *Exercise) source(at int, alpha bool) (above, from int) {
	bound := e.walked.Nodes[at].Beta
	if alpha {
		bound = e.walked.Nodes[at].Alpha
	}
	above, from = -1, -1
	for path := at; e.walked.Nodes[path].Parent >= 0; {
		parent := int(e.walked.Nodes[path].Parent)
		for c := range e.walked.Children(parent) {
			if c == path || e.walked.Nodes[parent].Max != alpha {
				break
			}
			if e.walked.Nodes[c].Value == bound {
				above, from = parent, c // the one nearest to the root had it first
				break
			}
		}
		path = parent
	}
	return above, from
}

// has writes which value a side has at a node, and from which move.
func (e *Exercise) has(at int, alpha bool) string {
	who, _ := side(alpha)
	above, from := e.source(at, alpha)
	if from < 0 {
		return "no move of " + who + " on the way down has returned yet"
	}
	return "at " + e.name(above) + " " + who + " already has " + e.number(e.walked.Nodes[from].Value) + " from " + e.name(from)
}

// why gives the right answer and its source.
func (e *Exercise) why(i int, field string) string {
	x, n, at := &e.Nodes[i], &e.walked.Nodes[e.at[i]], e.at[i]
	switch {
	case e.Kind == kindPosition:
		return e.whyResult(at, x.Move)
	case !e.seen(i):
		return e.whyCut(i)
	case field == "cut":
		return x.Label + " is visited. When its turn comes, alpha is " + e.number(n.Alpha) + " (" + e.has(at, true) + ") and beta is " +
			e.number(n.Beta) + " (" + e.has(at, false) + "): it can still matter."
	case field == "alpha":
		return "Alpha is " + e.number(n.Alpha) + ": " + e.has(at, true) + "."
	case field == "beta":
		return "Beta is " + e.number(n.Beta) + ": " + e.has(at, false) + "."
	}
	who, takes := side(x.Max)
	text := x.Label + " is " + who + "'s: the " + takes + " of " + e.below(at, true) + " is " + e.number(n.Value) + "."
	if n.Ending == trace.CutOff {
		text += " The rest is cut off."
	}
	return text
}

// lastVisited returns the nearest ancestor that was visited: the branch was cut off
// there.
func (e *Exercise) lastVisited(i int) (above int, n *Node) {
	for above = e.Nodes[i].Parent; !e.seen(above); {
		above = e.Nodes[above].Parent
	}
	return above, &e.walked.Nodes[e.at[above]]
}

// whyCut names the node where the window closed, and the move that closed it.
func (e *Exercise) whyCut(i int) string {
	above, n := e.lastVisited(i)
	at := e.at[above]
	last := at
	for c := range e.walked.Children(at) {
		last = c
	}
	who, _ := side(n.Max)
	other, _ := side(!n.Max)
	label := e.Nodes[above].Label
	return e.Nodes[i].Label + " is never visited: at " + label + " " + who + " has " + e.number(n.Value) + " from " + e.name(last) +
		", and " + e.has(at, !n.Max) + ", so " + other + " will not come to " + label + "."
}

// line returns a move and best play after it.
func (e *Exercise) line(at int) []string {
	p := e.walked.Position(int(e.walked.Nodes[at].Parent))
	var line []string
	for next := at; next >= 0; {
		m := e.walked.Nodes[next].Move
		line = append(line, e.walked.named(p, m))
		p.Make(m)
		i := next
		next = -1
		for c := range e.walked.Children(i) {
			if e.walked.Nodes[c].Value == e.walked.Nodes[i].Value {
				next = c
				break
			}
		}
	}
	return line
}

// whyResult describes best play after a move.
func (e *Exercise) whyResult(at int, move string) string {
	line := e.line(at)
	p := e.walked.Start.Clone()
	_, _ = catalog.ReplayFrom(e.walked.Game, p, line...) // legal moves, just written
	result := e.walked.Nodes[at].Value.Result()
	return move + " is a " + result + ": the game goes on " + strings.Join(line, " ") + ", and then: " + catalog.Verdict(e.walked.Game, p) + "."
}
