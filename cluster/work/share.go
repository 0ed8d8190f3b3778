package work

import (
	"encoding/binary"
	"errors"
	"sync"

	"oxo"
	"oxo/prove/pn"
	"oxo/search"
)

// Positions that took at least this many nodes are shared. For smaller ones sending
// and reading cost more than they save: see docs/do/cluster.md.
const (
	shareSearch  = 100
	shareNumbers = 10
)

// settled is a position that some worker has settled, by either method.
type settled struct {
	key    oxo.Key
	lo, hi int64 // bounds; for proof numbers, 1 if the side to move reaches its aim, else 0
	nodes  uint64
}

// settled returns the positions to share.
func (p *prover) settled() []settled {
	var all []settled
	if p.solver != nil {
		for _, s := range p.solver.Settled() {
			own := int64(0)
			if s.Own {
				own = 1
			}
			all = append(all, settled{s.Key, own, own, s.Work})
		}
		return all
	}
	for _, s := range p.searcher.Settled() {
		all = append(all, settled{s.Key, int64(s.Bounds.Lo()), int64(s.Bounds.Hi()), s.Nodes})
	}
	return all
}

// learn adds what other workers have shared.
func (p *prover) learn(all []settled) {
	if p.solver != nil {
		out := make([]pn.Settled, 0, len(all))
		for _, s := range all {
			out = append(out, pn.Settled{Key: s.key, Own: s.lo == 1, Work: s.nodes})
		}
		p.solver.Learn(p.question, out)
		return
	}
	out := make([]search.Settled, 0, len(all))
	for _, s := range all {
		out = append(out, search.Settled{Key: s.key, Bounds: oxo.Between(oxo.Score(s.lo), oxo.Score(s.hi)), Nodes: s.nodes})
	}
	p.searcher.Learn(p.root, out)
}

// news holds the texts to share, and the received texts by question.
type news struct {
	outgoing [][]byte

	mu    sync.Mutex // guards the fields below
	heard map[string][][]byte
	bytes int
}

// Limits of a text, and of received texts that have not been learned. Anything beyond
// is dropped.
const (
	maxText  = 256 << 10
	maxHeard = 64 << 20
)

// add replaces the texts to share. A text is the length of its question's name, the
// name, and then positions: two words of the key, the bounds, and the nodes, all as
// varints.
func (n *news) add(about string, all []settled) {
	n.outgoing = nil // nobody asked for the earlier ones
	for len(all) > 0 {
		text := binary.AppendUvarint(nil, uint64(len(about)))
		text = append(text, about...)
		for len(all) > 0 && len(text) < maxText {
			s := &all[0]
			text = binary.AppendUvarint(text, s.key.Lo)
			text = binary.AppendUvarint(text, s.key.Hi)
			text = binary.AppendVarint(text, s.lo)
			text = binary.AppendVarint(text, s.hi)
			text = binary.AppendUvarint(text, s.nodes)
			all = all[1:]
		}
		n.outgoing = append(n.outgoing, text)
	}
}

// Tell implements [cluster.Teller].
func (d *Doer) Tell() [][]byte {
	outgoing := d.news.outgoing
	d.news.outgoing = nil
	return outgoing
}

// Hear implements [cluster.Teller].
func (d *Doer) Hear(text []byte) {
	size, n := binary.Uvarint(text)
	if n <= 0 || size > uint64(len(text)-n) {
		return // not one of our texts
	}
	about, rest := string(text[n:n+int(size)]), text[n+int(size):]
	d.news.mu.Lock()
	defer d.news.mu.Unlock()
	if d.news.heard == nil || d.news.bytes > maxHeard {
		d.news.heard, d.news.bytes = map[string][][]byte{}, 0
	}
	d.news.heard[about] = append(d.news.heard[about], rest)
	d.news.bytes += len(rest)
}

// take returns the received positions of a question.
func (n *news) take(about string) []settled {
	n.mu.Lock()
	heard := n.heard[about]
	delete(n.heard, about)
	for _, text := range heard {
		n.bytes -= len(text)
	}
	n.mu.Unlock()
	var all []settled
	for _, text := range heard {
		r := reader{text: text}
		for len(r.text) > 0 && r.err == nil {
			s := settled{key: oxo.Key{Lo: r.uvarint(), Hi: r.uvarint()}, lo: r.varint(), hi: r.varint(), nodes: r.uvarint()}
			if r.err == nil {
				all = append(all, s)
			}
		}
	}
	return all
}

// reader reads varints.
type reader struct {
	text []byte
	err  error
}

var errCut = errors.New("a text ends too early")

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.text)
	if n <= 0 {
		r.err, n = errCut, len(r.text)
	}
	r.text = r.text[n:]
	return v
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.text)
	if n <= 0 {
		r.err, n = errCut, len(r.text)
	}
	r.text = r.text[n:]
	return v
}
