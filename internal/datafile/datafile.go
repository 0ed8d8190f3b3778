// Package datafile is what oxo's files of data share: lines of text that say what a
// file is, checksums, and writing a file whole or not at all.
package datafile

import (
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"strconv"
	"strings"
)

// Kind is a kind of file. It begins with lines of text, and an empty line ends them;
// then the data follow:
//
//	oxo endings 1
//	game checkers:8x8
//	men 4
//
//	<the data>
type Kind struct {
	Magic   string   // the first line but for the version: "oxo endings "
	Version int      // the version that is written and read
	Name    string   // in errors: "table"
	About   string   // in errors, what such a file is: "table of endings"
	Fields  []string // the names of the lines after the first, in order
}

// Head returns the lines of a file, with a value for each of the fields and the empty
// line. A line break within a value becomes a space.
func (k *Kind) Head(values ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%d\n", k.Magic, k.Version)
	for i, name := range k.Fields {
		fmt.Fprintf(&b, "%s %s\n", name, strings.ReplaceAll(values[i], "\n", " "))
	}
	return b.String() + "\n"
}

// mostHead is more than the lines of any file take, in bytes.
const mostHead = 1 << 16

// Parse reads the lines of a file from its beginning, and returns the values of the
// fields and how many bytes the lines take. The error says what is wrong: it is no such
// file, of another version, or its lines are not whole.
func (k *Kind) Parse(file []byte) (values []string, size int, err error) {
	if !strings.HasPrefix(string(file[:min(len(file), len(k.Magic))]), k.Magic) {
		return nil, 0, fmt.Errorf("the file is no %s: one begins with the line %q", k.About, k.Magic+strconv.Itoa(k.Version))
	}
	text, _, found := strings.Cut(string(file[:min(len(file), mostHead)]), "\n\n")
	lines := strings.Split(text, "\n")
	if v := strings.TrimPrefix(lines[0], k.Magic); v != strconv.Itoa(k.Version) {
		return nil, 0, fmt.Errorf("the %s is of version %.20q: this program reads version %d", k.Name, v, k.Version)
	}
	if !found || len(lines) != len(k.Fields)+1 {
		last := len(k.Fields) - 1
		return nil, 0, fmt.Errorf("the %s's lines are not whole: after the first there are %s and %s, and an empty one",
			k.Name, strings.Join(k.Fields[:last], ", "), k.Fields[last])
	}
	for i, name := range k.Fields {
		value, ok := strings.CutPrefix(lines[i+1], name+" ")
		if !ok {
			return nil, 0, fmt.Errorf("line %d of the %s is %.80q: it begins with %q", i+2, k.Name, lines[i+1], name+" ")
		}
		values = append(values, value)
	}
	return values, len(text) + 2, nil
}

// ReadHead is Parse of a file that is open, from where it stands.
func (k *Kind) ReadHead(r io.ReaderAt) (values []string, size int, err error) {
	head := make([]byte, mostHead)
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, fmt.Errorf("the %s cannot be read: %w", k.Name, err)
	}
	return k.Parse(head[:n])
}

// Sum is the checksum of data: CRC-64 (ECMA), which tells any damage within 64 bits.
func Sum(data []byte) uint64 { return Add(0, data) }

// Add continues the checksum of what comes before data.
func Add(sum uint64, data []byte) uint64 {
	return crc64.Update(sum, crc64.MakeTable(crc64.ECMA), data)
}

// sealSize is how many bytes a seal takes: 16 digits and a line break.
const sealSize = 17

// Sealed writes what write does, and behind it a seal: the checksum of all of it.
func Sealed(w io.Writer, write func(io.Writer) error) error {
	s := &summing{w: w}
	if err := write(s); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%016x\n", s.sum)
	return err
}

// summing adds up what it writes.
type summing struct {
	w   io.Writer
	sum uint64
}

func (s *summing) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	s.sum = Add(s.sum, b[:n])
	return n, err
}

// Check checks the seal of a file of that many bytes, and returns how many bytes come
// before it.
func Check(r io.ReaderAt, size int64) (int64, error) {
	body := size - sealSize
	if body < 0 {
		return 0, errors.New("it was cut short: there is no checksum at its end")
	}
	sum, chunk := uint64(0), make([]byte, 1<<20)
	all := io.NewSectionReader(r, 0, body)
	for {
		n, err := all.Read(chunk)
		sum = Add(sum, chunk[:n])
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
		return 0, errors.New("the checksum at its end is not that of what comes before: it is damaged or was cut short")
	}
	return body, nil
}
