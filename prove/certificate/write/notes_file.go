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

// To go on with a large prevention, a writer has to know what each finished node may be referred to by. It can learn that from
// the unfinished certificate, node by node, as fast as a checker: half a million in a second. A notes file has it, so that
// what is finished is passed by: as fast as the file is read.
//
//	head   "oxo notes 1\n", 8 bytes: where the prevention begins in the certificate; 32: the SHA-256 of what comes before
//	block  4 bytes: the length of what follows but for the last 32 bytes
//	       a number of nodes; of each 12 bytes of its key, and the squares of its zone, in as many bytes as the board needs
//	       a number of answers; of each six numbers: see [finished]; the squares of its zone, and a SHA-256 of 32 bytes
//	       32 bytes: the SHA-256 of the block before
//
// Numbers are as in a certificate, in seven bits to a byte. A block that is cut short or damaged ends the file: what is
// behind counts as not noted, and is learned from the certificate.

// Notes is where a writer keeps what it knows of a prevention. A draw has two parts. The notes are of the one written last.
type Notes struct {
	// Open returns the file. If it does not exist, Open creates it where create is true, and returns nil where it is not.
	Open func(create bool) (NotesFile, error)
	// Every is how many nodes are written between two additions; 0 is four million. Smaller certificates have no notes.
	Every int
	// all makes the writer pass by nodes that the position at hand may be compared with, too.
	all bool
}

// NotesFile is a file that can be read, and changed anywhere, as an [os.File] can. The writer does not close it.
type NotesFile interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// ErrNotes is the error of a [Certificate] whose notes are of another unfinished file, it seems: without them it may succeed.
var ErrNotes = errors.New("the notes do not fit the unfinished file")

const (
	notesMagic = "oxo notes 1\n"
	notesEvery = 1 << 22
	notesBlock = 1 << 16 // nodes in a block, at most
	// leastFinished is which part of Every an answer has at least to be noted.
	leastFinished = 128
)

// finished is an answer to a move of a zone that is written whole.
type finished struct {
	at, end     int64 // where its bytes begin and end
	nodes       int
	first, last int // the numbers of the nodes in it that others may refer to: these from first on, and before last
	reply       oxo.Move
	zone        lines.Squares
	sum         [checksum.Size]byte // of the certificate up to end
}

// keeper keeps the notes of a prevention.
type keeper struct {
	of     *Notes
	every  int
	file   NotesFile // nil before there is one
	others bool      // there is one, of something else
	head   []byte
	bytes  int // of a set of squares
	noted  int // nodes that the file has
	listed int // of all, those that the file has
	all    []finished
	at     map[int64]int // of those that may be passed by: their place in all
	last   int           // nodes written at the last addition
}

// newKeeper reads the notes, if there are some, for a prevention that begins now.
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

// sumSoFar returns the checksum of all that is written.
func (w *writer) sumSoFar() []byte {
	if w.in != nil {
		_ = w.sum.Flush() // a sum has no errors
	} else {
		_ = w.out.Flush() // an error comes up again
	}
	return w.whole.Sum(nil)
}

// read reads the file up to the first block that is not whole, and leaves the place there.
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
	near := maxPatterns + blockNodes // the position at hand is compared with these
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

// cut ends the file there.
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

// blockFrame is what a block has besides what it is about: its length and its sum.
const blockFrame = 4 + checksum.Size

// blockReader reads blocks.
type blockReader struct {
	from  io.Reader
	block []byte
}

// next returns the next block, or nil if none is whole.
func (r *blockReader) next() ([]byte, error) {
	const most = 1 << 28
	var length [4]byte
	if _, err := io.ReadFull(r.from, length[:]); err != nil {
		return nil, unless(ended, err)
	}
	size := binary.BigEndian.Uint32(length[:])
	if size > most {
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

// unless returns an error, or nil if it is of a kind.
func unless(kind func(error) bool, err error) error {
	if err == nil || kind(err) {
		return nil
	}
	return err
}
