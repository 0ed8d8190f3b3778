package census

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"oxo"
	"oxo/internal/datafile"
	"oxo/prove/keybits"
)

// wholeKind describes the file of a whole game: lines, the sorted keys, the values in the same order,
// and a checksum of all that. Numbers of several bytes have the lowest byte first.
//
//	oxo table 1
//	game mnk:4x4x4
//	from ..../..../..../....
//	scheme 0123456789abcdef
//	keys canonical
//	values plies
//	positions 1217977
//	mask 000000000000ffff000000000000ffff
//	bytes 4 1
//	order little-endian
//
//	<the keys><the values>0123456789abcdef
func wholeKind() *datafile.Kind {
	return &datafile.Kind{
		Magic: "oxo table ", Version: 1, Name: "table", About: "table of a whole game",
		Fields: []string{"game", "from", "scheme", "keys", "values", "positions", "mask", "bytes", "order"},
	}
}

const byteOrder = "little-endian"

// choose returns a if first, otherwise b.
func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// WriteTo writes the table as a file.
func (t *Whole) WriteTo(w io.Writer) (int64, error) {
	a := &t.about
	head := wholeKind().Head(a.game, a.from, fmt.Sprintf("%016x", a.scheme), choose(a.symmetric, "canonical", "own"), choose(a.margins, "margins", "plies"),
		strconv.Itoa(a.positions), fmt.Sprintf("%016x%016x", t.keys.Mask().Hi, t.keys.Mask().Lo), fmt.Sprintf("%d %d", a.keyBytes, a.valueBytes), byteOrder)
	n := int64(0)
	err := datafile.Sealed(w, func(w io.Writer) error {
		for _, part := range [][]byte{[]byte(head), t.data[:t.Bytes()]} {
			m, err := w.Write(part)
			if n += int64(m); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// IsWhole reports whether a file starts like a whole game.
func IsWhole(file []byte) bool { return bytes.HasPrefix(file, []byte(wholeKind().Magic)) }

// GameOf returns the game named in a file, of a whole game or of endings.
func GameOf(file []byte) (string, error) {
	for _, kind := range []*datafile.Kind{wholeKind(), endingsKind()} {
		if bytes.HasPrefix(file, []byte(kind.Magic)) {
			values, _, err := kind.Parse(file)
			if err != nil {
				return "", err
			}
			return values[0], nil
		}
	}
	return "", fmt.Errorf("the file is not a table: want a first line %q or %q", "oxo table 1", "oxo endings 1")
}

// ReadWhole opens the table of a game. The table reads from the file's bytes, which must not change; they may be
// mapped from a disk. An error says what is wrong with the file: it is not a table, it has another version, game or
// keys, it is cut short, or it is damaged.
func ReadWhole(g oxo.Game, file []byte) (*Whole, error) {
	values, size, err := wholeKind().Parse(file)
	if err != nil {
		return nil, err
	}
	if !oxo.SameName(values[0], g.Name()) {
		return nil, fmt.Errorf("the table is of %s: want one of %s", values[0], g.Name())
	}
	body, err := datafile.Check(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("the table's file is not complete: %w", err)
	}
	t := &Whole{data: file[size:]}
	if err := t.read(values); err != nil {
		return nil, fmt.Errorf("the table's lines cannot be read: %w", err)
	}
	if err := t.fits(g, int(body)-size); err != nil {
		return nil, err
	}
	t.count()
	return t, nil
}

// read parses the lines.
func (t *Whole) read(values []string) error {
	a := &t.about
	a.game, a.from = values[0], values[1]
	a.symmetric, a.margins = values[3] == "canonical", values[4] == "margins"
	scheme, err1 := strconv.ParseUint(values[2], 16, 64)
	positions, err2 := strconv.Atoi(values[5])
	a.scheme, a.positions = scheme, positions
	var mask oxo.Key
	_, err3 := fmt.Sscanf(values[6], "%16x%16x", &mask.Hi, &mask.Lo)
	_, err4 := fmt.Sscanf(values[7], "%d %d", &a.keyBytes, &a.valueBytes)
	t.keys = keybits.New(mask)
	if values[8] != byteOrder {
		return fmt.Errorf("the order of bytes is %q: want %s", values[8], byteOrder)
	}
	return errors.Join(err1, err2, err3, err4)
}

// fits compares the lines with the game and with the size of the data after them.
func (t *Whole) fits(g oxo.Game, size int) error {
	a := &t.about
	_, symmetric := g.Start().(oxo.Symmetric)
	_, margins := g.Start().(oxo.Margined)
	wide := a.keyBytes == 16 || a.keyBytes >= 1 && a.keyBytes <= 8 && t.keys.Bits() <= 8*a.keyBytes
	each := a.keyBytes + a.valueBytes
	switch {
	case a.scheme != Scheme(g) || a.symmetric != symmetric || a.margins != margins:
		return fmt.Errorf("the keys or values of %s have changed since the table was made: make it again", a.game)
	case !wide || a.valueBytes != 1 && a.valueBytes != 2 && a.valueBytes != 4 || a.positions < 1 || a.positions > (math.MaxInt-8)/each:
		return fmt.Errorf("the table says that it has %d positions of %d and %d bytes, which is impossible: make the table again", a.positions, a.keyBytes, a.valueBytes)
	case size != a.positions*each:
		return fmt.Errorf("the table has %d bytes: want %d positions of %d bytes each", size, a.positions, each)
	}
	return nil
}
