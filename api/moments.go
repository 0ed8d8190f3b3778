package api

import (
	"slices"

	"oxo"
	"oxo/explain"
	"oxo/game/catalog"
)

// moments are the moments of a walk in order, as columns; texts are given by number
// in the tree's Texts.
type moments struct {
	Step []int `json:"step" doc:"0 a node is entered, 1 a node ends at once, 2 the value of a child reaches the node, 3 the moves that are left are skipped, 4 the last move is known"`
	Node []int `json:"node" doc:"Index of the node; of step 2 the parent"`
	What []int `json:"what" doc:"Text: what happens"`
	Why  []int `json:"why" doc:"Text: the cause or the effect; may be empty"`
}

// predictions are questions about moments, each asked before its moment.
type predictions struct {
	Moment   []int   `json:"moment" doc:"Index of the moment that gives the answer"`
	Question []int   `json:"question" doc:"Text"`
	Options  [][]int `json:"options" doc:"Texts, at least two"`
	Right    []int   `json:"right" doc:"Index of the right option"`
}

// unlooked lists the skipped moves of a node.
type unlooked struct {
	Node  int      `json:"node" doc:"Index of the node"`
	Moves []string `json:"moves" doc:"As players write them"`
}

// moments converts the moments of the shown part, down to a ply.
func (w *writer) moments(under, last int) {
	at := make(map[int]int, len(w.shown)) // index in the shown part, by number in the tree
	for k, i := range w.shown {
		at[i] = k
	}
	m, asked := &w.out.Moments, &w.out.Predictions
	for moment := range w.t.Moments(under, last) {
		m.Step, m.Node = append(m.Step, int(moment.Step)), append(m.Node, at[moment.Node])
		m.What, m.Why = append(m.What, w.text(moment.What)), append(m.Why, w.text(moment.Why))
		if q := moment.Ask; q != nil {
			w.ask(asked, len(m.Step)-1, q)
		}
	}
}

func (w *writer) ask(asked *predictions, moment int, q *explain.Prediction) {
	options := make([]int, len(q.Options))
	for k, o := range q.Options {
		options[k] = w.text(o)
	}
	asked.Moment, asked.Question = append(asked.Moment, moment), append(asked.Question, w.text(q.Question))
	asked.Options, asked.Right = append(asked.Options, options), append(asked.Right, q.Right)
}

// bounds adds, for each node, what its value proves, and lists the skipped moves.
func (w *writer) bounds(under int) {
	all := w.t.Bound(under)
	for at, i := range w.shown {
		w.out.Nodes.Bound = append(w.out.Nodes.Bound, all[i-under])
		if w.t.Nodes[i].Skipped > 0 && w.out.Nodes.Open[at] && w.names < maxSpared {
			moves := w.t.Unlooked(i, w.t.Position(i))
			w.names += len(moves)
			w.out.Unlooked = append(w.out.Unlooked, unlooked{at, moves})
			if w.out.Plain {
				w.ahead(at, -1, w.t.Position(i), moves)
			}
		}
	}
}

// ahead is a position that the walk skips, in a tree of numbers. Whoever walks such a tree by hand sees all its
// ends from the start.
type ahead struct {
	Node   int        `json:"node" doc:"Index of the shown node above it; -1 if a skipped position is above it"`
	Parent int        `json:"parent" doc:"Index here of the skipped position above it, or -1"`
	Move   string     `json:"move" doc:"The move that leads to it, as players write it"`
	Max    bool       `json:"max"`
	Value  *oxo.Score `json:"value,omitempty" doc:"The number, if this is an end"`
}

// ahead lists the positions that follow p by some of its moves, each before its children.
func (w *writer) ahead(node, parent int, p oxo.Position, moves []string) {
	for _, m := range p.Moves(nil) {
		name := catalog.NameMove(w.t.Game, p, m)
		if !slices.Contains(moves, name) {
			continue
		}
		p.Make(m)
		at := len(w.out.Ahead)
		a := ahead{Node: node, Parent: parent, Move: name, Max: p.Turn() == w.t.Start.Turn()}
		if p.Outcome() != oxo.Ongoing {
			value := oxo.Final(p)
			if !a.Max {
				value = -value
			}
			a.Value = &value
		}
		w.out.Ahead = append(w.out.Ahead, a)
		var below []string
		for _, next := range p.Moves(nil) {
			below = append(below, catalog.NameMove(w.t.Game, p, next))
		}
		w.ahead(-1, at, p, below)
		p.Unmake(m)
	}
}
