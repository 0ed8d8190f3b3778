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

// To write a large certificate takes an hour, so a new run goes on where an interrupted one ended. What that has written says
// what it chose at each node: a move, pairs, a policy, an earlier node. The writer takes that over and asks neither a search nor a
// guide, until the bytes end or do not fit. They may be of another program, or be damaged: what is taken over
// is legal, and what it proves is for the checker to say.

// Unfinished is what an interrupted [Certificate] has written.
type Unfinished struct {
	From io.Reader
	// Keep is called once, before anything is written, with the number of bytes that are taken over. What is written then
	// comes behind these. It is not called after the context has ended: then all stays as it is.
	Keep func(length int64) error
	// Notes is where what is known of a large prevention is kept, so that the next run passes by what is finished; nil keeps nothing.
	Notes *Notes
}

// ErrUnfit is wrapped by the error of a [Certificate] that fails because of what it has taken over, it seems: without that it may succeed.
var ErrUnfit = errors.New("the unfinished file does not fit")

// takeover reads what is unfinished.
type takeover struct {
	of     context.Context
	in     *bufio.Reader // nil when that has ended
	keep   func(length int64) error
	sum    *bufio.Writer // of the file
	length int64         // of what is taken over
	failed error         // why nothing may be written
}

func newTakeover(ctx context.Context, u *Unfinished, sum io.Writer) takeover {
	if u == nil {
		return takeover{}
	}
	const size = 1 << 16
	return takeover{of: ctx, in: bufio.NewReaderSize(u.From, size), keep: u.Keep, sum: bufio.NewWriterSize(sum, size)}
}

// took reports whether some bytes come next. If not, the takeover has ended.
func (t *takeover) took(b []byte) bool {
	if t.in == nil {
		return false
	}
	if next, _ := t.in.Peek(len(b)); !bytes.Equal(next, b) {
		t.goOn()
		return false
	}
	_, _ = t.in.Discard(len(b))
	_, _ = t.sum.Write(b) // a sum has no errors
	t.length += int64(len(b))
	return true
}

// goOn ends the takeover.
func (t *takeover) goOn() {
	if t.in == nil {
		return
	}
	t.in = nil
	if t.failed = context.Cause(t.of); t.failed == nil {
		t.failed = errors.Join(t.sum.Flush(), t.keep(t.length))
	}
}

// before returns the next numbers, which are not taken yet. If there are fewer, the takeover has ended.
func (t *takeover) before(count uint64) (numbers []uint64, ok bool) {
	const most = 1 << 11 // pairs of all squares of a board, and more
	if t.in == nil {
		return nil, false
	}
	if count <= most {
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
		t.goOn()
		return nil, false
	}
	return numbers, true
}

// listBefore returns the numbers of a list of entries, which comes behind some others with its length.
func (t *takeover) listBefore(behind, entry uint64) (list []uint64, ok bool) {
	head, ok := t.before(behind + 1)
	if !ok {
		return nil, false
	}
	length := head[behind]
	if length > lines.MaxSquares {
		t.goOn()
		return nil, false
	}
	all, ok := t.before(behind + 1 + entry*length)
	if !ok {
		return nil, false
	}
	return all[behind+1:], true
}

// kindBefore returns the kind of the next node.
func (t *takeover) kindBefore() (kind uint64, ok bool) {
	numbers, ok := t.before(1)
	if !ok {
		return 0, false
	}
	return numbers[0], true
}

// blamed returns the error of a node, as one of what was taken over where it may be.
func (w *writer) blamed(err error) error {
	if errors.Is(err, ErrNotes) {
		return err
	}
	if unwritten := errors.Join(w.failed, w.out.Flush()); unwritten != nil || w.length == 0 || context.Cause(w.ctx) != nil {
		return cmp.Or(unwritten, err)
	}
	return fmt.Errorf("%w: %w", ErrUnfit, err)
}
