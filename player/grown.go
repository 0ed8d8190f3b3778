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

// grown holds the tree of a perfect player, for games that suit mcts.
type grown struct {
	tree *mcts.Searcher
	seed uint64
}

// begin prepares the tree for another game, with a seed.
func (g *grown) begin(seed uint64) {
	if g.seed = seed; g.tree != nil {
		g.tree.Clear()
		g.tree.Reseed(seed)
	}
}

// engine returns the engine that searches instead of s by the method [Auto], with the
// same memory; nil if s itself does. It does not use [Engines], which hold more than
// a level needs.
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

// treeOptions returns the options of a tree with the memory and threads of a
// searcher.
func treeOptions(s *search.Searcher) mcts.Options {
	o := s.Options()
	return mcts.Options{TreeBytes: o.TableBytes, Threads: o.Threads, Turns: o.Turns}
}

// byPlayouts is [Leveled.Move] for games that suit mcts: it makes one play-out for
// each node of the level, and draws a move by the visits. If ctx ends the search, it
// chooses from the values known by then, and returns the context's error too.
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

// warm is the temperature at which a move's probability is proportional to its
// visits.
const warm = 50

// drawVisits draws a move with probability proportional to visits^(warm/temperature).
// It takes a move that is proven best, and avoids a proven loss if there is another
// move.
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

// ProvingFirst makes a perfect player try to prove a position before it makes
// play-outs: see [Proving]. It returns the player.
func (l *Leveled) ProvingFirst() *Leveled {
	l.proves = true
	return l
}

// Proving returns the best engine for users who ask for the value of a position. It
// is s, except in games that suit mcts: there s gets a part of the time to try a
// proof, which play-outs seldom find, and play-outs get the rest.
func Proving(s *search.Searcher, p oxo.Position) Engine {
	if !mcts.Suits(p) {
		return s
	}
	return &proving{s, mcts.New(treeOptions(s))}
}

// proving is the engine of [Proving] for games that suit mcts.
type proving struct {
	*search.Searcher
	tree *mcts.Searcher
}

// The proof gets 1/proofPart of the time or nodes, up to a maximum.
const (
	proofPart  = 8
	maxProof   = 500 * time.Millisecond
	proofNodes = 200_000 // takes about the same time
)

// parts splits limits between the proof and the play-outs. No part becomes 0, which
// would mean no limit.
func parts(l search.Limits) (first, rest search.Limits) {
	first, rest = l, l
	if l.Nodes > 0 { // nodes split as nodes, so that the result is reproducible
		first.Nodes = max(min(l.Nodes/proofPart, proofNodes), 1)
		rest.Nodes = max(l.Nodes-first.Nodes, 1)
	} else {
		first.Time = maxProof
	}
	if l.Time > 0 {
		first.Time = max(min(l.Time/proofPart, maxProof), 1)
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

// SearchProgress yields the results of Search as they improve.
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

// AnalyzeProgress yields what is known about every move: moves proven good first, then
// the others in the order of visits, then the proven bad ones. Proofs come from
// either engine.
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

// joined merges what a search proved into the results of play-outs.
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

// Clear clears both engines.
func (e *proving) Clear() {
	e.Searcher.Clear()
	e.tree.Clear()
}
