package pn

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"oxo"
)

// progress is the state of the proof of a position, without its tables.
type progress struct {
	Question uint8 // 1: does the side to move win? 2: does the other side? 0 before both
	Lo, Hi   int32 // proven bounds of the result
	Nodes    uint64
	Both     bool // strict and relaxed claims alternate and share the memory
}

// errCheckpoint says that a checkpoint cannot be read. A caller that reads it from a file has
// already checked that it is complete.
var errCheckpoint = errors.New("the state of a proof by proof numbers cannot be read")

// packedKinds is added to the kind of a table whose numbers are [packed]. Older checkpoints
// have plain numbers up to 2^30.
const packedKinds = 2

// Save writes the state of the proof that [Solver.Result] works on. It may be called while Result runs: each entry of
// a table is true by itself, so Save copies them one after another, in blocks.
func (s *Solver) Save(to io.Writer) error {
	out := bufio.NewWriterSize(to, 1<<16)
	s.mu.Lock()
	now, tables := s.at, s.tables
	now.Nodes += s.total.Load()
	for _, t := range tables {
		if t != nil {
			for key, work := range t.workAfter {
				t.raise(key, work)
			}
		}
	}
	s.mu.Unlock()
	if err := binary.Write(out, binary.LittleEndian, now); err != nil {
		return err
	}
	for i, t := range tables {
		if t == nil {
			continue
		}
		if err := t.save(out, uint8(i+1)+packedKinds); err != nil {
			return err
		}
	}
	if err := out.WriteByte(0); err != nil {
		return err
	}
	return out.Flush()
}

// save writes the entries of a table.
func (t *table) save(out *bufio.Writer, kind uint8) error {
	buf := make([]byte, 0, 32)
	for i := 0; uint64(i) < t.used.Load(); i++ { // an entry that moves at the same time moves to a higher bucket only
		var b bucket
		t.look(i, func(now *bucket) { b = *now })
		for _, e := range b {
			if e.work == 0 {
				continue
			}
			buf = append(buf[:0], kind)
			buf = binary.LittleEndian.AppendUint64(buf, e.key.Hi)
			buf = binary.LittleEndian.AppendUint64(buf, e.key.Lo)
			buf = binary.LittleEndian.AppendUint32(buf, e.numbers.own)
			buf = binary.LittleEndian.AppendUint32(buf, e.numbers.other)
			buf = binary.LittleEndian.AppendUint32(buf, e.work)
			if _, err := out.Write(buf); err != nil {
				return err
			}
		}
	}
	return nil
}

// Load reads what Save wrote for the same position. The next call of [Solver.Result] continues
// from there. The table may have another size: if it is smaller, the entries with the most work stay.
func (s *Solver) Load(from io.Reader) error {
	in := bufio.NewReaderSize(from, 1<<16)
	if err := binary.Read(in, binary.LittleEndian, &s.at); err != nil || s.at.Question > 2 || s.at.Lo > s.at.Hi {
		return errCheckpoint
	}
	s.tables = [2]*table{}
	var buf [28]byte
	for {
		kind, err := in.ReadByte()
		if err != nil || kind > 2+packedKinds || kind > 0 && s.at.Question == 0 { // entries belong to a question
			return errCheckpoint
		}
		if kind == 0 {
			break
		}
		if _, err := io.ReadFull(in, buf[:]); err != nil {
			return errCheckpoint
		}
		if s.tables[0] == nil {
			s.makeTables(s.at.Both)
			for _, t := range s.tables {
				t.useAll()
			}
		}
		key := oxo.Key{Hi: binary.LittleEndian.Uint64(buf[:]), Lo: binary.LittleEndian.Uint64(buf[8:])}
		p := packed{binary.LittleEndian.Uint32(buf[16:]), binary.LittleEndian.Uint32(buf[20:])}
		if kind <= packedKinds {
			if p.own > 0 && p.other > 0 && max(p.own, p.other) >= packedExact {
				continue // a sum that may be too large: the next visit of the position computes it again
			}
			kind += packedKinds
		}
		s.tables[kind-1-packedKinds].store(key, p.unpack(), uint64(binary.LittleEndian.Uint32(buf[24:])))
	}
	if s.tables[0] == nil && s.at.Question > 1 { // it was saved when the second question began
		s.makeTables(s.at.Both)
	}
	s.loaded = s.tables[0] != nil
	return nil
}
