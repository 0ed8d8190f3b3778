package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"oxo"
	"oxo/internal/datafile"
	"oxo/prove/census"
	"oxo/prove/keybits"
)

// Kind describes the file of a table: lines, the first keys of all blocks, the places of
// their distances, the results, the distances between keys, and a checksum of all that. Numbers of several bytes have the lowest
// byte first.
//
//	oxo results 1
//	game connect4:6x5
//	from ....../....../....../....../......
//	scheme 3cc74122c1d3d862
//	keys canonical
//	values results
//	positions 1409488535
//	mask 00000000000000000000000fffffffff
//	bytes 948279404
//
//	<the first keys><the places><the results><the distances>0123456789abcdef
//
// A block has 64 positions. Its first key takes 8 bytes, without the bits that the mask leaves out.
// The place of its distances takes 4 bytes, and counts units of 4 bytes. A result has two bits:
// 1 for a loss, 2 for a draw, 3 for a win. A distance has one nibble or more: see
// nibbles.go. The distances of a block are in one megabyte of all. bytes is the size of all.
func Kind() *datafile.Kind {
	return &datafile.Kind{
		Magic: "oxo results ", Version: 1, Name: "table", About: "table of results",
		Fields: []string{"game", "from", "scheme", "keys", "values", "positions", "mask", "bytes"},
	}
}

// Is reports whether a file starts like a table of results.
func Is(file []byte) bool { return bytes.HasPrefix(file, []byte(Kind().Magic)) }

// The words of the file's lines.
const (
	canonical, own  = "canonical", "own"
	results, signed = "results", "results of margins"
)

// choose returns a if first, otherwise b.
func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// WriteTo writes the table as a file.
func (t *Table) WriteTo(w io.Writer) (int64, error) {
	a, mask := &t.about, t.keys.Mask()
	head := Kind().Head(a.game, a.from, fmt.Sprintf("%016x", a.scheme), choose(a.symmetric, canonical, own), choose(a.margins, signed, results),
		strconv.Itoa(t.list.n), fmt.Sprintf("%016x%016x", mask.Hi, mask.Lo), strconv.Itoa(t.list.data.size))
	written := int64(0)
	err := datafile.Sealed(w, func(w io.Writer) error {
		n, err := io.WriteString(w, head)
		written = int64(n)
		for _, part := range t.list.stores() {
			for i, chunk := range part.chunks {
				if err != nil {
					return err
				}
				n, err = w.Write(chunk[:min(part.size-i*chunkSize, chunkSize)])
				written += int64(n)
			}
		}
		return err
	})
	return written, err
}

// Read opens the table of a game. The table reads from the file's bytes, which must not change; they
// may be mapped from a disk. Errors are as from [census.ReadWhole].
func Read(g oxo.Game, file []byte) (*Table, error) {
	values, size, err := Kind().Parse(file)
	if err != nil {
		return nil, err
	}
	if !oxo.SameName(values[0], g.Name()) {
		return nil, fmt.Errorf("the table is of %s: want one of %s", values[0], g.Name())
	}
	end, err := datafile.Check(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("the table's file is not complete: %w", err)
	}
	t, l := &Table{}, &list{}
	if err := t.read(values, l); err != nil {
		return nil, fmt.Errorf("the table's lines cannot be read: %w", err)
	}
	a := &t.about
	_, symmetric := g.Start().(oxo.Symmetric)
	_, margins := g.Start().(oxo.Margined)
	if a.scheme != census.Scheme(g) || a.symmetric != symmetric || a.margins != margins {
		return nil, fmt.Errorf("the keys or values of %s have changed since the table was made: make it again", a.game)
	}
	if err := l.view(file[size:end]); err != nil {
		return nil, err
	}
	t.list = l
	if t.count(); t.stats.Positions() < l.n {
		return nil, errors.New("the table has positions without a result: make it again")
	}
	return t, nil
}

// read parses the lines.
func (t *Table) read(values []string, l *list) error {
	a := &t.about
	a.game, a.from = values[0], values[1]
	a.symmetric, a.margins = values[3] == canonical, values[4] == signed
	var err1, err2, err4 error
	a.scheme, err1 = strconv.ParseUint(values[2], 16, 64)
	l.n, err2 = strconv.Atoi(values[5])
	var mask oxo.Key
	_, err3 := fmt.Sscanf(values[6], "%16x%16x", &mask.Hi, &mask.Lo)
	l.data.size, err4 = strconv.Atoi(values[7])
	t.keys = keybits.New(mask)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	if l.n < 1 || l.n > math.MaxInt/firstSize || l.data.size < 0 || l.data.size > math.MaxInt/2 || t.keys.Bits() > 64 {
		return fmt.Errorf("%d positions with keys of %d bits in %d bytes are impossible: make the table again", l.n, t.keys.Bits(), l.data.size)
	}
	return nil
}

// view makes the list of a file's bytes.
func (l *list) view(body []byte) error {
	l.firsts.size, l.places.size, l.marks.size = l.blocks()*firstSize, l.blocks()*placeSize, l.blocks()*markBytes
	if want := l.firsts.size + l.places.size + l.marks.size + l.data.size; want != len(body) {
		return fmt.Errorf("the table has %d bytes: want %d for %d positions", len(body), want, l.n)
	}
	for _, part := range l.stores() {
		part.chunks = nil
		for left := part.size; left > 0; left -= chunkSize {
			n := min(left, chunkSize)
			part.chunks = append(part.chunks, body[:n:n])
			body = body[n:]
		}
	}
	last := uint64(0)
	for b := range l.blocks() {
		first, place := l.first(b), l.place(b)
		if b > 0 && first <= last || place >= l.data.size && l.keysIn(b) > 1 {
			return fmt.Errorf("block %d of the table is out of order: make the table again", b)
		}
		last = first
	}
	l.index()
	return nil
}
