package pn

import (
	"context"
	"slices"
	"sync/atomic"

	"oxo"
	"oxo/game/knowledge"
)

// Following proves a win by advice. Of the winner's moves it looks at those alone that somebody advises, of the
// other side's at all that matter: see [knowledge.Claim]. So it finds that a side wins, or nothing. Where the advice
// is good its tree is small. It is for one goroutine; [Following.Progress] may be asked by any.
type Following struct {
	opts     FollowingOptions
	known    map[oxo.Key]followed // positions with the winner to move, by the key of their claim
	nodes    atomic.Uint64
	replies  atomic.Int64 // to the winner's first move that is tried now
	answered atomic.Int64 // of those
}

// FollowingOptions are the functions that it asks.
type FollowingOptions struct {
	// Advise returns moves of the side to move that probably win, the likeliest first; with all those too that
	// take long to find.
	Advise func(ctx context.Context, p oxo.Position, all bool) []oxo.Move
	// Try searches a position for a moment, or with longer a little longer. It reports whether it knows then
	// if the side to move wins.
	Try func(ctx context.Context, p oxo.Position, longer bool) (Found, bool)
}

// Found is what it finds.
type Found struct {
	Wins    bool
	Best    oxo.Move // a move that wins, if HasMove
	HasMove bool
}

// followed is what was found of a position, whose images have the same key.
type followed struct {
	position oxo.Key // the one that Best is a move of
	Found
}

// allPlies is up to how many plies from the beginning all advice is asked for, where the first brought
// nothing. Later it would be asked for at too many positions.
const allPlies = 12

// NewFollowing returns one that knows nothing yet.
func NewFollowing(opts FollowingOptions) *Following {
	return &Following{opts: opts, known: map[oxo.Key]followed{}}
}

// Progress returns how many positions of the winner it has looked at, and how many replies to the first move
// are answered, of how many.
func (f *Following) Progress() (nodes uint64, answered, replies int) {
	return f.nodes.Load(), int(f.answered.Load()), int(f.replies.Load())
}

// Win looks for a win of the side to move of p, a [knowledge.Claimer] with a strict claim. Calls are about one side of
// one game. Where the context ends it finds nothing.
func (f *Following) Win(ctx context.Context, p oxo.Position) Found {
	c := p.Clone().(knowledge.Claimer).Claim(p.Turn(), false)
	w := &following{f, ctx, p.Clone(), c}
	key, _ := c.Key()
	if k, known := f.known[key]; known {
		if position, ok := c.Position(); ok && k.position == position {
			return k.Found
		}
	}
	found := w.find(0)
	w.note(key, found)
	return found
}

// following is one walk of a Following.
type following struct {
	*Following
	ctx   context.Context
	p     oxo.Position
	claim knowledge.Claim
}

// wins is find, for a position that may be known.
func (w *following) wins(ply int) bool {
	key, _ := w.claim.Key()
	k, known := w.known[key]
	if !known {
		k.Found = w.find(ply)
		w.note(key, k.Found)
	}
	return k.Wins
}

// note keeps what is found, unless the context ended it.
func (w *following) note(key oxo.Key, found Found) {
	if w.ctx.Err() == nil {
		position, _ := w.claim.Position()
		w.known[key] = followed{position, found}
	}
}

// find looks for a win of the side to move, which is the claimant.
func (w *following) find(ply int) Found {
	w.nodes.Add(1)
	// 1. What the game knows.
	children, verdict := w.claim.Expand(nil)
	switch {
	case verdict == knowledge.Holds && len(children) > 0:
		return Found{true, children[0].Move, true}
	case verdict != knowledge.Open:
		return Found{Wins: verdict == knowledge.Holds}
	case len(children) == 1:
		wins := w.answers(children[0].Move, ply)
		return Found{wins, children[0].Move, wins}
	}
	// 2. What a short search finds.
	if found, known := w.opts.Try(w.ctx, w.p, false); known {
		return found
	}
	// 3. Advice.
	var tried []oxo.Move
	for _, all := range batches(ply) {
		for _, m := range w.opts.Advise(w.ctx, w.p, all) {
			if slices.Contains(tried, m) {
				continue
			}
			tried = append(tried, m)
			if w.answers(m, ply) {
				return Found{true, m, true}
			}
		}
	}
	// 4. What a longer search finds.
	found, _ := w.opts.Try(w.ctx, w.p, true)
	return found
}

// answers reports whether the claimant, with a move, is seen to win whatever the other side replies.
func (w *following) answers(m oxo.Move, ply int) bool {
	if w.ctx.Err() != nil {
		return false
	}
	w.make(m)
	defer w.unmake(m)
	children, verdict := w.claim.Expand(nil)
	if verdict != knowledge.Open {
		return verdict == knowledge.Holds
	}
	if ply == 0 {
		w.replies.Store(int64(len(children)))
		w.answered.Store(0)
	}
	if slices.ContainsFunc(children, func(c knowledge.Child) bool { return c.Verdict == knowledge.Fails }) {
		return false
	}
	for i := range children {
		if children[i].Verdict == knowledge.Open && !w.winsAfter(children[i].Move, ply+2) {
			return false
		}
		if ply == 0 {
			w.answered.Add(1)
		}
	}
	return true
}

func (w *following) winsAfter(reply oxo.Move, ply int) bool {
	w.make(reply)
	defer w.unmake(reply)
	return w.wins(ply)
}

func (w *following) make(m oxo.Move) {
	w.p.Make(m)
	w.claim.Make(m)
}

func (w *following) unmake(m oxo.Move) {
	w.p.Unmake(m)
	w.claim.Unmake(m)
}

// batches says which advice is asked for at a ply: the first, and all.
func batches(ply int) []bool {
	if ply > allPlies {
		return []bool{false}
	}
	return []bool{false, true}
}
