package explain

import (
	"strconv"

	"oxo/internal/words"
)

// Answer is the learner's answer for a node: its value and window as text, and "yes"
// if it is cut off.
type Answer map[string]string

// Mark is the verdict on one answer. It does not reveal the right one.
type Mark struct {
	Node  int    `json:"node"`
	Field string `json:"field"`
	Right bool   `json:"right"`
	Given string `json:"given"`
	Note  string `json:"note,omitempty"` // what is wrong with the form of the answer, such as an unreadable number
}

// Marked is the verdict on all answers.
type Marked struct {
	Marks []Mark `json:"marks" doc:"Of what was answered; a blank is neither right nor wrong"`
	Right int    `json:"right"`
	Wrong int    `json:"wrong"`
	Open  int    `json:"open" doc:"Questions that are left"`
	Of    int    `json:"of" doc:"Questions in all"`
}

// Mark marks the answers, given by number of the node. A field without text counts as
// not answered. A cut-off is answered by a tick alone: "no" counts as not answered.
func (e *Exercise) Mark(answers map[int]Answer) Marked {
	m := Marked{Marks: []Mark{}}
	for i, x := range e.Nodes {
		for _, field := range x.Ask {
			given := normal(answers[i][field])
			want, asked := e.want(i, field)
			if asked {
				m.Of++
			}
			switch {
			case given == "" || field == "cut" && (given == "no" || !asked && !e.seen(i)):
				if asked {
					m.Open++
				}
			case asked && given == want:
				m.Right++
				m.Marks = append(m.Marks, Mark{Node: i, Field: field, Right: true, Given: given})
			default:
				m.Wrong++
				m.Marks = append(m.Marks, Mark{Node: i, Field: field, Given: given, Note: e.note(i, field, given)})
			}
		}
	}
	return m
}

// seen reports whether the walk visits a node.
func (e *Exercise) seen(i int) bool {
	return i == 0 || e.at[i] > 0
}

// want returns the right answer, and whether the question has one. For a node that is
// never visited only the cut-off is asked, and only at the first node of the branch.
func (e *Exercise) want(i int, field string) (answer string, asked bool) {
	at, seen := e.at[i], e.seen(i)
	switch {
	case field == "cut":
		return "yes", !seen && e.seen(e.Nodes[i].Parent)
	case !seen:
		return "", false
	}
	n := &e.walked.Nodes[at]
	switch {
	case field == "alpha":
		return e.number(n.Alpha), true
	case field == "beta":
		return e.number(n.Beta), true
	case e.Kind == kindPosition:
		return n.Value.Result(), true
	}
	return e.number(n.Value), true
}

// note comments on a wrong answer without revealing the right one.
func (e *Exercise) note(i int, field, given string) string {
	if e.Kind == kindPosition || field == "cut" {
		return ""
	}
	if _, err := strconv.Atoi(given); err != nil && given != "+inf" && given != "-inf" {
		return strconv.Quote(words.Clip(given)) + " is not a number: write one as 5 or -3, infinity as inf or -inf"
	}
	at := e.at[i]
	if !e.seen(i) || field != "value" {
		return ""
	}
	other := e.walked.Nodes[at].Value
	who, takes := side(e.Nodes[i].Max)
	_, not := side(!e.Nodes[i].Max)
	for c := range e.walked.Children(at) {
		if v := e.walked.Nodes[c].Value; (v > other) != e.Nodes[i].Max && v != other {
			other = v
		}
	}
	if other != e.walked.Nodes[at].Value && e.number(other) == given {
		return "that is the " + not + " of the values below, and " + who + " takes the " + takes
	}
	return ""
}
