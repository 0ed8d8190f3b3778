package write

import (
	"encoding/binary"

	"oxo"
	"oxo/internal/checksum"
	"oxo/prove/certificate/lines"
)

// block returns a block of the nodes from number k.noted to number to-1. If these are the last nodes, the block also
// lists all answers that are not listed yet.
func (k *keeper) block(of *notes, to int) []byte {
	b := binary.AppendUvarint(nil, uint64(to-k.noted)) //nolint:gosec // not negative
	for n := k.noted; n < to; n++ {
		for _, word := range of.seen.keys.At(n) {
			b = binary.BigEndian.AppendUint32(b, word)
		}
		zone := of.zones.At(n)
		b = k.appendSet(b, &zone)
	}
	more := k.all[k.listed:]
	if to < of.count {
		more = nil
	}
	b = binary.AppendUvarint(b, uint64(len(more)))
	for i := range more {
		f := &more[i]
		for _, n := range [...]int64{f.at, f.end, int64(f.nodes), int64(f.first), int64(f.last), int64(f.reply)} {
			b = binary.AppendUvarint(b, uint64(n)) //nolint:gosec // not negative
		}
		b = append(k.appendSet(b, &f.zone), f.sum[:]...)
	}
	k.noted, k.listed = to, k.listed+len(more)
	return b
}

// appendSet appends the bytes of a set of squares.
func (k *keeper) appendSet(b []byte, s *lines.Squares) []byte {
	for i := range k.bytes {
		b = append(b, byte(s[i/8]>>(i%8*8)))
	}
	return b
}

// parts reads a block piece by piece.
type parts struct {
	left  []byte
	wrong bool
}

func (p *parts) readNumber() uint64 {
	n, size := binary.Uvarint(p.left)
	if size <= 0 {
		p.wrong = true
		return 0
	}
	p.left = p.left[size:]
	return n
}

// readBytes returns the next bytes. If too few are left, it sets wrong and returns zeros.
func (p *parts) readBytes(count int) []byte {
	if len(p.left) < count {
		p.wrong = true
		return make([]byte, count)
	}
	b := p.left[:count]
	p.left = p.left[count:]
	return b
}

func (p *parts) readSet(count int) (s lines.Squares) {
	for i, b := range p.readBytes(count) {
		s[i/8] |= uint64(b) << (i % 8 * 8)
	}
	return s
}

// take takes over the contents of a block, and reports whether the block is well formed.
func (k *keeper) take(block []byte, to *notes) (ok bool) {
	defer func(noted, listed int) {
		if !ok {
			k.noted, k.all = noted, k.all[:listed]
		}
	}(k.noted, len(k.all))
	p := parts{left: block}
	for count := p.readNumber(); count > 0 && !p.wrong; count-- {
		var key shortKey
		for i := range key {
			key[i] = binary.BigEndian.Uint32(p.readBytes(4))
		}
		zone := p.readSet(k.bytes)
		to.seen.keys.Append(key)
		to.zones.Append(&zone)
		k.noted++
	}
	for count := p.readNumber(); count > 0 && !p.wrong; count-- {
		f := finished{
			at: int64(p.readNumber()), end: int64(p.readNumber()), nodes: int(p.readNumber()), first: int(p.readNumber()), last: int(p.readNumber()), //nolint:gosec // of a block that is whole
			reply: oxo.Move(p.readNumber()), //nolint:gosec // as before
			zone:  p.readSet(k.bytes),
		}
		copy(f.sum[:], p.readBytes(checksum.Size))
		if f.at >= f.end || f.nodes <= 0 || f.first < 0 || f.first > f.last || f.last > k.noted {
			p.wrong = true
			continue
		}
		k.all = append(k.all, f)
	}
	return !p.wrong && len(p.left) == 0
}
