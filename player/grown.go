package player

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"oxo"
	"oxo/search"
	"oxo/search/mcts"
)

// grown is the tree of a perfect player, where mcts suits the game.
type grown struct {
	tree *mcts.Searcher
	seed uint64
}

// begin makes the tree begin another game, with a seed.
func (g *grown) begin(seed uint64) {
	if g.seed = seed; g.tree != nil {
		g.tree.Clear()
		g.tree.Reseed(seed)
	}
}

// engine returns what searches instead of s by the method [Auto], with as much memory, or
// nil where s does. It does so without [Engines], whose engines have more than a level needs.
func (g *grown) engine(s *search.Searcher, p oxo.Position) Engine {
	if !mcts.Suits(p) {
		return nil
	}
	if g.tree == nil {
		o := treeOptions(s)
		o.Seed = g.seed
		g.tree = mcts.New(o)
	}
	return g.tree
}

// treeOptions are those of a tree beside a searcher.
func treeOptions(s *search.Searcher) mcts.Options {
	o := s.Options()
	return mcts.Options{TreeBytes: o.TableBytes, Threads: o.Threads, Turns: o.Turns}
}

// byPlayouts is [Leveled.Move] where mcts suits the game: it makes as many play-outs as the
// level visits nodes, and draws a move by how often each was visited. What ctx ends is
// chosen from what is known by then, and its error returned too.
func (l *Leveled) byPlayouts(ctx context.Context, p oxo.Position) (Choice, error) {
	o := treeOptions(l.search)
	o.Seed = l.seed ^ p.Hash()
	moves := mcts.New(o).Analyze(ctx, p, search.Limits{Nodes: l.strength.Nodes})
	var nodes uint64
	for _, m := range moves {
		nodes += m.Nodes
	}
	if nodes == 0 && ctx.Err() != nil {
		return Choice{}, ctx.Err()
	}
	moves = l.keep(p, moves)
	m := moves[drawVisits(rand.New(rand.NewPCG(l.seed, p.Hash())), moves, l.strength.Temperature)]
	return Choice{Move: m.Move, Value: m.Value, Effort: Effort{Nodes: nodes, Depth: m.Depth}}, ctx.Err()
}

// warm is the temperature at which a move is drawn as often as it was visited.
const warm = 50

// drawVisits draws a move: each is as likely as its visits to the power of warm/temperature.
// What is proven best is taken, and a proven loss is not while there is something else.
func drawVisits(rng *rand.Rand, moves []search.MoveResult, temperature float64) int {
	if moves[0].Proven || moves[0].Score.IsWin() {
		return 0
	}
	most := uint64(1)
	for _, m := range moves {
		most = max(most, m.Nodes)
	}
	weights, sum := make([]float64, len(moves)), 0.0
	for i, m := range moves {
		if !m.Score.IsLoss() || moves[0].Score.IsLoss() {
			weights[i] = math.Pow(float64(m.Nodes)/float64(most), warm/temperature)
		}
		sum += weights[i]
	}
	draw := rng.Float64() * sum
	for i, w := range weights {
		if draw -= w; draw < 0 {
			return i
		}
	}
	return 0
}

// ProvingFirst makes a perfect player prove small positions before it makes play-outs: see
// [Proving]. It returns the player.
func (l *Leveled) ProvingFirst() *Leveled {
	l.proves = true
	return l
}

// Proving returns what searches a position best where people ask what it is worth: s, but
// where mcts suits the game s only for a part of the time, as long as it may prove the
// position, which play-outs seldom do, and then play-outs.
func Proving(s *search.Searcher, p oxo.Position) Engine {
	if !mcts.Suits(p) {
		return s
	}
	return &proving{s, mcts.New(treeOptions(s))}
}

// proving is the engine of [Proving] in games that mcts suits.
type proving struct {
	*search.Searcher
	tree *mcts.Searcher
}

// The part of the time or of the nodes for the proof, and the most of it.
const (
	proofPart  = 8
	proofMost  = 500 * time.Millisecond
	proofNodes = 200_000 // about as much
)

// parts splits limits between the proof and the play-outs. A limit of 0 would be none.
func parts(l search.Limits) (first, rest search.Limits) {
	first, rest = l, l
	if l.Nodes > 0 { // so that it finds the same every time
		first.Nodes = max(min(l.Nodes/proofPart, proofNodes), 1)
		rest.Nodes = max(l.Nodes-first.Nodes, 1)
	} else {
		first.Time = proofMost
	}
	if l.Time > 0 {
		first.Time = max(min(l.Time/proofPart, proofMost), 1)
		rest.Time = max(l.Time-first.Time, 1)
	}
	return first, rest
}

// Search searches as [search.Searcher.Search] does.
func (e *proving) Search(ctx context.Context, p oxo.Position, limits search.Limits) search.Result {
	first, rest := parts(limits)
	r := e.Searcher.Search(ctx, p, first)
	if r.Proven || r.Score.Sign() != 0 || ctx.Err() != nil {
		return r
	}
	played := e.tree.Search(ctx, p, rest)
	played.Nodes += r.Nodes
	return played
}

// SearchProgress yields what Search knows on its way.
func (e *proving) SearchProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[search.Result] {
	return func(yield func(search.Result) bool) {
		first, rest := parts(limits)
		r := e.Searcher.Search(ctx, p, first)
		if r.Proven || r.Score.Sign() != 0 || ctx.Err() != nil {
			yield(r)
			return
		}
		for played := range e.tree.SearchProgress(ctx, p, rest) {
			played.Nodes += r.Nodes
			if !yield(played) {
				return
			}
		}
	}
}

// AnalyzeProgress yields what is known of every move: what is proven, by either, before and
// after what the play-outs say, and that in the order of visits.
func (e *proving) AnalyzeProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[[]search.MoveResult] {
	return func(yield func([]search.MoveResult) bool) {
		first, rest := parts(limits)
		known := e.Analyze(ctx, p, first)
		unproven := func(m search.MoveResult) bool { return !m.Proven }
		if !slices.ContainsFunc(known, unproven) || ctx.Err() != nil {
			yield(known)
			return
		}
		for moves := range e.tree.AnalyzeProgress(ctx, p, rest) {
			if !yield(joined(moves, known)) {
				return
			}
		}
	}
}

// joined takes what a search proved into the results of play-outs.
func joined(moves, known []search.MoveResult) []search.MoveResult {
	for i := range moves {
		at := slices.IndexFunc(known, func(k search.MoveResult) bool { return k.Move == moves[i].Move })
		if at >= 0 && (known[at].Proven && !moves[i].Proven || known[at].Score.Sign() != 0 && moves[i].Score.Sign() == 0) {
			visits := moves[i].Nodes
			moves[i] = known[at]
			moves[i].Nodes = visits
		}
	}
	slices.SortStableFunc(moves, func(a, b search.MoveResult) int {
		if c := cmp.Compare(b.Score.Sign(), a.Score.Sign()); c != 0 || a.Score.Sign() == 0 {
			return c
		}
		return cmp.Compare(b.Score, a.Score)
	})
	return moves
}

// Clear forgets what both have learned.
func (e *proving) Clear() {
	e.Searcher.Clear()
	e.tree.Clear()
}
