package write

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// Several goroutines write a large prevention. One of them writes the file. While it writes the tree after one move
// of a zone, helpers write branches: the answers to moves that come later in that zone. When the writer of the file
// reaches such a move, it takes the branch over. A branch may refer to nodes that were in the file when the branch
// began, and to its own nodes. The numbers of its own nodes are known only when the writer takes it over.

// branch is the answer to a move of a zone, written ahead of the file.
type branch struct {
	ctx  context.Context
	end  context.CancelFunc // called when the branch is not needed any more
	done chan struct{}      // closed when it is written

	// Input of the helper.
	from      level
	move      oxo.Move
	turns     oxo.Symmetric
	maps      [][]oxo.Move
	unsettled lines.Squares
	notes     *notes

	// Result of the helper.
	bytes []byte
	own   []ownReference
	nodes int
	asks  bool // some pairs depend on unsettled
	zone  lines.Squares
	last  oxo.Move
	err   error
}

// ownReference is a place in the bytes of a branch that needs the number of one of the branch's own nodes.
type ownReference struct{ at, number int }

// level is a zone whose answers helpers may write as branches.
type level struct {
	b     *lines.Board // at the zone
	path  []oxo.Move
	gone  lines.Squares
	at    oxo.Move // the move whose answer is being written
	size  int      // nodes of the last large answer
	last  oxo.Move
	ahead map[oxo.Move]*branch
}

// helpers write branches.
type helpers struct {
	ctx    context.Context
	cancel context.CancelFunc
	all    sync.WaitGroup
	free   chan *helper
	levels []*answering // the zones with branches, from the root down
	none   bool         // no branch was left to write, and nothing has changed since
}

// helper writes one branch after another.
type helper struct {
	by    Preventer
	path  []oxo.Move    // the moves made in by
	zones lines.SetList // the zones of the file that this helper has seen
}

// largeAnswer is the number of nodes from which an answer is large. After a large answer helpers may write other
// answers of its zone ahead.
const largeAnswer = 200

// largestAnswer bounds the size of the last large answer of a zone, in nodes: after a larger one helpers begin no
// more branches there. Branches take memory until they are in the file, and are lost if the run is interrupted.
const largestAnswer = 50_000

// largeFile is how many nodes a file has before helpers write branches. A branch cannot refer to nodes written at the
// same time, so branches raise the number of nodes. With two threads and branches from the beginning, 7x7x5 has some
// 2,200 nodes instead of 1,752, and a position of 9x8x5 has 294,000 instead of 278,000.
const largeFile = 100_000

// newHelpers returns one helper for each thread of the proof, or nil if the proof has no preventers for them.
func newHelpers(ctx context.Context, of Proof, side oxo.Side) *helpers {
	h := &helpers{free: make(chan *helper, of.Threads)}
	for range of.Threads {
		by := of.Prevent(side)
		if by == nil {
			return nil
		}
		h.free <- &helper{by: by}
	}
	h.ctx, h.cancel = context.WithCancel(ctx)
	return h
}

// shutDown cancels the branches, and waits for the goroutines that write them.
func (h *helpers) shutDown() {
	if h != nil {
		h.cancel()
		h.all.Wait()
	}
}

// offer starts a branch, if a helper is free and there is a branch to write.
func (t *preventing) offer() {
	if t.helpers == nil || t.helpers.none || len(t.helpers.free) == 0 || t.in != nil {
		return
	}
	h := <-t.helpers.free
	if !t.startBranch(h) {
		t.helpers.free <- h
		t.helpers.none = true
	}
}

// startBranch lets a helper write the next branch of the zone nearest to the current node, and reports whether there
// is one. A zone has at most one branch for each helper: with 16 branches, the position in the comment of [largeFile]
// has 300,000 nodes.
func (t *preventing) startBranch(h *helper) bool {
	for _, a := range slices.Backward(t.helpers.levels) {
		if len(a.ahead) >= cap(t.helpers.free) || a.size > largestAnswer {
			continue
		}
		for _, m := range a.likely {
			if _, begun := a.ahead[m]; !begun && m != a.at && a.needsAnswer(m) && a.b.Empty(m) {
				t.branch(h, a, m)
				return true
			}
		}
	}
	return false
}

// branch lets a helper write the answer to a move.
func (t *preventing) branch(h *helper, a *answering, m oxo.Move) {
	b := &branch{
		done: make(chan struct{}), from: *a.level, move: m, turns: t.turns, maps: t.maps,
		unsettled: a.unsettled, notes: t.notes.branch(&h.zones),
	}
	b.from.b = a.b.Clone()
	b.ctx, b.end = context.WithCancel(t.helpers.ctx)
	a.ahead[m] = b
	t.helpers.all.Go(func() {
		h.write(b)
		close(b.done)
		t.helpers.free <- h
	})
}

// write writes a branch.
func (h *helper) write(b *branch) {
	h.come(b.from.path)
	t := &preventing{
		writer: &writer{ctx: b.ctx, to: b}, by: h.by, b: b.from.b, turns: b.turns, maps: b.maps, notes: b.notes,
		unsettled: b.unsettled, last: b.from.last, gone: b.from.gone, path: slices.Clone(h.path),
	}
	b.zone, b.err = t.after(b.move, 1)
	b.nodes, b.last = t.nodes, t.last
}

// come brings the preventer to the position after path.
func (h *helper) come(path []oxo.Move) {
	same := 0
	for same < min(len(h.path), len(path)) && h.path[same] == path[same] {
		same++
	}
	for _, m := range slices.Backward(h.path[same:]) {
		h.by.Unmake(m)
	}
	for _, m := range path[same:] {
		h.by.Make(m)
	}
	h.path = path
}

// answer writes the tree after a move of the other side. It takes over the branch of that move, if there is one.
func (t *preventing) answer(a *answering, m oxo.Move) (zone lines.Squares, err error) {
	if a.level == nil {
		return t.after(m, 1)
	}
	a.at, a.last = m, t.last
	b, ahead := a.ahead[m]
	if !ahead {
		return t.after(m, 1)
	}
	t.await(b)
	delete(a.ahead, m)
	b.end()
	if b.err != nil || b.asks && b.unsettled != a.unsettled { // without the branch the writer meets the same error and returns it
		return t.after(m, 1)
	}
	t.adopt(b)
	return b.zone, nil
}

// await waits until a branch is written. Meanwhile free helpers begin other branches.
func (t *preventing) await(b *branch) {
	for {
		select {
		case <-b.done:
			return
		case h := <-t.helpers.free:
			if !t.startBranch(h) {
				t.helpers.free <- h
				<-b.done
				return
			}
		}
	}
}

// adopt writes a branch to the file.
func (t *preventing) adopt(b *branch) {
	from, shift := 0, t.notes.len()-b.notes.first
	for _, r := range b.own {
		t.writeBytes(b.bytes[from:r.at])
		t.writeNumber(uint64(r.number + shift))
		from = r.at
	}
	t.writeBytes(b.bytes[from:])
	for i := range b.notes.own {
		t.notes.addNode(&b.notes.own[i])
	}
	t.last = b.last
	t.passed(b.nodes)
}

// passed counts nodes that are added to the file at once.
func (w *writer) passed(nodes int) {
	before := w.nodes
	if w.nodes += nodes; w.proof.Watch != nil && before/certificate.Watched != w.nodes/certificate.Watched {
		w.proof.Watch(w.nodes, w.done)
	}
}

// answered notes that a zone has one more answer, with this number of nodes. After a large answer helpers may write
// branches of the zone.
func (t *preventing) answered(a *answering, nodes int) {
	if t.helpers == nil {
		return
	}
	if a.level == nil && nodes >= largeAnswer && t.nodes >= cmp.Or(t.proof.AheadFrom, largeFile) {
		a.level = &level{b: t.b.Clone(), path: slices.Clone(t.path), gone: t.gone, at: lines.NoSquare, ahead: map[oxo.Move]*branch{}}
		t.helpers.levels = append(t.helpers.levels, a)
	}
	if a.level != nil {
		t.helpers.none = false
		if nodes >= largeAnswer {
			a.size = nodes
		}
	}
}

// leave cancels the branches of a zone.
func (t *preventing) leave(a *answering) {
	if a.level == nil {
		return
	}
	for _, b := range a.ahead {
		b.end()
	}
	t.helpers.levels = t.helpers.levels[:len(t.helpers.levels)-1]
}

// reference writes the number of a node. In a branch it notes the place instead, if the node is the branch's own.
func (t *preventing) reference(n int) {
	if t.to != nil && n >= t.notes.first {
		t.to.own = append(t.to.own, ownReference{len(t.to.bytes), n})
		return
	}
	t.writeNumber(uint64(n))
}
