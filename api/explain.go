package api

import (
	"context"
	"errors"
	"iter"
	"slices"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search/trace"
	"oxo/textbook"
)

// ExplainRequest asks for the tree of a search.
type ExplainRequest struct {
	Place
	Algorithm string `json:"algorithm,omitempty" query:"algorithm" maxLength:"40" default:"alphabeta" doc:"minimax, minimax-depth, alphabeta, alphabeta-strict (it cuts off only where alpha > beta) or search (the engine); or mcts (Monte-Carlo tree search) or mcts-plain (by the rules alone), which are told play-out by play-out" example:"alphabeta"`
	Depth     int    `json:"depth,omitempty" query:"depth" minimum:"0" maximum:"1000" doc:"Plies to look ahead; 0 means no limit"`
	Under     int    `json:"under,omitempty" query:"under" minimum:"0" maximum:"100000000" doc:"The number of the node to show the tree below; 0 is the root"`
	Show      int    `json:"show,omitempty" query:"show" minimum:"0" maximum:"20000" doc:"How many nodes to show at most: as many whole levels as fit; 0 is 3000"`
	Example   bool   `json:"example,omitempty" query:"example" doc:"Whether to take a late position of the game with a small tree that shows cut-offs, instead of the one given; with play-outs the beginning of the game"`
	Counts    bool   `json:"counts,omitempty" query:"counts" doc:"Whether to count what other searches visit"`
	Playouts  int    `json:"playouts,omitempty" query:"playouts" minimum:"0" maximum:"500" doc:"Of mcts: how many play-outs; 0 is 200"`
	Seed      uint64 `json:"seed,omitempty" query:"seed" maximum:"9007199254740991" doc:"Of mcts: decides the play-outs"`
}

const (
	defaultShow = 3000
	maxShow     = 20_000
	maxSpared   = 20_000 // moves of cut-off nodes; later nodes list none
)

// unit is the unit of a game's estimates.
type unit struct {
	Size int    `json:"size" doc:"Which estimate is one of them"`
	Many string `json:"many" doc:"What several are called, as pawns; empty where estimates have no unit"`
}

// tree is the record of a search. The columns have an entry for each shown node, in
// the order of the walk. Texts are given by number in Texts. Scores are numbers: win
// in n is 2^30-n, loss in n is n-2^30, beyond 2^30 is infinity; win by n is 2^28-1+n,
// loss by n the negative of that; a draw is 0, other numbers are estimates.
type tree struct {
	Game        string   `json:"game"`
	Position    string   `json:"position"`
	Algorithm   string   `json:"algorithm"`
	About       string   `json:"about"`
	Windows     bool     `json:"windows" doc:"Whether nodes have a window"`
	Plain       bool     `json:"plain" doc:"Whether values are numbers: win by 3 is 3, loss by 3 is -3"`
	CountsPlies bool     `json:"countsPlies" doc:"Whether wins and losses say how far away they are"`
	Sides       []string `json:"sides" doc:"What MAX and MIN are called"`
	Unit        unit     `json:"unit"`
	Value       Worth    `json:"value"`
	Best        string   `json:"best" doc:"The best move, as players write it"`
	Visited     uint64   `json:"visited"`
	Leaves      uint64   `json:"leaves"`
	Cutoffs     uint64   `json:"cutoffs"`
	Total       int      `json:"total" doc:"Nodes of the whole tree"`
	Fitted      int      `json:"fitted" doc:"Plies looked ahead, where the tree that was asked for has more than most positions; else 0"`
	Most        uint64   `json:"most" doc:"How many positions a tree may have, where that was too few; else 0"`
	Under       int      `json:"under"`
	Above       []string `json:"above" doc:"The moves from the root to the node that the tree is shown below"`
	AboveNames  []string `json:"aboveNames,omitempty" doc:"The same as players write them, where that differs"`
	Nodes       columns  `json:"nodes"`
	Texts       []string `json:"texts"`
	// moments describe the walk; they omit nodes that are not shown.
	Moments     moments     `json:"moments"`
	Predictions predictions `json:"predictions"`
	Ahead       []ahead     `json:"ahead,omitempty" doc:"In a tree of numbers the positions below skipped moves: the ends are known from the start"`
	Unlooked    []unlooked  `json:"unlooked" doc:"The moves that were not looked at, of nodes that are shown with what is below them"`
}

// columns are the nodes of a tree.
type columns struct {
	Number   []int       `json:"number" doc:"In the whole tree"`
	Parent   []int       `json:"parent" doc:"Index here; -1 at the top"`
	Ply      []int       `json:"ply" doc:"From the root"`
	Max      []bool      `json:"max"`
	Move     []int       `json:"move" doc:"Text: the move that led here, or the window of a search of the root"`
	Name     []int       `json:"name,omitempty" doc:"Text: the same as players write it; left out where that does not differ"`
	Question []bool      `json:"question"`
	Alpha    []oxo.Score `json:"alpha"`
	Beta     []oxo.Score `json:"beta"`
	Value    []oxo.Score `json:"value"`
	Bound    []int       `json:"bound" doc:"0 the value is exact, 1 it is at least that, -1 at most"`
	Ending   []int       `json:"ending" doc:"Text: complete, game over, depth limit, cut-off, table, guide, known, given up"`
	Reason   []int       `json:"reason" doc:"Text: in words why it ended"`
	Skipped  []int       `json:"skipped" doc:"Moves that were not looked at"`
	Below    []int       `json:"below" doc:"Nodes of the subtree in the whole tree, itself included"`
	Open     []bool      `json:"open" doc:"Whether what is below is shown"`
}

// sparedMove is a move that a cut-off skipped.
type sparedMove struct {
	Node    int    `json:"node" doc:"Index of the node that was cut off"`
	Move    string `json:"move" doc:"As players write it"`
	Minimax uint64 `json:"minimax" doc:"Positions that minimax visits after it; 0 if they were too many to count"`
}

// counted is the number of positions that one search visits.
type counted struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Nodes    uint64 `json:"nodes"`
	Complete bool   `json:"complete" doc:"false: counting was stopped at this number"`
	Start    bool   `json:"start,omitempty" doc:"Whether the game was searched from its beginning, and not from the position of the tree: with example, where minimax can"`
}

// Part is one part of an explanation.
type Part struct {
	Tree   *tree        `json:"tree,omitempty"`
	Grown  *Playouts    `json:"grown,omitempty"`
	Spared []sparedMove `json:"spared,omitempty"`
	Count  *counted     `json:"count,omitempty"`
}

// Explain reports the tree of a search, then the moves that its cut-offs skipped, and
// on request the counts of other searches.
func (s *Service) Explain(ctx context.Context, a Allowed, r ExplainRequest, report func(Part)) error {
	pl, alg, err := s.understand(&r)
	if err != nil {
		return err
	}
	whole := ctx
	ctx, stop := context.WithTimeout(ctx, a.Time)
	defer stop()
	playouts := aboutMCTS(r.Algorithm) != ""
	switch {
	case r.Example && playouts: // what has a small tree is often proven before the first play-out
		pl.p = pl.game.Start()
	case r.Example:
		if pl.p, err = explain.Example(ctx, pl.game); err != nil {
			return exampleFailed(whole, err)
		}
	}
	if playouts {
		grown, err := s.watch(ctx, pl, &r)
		if err != nil {
			return walkFailed(whole, a, err)
		}
		report(Part{Grown: grown})
		return whole.Err()
	}
	if err := walkTree(ctx, a, pl, alg, &r, report); err != nil {
		return walkFailed(whole, a, err)
	}
	return whole.Err()
}

// walkTree reports the tree of a walk, and its skipped moves and counts if time remains.
func walkTree(ctx context.Context, a Allowed, pl *place, alg explain.Algorithm, r *ExplainRequest, report func(Part)) error {
	t, fitted, err := explain.Fit(ctx, pl.game, pl.p, alg, explain.Options{Depth: r.Depth, MaxNodes: a.Nodes})
	if err != nil {
		return err
	}
	if r.Under >= len(t.Nodes) {
		return problemf(Bad, "no node %d: the tree has nodes 0 to %d", r.Under, len(t.Nodes)-1)
	}
	w := writer{t: t, texts: texts{numbers: map[string]int{}}, spared: a.Nodes}
	tree := w.tree(r.Under, r.Show)
	if tree.Fitted = fitted; fitted > 0 {
		r.Depth, tree.Most = fitted, a.Nodes
	}
	report(Part{Tree: tree})
	if spared := w.sparedMoves(ctx, r.Depth); len(spared) > 0 {
		report(Part{Spared: spared})
	}
	if r.Counts { // those for which time remained are reported
		from := pl.p
		if start := pl.game.Start(); r.Example && explain.Small(ctx, start, a.Nodes) {
			from = start // there many orders of moves lead to the same position, and the board is symmetric
		}
		begins := from != pl.p
		_ = explain.Counts(ctx, from, a.Nodes, func(c explain.Count) {
			report(Part{Count: &counted{c.Name, c.About, c.Nodes, c.Complete, begins}})
		})
	}
	return nil
}

// walkFailed explains why there is no tree, unless the client has gone.
func walkFailed(ctx context.Context, a Allowed, err error) error {
	var p *Problem
	switch {
	case errors.As(err, &p):
		return err
	case errors.Is(err, textbook.ErrMaxNodes):
		return problemf(Much, "the tree has more than %d positions: look fewer plies ahead, play some moves first, or take a search that visits less", a.Nodes)
	case ctx.Err() == nil:
		return problemf(Much, "the walk takes longer than %v: look fewer plies ahead, or play some moves first", a.Time)
	}
	return err
}

// exampleFailed explains that a game has no example, unless the client has gone.
func exampleFailed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return problemf(Bad, "%v", err)
}

// CheckExplain returns an error for a request whose fault is visible before the walk.
func (s *Service) CheckExplain(r ExplainRequest) error {
	_, _, err := s.understand(&r)
	return err
}

// understand checks a request and fills in defaults.
func (s *Service) understand(r *ExplainRequest) (*place, explain.Algorithm, error) {
	pl, err := s.ongoing(r.Place)
	if err != nil {
		return nil, explain.Algorithm{}, err
	}
	if r.Algorithm == "" {
		r.Algorithm = "alphabeta"
	}
	if r.Show == 0 {
		r.Show = defaultShow
	}
	if r.Depth < 0 || r.Under < 0 || r.Show < 0 || r.Show > maxShow {
		return nil, explain.Algorithm{}, problemf(Bad, "want depth and under of 0 or more, and show of at most %d", maxShow)
	}
	if r.Playouts == 0 {
		r.Playouts = defaultPlayouts
	}
	if r.Playouts < 0 || r.Playouts > maxPlayouts {
		return nil, explain.Algorithm{}, problemf(Bad, "playouts: want 1 to %d", maxPlayouts)
	}
	if aboutMCTS(r.Algorithm) != "" {
		return pl, explain.Algorithm{}, nil
	}
	alg, err := explain.Find(r.Algorithm, explain.MCTS, plainMCTS)
	if err != nil {
		return nil, alg, bad(err)
	}
	return pl, alg, nil
}

// writer converts a part of a tree.
type writer struct {
	texts
	t      *explain.Tree
	out    tree
	shown  []int // numbers of the nodes shown
	spared uint64
	names  int  // number of skipped moves listed
	named  bool // whether players write moves in another way than the game's notation
}

func unitOf(g oxo.Game) unit {
	u := catalog.UnitOf(g)
	return unit{int(u.Size), u.Many}
}

// tree converts the complete levels below a node that fit, at least one.
func (w *writer) tree(under, show int) *tree {
	t := w.t
	sides := t.Sides()
	w.out = tree{
		Game: t.Game.Name(), Position: catalog.FormatPosition(t.Game, t.Start), Algorithm: t.Algorithm.Name, About: t.Algorithm.About,
		Windows: t.Algorithm.Windows, Plain: board.Plain(t.Game), CountsPlies: t.CountsPlies, Sides: []string{sides.Max, sides.Min},
		Unit: unitOf(t.Game), Value: worth(t.Game, t.Value), Best: catalog.NameMove(t.Game, t.Start, t.Best),
		Visited: t.Visited, Leaves: t.Leaves, Cutoffs: t.Cutoffs, Total: len(t.Nodes), Under: under,
		Above: t.Path(under), Unlooked: []unlooked{},
	}
	if !t.CountsPlies || w.out.Plain {
		w.out.Value.Text = t.Say(t.Value.Score)
	}
	last := t.Plies(under, show)
	p := t.Position(under)
	if w.named = board.FactsOf(t.Game).MoveName != nil; w.named {
		w.out.AboveNames = t.PathNames(under)
	}
	w.node(under, -1, p, edge{}, last, sides)
	w.bounds(under)
	w.moments(under, last)
	w.out.Texts = w.all
	return &w.out
}

// edge is the move to a node, in the game's notation and as players write it; or the window of a search of the root.
type edge struct{ move, name string }

// node converts a node and its shown descendants.
func (w *writer) node(i, parent int, p oxo.Position, by edge, last int, v explain.Voice) {
	t, n, c := w.t, &w.t.Nodes[i], &w.out.Nodes
	at := len(c.Number)
	w.shown = append(w.shown, i)
	c.Number, c.Parent, c.Ply = append(c.Number, i), append(c.Parent, parent), append(c.Ply, int(n.Ply))
	c.Max, c.Question, c.Move = append(c.Max, n.Max), append(c.Question, n.Question), append(c.Move, w.text(by.move))
	if w.named {
		c.Name = append(c.Name, w.text(by.name))
	}
	c.Alpha, c.Beta, c.Value = append(c.Alpha, n.Alpha), append(c.Beta, n.Beta), append(c.Value, n.Value)
	c.Ending, c.Reason = append(c.Ending, w.text(n.Ending.String())), append(c.Reason, w.text(t.Reason(i, p, v)))
	c.Skipped, c.Below = append(c.Skipped, int(n.Skipped)), append(c.Below, int(n.Below))
	open := int(n.Ply) < last && n.Below > 1
	c.Open = append(c.Open, open)
	if !open {
		return
	}
	for k, by := range w.edges(i, p) {
		w.node(k, at, p, by, last, v)
	}
}

// edges yields the children of a node with the moves to them. p is the position of the node, and of each child while that
// is yielded.
func (w *writer) edges(i int, p oxo.Position) iter.Seq2[int, edge] {
	return func(yield func(int, edge) bool) {
		moves, k := w.t.MoveTexts(i, p), 0
		names := moves
		if w.named {
			names = w.t.MoveNames(i, p)
		}
		for child := range w.t.Below(i, p) {
			by := edge{moves[k], names[k]}
			if k++; by.move == "" {
				by = edge{w.t.Window(child), w.t.Window(child)}
			}
			if !yield(child, by) {
				return
			}
		}
	}
}

// sparedMoves lists the moves that cut-offs of the shown nodes skipped, until the
// budget of positions is used up.
func (w *writer) sparedMoves(ctx context.Context, depth int) []sparedMove {
	if !w.t.Algorithm.Windows {
		return nil
	}
	var moves []sparedMove
	for at, i := range w.shown {
		if w.t.Nodes[i].Ending != trace.CutOff || !w.out.Nodes.Open[at] {
			continue
		}
		if ctx.Err() != nil || len(moves)+int(w.t.Nodes[i].Skipped) > maxSpared {
			break
		}
		p := w.t.Position(i)
		for _, m := range w.t.Spared(ctx, i, p, depth, &w.spared) {
			moves = append(moves, sparedMove{at, catalog.NameMove(w.t.Game, p, m.Move), m.Nodes})
		}
	}
	return slices.Clip(moves)
}
