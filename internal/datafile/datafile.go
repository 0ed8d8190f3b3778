// Package datafile holds what oxo's data files share: lines of text that identify a
// file, checksums, and writing a file whole or not at all.
package datafile

import (
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"strconv"
	"strings"
)

// Kind is a kind of file. A file begins with lines of text, ended by an empty line;
// the data follow:
//
//	oxo endings 1
//	game checkers:8x8
//	men 4
//
//	<the data>
type Kind struct {
	Magic   string   // the first line without the version: "oxo endings "
	Version int      // the version that is written and read
	Name    string   // in errors: "table"
	About   string   // for errors, what such a file is: "table of endings"
	Fields  []string // the names of the lines after the first, in order
}

// Head returns the lines of a file, with a value for each field, and the empty line.
// A line break within a value becomes a space.
func (k *Kind) Head(values ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%d\n", k.Magic, k.Version)
	for i, name := range k.Fields {
		fmt.Fprintf(&b, "%s %s\n", name, strings.ReplaceAll(values[i], "\n", " "))
	}
	return b.String() + "\n"
}

// maxHead exceeds the size of any file's lines, in bytes.
const maxHead = 1 << 16

// Parse reads the lines at the beginning of a file, and returns the values of the
// fields and the size of the lines in bytes. It returns an error if the file is of
// another kind or version, or if its lines are incomplete.
func (k *Kind) Parse(file []byte) (values []string, size int, err error) {
	if !strings.HasPrefix(string(file[:min(len(file), len(k.Magic))]), k.Magic) {
		return nil, 0, fmt.Errorf("the file is not a %s: want %q as its first line", k.About, k.Magic+strconv.Itoa(k.Version))
	}
	text, _, found := strings.Cut(string(file[:min(len(file), maxHead)]), "\n\n")
	lines := strings.Split(text, "\n")
	if v := strings.TrimPrefix(lines[0], k.Magic); v != strconv.Itoa(k.Version) {
		return nil, 0, fmt.Errorf("the %s is of version %.20q: this program reads version %d", k.Name, v, k.Version)
	}
	if !found || len(lines) != len(k.Fields)+1 {
		last := len(k.Fields) - 1
		return nil, 0, fmt.Errorf("the lines of the %s are not complete: want %s and %s after the first, and then an empty one",
			k.Name, strings.Join(k.Fields[:last], ", "), k.Fields[last])
	}
	for i, name := range k.Fields {
		value, ok := strings.CutPrefix(lines[i+1], name+" ")
		if !ok {
			return nil, 0, fmt.Errorf("line %d of the %s is %.80q: want a line that begins with %q", i+2, k.Name, lines[i+1], name+" ")
		}
		values = append(values, value)
	}
	return values, len(text) + 2, nil
}

// ReadHead is Parse for an open file.
func (k *Kind) ReadHead(r io.ReaderAt) (values []string, size int, err error) {
	head := make([]byte, maxHead)
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, fmt.Errorf("the %s cannot be read: %w", k.Name, err)
	}
	return k.Parse(head[:n])
}

// Sum returns the checksum of data: CRC-64 (ECMA), which detects any damage within 64
// bits.
func Sum(data []byte) uint64 { return add(0, data) }

// add continues the checksum of the data before.
func add(sum uint64, data []byte) uint64 {
	return crc64.Update(sum, crc64.MakeTable(crc64.ECMA), data)
}

// sealSize is the size of a seal in bytes: 16 digits and a line break.
const sealSize = 17

// Sealed writes what write writes, followed by a seal: the checksum of all of it.
func Sealed(w io.Writer, write func(io.Writer) error) error {
	s := &summing{w: w}
	if err := write(s); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%016x\n", s.sum)
	return err
}

// summing computes the checksum of what it writes.
type summing struct {
	w   io.Writer
	sum uint64
}

func (s *summing) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	s.sum = add(s.sum, b[:n])
	return n, err
}

// Check checks the seal of a file of a size in bytes, and returns the number of bytes
// before the seal.
func Check(r io.ReaderAt, size int64) (int64, error) {
	body := size - sealSize
	if body < 0 {
		return 0, errors.New("the file was cut short: want a checksum at its end")
	}
	sum, chunk := uint64(0), make([]byte, 1<<20)
	all := io.NewSectionReader(r, 0, body)
	for {
		n, err := all.Read(chunk)
		sum = add(sum, chunk[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
	}
	seal := make([]byte, sealSize)
	if _, err := r.ReadAt(seal, body); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if want := fmt.Sprintf("%016x\n", sum); string(seal) != want {
		return 0, errors.New("the checksum at its end is wrong: the file is damaged or was cut short")
	}
	return body, nil
}
