package explain

import (
	"context"
	"iter"
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
	"oxo/search/mcts"
)

// Watched is a Monte-Carlo tree search, play-out by play-out. Nodes are identified by
// their numbers in its trace.
type Watched struct {
	Game   oxo.Game
	Start  oxo.Position // the root; not changed
	Result search.Result
	Trace  *mcts.Trace
	moves  []string // the moves to the visited nodes, in the game's notation
	names  []string // the same as players write them
}

// Watch searches p as [Grow] does, and keeps every play-out. It leaves p unchanged.
// If ctx ends the search, it returns the context's error.
func Watch(ctx context.Context, g oxo.Game, p oxo.Position, opts mcts.Options, playouts uint64) (*Watched, error) {
	w := &Watched{Game: g, Start: p.Clone(), Trace: &mcts.Trace{}}
	opts.Trace = w.Trace
	w.Result = mcts.New(opts).Search(ctx, p, search.Limits{Nodes: playouts})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.moves, w.names = make([]string, len(w.Trace.Nodes)), make([]string, len(w.Trace.Nodes))
	for k := range w.Trace.Playouts {
		w.name(w.Trace.Playouts[k].Path)
	}
	return w, nil
}

// MCTSOptions returns the options of the search: with everything a game knows, or
// plain, by the rules alone with random moves, as docs/learn/mcts.md describes.
func MCTSOptions(seed uint64, plain bool) mcts.Options {
	if plain {
		return mcts.Options{Seed: seed, NoGuide: true, NoPriors: true, Plies: -1, RAVE: -1}
	}
	return mcts.Options{Seed: seed}
}

// name writes the moves of a path.
func (w *Watched) name(path []uint32) {
	p := w.Start.Clone()
	for _, i := range path[1:] {
		m := w.Trace.Nodes[i].Move
		if w.names[i] == "" {
			w.moves[i], w.names[i] = w.Game.FormatMove(p, m), w.named(p, m)
		}
		p.Make(m)
	}
}

// MoveText returns the move that leads to a visited node in the game's notation; "" at the root.
func (w *Watched) MoveText(i uint32) string { return w.moves[i] }

// MoveName is [Watched.MoveText] as players of the game write it.
func (w *Watched) MoveName(i uint32) string { return w.names[i] }

// named writes a legal move as players of the game write it.
func (w *Watched) named(p oxo.Position, m oxo.Move) string { return catalog.NameMove(w.Game, p, m) }

// Max reports whether MAX is to move at a node.
func (w *Watched) Max(i uint32) bool { return w.Trace.Nodes[i].Ply%2 == 0 }

// Sides names MAX and MIN as the game does.
func (w *Watched) Sides() Voice {
	turn := w.Start.Turn()
	return Voice{board.SideName(w.Game, turn), board.SideName(w.Game, turn.Opponent())}
}

// After returns the state of the nodes on a play-out's path after it was backed up.
func (w *Watched) After(k int) []GrownNode {
	p := &w.Trace.Playouts[k]
	nodes := make([]GrownNode, len(p.Path))
	for at, i := range p.Path {
		n, c := &w.Trace.Nodes[i], &p.After[at]
		nodes[at] = grownNode(mcts.TreeNode{
			Parent: n.Parent, Ply: n.Ply, Move: n.Move, Prior: n.Prior, Visits: c.Visits, Mean: c.Mean, Bounds: c.Bounds, Estimate: c.Estimate,
		})
	}
	return nodes
}

// Position returns the position of a node.
func (w *Watched) Position(i uint32) oxo.Position {
	var line []oxo.Move
	for ; w.Trace.Nodes[i].Parent >= 0; i = uint32(w.Trace.Nodes[i].Parent) {
		line = append(line, w.Trace.Nodes[i].Move)
	}
	p := w.Start.Clone()
	for _, m := range slices.Backward(line) {
		p.Make(m)
	}
	return p
}

// Listed names the moves that a play-out added below its leaf as players write them, in their order; most
// limits their number.
func (w *Watched) Listed(k, most int) []string {
	p := &w.Trace.Playouts[k]
	names := make([]string, 0, min(p.Listed, most))
	at := w.Position(p.Path[len(p.Path)-1])
	for i := range min(p.Listed, most) {
		names = append(names, w.named(at, w.Trace.Nodes[int(p.First)+i].Move))
	}
	return names
}

// RootMoves names the root's first moves as players write them; most limits their number. It also returns the
// number of all root moves.
func (w *Watched) RootMoves(most int) (names []string, all int) {
	for _, n := range w.Trace.Nodes[1:] {
		if n.Parent != 0 {
			break
		}
		if all++; len(names) < most {
			names = append(names, w.named(w.Start, n.Move))
		}
	}
	return names, all
}

// Played writes the moves of a play-out from its leaf on, in the game's notation. Fast play-outs may repeat a
// board where the rules forbid it: then end is the final position, otherwise empty.
func (w *Watched) Played(k int) (names []string, end string) {
	p := &w.Trace.Playouts[k]
	at := w.Position(p.Path[len(p.Path)-1])
	looping, _ := at.(oxo.Looping)
	repeats := false
	for _, m := range p.Moves {
		names = append(names, w.Game.FormatMove(at, m))
		at.Make(m)
		if looping != nil && !repeats {
			plies, value := looping.Repeated()
			repeats = plies > 0 && value != oxo.Draw
		}
	}
	if repeats {
		end = w.Game.FormatPosition(at)
	}
	return names, end
}

// opening names the first moves of a play-out; most limits their number.
func (w *Watched) opening(k, most int) (names []string) {
	p := &w.Trace.Playouts[k]
	at := w.Position(p.Path[len(p.Path)-1])
	for _, m := range p.Moves[:min(len(p.Moves), most)] {
		names = append(names, w.named(at, m))
		at.Make(m)
	}
	return names
}

// Phase is a step of a play-out.
type Phase int

// Phases: the state before the first play-out, then the four steps of each.
const (
	Begin Phase = iota
	Select
	Expand
	PlayOut
	BackUp
)

// String returns "begin", "select", "expand", "play out" or "back up".
func (p Phase) String() string {
	return [...]string{"begin", "select", "expand", "play out", "back up"}[p]
}

// PhaseOf is one phase of a play-out, in words.
type PhaseOf struct {
	Playout   int // from 0; -1 before the first
	Phase     Phase
	What, Why string
}

// Phases yields the state before the first play-out, then the four phases of each.
func (w *Watched) Phases() iter.Seq[PhaseOf] {
	return func(yield func(PhaseOf) bool) {
		t := newWatcher(w)
		if !yield(t.begin()) {
			return
		}
		for k := range w.Trace.Playouts {
			t.take(k)
			for phase := Select; phase <= BackUp; phase++ {
				if !yield(t.tell(phase)) {
					return
				}
			}
		}
	}
}
