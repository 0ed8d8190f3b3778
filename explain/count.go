package explain

import (
	"context"
	"errors"
	"time"

	"oxo"
	"oxo/search"
	"oxo/textbook"
)

// undated is a context that ends as another does, and does not say when. A search that knows
// its deadline deepens, and visits more than the value takes.
type undated struct{ context.Context }

// Deadline implements [context.Context].
func (undated) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// Count is how many positions one search visits for the value of a position.
type Count struct {
	Name, About string
	Nodes       uint64
	Complete    bool // false: the search was given up after that many nodes
}

// Counts calls report for each of six searches, each with one idea more than
// the one before, as soon as it is done. A search is given up after most nodes.
// It ends early with ctx, and returns its error.
func Counts(ctx context.Context, p oxo.Position, most uint64, report func(Count)) error {
	ctx = undated{ctx}
	book := func(run textbookSearch, p oxo.Position) func() (uint64, bool) {
		return func() (uint64, bool) {
			r, err := run(ctx, p, textbook.Options{MaxNodes: most})
			return r.Nodes, err == nil
		}
	}
	engine := func(p oxo.Position, o search.Options) func() (uint64, bool) {
		return func() (uint64, bool) {
			// The trace is what can give up without another kind of search.
			o.TableBytes, o.Trace = engineTable, &search.Trace{Most: int(most)}
			r := search.New(o).Search(ctx, p, search.Limits{})
			return r.Nodes, !o.Trace.Full
		}
	}
	byOrder := newOrdered(p)
	for _, c := range []struct {
		name, about string
		run         func() (uint64, bool)
	}{
		{"minimax", "every line to its end", book(textbook.Minimax, p)},
		{"alpha-beta", "leaves out what cannot matter", book(textbook.AlphaBeta, p)},
		{"ordered", "alpha-beta that looks at the likeliest move first", book(textbook.AlphaBeta, byOrder)},
		{"table", "remembers positions, and finds the value by null-window searches", engine(byOrder, search.Options{NoGuide: true, NoSymmetry: true})},
		{"symmetry", "counts mirror images as one", engine(byOrder, search.Options{NoGuide: true})},
		{"engine", "knows the game's threats too", engine(p, search.Options{})},
	} {
		nodes, complete := c.run()
		if err := ctx.Err(); err != nil {
			return err
		}
		report(Count{c.name, c.about, nodes, complete})
	}
	return nil
}

// Spared is a move that a cut-off spared, and how many positions minimax visits
// behind it; 0 where that is more than was allowed.
type Spared struct {
	Move  oxo.Move
	Nodes uint64
}

// Spared lists the moves of a node that were not looked at. Of the budget of
// positions it takes what counting cost.
func (t *Tree) Spared(ctx context.Context, i int, p oxo.Position, depth int, budget *uint64) []Spared {
	if t.Nodes[i].Skipped == 0 {
		return nil
	}
	looked := map[oxo.Move]bool{}
	for c := range t.Children(i) {
		looked[t.Nodes[c].Move] = true
	}
	var spared []Spared
	for _, m := range p.Moves(nil) {
		if looked[m] {
			continue
		}
		s := Spared{Move: m}
		if *budget > 0 {
			p.Make(m)
			left := 0
			if depth > 0 {
				left = max(depth-int(t.Nodes[i].Ply)-1, 1)
			}
			r, err := textbook.Minimax(ctx, p, textbook.Options{MaxNodes: *budget, Depth: left})
			p.Unmake(m)
			*budget -= min(*budget, r.Nodes)
			if !errors.Is(err, textbook.ErrMaxNodes) && err == nil {
				s.Nodes = r.Nodes
			}
		}
		spared = append(spared, s)
	}
	return spared
}
