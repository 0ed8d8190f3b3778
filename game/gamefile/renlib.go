package gamefile

import (
	"fmt"
	"strings"

	"oxo"
)

// A library of RenLib is a tree of moves on a board of 15x15. It begins with a header of 20 bytes
// (files of old versions do not have it). Then come the nodes of the tree: a move, the nodes that
// follow it, then the alternatives to the move. A node has two bytes:
//
//	byte 0   the square: 16 times the row from the top, from 0, plus the column, from 1; 0 is
//	         the root of the tree, or a pass
//	byte 1   what the node has:
//	         80 an alternative       40 nothing follows it    20 a comment of old versions
//	         10 a mark               08 a comment             04 a start
//	         02 it is not a move     01 two more bytes; their last bit says that there is a
//	                                 text on the board
//
// Comments and texts end with a byte 0, and take an even number of bytes; a comment of old
// versions ends with a byte above 7f.
const (
	libHeader = "\xffRenLib\xff"
	libBytes  = 20 // of the whole header
	libMajor  = 3  // the greatest version
	libMinor  = 4
	libSide   = 15
	libCentre = 0x78

	libSibling    = 0x80
	libLeaf       = 0x40
	libOldComment = 0x20
	libComment    = 0x08
	libNoMove     = 0x02
	libMore       = 0x01
	libText       = 0x01 // in the last of the two more bytes
)

// isRenLib reports whether a file is a library. It knows it by the header. A file of an old version
// begins with a node at the centre, and the next byte is one that a text does not have.
func isRenLib(file string) bool {
	return strings.HasPrefix(file, libHeader) ||
		len(file) > 1 && file[0] == libCentre && (file[1] < '\t' || file[1] > '~') && len(file)%2 == 0 && file[1]&^(libSibling|libLeaf|libOldComment|libComment|0x10|0x04) == 0
}

// library reads the lines of a library one after the other.
type library struct {
	file     string
	at       int      // the next byte
	path     []libPly // to the last node
	branches []int    // the places in path of the nodes with an alternative that is not read yet
	due      int      // the byte, from 1, of the move whose alternative comes next; 0 if none comes
	moved    [maxStones + 1]bool
	ended    bool
}

// libPly is a node on the path.
type libPly struct {
	square byte
	move   bool
	at     int // its byte, from 0
}

// newLibrary checks the header.
func newLibrary(file string) (*library, error) {
	l := &library{file: file}
	if !strings.HasPrefix(file, libHeader) {
		return l, nil
	}
	if len(file) < libBytes {
		return nil, fmt.Errorf("the file ends at byte %d, within the header of a library of RenLib, which has %d bytes", len(file), libBytes)
	}
	if major, minor := int(file[len(libHeader)]), int(file[len(libHeader)+1]); major > libMajor || major == libMajor && minor > libMinor {
		return nil, fmt.Errorf("byte %d: the library is of RenLib's version %d.%d: want %d.%d or less", len(libHeader)+1, major, minor, libMajor, libMinor)
	}
	l.at = libBytes
	return l, nil
}

// next returns the next line of play as a game; nil at the end.
func (l *library) next() *Text {
	for !l.ended {
		if l.at >= len(l.file) {
			l.ended = true
			if l.due > 0 || len(l.branches) > 0 {
				return l.game(fmt.Errorf("the file ends at byte %d, and an alternative to the move at byte %d is missing", len(l.file), l.missing()))
			}
			if n := len(l.path); n > 0 && l.path[n-1].move {
				return l.game(nil)
			}
			return nil
		}
		whole, err := l.node()
		if err != nil {
			l.ended = true
			return l.game(err)
		}
		if whole != nil {
			return whole
		}
	}
	return nil
}

// missing returns the byte of the last move whose alternative is missing.
func (l *library) missing() int {
	if n := len(l.branches); l.due == 0 && n > 0 {
		return l.path[l.branches[n-1]].at + 1
	}
	return l.due
}

// node reads a node. If a line of play ends with it, node returns the line as a game.
func (l *library) node() (*Text, error) {
	from := l.at
	b, err := l.pair()
	if err != nil {
		return nil, err
	}
	square, has := b[0], b[1]
	if err := l.skipTexts(has); err != nil {
		return nil, err
	}
	if square&15 == 0 && square != 0 || square>>4 >= libSide {
		return nil, fmt.Errorf("byte %d: %#02x is not a square: want a column from 1 to 15 and a row from 0 to 14", from+1, square)
	}
	depth := len(l.path)
	if depth >= maxStones {
		return nil, fmt.Errorf("byte %d: a line of play has more than %d moves", from+1, maxStones)
	}
	isMove := has&libNoMove == 0 && (square != 0 || depth > 0) // the root is not a move
	l.due = 0
	l.path = append(l.path, libPly{square, isMove, from})
	l.moved[depth] = l.moved[depth] || isMove
	l.moved[depth+1] = false
	if has&libSibling != 0 {
		l.branches = append(l.branches, depth)
	}
	if has&libLeaf == 0 {
		return nil, nil
	}
	var whole *Text
	if isMove || !l.moved[depth] && has&libSibling == 0 {
		whole = l.game(nil)
	}
	if n := len(l.branches); n > 0 {
		l.due = l.path[l.branches[n-1]].at + 1
		l.path, l.branches = l.path[:l.branches[n-1]], l.branches[:n-1]
		return whole, nil
	}
	l.ended = true
	if whole != nil && l.at < len(l.file) {
		whole.Notices = keep(whole.Notices, fmt.Sprintf("byte %d: the tree ends here, and the file goes on: the rest is passed over", l.at+1))
	}
	return whole, nil
}

// pair reads two bytes.
func (l *library) pair() (string, error) {
	if l.at+2 > len(l.file) {
		l.at = len(l.file)
		return "", fmt.Errorf("the file ends at byte %d, within a node", len(l.file))
	}
	l.at += 2
	return l.file[l.at-2 : l.at], nil
}

// skipTexts passes over a node's comment and text.
func (l *library) skipTexts(has byte) error {
	text := false
	if has&libMore != 0 {
		more, err := l.pair()
		if err != nil {
			return err
		}
		text = more[1]&libText != 0
	}
	isZero := func(c byte) bool { return c == 0 }
	switch {
	case has&libOldComment != 0:
		if err := l.skipTo(func(c byte) bool { return c > 0x7f }); err != nil {
			return err
		}
	case has&libComment != 0:
		if err := l.skipTo(isZero); err != nil {
			return err
		}
	}
	if text {
		return l.skipTo(isZero)
	}
	return nil
}

// skipTo passes over pairs of bytes, up to the pair with the last byte of a text.
func (l *library) skipTo(last func(byte) bool) error {
	from := l.at
	for {
		b, err := l.pair()
		if err != nil {
			return fmt.Errorf("the file ends at byte %d, within the text that begins at byte %d", len(l.file), from+1)
		}
		if last(b[0]) || last(b[1]) {
			return nil
		}
	}
}

// game returns the moves of the path as a game, with a fault after the last move if there is one.
func (l *library) game(fault error) *Text {
	g := &stoneGame{columns: libSide, rows: libSide, unit: "byte"}
	for _, p := range l.path {
		switch {
		case !p.move:
		case p.square == 0:
			g.stones = append(g.stones, stone{passName, p.at + 1})
		default:
			g.stones = append(g.stones, stone{g.squareFromTop(int(p.square&15), int(p.square>>4)+1), p.at + 1})
		}
	}
	return &Text{Tags: map[string]string{}, stones: g, broken: fault}
}

// readRenLib returns a reader of the lines of a library.
func readRenLib(rules oxo.Game, file string) (func(*source) *Text, error) {
	l, err := newLibrary(file)
	if err != nil {
		return nil, err
	}
	t := Text{rules: rules}
	if err := t.checkStones(&stoneGame{columns: libSide, rows: libSide}); err != nil {
		return nil, err
	}
	return func(*source) *Text { return l.next() }, nil
}
