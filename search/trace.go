package search

import (
	"context"

	"oxo"
)

// Trace is the tree that a search walked: give one to [Options] and it is
// filled by the next search, in the order of the walk. A search that is traced
// uses one thread and takes about a fifth longer.
type Trace struct {
	// Most is how many nodes to keep; with one more the search is stopped, as
	// by its context, and Full is set. 0 is no limit.
	Most  int
	Full  bool
	Nodes []TraceNode

	open []int32 // the nodes from the question to here
	stop context.CancelFunc
}

// TraceNode is one position of a traced search. Scores are for its side to
// move, plies counted from it.
type TraceNode struct {
	Parent      int32    // index in Nodes; -1 for a question about the root
	Below       int32    // how many nodes the subtree has, itself included
	Move        oxo.Move // that led here; meaningless at a question
	Alpha, Beta oxo.Score
	Value       oxo.Score // a bound where it is not within the window
	Ending      TraceEnding
}

// TraceEnding says why a node is worth what it is.
type TraceEnding uint8

// The endings of a node.
const (
	TraceComplete TraceEnding = iota // every move that the guide gave was looked at
	TraceCutOff                      // the window closed before every move was looked at
	TraceTable                       // the table knew enough
	TraceGuide                       // the guide knew enough, or the game is over
	TraceHorizon                     // the depth limit: an estimate
	TraceKnown                       // not visited: what is known of the move was enough for its parent
	TraceStopped                     // the search was stopped below
)

// search is Searcher.search, with an empty trace that may stop it.
func (t *Trace) search(ctx context.Context, s *Searcher, limits Limits, r *Result) {
	ctx, t.stop = context.WithCancel(ctx)
	defer t.stop()
	t.Nodes, t.open, t.Full = t.Nodes[:0], t.open[:0], false
	s.search(ctx, limits, r)
}

func (t *Trace) add(n TraceNode) {
	if t.Most > 0 && len(t.Nodes) >= t.Most {
		t.Full = true
		t.stop()
		return
	}
	n.Parent, n.Below = -1, 1
	if len(t.open) > 0 {
		n.Parent = t.open[len(t.open)-1]
	}
	t.Nodes = append(t.Nodes, n)
}

// visit is node, told to the trace where there is one.
func (s *Searcher) visit(alpha, beta oxo.Score, depth, at int, from *oxo.Child) oxo.Score {
	t := s.opts.Trace
	if t == nil {
		return s.node(alpha, beta, depth, at, from)
	}
	i := len(t.Nodes)
	t.add(TraceNode{Move: from.Move, Alpha: alpha, Beta: beta, Ending: TraceStopped})
	if t.Full {
		s.run.stopped = true
		return oxo.Draw
	}
	t.open = append(t.open, int32(i))
	v := s.node(alpha, beta, depth, at, from)
	t.open = t.open[:len(t.open)-1]
	n := &t.Nodes[i]
	n.Below = int32(len(t.Nodes) - i)
	if !s.run.stopped {
		n.Value, n.Ending = v, s.run.ending
	}
	return v
}

// settled tells the trace of a move that is worth v, or at most v or at least v
// as its parent asks, without a visit.
func (s *Searcher) settled(c *oxo.Child, low, beta, v oxo.Score) oxo.Score {
	if t := s.opts.Trace; t != nil {
		t.add(TraceNode{Move: c.Move, Alpha: beta.Forward(), Beta: low.Forward(), Value: v.Forward(), Ending: TraceKnown})
	}
	return v
}
