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

// Expand checks a certificate as [CheckBy] does, and writes the same proof with the pairs of all leaves: no leaf of what is written is of
// kind [Found] or [Better]. Then a checker without the search for pairs can check it. A certificate without such leaves is copied. The report
// is of what was read; Report.Unwritten counts the leaves that have their pairs now. Memory is bounded as the checker's, and 8 bytes
// for each node that others may refer to. After an error what was written is of no use. An error of out is returned as it is.
func Expand(threads int, in io.Reader, out io.Writer, lookup func(name string) (oxo.Game, error)) (certificate.Report, error) {
	e := &expander{sum: checksum.New()}
	e.out = bufio.NewWriterSize(io.MultiWriter(out, e.sum), 1<<14)
	report, err := certificate.Checker{Lookup: lookup, Threads: threads, Hear: e}.Check(in)
	if err == nil {
		err = e.finish(out)
	}
	return report, err
}

// expander writes what a reader reads, with the pairs of all leaves. A leaf whose pairs are written gets a number, by which others
// may refer to it, and one without pairs has none. So the numbers of later nodes grow, and references are changed to match:
//
//	read:     zone  found  pairs 0  zone 1  see 1
//	written:  zone  pairs 0  pairs 1  zone 2  see 2
type expander struct {
	certificate.Deaf
	out   *bufio.Writer // to the file and the sum
	sum   hash.Hash
	bytes []byte             // of the current node, its kind first; they may still change
	more  lines.List[uint64] // of each node of the part that others may refer to: how much its number grows
	added uint64             // leaves of the part that have a number now and had none
	rules bool               // the part is a strategy by the rules: none of its nodes are renumbered
	wrong error              // of out
}

// Byte implements [Listener].
func (e *expander) Byte(b byte) error {
	e.bytes = append(e.bytes, b)
	return e.wrong
}

// Part implements [Listener]: the nodes of a part have numbers of their own.
func (e *expander) Part(_ oxo.Side, kind byte) {
	e.more, e.added, e.rules = lines.List[uint64]{}, 0, kind == certificate.Strategy
}

// Open implements [Listener]: the kind of the node was read last.
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

// Found implements [Listener]: it writes a leaf with its pairs instead.
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

// Refer implements [Listener]: it writes the number that the earlier node has now. All bytes of the reference have been read.
func (e *expander) Refer(number uint64, symmetry int) {
	if !e.rules {
		e.bytes = binary.AppendUvarint(e.bytes[:1], number+*e.more.At(int(number))) //nolint:gosec // below the length of a list
		e.bytes = binary.AppendUvarint(e.bytes, uint64(symmetry))                   //nolint:gosec // not negative
	}
}

// finish writes what is left, and the sum.
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
