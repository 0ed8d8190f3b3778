package write

import (
	"sync"

	"oxo/prove/certificate/lines"
)

// notes holds the nodes that later ones may refer to, in the order of the file.
type notes struct {
	patterns patterns
	mu       sync.RWMutex  // guards seen: helpers read it while the file is written
	seen     keyIndex      // the keys of the nodes' images
	zones    lines.SetList // zones after the first count come from a notes file; their nodes are still to come
	count    int
	// For a branch only: the notes of the file, and the nodes of the branch.
	before *notes
	first  int // the number of the first node of the branch
	own    []noted
}

// noted is a node that later ones may refer to.
type noted struct {
	key   shortKey // of the image
	image lines.Image
	zone  lines.Squares
}

func newNotes(b *lines.Board) *notes {
	return &notes{zones: lines.NewSetList(b.Count), patterns: newPatterns(b)}
}

// branch returns the notes of a branch that begins now. It first brings zones, a view of the zones of n, up to date.
func (n *notes) branch(zones *lines.SetList) *notes {
	zones.Follow(&n.zones)
	return &notes{patterns: n.patterns.clone(), zones: *zones, before: n, first: n.len()}
}

// len returns how many nodes there are.
func (n *notes) len() int {
	if n.before != nil {
		return n.first + len(n.own)
	}
	return n.count
}

// addNode adds a node.
func (n *notes) addNode(node *noted) {
	n.patterns.addImage(&node.image, &node.zone)
	if n.before != nil {
		n.own = append(n.own, *node)
	} else {
		if n.count < n.zones.Len() {
			n.zones.Put(n.count, &node.zone)
		} else {
			n.zones.Append(&node.zone)
		}
		n.count++
	}
	n.mu.Lock()
	n.seen.addKey(node.key)
	n.mu.Unlock()
}

// skipTo adds the nodes that a notes file has, up to a number. No position fits any node added so far: see
// [patterns.skipTo].
func (n *notes) skipTo(to int) {
	for ; n.count < to; n.count++ {
		n.seen.addKey(*n.seen.keys.At(n.count))
	}
	n.patterns.skipTo(to)
}

// numberOf returns the number of the node whose image has the key.
func (n *notes) numberOf(key shortKey) (number int, ok bool) {
	number, ok = n.seen.numberOf(key) // no other goroutine adds to it
	if ok || n.before == nil {
		return n.first + number, ok
	}
	n.before.mu.RLock()
	number, ok = n.before.seen.numberOf(key)
	n.before.mu.RUnlock()
	return number, ok && number < n.first
}

// zone returns the zone of a node.
func (n *notes) zone(number int) lines.Squares {
	if n.before != nil && number >= n.first {
		return n.own[number-n.first].zone
	}
	return n.zones.At(number)
}
