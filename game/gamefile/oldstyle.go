package gamefile

import (
	"strings"
)

// Files of xboard 4.9.1 with -oldSaveStyle begin with a line that says so, then
// the names of the players. Comments are in brackets; the closing one begins a line:
//
// 	# xboard game file -- Sun Nov 29 17:48:51 2026
// 		Ann vs. Bo
//
// 	1. e4  e5
// 	[good
// 	]
// 	2. Nf3  Nc6
// 	1-0

// A remark after the result is in brackets on its line.

// oldStyleGame is the beginning of such a file.
const oldStyleGame = "# xboard game file"

// oldNames reads the names of the players before the first move. It reports whether
// the line contains them.
func (t *Text) oldNames(text string) bool {
	line, _, _ := strings.Cut(text[:min(len(text), maxWord)], "\n")
	white, black, ok := strings.Cut(line, " vs. ")
	if !ok || t.has("White") {
		return false
	}
	t.Tags["White"], t.Tags["Black"] = strings.TrimSpace(white), strings.TrimSpace(black)
	return true
}

// oldComment skips a comment in brackets. A board in dashes is a position without
// castling rights: an error.
func (s *source) oldComment() error {
	if strings.HasPrefix(s.text, "[---") {
		return s.errorf("the game begins at a position in the old style of xboard, which has no castling rights: save it as PGN, without -oldSaveStyle")
	}
	end := strings.Index(s.text, "\n]")
	if end < 0 {
		return s.errorf("the comment %q has no end: write a line with ] after it", begin(s.text))
	}
	s.skip(end + len("\n]"))
	return nil
}
