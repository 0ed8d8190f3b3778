package certificate

import (
	"bufio"
	"encoding/binary"
	"hash"
	"io"

	"oxo"
	"oxo/prove/certificate/lines"
)

// Expand checks a certificate as [CheckBy] does, and writes the same proof with the pairs of all leaves: no leaf of what is written is of
// kind [Found] or [Better]. Then a checker without the search for pairs can check it. A certificate without such leaves is copied. The report
// is of what was read; Report.Unwritten counts the leaves that have their pairs now. Memory is bounded as the checker's, and 8 bytes
// for each node that others may refer to. After an error what was written is of no use. An error of out is returned as it is.
func Expand(threads int, in io.Reader, out io.Writer, lookup func(name string) (oxo.Game, error)) (Report, error) {
	e := &expander{sum: newSum()}
	e.out = bufio.NewWriterSize(io.MultiWriter(out, e.sum), 1<<14)
	r := &reader{in: bufio.NewReaderSize(in, 1<<16), sum: newSum(), expander: e}
	err := r.checkBy(threads, lookup)
	if err == nil {
		err = e.end(out)
	}
	return r.report, err
}

// expander writes what a reader reads, with the pairs of all leaves. A leaf whose pairs are written gets a number, by which others
// may refer to it, and one without pairs has none. So the numbers of later nodes grow, and references are changed to match:
//
//	read:     zone  found  pairs 0  zone 1  see 1
//	written:  zone  pairs 0  pairs 1  zone 2  see 2
type expander struct {
	out   *bufio.Writer // to the file and the sum
	sum   hash.Hash
	bytes []byte             // of the current node, its kind first; they may still change
	more  lines.List[uint64] // of each node of the part that others may refer to: how much its number grows
	added uint64             // leaves of the part that have a number now and had none
	wrong error              // of out
}

// read takes a byte that was read. Like all these methods it does nothing where nothing is written.
func (e *expander) read(b byte) error {
	if e == nil {
		return nil
	}
	e.bytes = append(e.bytes, b)
	return e.wrong
}

// part begins a part, whose nodes have numbers of their own.
func (e *expander) part() {
	if e != nil {
		e.more, e.added = lines.List[uint64]{}, 0
	}
}

// enter begins a node whose kind was read.
func (e *expander) enter() {
	if e == nil {
		return
	}
	kind := len(e.bytes) - 1
	if _, err := e.out.Write(e.bytes[:kind]); err != nil {
		e.wrong = err
	}
	e.bytes = append(e.bytes[:0], e.bytes[kind])
}

// note gives a node its number.
func (e *expander) note() {
	if e != nil {
		e.more.Add(e.added)
	}
}

// leaf writes a leaf with its pairs instead of one whose pairs the checker has found.
func (e *expander) leaf(kind byte, pairs [][2]oxo.Move) {
	if e == nil {
		return
	}
	e.added++
	e.bytes = binary.AppendUvarint(append(e.bytes[:0], kind), uint64(len(pairs)))
	for _, pair := range pairs {
		e.bytes = binary.AppendUvarint(binary.AppendUvarint(e.bytes, uint64(pair[0])), uint64(pair[1]))
	}
}

// refer writes the number that an earlier node has now. The number that was read last is the one that it had.
func (e *expander) refer(n uint64) {
	if e != nil {
		e.bytes = binary.AppendUvarint(e.bytes[:1], n+*e.more.At(int(n))) //nolint:gosec // below the length of a list
	}
}

// end writes what is left, and the sum.
func (e *expander) end(out io.Writer) error {
	if _, err := e.out.Write(e.bytes); err != nil {
		return err
	}
	if err := e.out.Flush(); err != nil {
		return err
	}
	_, err := out.Write(e.sum.Sum(nil))
	return err
}
