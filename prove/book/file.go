package book

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"oxo"
	"oxo/internal/datafile"
)

// kind describes the file of a book: lines of text, and then a byte for each position:
//
//	oxo book 1
//	game connect4:7x6
//	plies 6
//	positions 11090
//	checksum 0123456789abcdef
//
//	<the values, in the order of the positions' keys>
func kind() *datafile.Kind {
	return &datafile.Kind{Magic: "oxo book ", Version: 1, Name: "book", About: "book", Fields: []string{"game", "plies", "positions", "checksum"}}
}

// maxPlies limits the plies of a book: a walk recurses once for each ply.
const maxPlies = 1000

// File returns the book as a file.
func (b *Book) File() []byte {
	var f bytes.Buffer
	f.WriteString(kind().Head(b.game.Name(), strconv.Itoa(b.plies), strconv.Itoa(len(b.keys)), fmt.Sprintf("%016x", b.checksum())))
	for _, v := range b.values {
		f.WriteByte(byte(v))
	}
	return f.Bytes()
}

// checksum covers the keys and the values.
func (b *Book) checksum() uint64 {
	all := make([]byte, 0, 17*len(b.keys))
	for i, k := range b.keys {
		all = binary.LittleEndian.AppendUint64(all, k.Hi)
		all = binary.LittleEndian.AppendUint64(all, k.Lo)
		all = append(all, byte(b.values[i]))
	}
	return datafile.Sum(all)
}

// header is the content of a file's lines.
type header struct {
	game             string
	plies, positions int
	checksum         uint64
}

// GameOf returns the game named in the file of a book.
func GameOf(file []byte) (string, error) {
	h, _, err := parseHeader(file)
	return h.game, err
}

// Read opens a book of a game. An error says what is wrong with the file: it is not a book, it has another version or
// game, it is cut short, or it is damaged.
func Read(g oxo.Game, file []byte) (*Book, error) {
	h, values, err := parseHeader(file)
	switch {
	case err != nil:
		return nil, err
	case !oxo.SameName(h.game, g.Name()):
		return nil, fmt.Errorf("the book is of %s: want one of %s", h.game, g.Name())
	case len(values) < h.positions:
		return nil, fmt.Errorf("the book has %d of its %d values: it was cut short", len(values), h.positions)
	case len(values) > h.positions:
		return nil, fmt.Errorf("the book has %d bytes after its %d values", len(values)-h.positions, h.positions)
	}
	start := g.Start()
	if err := bookable(g, start); err != nil {
		return nil, err
	}
	o := newOpening(context.Background(), g, h.plies, h.positions)
	if !o.walk() || len(o.reached) != h.positions {
		return nil, fmt.Errorf("the book has %d positions in the first %d plies, but %s has a different number: make the book again", h.positions, h.plies, g.Name())
	}
	b := newBook(g, h.plies, o.keys())
	for i, v := range values {
		b.values[i] = int8(v)
	}
	if sum := b.checksum(); sum != h.checksum {
		return nil, fmt.Errorf("the book's checksum is %016x, but its positions and values have the checksum %016x: the file is damaged, or the keys of %s have changed since it was made",
			h.checksum, sum, g.Name())
	}
	return b, nil
}

// newBook makes a book without values.
func newBook(g oxo.Game, plies int, keys []oxo.Key) *Book {
	b := &Book{game: g, plies: plies, keys: keys, values: make([]int8, len(keys))}
	_, b.margins = g.Start().(oxo.Margined)
	for i := range b.values {
		b.values[i] = unknown
	}
	return b
}

// parseHeader parses the lines of a file, and returns the data after them.
func parseHeader(file []byte) (h header, values []byte, err error) {
	lines, size, err := kind().Parse(file)
	if err != nil {
		return h, nil, err
	}
	values = file[size:]
	h.game = lines[0]
	var errs [3]error
	h.plies, errs[0] = number(lines[1], maxPlies)
	h.positions, errs[1] = number(lines[2], len(file))
	h.checksum, errs[2] = strconv.ParseUint(lines[3], 16, 64)
	if err := errors.Join(errs[:]...); err != nil {
		return h, nil, fmt.Errorf("the book's lines are damaged: %w", err)
	}
	return h, values, nil
}

// number parses a number of a header.
func number(text string, limit int) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && (n < 0 || n > limit) {
		err = fmt.Errorf("%d: want 0 to %d", n, limit)
	}
	return n, err
}
