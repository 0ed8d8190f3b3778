package write

import (
	"bufio"
	"encoding/binary"
	"hash"
	"io"

	"oxo"
	"oxo/internal/checksum"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// Expand checks a certificate as [CheckBy] does, and writes the same proof with the pairs of all leaves: the written
// file has no leaf of kind [Found] or [Better]. A checker without the search for pairs can check it. Expand copies a
// certificate that has no such leaves. The report is about the file that was read; Report.Unwritten counts the leaves
// whose pairs Expand has added. Memory is bounded as in the checker, plus 8 bytes for each node that others may refer
// to. After an error the written bytes are of no use. An error of out is returned as it is.
func Expand(threads int, in io.Reader, out io.Writer, lookup func(name string) (oxo.Game, error)) (certificate.Report, error) {
	e := &expander{sum: checksum.New()}
	e.out = bufio.NewWriterSize(io.MultiWriter(out, e.sum), 1<<14)
	report, err := certificate.Checker{Lookup: lookup, Threads: threads, Hear: e}.Check(in)
	if err == nil {
		err = e.finish(out)
	}
	return report, err
}

// expander writes what a reader reads, and adds the pairs of all leaves. A leaf with written pairs has a number, so
// that others may refer to it; a leaf without written pairs has none. So the numbers of later nodes grow, and the
// expander changes the references to match:
//
//	read:     zone  found  pairs 0  zone 1  see 1
//	written:  zone  pairs 0  pairs 1  zone 2  see 2
type expander struct {
	certificate.Deaf
	out   *bufio.Writer // to the file and the sum
	sum   hash.Hash
	bytes []byte             // of the current node, its kind first; they may still change
	more  lines.List[uint64] // for each numbered node, the increase of its number
	added uint64             // leaves of the part that get a number only now
	rules bool               // the part is a strategy by the rules: none of its nodes are renumbered
	wrong error              // the first error of out
}

// Byte implements [Listener].
func (e *expander) Byte(b byte) error {
	e.bytes = append(e.bytes, b)
	return e.wrong
}

// Part implements [Listener]: each part numbers its nodes from 0.
func (e *expander) Part(_ oxo.Side, kind byte) {
	e.more, e.added, e.rules = lines.List[uint64]{}, 0, kind == certificate.Strategy
}

// Open implements [Listener]: the last byte read is the kind of the node.
func (e *expander) Open(byte) {
	kind := len(e.bytes) - 1
	if _, err := e.out.Write(e.bytes[:kind]); err != nil {
		e.wrong = err
	}
	e.bytes = append(e.bytes[:0], e.bytes[kind])
}

// Note implements [Listener].
func (e *expander) Note() {
	if !e.rules {
		e.more.Append(e.added)
	}
}

// Found implements [Listener]: it replaces the leaf by one with pairs.
func (e *expander) Found(pairs [][2]oxo.Move, searched bool) {
	kind := byte(certificate.Pairs)
	if searched {
		kind = certificate.Rest
	}
	e.added++
	e.bytes = binary.AppendUvarint(append(e.bytes[:0], kind), uint64(len(pairs)))
	for _, pair := range pairs {
		e.bytes = binary.AppendUvarint(binary.AppendUvarint(e.bytes, uint64(pair[0])), uint64(pair[1]))
	}
}

// Refer implements [Listener]: it writes the new number of the earlier node. All bytes of the reference have been
// read.
func (e *expander) Refer(number uint64, symmetry int) {
	if !e.rules {
		e.bytes = binary.AppendUvarint(e.bytes[:1], number+*e.more.At(int(number))) //nolint:gosec // below the length of a list
		e.bytes = binary.AppendUvarint(e.bytes, uint64(symmetry))                   //nolint:gosec // not negative
	}
}

// finish writes the rest, and the sum.
func (e *expander) finish(out io.Writer) error {
	if _, err := e.out.Write(e.bytes); err != nil {
		return err
	}
	if err := e.out.Flush(); err != nil {
		return err
	}
	_, err := out.Write(e.sum.Sum(nil))
	return err
}
