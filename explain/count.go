package explain

import (
	"context"
	"errors"
	"time"

	"oxo"
	"oxo/search"
	"oxo/textbook"
)

// undated is a context that hides its parent's deadline. A search that knows its
// deadline uses iterative deepening, and visits more positions than the value needs.
type undated struct{ context.Context }

// Deadline implements [context.Context].
func (undated) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// Count is the number of positions that one search visits to find the value of a
// position.
type Count struct {
	Name, About string
	Nodes       uint64
	Complete    bool // false: the search stopped at the limit, after Nodes positions
}

// Counts calls report for each of six searches as soon as it has finished. Each search
// adds one idea to the one before it. A search stops after a maximum number of nodes.
// Counts ends early with ctx, and returns its error.
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
			// Only the trace can stop this search without changing what it does: a limit
			// on nodes would make it deepen.
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

// Small reports whether minimax visits few nodes from a position: at most a given
// number.
func Small(ctx context.Context, p oxo.Position, most uint64) bool {
	_, err := textbook.Minimax(ctx, p, textbook.Options{MaxNodes: most})
	return err == nil
}

// Spared is a move that a cut-off skipped, with the number of positions that minimax
// visits after it; 0 if the budget did not suffice to count them.
type Spared struct {
	Move  oxo.Move
	Nodes uint64
}

// Spared lists the moves of a node that were skipped. It subtracts the positions
// visited for counting from the budget.
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
