package steady

import (
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// codes holds the letters of a diagram by their codes in the file.
const codes = " 12|!-@+="

// The fields of the file: see [Strategy.Write].
const (
	fieldNode, fieldRoot                               = 1, 2
	fieldWidth, fieldHeight, fieldSecond               = 15, 16, 17
	fieldID, fieldDiagram, fieldBranch, fieldMovesHere = 1, 2, 3, 4
	fieldNext                                          = 1
)

// The two kinds of fields that the file has: a number, or bytes.
const kindNumber, kindBytes = 0, 2

// Write writes a strategy in the format of WeakC4 [Swap25]: a message of Protocol Buffers, compressed by gzip. A diagram has four
// bits for a square, the moves to a node two columns in the lower six bits of a byte. Boards other than 7x6, and
// strategies of the second player, have three fields more, which other readers skip.
func (s *Strategy) Write(w io.Writer) error {
	z := gzip.NewWriter(w)
	var data []byte
	for i := range s.Nodes {
		data = appendBytes(data, fieldNode, s.Nodes[i].encode(i))
	}
	data = appendNumber(data, fieldRoot, 0)
	if s.Width != 7 || s.Height != 6 || s.Second {
		data = appendNumber(data, fieldWidth, s.Width)
		data = appendNumber(data, fieldHeight, s.Height)
		if s.Second {
			data = appendNumber(data, fieldSecond, 1)
		}
	}
	_, err := z.Write(data)
	return errors.Join(err, z.Close())
}

func appendNumber(data []byte, field, n int) []byte {
	data = binary.AppendUvarint(data, uint64(field)<<3|kindNumber)
	return binary.AppendUvarint(data, uint64(n))
}

func appendBytes(data []byte, field int, b []byte) []byte {
	data = binary.AppendUvarint(data, uint64(field)<<3|kindBytes)
	return append(binary.AppendUvarint(data, uint64(len(b))), b...)
}

// encode returns the message of a node.
func (n *Node) encode(id int) (data []byte) {
	data = appendNumber(data, fieldID, id)
	if n.Rows != "" {
		data = appendBytes(data, fieldDiagram, pairs(len(n.Rows), 4, func(i int) byte { return byte(strings.IndexByte(codes, n.Rows[i])) }))
	} else {
		var next []byte
		for _, to := range n.Next {
			next = binary.AppendUvarint(next, uint64(to))
		}
		data = appendBytes(data, fieldBranch, appendBytes(nil, fieldNext, next))
	}
	return appendBytes(data, fieldMovesHere, pairs(len(n.Moves), 3, func(i int) byte { return n.Moves[i] }))
}

// pairs packs two values into each byte, the first one above the given number of bits.
func pairs(n, bits int, at func(i int) byte) []byte {
	out := make([]byte, (n+1)/2)
	for i := range n {
		if i%2 == 0 {
			out[i/2] = at(i) << bits
		} else {
			out[i/2] |= at(i)
		}
	}
	return out
}

// maxFile is the size of the largest message that Read accepts.
const maxFile = 1 << 28

// Read reads a strategy: see [Strategy.Write]. It does not check that the strategy wins: see [Strategy.Check].
func Read(r io.Reader) (*Strategy, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(z, maxFile))
	if err != nil {
		return nil, err
	}
	s := &Strategy{Width: 7, Height: 6}
	err = fields(data, func(field int, number uint64, sub []byte) error {
		switch field {
		case fieldNode:
			n, id, err := s.decode(sub)
			if err == nil && id != len(s.Nodes) {
				err = fmt.Errorf("node %d at place %d: want the nodes in order", id, len(s.Nodes))
			}
			s.Nodes = append(s.Nodes, n)
			return err
		case fieldWidth:
			s.Width = int(number & 15)
		case fieldHeight:
			s.Height = int(number & 15)
		case fieldSecond:
			s.Second = number == 1
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, s.cut()
}

// cut leaves out the half byte after the diagrams of boards with an odd number of squares, and refuses diagrams of another
// size.
func (s *Strategy) cut() error {
	squares := s.Width * s.Height
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if n.Rows == "" {
			continue
		}
		if len(n.Rows) != squares+squares%2 {
			return fmt.Errorf("node %d: a diagram of %d squares: want %d", i, len(n.Rows), squares)
		}
		n.Rows = n.Rows[:squares]
	}
	return nil
}

// decode reads the message of a node.
func (s *Strategy) decode(data []byte) (n Node, id int, err error) {
	err = fields(data, func(field int, number uint64, sub []byte) error {
		switch field {
		case fieldID:
			id = int(number)
		case fieldDiagram:
			return n.diagram(sub)
		case fieldBranch:
			return fields(sub, func(_ int, number uint64, sub []byte) error { return n.next(number, sub) })
		case fieldMovesHere:
			for _, c := range sub {
				n.Moves = append(n.Moves, c>>3, c&7)
			}
			if k := len(n.Moves); k > 0 && n.Moves[k-1] == 0 {
				n.Moves = n.Moves[:k-1]
			}
		}
		return nil
	})
	return n, id, err
}

// diagram reads the squares of a diagram.
func (n *Node) diagram(sub []byte) error {
	rows := make([]byte, 0, 2*len(sub))
	for _, c := range sub {
		if int(c>>4) >= len(codes) || int(c&15) >= len(codes) {
			return fmt.Errorf("a square of a diagram has the code %d: want 0 to %d", c, len(codes)-1)
		}
		rows = append(rows, codes[c>>4], codes[c&15])
	}
	n.Rows = string(rows)
	return nil
}

// next reads the numbers of the next nodes, packed or one by one.
func (n *Node) next(number uint64, sub []byte) error {
	if sub == nil {
		n.Next = append(n.Next, int(number))
	}
	for len(sub) > 0 {
		v, k := binary.Uvarint(sub)
		if k <= 0 {
			return io.ErrUnexpectedEOF
		}
		n.Next, sub = append(n.Next, int(v)), sub[k:]
	}
	return nil
}

// fields calls f for each field of a message: with its number, or with its bytes.
func fields(data []byte, f func(field int, number uint64, sub []byte) error) error {
	for len(data) > 0 {
		tag, k := binary.Uvarint(data)
		if k <= 0 {
			return io.ErrUnexpectedEOF
		}
		v, l := binary.Uvarint(data[k:])
		if l <= 0 {
			return io.ErrUnexpectedEOF
		}
		data = data[k+l:]
		var sub []byte
		switch tag & 7 {
		case kindNumber:
		case kindBytes:
			if v > uint64(len(data)) {
				return io.ErrUnexpectedEOF
			}
			sub, data = data[:v:v], data[v:]
		default:
			return fmt.Errorf("a field of type %d: want numbers and bytes", tag&7)
		}
		if err := f(int(tag>>3), v, sub); err != nil {
			return err
		}
	}
	return nil
}
