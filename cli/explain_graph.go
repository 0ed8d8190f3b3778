package cli

import (
	"io"
	"math"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
	"oxo/search/trace"
)

// dot writes the tree as a Graphviz graph.
func (e *explanation) dot(out io.Writer) error { return e.DOT(out, e.showAll()) }

// showAll is the number of plies to show in formats for programs.
func (e *explanation) showAll() int { return shownPlies(e.Tree, e.show, math.MaxInt) }

// explainedNode is a node in JSON.
type explainedNode struct {
	Move     string          `json:"move,omitempty"` // the move to this node
	Turn     string          `json:"turn"`
	Max      bool            `json:"max"`
	Alpha    string          `json:"alpha,omitempty"`
	Beta     string          `json:"beta,omitempty"`
	Value    any             `json:"value"`
	Question bool            `json:"question,omitempty"` // the root is searched again, with another window
	Ending   string          `json:"ending"`
	Reason   string          `json:"reason"`
	Skipped  int             `json:"skipped,omitempty"`
	Nodes    int             `json:"nodes,omitempty"` // number of nodes of a subtree that is not shown
	Children []explainedNode `json:"children,omitempty"`
}

func (e *explanation) json() map[string]any {
	return map[string]any{
		"game": e.Game.Name(), "position": catalog.FormatPosition(e.Game, e.p), "algorithm": e.Algorithm.Name,
		"value": e.jsonValue(e.Value.Score, e.Value.Proven), "proven": e.Value.Proven, "best": e.Game.FormatMove(e.p, e.Best),
		"nodes": e.Visited, "leaves": e.Leaves, "cutoffs": e.Cutoffs,
		"tree": e.jsonNode(0, e.p.Clone(), "", e.showAll()),
	}
}

// jsonValue returns a value in the form that analyze writes; minimax without depth
// has no plies.
func (e *explanation) jsonValue(s oxo.Score, proven bool) any {
	if e.CountsPlies || s.Sign() == 0 {
		return search.Value{Score: s, Proven: proven}
	}
	return map[string]string{"result": e.Say(s)}
}

func (e *explanation) jsonNode(i int, p oxo.Position, move string, plies int) explainedNode {
	n := &e.Nodes[i]
	j := explainedNode{
		Move: move, Turn: board.SideName(e.Game, p.Turn()), Max: n.Max, Value: e.jsonValue(n.Value, n.Ending != trace.Horizon),
		Question: n.Question, Ending: n.Ending.String(), Reason: e.Reason(i, p, e.voice), Skipped: int(n.Skipped),
	}
	if e.Algorithm.Windows {
		j.Alpha, j.Beta = e.Say(n.Alpha), e.Say(n.Beta)
	}
	if int(n.Ply) >= plies && n.Below > 1 {
		j.Nodes = int(n.Below)
		return j
	}
	moves := e.MoveTexts(i, p)
	for c := range e.Below(i, p) {
		j.Children = append(j.Children, e.jsonNode(c, p, moves[len(j.Children)], plies))
	}
	return j
}
