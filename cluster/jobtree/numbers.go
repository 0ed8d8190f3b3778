package jobtree

// update recomputes a node, and its ancestors up to the first one that does not change.
func (t *Tree) update(at int32) {
	for t.queue = append(t.queue[:0], at); len(t.queue) > 0; {
		at := t.queue[0]
		t.queue = t.queue[1:]
		before := t.nodes[at]
		t.compute(at)
		n := &t.nodes[at]
		if n.decided() && !before.decided() {
			t.solved++
		}
		if n.proof != before.proof || n.disproof != before.disproof || n.busy != before.busy || n.children == nil {
			t.queue = append(t.queue, n.parents...)
		}
	}
}

// compute sets the numbers of a node from its children.
func (t *Tree) compute(at int32) {
	n := &t.nodes[at]
	if n.children == nil {
		n.busy = n.asked && !n.decided()
		return
	}
	if n.decided() {
		n.busy = false
		return
	}
	// One move is enough for the side to move; the other side needs an answer to all.
	own, other, open := infinity, uint64(0), uint64(0)
	busy := true
	for _, e := range n.children {
		c := &t.nodes[e.node]
		mine, theirs := c.proof, c.disproof
		if !n.claiming {
			mine, theirs = theirs, mine
		}
		own = min(own, mine)
		if theirs == 0 {
			continue
		}
		open++
		busy = busy && (c.busy || c.decided())
		if t.weight == 0 {
			other = min(other+theirs, infinity)
		} else {
			other = max(other, theirs)
		}
	}
	switch {
	case own == 0:
		other = infinity
	case open > 1 && t.weight > 0 && other < infinity:
		other = min(other+t.weight*(open-1), infinity-1)
	}
	n.proof, n.disproof = own, other
	if !n.claiming {
		n.proof, n.disproof = other, own
	}
	n.busy = busy && !n.decided()
}
