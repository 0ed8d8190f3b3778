package pn

import (
	"context"
	"slices"
	"sync/atomic"

	"oxo"
	"oxo/game/knowledge"
)

// Following proves a win along advised moves. It tries only the advised moves of the winner,
// and all relevant moves of the other side: see [knowledge.Claim]. So it finds a win, or
// nothing. With good advice its tree is small. One goroutine may use it; any goroutine may call
// [Following.Progress].
type Following struct {
	opts     FollowingOptions
	known    map[oxo.Key]followed // positions with the winner to move, by the key of their claim
	nodes    atomic.Uint64
	replies  atomic.Int64 // number of replies to the winner's current first move
	answered atomic.Int64 // number of these that are answered
}

// FollowingOptions holds the functions that a Following calls.
type FollowingOptions struct {
	// Advise returns moves of the side to move that probably win, likeliest first. If all is true, it also returns
	// moves that take long to find.
	Advise func(ctx context.Context, p oxo.Position, all bool) []oxo.Move
	// Try searches a position briefly, or a little longer if longer is true. It reports whether it then knows if the
	// side to move wins.
	Try func(ctx context.Context, p oxo.Position, longer bool) (Found, bool)
}

// Found is the result of a search for a win.
type Found struct {
	Wins    bool
	Best    oxo.Move // a winning move, if HasMove
	HasMove bool
}

// followed is the result for a position and its images, which have the same key.
type followed struct {
	position oxo.Key // the image that Best is a move of
	Found
}

// allPlies is the number of plies from the start within which all advice is tried, if the first
// advice found nothing. Later in the tree that would be too many positions.
const allPlies = 12

// NewFollowing returns a Following that knows nothing yet.
func NewFollowing(opts FollowingOptions) *Following {
	return &Following{opts: opts, known: map[oxo.Key]followed{}}
}

// Progress returns the number of the winner's positions visited, the replies to the first move
// that are answered, and the number of these replies.
func (f *Following) Progress() (nodes uint64, answered, replies int) {
	return f.nodes.Load(), int(f.answered.Load()), int(f.replies.Load())
}

// Win looks for a win of the side to move of p, a [knowledge.Claimer] with a strict claim. All
// calls must be about one side of one game. If the context ends, Win finds nothing.
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

// following is the state of one call of [Following.Win].
type following struct {
	*Following
	ctx   context.Context
	p     oxo.Position
	claim knowledge.Claim
}

// wins reports whether the claimant wins, using a known result or find.
func (w *following) wins(ply int) bool {
	key, _ := w.claim.Key()
	k, known := w.known[key]
	if !known {
		k.Found = w.find(ply)
		w.note(key, k.Found)
	}
	return k.Wins
}

// note stores a result, unless the context has ended.
func (w *following) note(key oxo.Key, found Found) {
	if w.ctx.Err() == nil {
		position, _ := w.claim.Position()
		w.known[key] = followed{position, found}
	}
}

// find looks for a win of the side to move, the claimant.
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

// answers reports whether a move of the claimant wins against every reply.
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

// batches says which advice to ask for at a ply: the first, then all.
func batches(ply int) []bool {
	if ply > allPlies {
		return []bool{false}
	}
	return []bool{false, true}
}
