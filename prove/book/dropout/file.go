package dropout

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"

	"oxo"
	"oxo/internal/datafile"
)

// kind is the file of a book: lines of text, a record for each position in the order of their
// keys, the moves of all positions, and a checksum of all that. Numbers of several bytes have
// the lowest byte first.
//
//	oxo estimates 1
//	game othello:8x8
//	nodes 100000
//	keep 4
//	margin 40
//	positions 1000
//	moves 2600
//
//	<the records><the moves>0123456789abcdef
//
// A record is 36 bytes:
//
//	 0  the key of the position: its high word, its low word
//	16  a checksum of the legal moves
//	20  the number of its first move
//	24  the score of a search of the position, for the side to move
//	28  the number of the position before it; its own at the start
//	32  plies from the start
//	34  its number of moves
//	35  1: positions after its moves are in the book; 2: none will be, since a search decided it
//
// A move is 8 bytes: the move, and its value for the side that makes it.
func kind() *datafile.Kind {
	return &datafile.Kind{
		Magic: "oxo estimates ", Version: 1, Name: "book", About: "book of estimates",
		Fields: []string{"game", "nodes", "keep", "margin", "positions", "moves"},
	}
}

const (
	recordBytes = 36
	moveBytes   = 8
	maxFile     = 1 << 25 // positions or moves: numbers derived from them fit into 31 bits
)

// flags of a record.
const (
	expanded = 1 << iota
	decided
)

// record is a position of the book.
type record struct {
	key      oxo.Key
	check    uint32
	first    uint32
	searched oxo.Score
	parent   uint32
	ply      uint16
	moves    uint8
	flags    uint8
}

func (r *record) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, r.key.Hi)
	b = binary.LittleEndian.AppendUint64(b, r.key.Lo)
	b = binary.LittleEndian.AppendUint32(b, r.check)
	b = binary.LittleEndian.AppendUint32(b, r.first)
	b = binary.LittleEndian.AppendUint32(b, uint32(r.searched))
	b = binary.LittleEndian.AppendUint32(b, r.parent)
	b = binary.LittleEndian.AppendUint16(b, r.ply)
	return append(b, r.moves, r.flags)
}

// record decodes a position.
func (b *Book) record(i int) *record {
	d := b.records[i*recordBytes:][:recordBytes]
	return &record{
		key:   oxo.Key{Hi: binary.LittleEndian.Uint64(d), Lo: binary.LittleEndian.Uint64(d[8:])},
		check: binary.LittleEndian.Uint32(d[16:]), first: binary.LittleEndian.Uint32(d[20:]),
		searched: oxo.Score(binary.LittleEndian.Uint32(d[24:])), parent: binary.LittleEndian.Uint32(d[28:]),
		ply: binary.LittleEndian.Uint16(d[32:]), moves: d[34], flags: d[35],
	}
}

// edges decodes the moves of a position.
func (b *Book) edges(r *record) []edge {
	all := make([]edge, r.moves)
	for i := range all {
		d := b.moves[(int(r.first)+i)*moveBytes:][:moveBytes]
		all[i] = edge{oxo.Move(binary.LittleEndian.Uint32(d)), oxo.Score(binary.LittleEndian.Uint32(d[4:]))}
	}
	return all
}

// find returns the number of the position with a key.
func (b *Book) find(key oxo.Key) (int, bool) {
	return sort.Find(b.positions, func(i int) int { return compare(key, b.record(i).key) })
}

// root returns the number of the first position of the game.
func (b *Book) root() int {
	i, _ := b.find(identify(b.game.Start()).key)
	return i
}

func compare(a, b oxo.Key) int { return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo)) }

// Is reports whether a file starts like a book of estimates.
func Is(file []byte) bool { return bytes.HasPrefix(file, []byte(kind().Magic)) }

// GameOf returns the game named in the file of a book.
func GameOf(file []byte) (string, error) {
	values, _, err := kind().Parse(file)
	if err != nil {
		return "", err
	}
	return values[0], nil
}

// Read opens the book of a game. It reads from the file's bytes, which must not change; they
// may be mapped from a disk. An error says what is wrong with the file: not a book, of another
// version or another game, cut short, or damaged.
func Read(g oxo.Game, file []byte) (*Book, error) {
	values, size, err := kind().Parse(file)
	switch {
	case err != nil:
		return nil, err
	case !oxo.SameName(values[0], g.Name()):
		return nil, fmt.Errorf("the book is of %s: want one of %s", values[0], g.Name())
	}
	body, err := datafile.Check(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("the book's file is not complete: %w", err)
	}
	b := &Book{about: about{game: g}}
	moves, err := b.readHead(values[1:])
	if err != nil {
		return nil, fmt.Errorf("the book's lines are damaged: %w", err)
	}
	if want := int64(size) + int64(b.positions)*recordBytes + int64(moves)*moveBytes; body != want {
		return nil, fmt.Errorf("the book's file has %d bytes before its checksum, but its first lines say %d", body, want)
	}
	b.records, b.moves = file[size:][:b.positions*recordBytes], file[size+b.positions*recordBytes:body]
	return b, b.sound(moves)
}

// readHead parses the lines, and returns the number of moves.
func (b *Book) readHead(values []string) (moves int, err error) {
	var errs [5]error
	b.nodes, errs[0] = strconv.ParseUint(values[0], 10, 63)
	var margin int
	for i, to := range []*int{&b.keep, &margin, &b.positions, &moves} {
		*to, errs[i+1] = strconv.Atoi(values[i+1])
		if errs[i+1] == nil && (*to < 0 || *to > maxFile) {
			errs[i+1] = fmt.Errorf("%d: want 0 to %d", *to, maxFile)
		}
	}
	b.margin = oxo.Score(margin)
	return moves, errors.Join(errs[:]...)
}

// sound checks the data that a look-up reads: all of it must exist.
func (b *Book) sound(moves int) error {
	if b.positions == 0 {
		return errors.New("the book has no positions")
	}
	var last oxo.Key
	for i := range b.positions {
		r := b.record(i)
		switch {
		case i > 0 && compare(last, r.key) >= 0:
			return fmt.Errorf("the book's positions %d and %d are not in the order of their keys", i, i+1)
		case int64(r.first)+int64(r.moves) > int64(moves) || int(r.parent) >= b.positions || r.moves == 0:
			return fmt.Errorf("position %d of the book refers to moves or positions that the book does not have", i+1)
		}
		last = r.key
	}
	start := identify(b.game.Start())
	if i, ok := b.find(start.key); !ok || b.record(i).check != start.check {
		return fmt.Errorf("the book does not have the start of %s: the keys or moves of the game have changed since it was made: make it again", b.game.Name())
	}
	return nil
}

// WriteTo writes the book as a file.
func (b *Book) WriteTo(w io.Writer) (int64, error) {
	head := kind().Head(b.game.Name(), strconv.FormatUint(b.nodes, 10), strconv.Itoa(b.keep), strconv.Itoa(int(b.margin)),
		strconv.Itoa(b.positions), strconv.Itoa(len(b.moves)/moveBytes))
	n := int64(0)
	err := datafile.Sealed(w, func(w io.Writer) error {
		for _, part := range [][]byte{[]byte(head), b.records, b.moves} {
			m, err := w.Write(part)
			if n += int64(m); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// book packs a grown book.
func (g *growing) book() *Book {
	order := make([]int, len(g.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return compare(g.nodes[i].key, g.nodes[j].key) })
	at := make([]uint32, len(order))
	for i, n := range order {
		at[n] = uint32(i)
	}
	b := &Book{about: g.about, positions: len(order)}
	for _, i := range order {
		n := &g.nodes[i]
		r := record{
			key: n.key, check: n.check, first: uint32(len(b.moves) / moveBytes), searched: n.searched,
			parent: at[n.parent], ply: uint16(n.ply), moves: uint8(len(n.branches)), flags: n.flags,
		}
		b.records = r.append(b.records)
		for _, e := range n.branches {
			b.moves = binary.LittleEndian.AppendUint32(b.moves, uint32(e.move))
			b.moves = binary.LittleEndian.AppendUint32(b.moves, uint32(e.score))
		}
	}
	return b
}
