package write

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"oxo"
	"oxo/internal/checksum"
	"oxo/prove/certificate/lines"
)

// To continue a large prevention, a writer has to know the key and the zone of each finished node, because later
// nodes may refer to it. The writer can learn them from the unfinished certificate, node by node, at the speed of a
// checker: half a million nodes in a second. A notes file stores them, so that the writer passes by finished answers
// as fast as it can read the file.
//
//	head   "oxo notes 1\n", 8 bytes: where the prevention begins in the certificate; 32: the SHA-256 of all before
//	block  4 bytes: the length of the block without these 4 bytes and without the last 32
//	       the number of nodes; for each its key in 12 bytes, and its zone, whose bytes depend on the board
//	       the number of answers; for each six numbers: see [finished]; its zone, and a SHA-256 of 32 bytes
//	       32 bytes: the SHA-256 of the block so far, without its length
//
// Numbers are as in a certificate, with seven bits in a byte. A block that is cut short or damaged ends the file: the
// writer ignores all bytes after it, and learns their nodes from the certificate.

// Notes is where a writer keeps its knowledge of a prevention. A draw has two parts; the notes are about the part
// written last.
type Notes struct {
	// Open returns the file. If the file does not exist, Open creates it if create is true, and otherwise returns nil.
	Open func(create bool) (NotesFile, error)
	// Every is the number of nodes written between two additions; 0 means four million. Smaller certificates have no
	// notes.
	Every int
	// all makes the writer skip even the nodes that it may compare with the next positions.
	all bool
}

// NotesFile is a file that can be read, and changed anywhere, like an [os.File]. The writer does not close it.
type NotesFile interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// ErrNotes is the error of a [Certificate] whose notes seem to be of another unfinished file. Without the notes it
// may succeed.
var ErrNotes = errors.New("the notes do not fit the unfinished file")

const (
	notesMagic = "oxo notes 1\n"
	notesEvery = 1 << 22
	notesBlock = 1 << 16 // nodes in a block, at most
	// An answer is noted if it has at least Every/leastFinished nodes.
	leastFinished = 128
)

// finished is an answer to a move of a zone, completely written.
type finished struct {
	at, end     int64 // where its bytes begin and end
	nodes       int
	first, last int // its nodes that others may refer to have the numbers from first to last-1
	reply       oxo.Move
	zone        lines.Squares
	sum         [checksum.Size]byte // of the certificate up to end
}

// keeper keeps the notes of a prevention.
type keeper struct {
	of     *Notes
	every  int
	file   NotesFile // nil until it is opened
	others bool      // the file exists, but belongs to another prevention
	head   []byte
	bytes  int // length of a set of squares, in bytes
	noted  int // nodes in the file
	listed int // answers of all that are in the file
	all    []finished
	at     map[int64]int // indexes in all, by the byte where the answer begins: answers that may be skipped
	last   int           // nodes written up to the last addition
}

// newKeeper reads the notes, if there are any, for a prevention that begins now.
func (t *preventing) newKeeper() (*keeper, error) {
	u := t.proof.Unfinished
	if u == nil || u.Notes == nil {
		return nil, nil
	}
	k := &keeper{of: u.Notes, every: u.Notes.Every, bytes: (t.b.Count + 7) / 8, last: t.nodes, at: map[int64]int{}}
	if k.every == 0 {
		k.every = notesEvery
	}
	k.head = append(binary.BigEndian.AppendUint64([]byte(notesMagic), uint64(t.at)), t.sumSoFar()...) //nolint:gosec // a length
	if t.in == nil {
		return k, nil
	}
	file, err := k.of.Open(false)
	if err != nil || file == nil {
		return k, err
	}
	return k, k.read(file, t.notes)
}

// sumSoFar returns the checksum of all bytes written so far.
func (w *writer) sumSoFar() []byte {
	if w.in != nil {
		_ = w.sum.Flush() // a sum has no errors
	} else {
		_ = w.out.Flush() // a later call returns the error again
	}
	return w.whole.Sum(nil)
}

// read reads the file up to the first block that is not whole, and sets the file's position to its beginning.
func (k *keeper) read(file NotesFile, to *notes) error {
	head := make([]byte, len(k.head))
	if n, err := io.ReadFull(file, head); !bytes.Equal(head[:n], k.head) {
		k.others = true
		return unless(ended, err)
	}
	k.file = file
	good, in := int64(len(head)), blockReader{from: file}
	for {
		block, err := in.next()
		if err != nil {
			return err
		}
		if block == nil || !k.take(block, to) {
			break
		}
		good += int64(len(block)) + blockFrame
	}
	k.listed = len(k.all)
	if err := k.cut(good); err != nil {
		return err
	}
	near := maxPatterns + blockNodes // the next positions are compared with these nodes
	if k.of.all {
		near = 0
	}
	for i, f := range k.all {
		if f.last <= k.noted-near {
			k.at[f.at] = i
		}
	}
	return nil
}

// cut truncates the file to size, and sets its position to the end.
func (k *keeper) cut(size int64) error {
	_, err := k.file.Seek(size, io.SeekStart)
	return errors.Join(err, k.file.Truncate(size))
}

// clearFile leaves only the head in the file.
func (k *keeper) clearFile() error {
	k.noted, k.listed = 0, 0
	err := k.cut(0)
	if err == nil {
		_, err = k.file.Write(k.head)
	}
	return err
}

// blockFrame is the size of a block's length and sum together, in bytes.
const blockFrame = 4 + checksum.Size

// blockReader reads blocks.
type blockReader struct {
	from  io.Reader
	block []byte
}

// next returns the contents of the next block, or nil if it is not whole.
func (r *blockReader) next() ([]byte, error) {
	const maxSize = 1 << 28
	var length [4]byte
	if _, err := io.ReadFull(r.from, length[:]); err != nil {
		return nil, unless(ended, err)
	}
	size := binary.BigEndian.Uint32(length[:])
	if size > maxSize {
		return nil, nil
	}
	r.block = slices.Grow(r.block[:0], int(size)+checksum.Size)[:int(size)+checksum.Size]
	if _, err := io.ReadFull(r.from, r.block); err != nil {
		return nil, unless(ended, err)
	}
	sum := checksum.New()
	_, _ = sum.Write(r.block[:size])
	if !bytes.Equal(sum.Sum(nil), r.block[size:]) {
		return nil, nil
	}
	return r.block[:size], nil
}

// ended reports whether a file has ended.
func ended(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// unless returns err, or nil if err is of a kind.
func unless(kind func(error) bool, err error) error {
	if err == nil || kind(err) {
		return nil
	}
	return err
}
