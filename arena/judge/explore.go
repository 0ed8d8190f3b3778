package judge

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"oxo"
	"oxo/search/trace"
	"oxo/textbook"
)

// Perspective is the view of a trace's values.
type Perspective uint8

// Perspectives of values.
const (
	ofRoot  Perspective = iota // of the side that moves at the root, MAX
	OfTurn                     // of the side that moves at each node, as in a negamax
	OfFirst                    // of the game's first side
)

// Exploring describes the search that a trace is compared with.
type Exploring struct {
	Game      oxo.Game
	Start     oxo.Position
	AlphaBeta bool    // alpha-beta instead of minimax
	Plies     bool    // values count plies
	Beyond    bool    // alpha-beta cuts off only where alpha > beta
	Depth     int     // plies to look ahead; 0 for all. Values at the limit are taken from the trace.
	Win       float64 // the value of a win at the root, 0 for 1, or 10 with Plies: each ply then subtracts 1
	Values    Perspective
	GameOrder bool // the trace must visit moves in the order of the game
}

// name returns the name of the algorithm.
func (e *Exploring) name() string {
	name := "minimax"
	if e.AlphaBeta {
		name = "alpha-beta"
	}
	if e.Plies {
		name += " that counts plies"
	}
	if e.AlphaBeta && e.Beyond {
		name += ", cutting off only where alpha > beta"
	} else if e.AlphaBeta {
		name += ", cutting off where alpha >= beta"
	}
	return name
}

// Difference is one kind of difference between a trace and the textbook.
type Difference struct {
	Kind   string   `json:"kind"`
	Count  int      `json:"count"`
	Moves  []string `json:"moves"`          // from the root to the first difference
	Line   int      `json:"line,omitempty"` // of the trace
	Detail string   `json:"detail"`         // about the first one
}

// Kinds of differences.
const (
	illegitimate = "visited, and should not be"
	missing      = "not visited, and should be"
	twice        = "visited twice"
	wrongWindow  = "wrong window"
	wrongValue   = "wrong value"
	wrongCut     = "wrong cut"
	wrongOrder   = "wrong order"
)

// Exploration is the result of comparing a trace.
type Exploration struct {
	Game        string       `json:"game"`
	Start       string       `json:"position"`
	Algorithm   string       `json:"algorithm"`
	Nodes       int          `json:"nodes"`    // of the trace
	Expected    uint64       `json:"expected"` // of the textbook
	Differences []Difference `json:"differences"`
	// Fits names another algorithm or convention that the trace follows, or is empty.
	Fits string `json:"fits,omitempty"`
}

// maxExplored limits the walk of the textbook.
const maxExplored = maxTraceNodes

// Explore compares a trace with a textbook search that visits moves in the order of
// the trace. It returns an error if the walk is too long or ctx ends.
func Explore(ctx context.Context, t *Trace, e Exploring) (*Exploration, error) {
	if e.Win == 0 {
		e.Win = winOf(e.Plies)
	}
	x, err := explore(ctx, t, e)
	if err != nil || len(x.Differences) == 0 {
		return x, err
	}
	for _, other := range e.others() {
		y, err := explore(ctx, t, other)
		if err == nil && len(y.Differences) == 0 {
			x.Fits = other.name()
			break
		}
	}
	return x, ctx.Err()
}

// others returns the same comparison with other algorithms.
func (e *Exploring) others() (all []Exploring) {
	for i := range 6 {
		o := *e
		o.AlphaBeta, o.Plies, o.Beyond = i < 4, i%2 == 0, i == 2 || i == 3
		if o.Plies != e.Plies && (e.Win == 1 || e.Win == defaultWin) {
			o.Win = winOf(o.Plies)
		}
		if o.AlphaBeta != e.AlphaBeta || o.Plies != e.Plies || o.Beyond != e.Beyond {
			all = append(all, o)
		}
	}
	return all
}

// defaultWin is the value of a win in tutorials that count plies: 10 - depth.
const defaultWin = 10

// winOf returns the default value of a win.
func winOf(plies bool) float64 {
	if plies {
		return defaultWin
	}
	return 1
}

func explore(ctx context.Context, t *Trace, e Exploring) (*Exploration, error) {
	t.root.forget()
	here, p := newTraced(e.Game, e.Start.Clone(), t.root)
	run := textbook.Minimax
	switch {
	case e.AlphaBeta && e.Beyond:
		run = textbook.AlphaBetaStrict
	case e.AlphaBeta:
		run = textbook.AlphaBeta
	case e.Plies:
		run = textbook.MinimaxDepth
	}
	s := e.scale()
	r, err := run(ctx, p, textbook.Options{
		Depth: e.Depth, Flat: !e.Plies, Trace: true, MaxNodes: maxExplored,
		Evaluate: func(oxo.Position) oxo.Score { return here.estimate(s) },
	})
	if err != nil {
		return nil, fmt.Errorf("%s from this position: %w; judge one with fewer moves left, or with --depth", e.name(), err)
	}
	c := &comparing{Exploring: e, scale: s, trace: t, p: e.Start.Clone(), found: map[string]*Difference{}}
	c.node(t.root, r.Tree)
	x := &Exploration{
		Game: e.Game.Name(), Start: e.Game.FormatPosition(e.Start), Algorithm: e.name(), Nodes: t.nodes, Expected: r.Nodes,
		Differences: []Difference{},
	}
	for _, d := range c.order {
		x.Differences = append(x.Differences, *d)
	}
	return x, nil
}

// forget marks the moves as unread.
func (n *visit) forget() {
	n.read = false
	for _, c := range n.children {
		c.forget()
	}
}

// scale converts scores to the numbers of a trace.
type scale struct {
	win    float64
	plies  bool
	values Perspective
	second bool // the second side moves at the root
}

func (e *Exploring) scale() scale {
	return scale{e.Win, e.Plies, e.Values, e.Start.Turn() == oxo.Second}
}

// turned converts a number between MAX's view and the trace's, at a number of plies
// from the root.
func (s scale) turned(x float64, plies int) float64 {
	if s.values == OfTurn && plies%2 == 1 || s.values == OfFirst && s.second {
		return -x
	}
	return x
}

// number returns the number for a value of MAX.
func (s scale) number(v oxo.Score) float64 {
	switch {
	case v == oxo.Infinity || v == -oxo.Infinity:
		return math.Inf(int(v))
	case v.CountsPlies():
		x := s.win
		if s.plies {
			x -= float64(v.Plies())
		}
		return float64(v.Sign()) * x
	case v.Sign() != 0:
		return float64(v.Margin())
	}
	return float64(v) / unit
}

// format writes a number of a trace.
func format(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// window returns alpha and beta of a node as the trace should print them.
func (s scale) window(n *textbook.Node, plies int) (alpha, beta float64) {
	alpha, beta = s.turned(s.number(n.Alpha), plies), s.turned(s.number(n.Beta), plies)
	if alpha > beta {
		alpha, beta = beta, alpha
	}
	return alpha, beta
}

// why explains why a node has no further children.
func (c *comparing) why(ref *textbook.Node) string {
	switch ref.Ending {
	case trace.GameOver:
		return "the game is over there"
	case trace.Repetition:
		return "the position has come about before"
	case trace.Horizon:
		return fmt.Sprintf("the limit is %s", plies(c.Depth))
	case trace.CutOff:
		last := ref.Children[len(ref.Children)-1]
		sign := ">="
		if c.Beyond {
			sign = ">"
		}
		alpha, beta := c.scale.window(ref, len(c.path))
		v := c.scale.turned(c.scale.number(ref.Value), len(c.path))
		if ref.Max == (c.scale.turned(1, len(c.path)) > 0) {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		return fmt.Sprintf("after %s alpha is %s and beta %s: alpha %s beta, so the other moves are cut off",
			c.Game.FormatMove(c.p, last.Move), format(alpha), format(beta), sign)
	}
	return strings.ToLower(ref.Ending.String())
}

// String describes the difference, its first place and its count.
func (d *Difference) String() string {
	at := "the root"
	if len(d.Moves) > 0 {
		at = strings.Join(d.Moves, " ")
	}
	text := fmt.Sprintf("%s: %s", d.Kind, at)
	if d.Line > 0 {
		text += fmt.Sprintf(" (line %d)", d.Line)
	}
	if text += ": " + d.Detail; d.Count > 1 {
		text += fmt.Sprintf("; and %d more", d.Count-1)
	}
	return text
}

// Gradescope converts an exploration into a test that gives all points or none.
func (x *Exploration) Gradescope(points float64) []GradescopeTest {
	t := GradescopeTest{Name: "visits what " + x.Algorithm + " does", Score: points, MaxScore: points, Output: "No difference."}
	if len(x.Differences) > 0 {
		t.Score, t.Output = 0, ""
	}
	for i := range x.Differences {
		t.Output += x.Differences[i].String() + "\n"
	}
	if x.Fits != "" {
		t.Output += "The trace is that of " + x.Fits + ".\n"
	}
	return []GradescopeTest{t}
}
