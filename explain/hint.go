package explain

import (
	"fmt"
	"slices"
	"strings"

	"oxo/catalog"
	"oxo/trace"
)

// The degrees of hints: the rule, the numbers that matter, the answer and why.
const (
	HintRule = 1 + iota
	HintWhere
	HintAnswer
)

// Hint is a help with one question.
type Hint struct {
	Text   string `json:"text"`
	Degree int    `json:"degree"`
	Most   int    `json:"most" doc:"The degree that gives the answer"`
	Answer string `json:"answer,omitempty" doc:"The right answer, at that degree"`
}

// Solved is the right answer to a question, and why it is.
type Solved struct {
	Node  int    `json:"node"`
	Field string `json:"field"`
	Text  string `json:"text"`
	Why   string `json:"why"`
}

// Hint helps with a question of a node: see [HintRule].
func (e *Exercise) Hint(i int, field string, degree int) (*Hint, error) {
	switch {
	case i < 0 || i >= len(e.Nodes) || !slices.Contains(e.Nodes[i].Ask, field):
		return nil, fmt.Errorf("node %d is not asked for its %q: give a node from 0 to %d and what the exercise asks of it", i, field, len(e.Nodes)-1)
	case degree < HintRule || degree > HintAnswer:
		return nil, fmt.Errorf("a hint has a degree from %d to %d, not %d", HintRule, HintAnswer, degree)
	}
	h := &Hint{Degree: degree, Most: HintAnswer}
	switch degree {
	case HintRule:
		h.Text = e.rule(i, field)
	case HintWhere:
		h.Text = e.where(i, field)
	default:
		h.Answer, _ = e.want(i, field)
		h.Text = e.why(i, field)
	}
	return h, nil
}

// Solution lists the right answers to all that is asked.
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

// side names who is to move at a node of the exercise, and what it takes.
func side(isMax bool) (who, takes string) {
	if isMax {
		return "MAX", "greatest"
	}
	return "MIN", "least"
}

// rule says what is asked, whatever the numbers are.
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
		return "A node ends as soon as " + e.closes() + ": the moves that are left are never visited. Alpha grows at nodes of MAX, beta falls at nodes of MIN."
	case e.prunes():
		return fmt.Sprintf("%s returns the %s of what its moves returned. A move that is cut off does not count.", who, takes)
	}
	return fmt.Sprintf("%s takes the %s of the values below.", who, takes)
}

// closes is when a node is cut off.
func (e *Exercise) closes() string {
	if e.Kind == kindStrict {
		return "alpha is greater than beta (not where they are equal)"
	}
	return "alpha is at least beta"
}

// where names the numbers that matter, not those to be found.
func (e *Exercise) where(i int, field string) string {
	at, seen := e.at[i]
	switch {
	case !seen:
		above, n := e.lastVisited(i)
		who, _ := side(n.Max)
		return fmt.Sprintf("See first whether %s is reached. Compare what %s has at %s with the window there.", e.Nodes[i].Label, who, e.Nodes[above].Label)
	case e.Kind == kindPosition:
		if line := e.line(at); len(line) > 1 {
			return "Look at the reply " + line[1] + "."
		}
		return "The move ends the game: look at the board."
	case field == "cut":
		parent := e.Nodes[i].Parent
		return fmt.Sprintf("Look at the window at %s when the turn of %s comes: has alpha met beta?", e.Nodes[parent].Label, e.Nodes[i].Label)
	case field == "alpha" || field == "beta":
		above, from := e.source(at, field == "alpha")
		who, _ := side(field == "alpha")
		if from < 0 {
			return fmt.Sprintf("On the way down to %s, is there a node of %s with a move that has returned already?", e.Nodes[i].Label, who)
		}
		return fmt.Sprintf("Look at %s: what has %s from %s?", e.name(above), who, e.name(from))
	}
	_, takes := side(e.Nodes[i].Max)
	var below []string
	for c := range e.walked.Children(at) {
		name := e.name(c)
		if e.walked.Nodes[c].Below == 1 {
			name += " (" + number(e.walked.Nodes[c].Value) + ")"
		}
		below = append(below, name)
	}
	return fmt.Sprintf("It is the %s of %s.", takes, strings.Join(below, ", "))
}

// name is the label of a node of the walk.
func (e *Exercise) name(at int) string {
	if e.walked.Nodes[at].Parent < 0 {
		return e.Nodes[0].Label
	}
	return e.Nodes[e.walked.Nodes[at].Move].Label
}

// source finds where alpha, or beta, comes from on arrival at a node: the node above
// and its move that returned the value; -1 where it is infinite.
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

// has says that a side has a value at a node, and from which move.
func (e *Exercise) has(at int, alpha bool) string {
	who, _ := side(alpha)
	above, from := e.source(at, alpha)
	if from < 0 {
		return fmt.Sprintf("no move of %s on the way down has returned yet", who)
	}
	return fmt.Sprintf("at %s %s already has %s from %s", e.name(above), who, number(e.walked.Nodes[from].Value), e.name(from))
}

// why gives the right answer and where it comes from.
func (e *Exercise) why(i int, field string) string {
	at, seen := e.at[i]
	x := &e.Nodes[i]
	switch {
	case !seen:
		return e.whyCut(i)
	case field == "cut":
		n := &e.walked.Nodes[at]
		return fmt.Sprintf("%s is visited. When its turn comes, alpha is %s (%s) and beta is %s (%s): it can still matter.",
			x.Label, number(n.Alpha), e.has(at, true), number(n.Beta), e.has(at, false))
	case field == "alpha":
		return fmt.Sprintf("Alpha is %s: %s.", number(e.walked.Nodes[at].Alpha), e.has(at, true))
	case field == "beta":
		return fmt.Sprintf("Beta is %s: %s.", number(e.walked.Nodes[at].Beta), e.has(at, false))
	case e.Kind == kindPosition:
		return e.whyResult(at, x.Move)
	}
	return e.whyValue(at, x)
}

func (e *Exercise) whyValue(at int, x *ExerciseNode) string {
	var below []string
	for c := range e.walked.Children(at) {
		below = append(below, fmt.Sprintf("%s (%s)", e.name(c), number(e.walked.Nodes[c].Value)))
	}
	who, takes := side(x.Max)
	text := fmt.Sprintf("%s is %s's: the %s of %s is %s.", x.Label, who, takes, strings.Join(below, ", "), number(e.walked.Nodes[at].Value))
	if e.walked.Nodes[at].Ending == trace.CutOff {
		text += " The rest is cut off."
	}
	return text
}

// lastVisited returns the lowest node above that was visited: there the branch was cut off.
func (e *Exercise) lastVisited(i int) (above int, n *Node) {
	for above = e.Nodes[i].Parent; !e.seen(above); {
		above = e.Nodes[above].Parent
	}
	return above, &e.walked.Nodes[e.at[above]]
}

// whyCut finds the node above where the window closed.
func (e *Exercise) whyCut(i int) string {
	above, n := e.lastVisited(i)
	at := e.at[above]
	last := at
	for c := range e.walked.Children(at) {
		last = c
	}
	who, _ := side(n.Max)
	other, _ := side(!n.Max)
	return fmt.Sprintf("%s is never visited: at %s %s has %s from %s, and %s, so %s will not come to %s.",
		e.Nodes[i].Label, e.Nodes[above].Label, who, number(n.Value), e.name(last), e.has(at, !n.Max), other, e.Nodes[above].Label)
}

// line is how the game goes on after a move under best play, the move first.
func (e *Exercise) line(at int) []string {
	p := e.walked.Position(int(e.walked.Nodes[at].Parent))
	var line []string
	for next := at; next >= 0; {
		m := e.walked.Nodes[next].Move
		line = append(line, e.walked.Game.FormatMove(p, m))
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

// whyResult says how the game goes on after a move.
func (e *Exercise) whyResult(at int, move string) string {
	line := e.line(at)
	p := e.walked.Start.Clone()
	_, _ = catalog.ReplayFrom(e.walked.Game, p, line...) // legal moves, just written
	result := e.walked.Nodes[at].Value.Result()
	return fmt.Sprintf("%s is a %s: the game goes on %s, and then: %s.", move, result, strings.Join(line, " "), catalog.Verdict(e.walked.Game, p))
}
