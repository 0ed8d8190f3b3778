package write

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"oxo/prove/certificate/lines"
)

// A large certificate takes hours to write, so a new run continues where an interrupted one ended. The bytes of the
// old run show what it chose at each node: a move, pairs, a policy, an earlier node. The writer takes these choices
// over, without a search or a guide, until the bytes end or do not fit. The bytes may come from another program, or
// be damaged. The writer takes over only legal choices; whether they prove anything is for the checker to say.

// Unfinished holds the part that an interrupted [Certificate] has written.
type Unfinished struct {
	From io.Reader
	// Keep is called once, before anything is written, with the number of bytes that are taken over. The new bytes
	// come after these. Keep is not called if the context has ended: then the file stays as it is.
	Keep func(length int64) error
	// Notes is where the writer keeps its knowledge of a large prevention, so that the next run can skip the finished
	// parts; nil keeps nothing.
	Notes *Notes
}

// ErrUnfit is wrapped by the error of a [Certificate] that seems to fail because of what it has taken over. Without
// the unfinished part it may succeed.
var ErrUnfit = errors.New("the unfinished file does not fit")

// takeover reads the unfinished part.
type takeover struct {
	of     context.Context
	in     *bufio.Reader // nil when the takeover has ended
	keep   func(length int64) error
	sum    *bufio.Writer // to the checksum of the file
	length int64         // bytes taken over
	failed error         // why nothing may be written, or nil
}

func newTakeover(ctx context.Context, u *Unfinished, sum io.Writer) takeover {
	if u == nil {
		return takeover{}
	}
	const size = 1 << 16
	return takeover{of: ctx, in: bufio.NewReaderSize(u.From, size), keep: u.Keep, sum: bufio.NewWriterSize(sum, size)}
}

// took reports whether b comes next in the unfinished part, and takes it. If b does not come next, the takeover ends.
func (t *takeover) took(b []byte) bool {
	if t.in == nil {
		return false
	}
	if next, _ := t.in.Peek(len(b)); !bytes.Equal(next, b) {
		t.endTakeover()
		return false
	}
	_, _ = t.in.Discard(len(b))
	_, _ = t.sum.Write(b) // a sum has no errors
	t.length += int64(len(b))
	return true
}

// endTakeover ends the takeover, if it has not ended: from now on the writer writes new bytes.
func (t *takeover) endTakeover() {
	if t.in == nil {
		return
	}
	t.in = nil
	if t.failed = context.Cause(t.of); t.failed == nil {
		t.failed = errors.Join(t.sum.Flush(), t.keep(t.length))
	}
}

// before returns the next numbers without taking them. If fewer are left, the takeover ends.
func (t *takeover) before(count uint64) (numbers []uint64, ok bool) {
	const maxCount = 1 << 11 // more than the pairs of all squares of a board
	if t.in == nil {
		return nil, false
	}
	if count <= maxCount {
		b, _ := t.in.Peek(int(count) * binary.MaxVarintLen64)
		for uint64(len(numbers)) < count {
			n, size := binary.Uvarint(b)
			if size <= 0 {
				break
			}
			numbers, b = append(numbers, n), b[size:]
		}
	}
	if uint64(len(numbers)) < count || count == 0 {
		t.endTakeover()
		return nil, false
	}
	return numbers, true
}

// listBefore returns the numbers of a list, without taking them. Before the list come other numbers, which skip
// counts. The list begins with the number of its entries; then come the entries, and size is how many numbers each
// has.
func (t *takeover) listBefore(skip, size uint64) (list []uint64, ok bool) {
	head, ok := t.before(skip + 1)
	if !ok {
		return nil, false
	}
	length := head[skip]
	if length > lines.MaxSquares {
		t.endTakeover()
		return nil, false
	}
	all, ok := t.before(skip + 1 + size*length)
	if !ok {
		return nil, false
	}
	return all[skip+1:], true
}

// kindBefore returns the kind of the next node, without taking it.
func (t *takeover) kindBefore() (kind uint64, ok bool) {
	numbers, ok := t.before(1)
	if !ok {
		return 0, false
	}
	return numbers[0], true
}

// blamed returns the error of a node. It wraps [ErrUnfit] if the part that was taken over may be the cause.
func (w *writer) blamed(err error) error {
	if errors.Is(err, ErrNotes) {
		return err
	}
	if unwritten := errors.Join(w.failed, w.out.Flush()); unwritten != nil || w.length == 0 || context.Cause(w.ctx) != nil {
		return cmp.Or(unwritten, err)
	}
	return fmt.Errorf("%w: %w", ErrUnfit, err)
}
