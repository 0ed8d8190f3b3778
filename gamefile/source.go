package gamefile

import (
	"fmt"
	"strings"

	"oxo/internal/words"
)

// mostWord is the longest word, in bytes: there are whole games in one.
const mostWord = 1 << 14

// source is the text of a file that is left to be read.
type source struct {
	text string
	line int // of what is left
	pdn  bool
	cut  bool // whether what was read last ended within a line
}

// skip takes n bytes off the text.
func (s *source) skip(n int) {
	taken := s.text[:n]
	if n > 0 {
		s.line += strings.Count(taken, "\n")
		s.cut = taken[n-1] != '\n'
	}
	s.text = s.text[n:]
}

// blank takes white space off the text, and lines that begin with %, which PGN leaves to
// programs. It reports whether anything is left.
func (s *source) blank() bool {
	for {
		s.skip(len(s.text) - len(strings.TrimLeft(s.text, " \t\r\n\v\f\ufeff")))
		if s.text == "" {
			return false
		}
		if s.text[0] != '%' || s.cut {
			return true
		}
		s.toEndOfLine()
	}
}

func (s *source) toEndOfLine() {
	if n := strings.IndexByte(s.text, '\n'); n >= 0 {
		s.skip(n + 1)
		return
	}
	s.skip(len(s.text))
}

// errorf is an error at the line of what is left.
func (s *source) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", s.line, fmt.Errorf(format, args...))
}

// tagged reads a game of PGN or PDN, nil where none is left. Comments and variations are
// passed over.
func (s *source) tagged() (*Text, error) {
	t := &Text{Tags: map[string]string{}}
	for s.blank() {
		if t.Line == 0 {
			t.Line = s.line
		}
		var err error
		switch s.text[0] {
		case '[':
			if len(t.words) > 0 {
				return t, nil // the next game: this one has no result
			}
			err = s.tag(t)
		case '{':
			err = s.comment()
		case ';':
			s.toEndOfLine()
		case '(':
			err = s.variation()
		default:
			if ended, wrong := s.word(t); wrong != nil || ended {
				return t, wrong
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if len(t.words) == 0 && len(t.Tags) == 0 {
		return nil, nil
	}
	return t, nil
}

// word reads a word of the moves, and reports whether it is the result, which ends a
// game.
func (s *source) word(t *Text) (ended bool, err error) {
	end := strings.IndexAny(s.text, " \t\r\n\v\f{}()[];")
	switch end {
	case -1:
		end = len(s.text)
	case 0:
		return false, s.errorf("%q is no part of a game", s.text[:1])
	}
	if nag := strings.IndexByte(s.text[:end], '$'); nag > 0 {
		end = nag // a NAG needs no blank before it
	}
	if end > mostWord {
		return false, s.errorf("%q goes on for %d bytes without a blank: that is no move", begin(s.text), end)
	}
	w := word{s.text[:end], s.line}
	s.skip(end)
	if isResult(w.text, s.pdn) {
		t.outcome = w.text
		return len(t.words) > 0 || len(t.Tags) > 0, nil
	}
	t.words = append(t.words, w)
	return false, nil
}

// isResult reports whether a word ends a game. "0-0" is castling in PGN.
func isResult(text string, pdn bool) bool {
	switch text {
	case "1-0", "0-1", "1/2-1/2", "½-½", "1/2", "*":
		return true
	case "2-0", "0-2", "1-1", "0-0":
		return pdn
	}
	return false
}

// tag reads [Name "value"]. Within the value \" is a quotation mark and \\ a backslash.
func (s *source) tag(t *Text) error {
	wrong := func() error {
		return s.errorf("%q is no tag: write a name and a value, as in [Event \"Match\"]", begin(s.text))
	}
	rest := strings.TrimLeft(s.text[1:], " \t")
	end := strings.IndexAny(rest, " \t\"]\r\n")
	if end <= 0 {
		return wrong()
	}
	name := rest[:end]
	if rest = strings.TrimLeft(rest[end:], " \t"); rest == "" || rest[0] != '"' {
		return wrong()
	}
	var value strings.Builder
	at := 1
	for ; at < len(rest) && rest[at] != '"' && rest[at] != '\n'; at++ {
		if rest[at] == '\\' && at+1 < len(rest) && (rest[at+1] == '"' || rest[at+1] == '\\') {
			at++
		}
		value.WriteByte(rest[at])
	}
	if at >= len(rest) || rest[at] != '"' {
		return wrong()
	}
	if rest = strings.TrimLeft(rest[at+1:], " \t"); rest == "" || rest[0] != ']' {
		return wrong()
	}
	t.Tags[name] = value.String()
	s.skip(len(s.text) - len(rest) + 1)
	return nil
}

// begin returns how a text begins, for an error.
func begin(text string) string {
	const most = 200
	line, _, _ := strings.Cut(text[:min(len(text), most)], "\n")
	return words.Clip(strings.TrimSpace(strings.ToValidUTF8(line, "")))
}

// comment passes over {a comment}, which may have braces in no order.
func (s *source) comment() error {
	n := strings.IndexByte(s.text, '}')
	if n < 0 {
		return s.errorf("the comment %q has no end: write } behind it", begin(s.text))
	}
	s.skip(n + 1)
	return nil
}

// variation passes over what is in brackets, with brackets and comments within.
func (s *source) variation() error {
	wrong := s.errorf("the variation %q has no end: write ) behind it", begin(s.text))
	for depth := 0; s.text != ""; {
		n := strings.IndexAny(s.text, "(){;%")
		if n < 0 {
			break
		}
		s.skip(n)
		switch s.text[0] {
		case '%':
			if !s.cut {
				s.toEndOfLine()
				continue
			}
		case '{':
			if err := s.comment(); err != nil {
				return err
			}
			continue
		case ';':
			s.toEndOfLine()
			continue
		case '(':
			depth++
		case ')':
			depth--
		}
		if s.skip(1); depth == 0 {
			return nil
		}
	}
	return wrong
}

// moves reads a line of moves, nil where none is left.
func (s *source) moves() (*Text, error) {
	for s.text != "" {
		line, at := s.text, s.line
		if n := strings.IndexByte(s.text, '\n'); n >= 0 {
			line = s.text[:n]
		}
		s.skip(min(len(line)+1, len(s.text)))
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		t := &Text{Line: at}
		for w := range strings.FieldsSeq(line) {
			if len(w) > mostWord {
				return nil, fmt.Errorf("line %d: %q goes on for %d bytes without a blank: a game is shorter", at, begin(w), len(w))
			}
			t.words = append(t.words, word{w, at})
		}
		return t, nil
	}
	return nil, nil
}
