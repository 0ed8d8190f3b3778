package search

import (
	"oxo"
	"oxo/search/trace"
)

// Trace is the tree that a search walked, in the order of the walk. Give one to [Options], and
// the next search fills it. A traced search uses one thread and takes about a fifth longer.
type Trace struct {
	// Most is the maximum number of nodes. At one more the search stops and Full is set. 0 sets
	// no limit.
	Most  int
	Full  bool
	Nodes []TraceNode

	open []int32 // the path of nodes from the question to the current one
}

// TraceNode is one position of a traced search. Scores are for its side to move, with plies
// counted from it.
type TraceNode struct {
	Parent      int32    // index in Nodes; -1 for a question about the root
	Below       int32    // number of nodes of the subtree, including this one
	Move        oxo.Move // the move that led here; meaningless at a question
	Alpha, Beta oxo.Score
	Value       oxo.Score // a bound if it is outside the window
	Ending      trace.Ending
}

func (t *Trace) reset() { t.Nodes, t.open, t.Full = t.Nodes[:0], t.open[:0], false }

// add appends a node, and reports whether there was room.
func (t *Trace) add(n TraceNode) bool {
	if t.Most > 0 && len(t.Nodes) >= t.Most {
		t.Full = true
		return false
	}
	n.Parent, n.Below = -1, 1
	if len(t.open) > 0 {
		n.Parent = t.open[len(t.open)-1]
	}
	t.Nodes = append(t.Nodes, n)
	return true
}

// visit calls node, and records the visit in the trace if there is one.
func (s *Searcher) visit(alpha, beta oxo.Score, depth, at int, before *ply, index int) oxo.Score {
	t := s.trace
	if t == nil {
		return s.node(alpha, beta, depth, at, before, index)
	}
	i := len(t.Nodes)
	if !t.add(TraceNode{Move: moveTo(before, index), Alpha: alpha, Beta: beta, Ending: trace.Stopped}) {
		s.run.stop = byTrace
		return oxo.Draw
	}
	t.open = append(t.open, int32(i))
	v := s.node(alpha, beta, depth, at, before, index)
	t.open = t.open[:len(t.open)-1]
	n := &t.Nodes[i]
	n.Below = int32(len(t.Nodes) - i)
	if s.run.stop == Finished {
		n.Value, n.Ending = v, s.ending
	}
	return v
}

// settled records in the trace a move whose value v, exact or a bound, decides without a visit.
func (s *Searcher) settled(c *oxo.Child, low, beta, v oxo.Score) oxo.Score {
	if t := s.trace; t != nil && !t.add(TraceNode{Move: c.Move, Alpha: beta.ToChild(), Beta: low.ToChild(), Value: v.ToChild(), Ending: trace.Known}) {
		s.run.stop = byTrace
	}
	return v
}
