package gamefile

import "strings"

// Comment is a comment of the main line as it is written in the file.
type Comment struct {
	Text string
	Line int // of its beginning, from 1
	Ply  int // the number of plies before it, counted from the start of the game
}

// remark is a comment in the text of a game.
type remark struct {
	text string
	line int
	word int // the number of words before it
}

// remark reads a comment in braces.
func (s *source) remark(t *Text) error {
	text, line := s.text, s.line
	err := s.comment(t)
	if inner, ok := strings.CutSuffix(text[1:len(text)-len(s.text)], "}"); err == nil && ok {
		t.remarks = append(t.remarks, remark{strings.TrimSpace(inner), line, len(t.words)})
	}
	return err
}

// commentsUpTo adds the comments before a word, which follow the moves made so far.
func (r *replay) commentsUpTo(word int) {
	for len(r.unsaid) > 0 && r.unsaid[0].word <= word {
		first := r.unsaid[0]
		r.unsaid = r.unsaid[1:]
		r.say(first.text, first.line)
	}
}

// say adds a comment on the position so far, unless the players continued after the end of the game.
func (r *replay) say(text string, line int) {
	if len(r.After) == 0 {
		r.Comments = append(r.Comments, Comment{text, line, len(r.Moves)})
	}
}
