package gamefile

import (
	"strings"
)

// Files of Chessmaster, which pgn-extract -Wcm also writes, have lines with the names of the
// players instead of tags, and give the result in a comment after the last move:
//
// 	WHITE: Ann
// 	BLACK: Bo
//
// 	  1. e4             ...            ; a comment
// 	     ...            e5
// 	  2. Nf3            Nc6            ; and black resigns

// Beginnings of the lines with names.
const (
	masterWhite = "WHITE:"
	masterBlack = "BLACK:"
)

// isMaster reports whether a line has a player's name in Chessmaster's format.
func isMaster(line string) bool {
	return strings.HasPrefix(line, masterWhite) || strings.HasPrefix(line, masterBlack)
}

// masterName reads a player's name in Chessmaster's format. It reports whether the
// next game begins here, and whether it has read a name.
func (s *source) masterName(t *Text) (begins, read bool) {
	if s.within || !isMaster(s.text) {
		return false, false
	}
	line, _, _ := strings.Cut(s.text, "\n")
	name := map[string]string{masterWhite: "White", masterBlack: "Black"}[line[:len(masterWhite)]]
	if len(t.words) > 0 || t.has(name) {
		return true, false
	}
	t.Tags[name] = strings.TrimSpace(line[len(masterWhite):])
	t.master = true
	s.toEndOfLine()
	return false, true
}

// masterResult takes the result from a comment in a Chessmaster file.
func (t *Text) masterResult(comment string) {
	if !t.master {
		return
	}
	line, _, _ := strings.Cut(comment, "\n")
	said := map[string]string{"and black resigns": "1-0", "and white resigns": "0-1", "draw": "1/2-1/2"}
	if result, ok := said[strings.TrimSpace(strings.TrimPrefix(line, ";"))]; ok {
		t.outcome = result
	}
}
