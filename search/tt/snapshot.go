package tt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"sync/atomic"

	"oxo"
)

// snapshotVersion changes with the layouts of entries, with the mapping from keys to places,
// and with this format.
const snapshotVersion = 1

// snapshotHead precedes the entries of a snapshot.
type snapshotHead struct {
	Version      uint32
	KeyBits      uint32
	Bytes, Start int64
	Margins      bool
	Packed       bool
	Used         uint8 // bits that number the buckets in use
	First, Now   uint32
}

// slotBytes is the size, in a snapshot, of a slot with its whole key.
const slotBytes = 8 + 8 + 4 + 4 + 4 + 4 + 4 + 1 + 1

// write writes a slot.
func (s *slot) write(to []byte) {
	e := binary.LittleEndian
	e.PutUint64(to, s.key.Hi)
	e.PutUint64(to[8:], s.key.Lo)
	for i, n := range [5]uint32{uint32(s.bounds.Lo()), uint32(s.bounds.Hi()), uint32(s.depth), uint32(s.best), s.gen} {
		e.PutUint32(to[16+4*i:], n)
	}
	to[36], to[37] = s.work, 0
	if s.hasMove {
		to[37] = 1
	}
}

// read reads what write wrote.
func (s *slot) read(from []byte) {
	e := binary.LittleEndian
	word := func(i int) uint32 { return e.Uint32(from[16+4*i:]) }
	*s = slot{
		key: oxo.Key{Hi: e.Uint64(from), Lo: e.Uint64(from[8:])}, bounds: oxo.Between(oxo.Score(word(0)), oxo.Score(word(1))),
		depth: int32(word(2)), best: oxo.Move(word(3)), gen: word(4), work: from[36], hasMove: from[37] != 0,
	}
}

// snapshotChunk is the number of words written or read at a time.
const snapshotChunk = 1 << 13

// WriteTo writes a snapshot of the table for ReadFrom. If the table is shared, other goroutines
// may probe and store meanwhile, but none may change it as a whole. Each entry is consistent,
// as of some moment during the writing: entries of one word are read at once; the first word of
// a pair is read before and after the second, as a probe does, and pairs that change in between
// are left out; buckets with whole keys are locked, as for a probe.
func (t *Table) WriteTo(w io.Writer) (int64, error) {
	head := snapshotHead{
		Version: snapshotVersion, KeyBits: uint32(t.config.KeyBits), Bytes: t.config.Bytes, Start: t.config.Start, Margins: t.config.Margins,
		Packed: t.Packed(), Used: t.usedBits(), First: t.gen.first, Now: t.gen.now,
	}
	counted := &counting{w: w}
	err := binary.Write(counted, binary.LittleEndian, &head)
	switch {
	case err != nil:
	case t.Packed():
		err = t.words.write(counted, t.gen.first)
	default:
		err = t.writeBuckets(counted)
	}
	return counted.n, err
}

// usedBits returns how many bits number the buckets in use.
func (t *Table) usedBits() uint8 {
	if t.Packed() {
		return uint8(t.words.keyBits - t.words.tagBits)
	}
	return uint8(bits.Len64(t.mask))
}

// counting counts the bytes that it writes.
type counting struct {
	w io.Writer
	n int64
}

func (c *counting) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// write writes the words in use, and 0 for words that are no longer valid.
func (t *oneWord) write(w io.Writer, first uint32) error {
	var buf [8 * snapshotChunk]byte
	for from := 0; from < t.used(); from += snapshotChunk {
		words := t.slots[from:min(from+snapshotChunk, t.used())]
		for i := 0; i < len(words); i += ways {
			bucket := t.bucket((*[ways]uint64)(words[i:i+ways]), first)
			for j, word := range bucket {
				binary.LittleEndian.PutUint64(buf[8*(i+j):], word)
			}
		}
		if _, err := w.Write(buf[:8*len(words)]); err != nil {
			return err
		}
	}
	return nil
}

// bucket reads a bucket that other goroutines may be writing to.
func (t *oneWord) bucket(from *[ways]uint64, first uint32) (to [ways]uint64) {
	for i := range t.perBucket() {
		word := atomic.LoadUint64(&from[i])
		if !t.valid(word, first) {
			continue
		}
		if t.paired() {
			low := atomic.LoadUint64(&from[i+pairs])
			if atomic.LoadUint64(&from[i]) != word {
				continue
			}
			to[i+pairs] = low
		}
		to[i] = word
	}
	return to
}

// writeBuckets writes the buckets in use.
func (t *Table) writeBuckets(w io.Writer) error {
	var buf [len(bucket{}.slots) * slotBytes]byte
	for i := range t.mask + 1 {
		b := &t.buckets[i]
		clear(buf[:])
		for !b.take(t.shared) {
			runtime.Gosched()
		}
		for j := range b.slots {
			if s := &b.slots[j]; s.work > 0 && s.gen >= t.gen.first {
				s.write(buf[j*slotBytes:])
			}
		}
		b.release(t.shared)
		if _, err := w.Write(buf[:]); err != nil {
			return err
		}
	}
	return nil
}

// ReadFrom fills a table from a snapshot. It refuses a snapshot of a table with another
// configuration. After an error the table has to be cleared.
func (t *Table) ReadFrom(r io.Reader) (int64, error) {
	var head snapshotHead
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil {
		return 0, fmt.Errorf("the snapshot of the table is not complete: %w", err)
	}
	if err := t.accepts(&head); err != nil {
		return 0, err
	}
	t.Clear()
	t.gen.first, t.gen.now = head.First, head.Now
	counted := &countingReader{r: r, n: int64(binary.Size(&head))}
	var err error
	if t.Packed() {
		t.words.use(int(head.Used))
		err = t.words.read(counted)
	} else {
		t.use(1 << head.Used)
		err = t.readBuckets(counted)
	}
	if err != nil {
		err = fmt.Errorf("the snapshot of the table is not complete: %w", err)
	}
	return counted.n, err
}

// accepts returns an error that says why a snapshot does not belong to this table, or nil.
func (t *Table) accepts(head *snapshotHead) error {
	c := &t.config
	most := uint8(t.words.allBits + 1)
	if !t.Packed() {
		most = uint8(bits.Len(uint(t.all)))
	}
	switch {
	case head.Version != snapshotVersion:
		return fmt.Errorf("the snapshot of the table has version %d: this program reads version %d", head.Version, snapshotVersion)
	case head.Bytes != c.Bytes:
		return fmt.Errorf("the snapshot is for a table of %d bytes, but this table has %d", head.Bytes, c.Bytes)
	case int64(head.KeyBits) != int64(c.KeyBits), head.Start != c.Start, head.Margins != c.Margins, head.Packed != t.Packed():
		return errors.New("the snapshot is for a table with other keys or values")
	case head.Used >= most, t.Packed() && int(head.Used) < t.words.startBits, head.First > head.Now, head.Now > t.gen.last:
		return errors.New("the snapshot of the table contradicts itself")
	}
	return nil
}

type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

func (t *oneWord) read(r io.Reader) error {
	var buf [8 * snapshotChunk]byte
	for from := 0; from < t.used(); from += snapshotChunk {
		words := t.slots[from:min(from+snapshotChunk, t.used())]
		if _, err := io.ReadFull(r, buf[:8*len(words)]); err != nil {
			return err
		}
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(buf[8*i:])
		}
	}
	return nil
}

func (t *Table) readBuckets(r io.Reader) error {
	var buf [len(bucket{}.slots) * slotBytes]byte
	for i := range t.mask + 1 {
		if _, err := io.ReadFull(r, buf[:]); err != nil {
			return err
		}
		for j := range t.buckets[i].slots {
			t.buckets[i].slots[j].read(buf[j*slotBytes:])
		}
	}
	return nil
}
