package gamefile

import (
	"strings"
)

// comment skips {a comment}. If it has no end before the tags of the next game, that
// is an error. An opening brace within it is part of the text, or begins an inner
// comment if a second closing brace follows. Both give a notice, since a missing
// brace would hide moves.
func (s *source) comment(t *Text) error {
	from := *s
	s.skip(1)
	for within := 0; ; s.skip(1) {
		before := s.text
		if !s.past("{}") {
			return from.errorf("the comment %q has no end: write } after it", begin(from.text))
		}
		if s.text[0] == '{' {
			if within++; within == 1 && len(t.Notices) <= maxNotices {
				t.notice(from.line, "the comment %q has a { within it: if a } is missing before that, the moves there are not read", begin(from.text))
			}
			continue
		}
		if within > 0 && closesNext(s.text[1:]) {
			within--
			continue
		}
		escaped := endsInBackslash(before, s.text)
		if s.skip(1); escaped && s.pastBraces() {
			t.notice(from.line, "\\} within a comment is read as a brace, as kokopu writes it: PGN has no closing brace within a comment")
		}
		return nil
	}
}

// closesNext reports whether the next brace of the game is a closing one.
func closesNext(text string) bool {
	n := strings.IndexAny(text, "{}")
	return n >= 0 && text[n] == '}' && !strings.Contains(text[:n], "\n[Event ")
}

// pastBraces handles \} in a comment, which kokopu writes for a brace in the text. If
// another } comes before the next {, that one ends the comment: pastBraces skips past
// it and returns true. Otherwise the comment itself ends here, with a backslash, and
// pastBraces returns false.
func (s *source) pastBraces() bool {
	end := *s
	for {
		before := s.text
		if next := strings.IndexAny(before, "{}"); next < 0 || before[next] == '{' || !s.past("}") {
			*s = end
			return false
		}
		escaped := endsInBackslash(before, s.text)
		if s.skip(1); !escaped {
			return true
		}
	}
}

// endsInBackslash reports whether the part of a text before its rest ends with an
// unescaped backslash.
func endsInBackslash(text, rest string) bool {
	part := text[:len(text)-len(rest)]
	return (len(part)-len(strings.TrimRight(part, "\\")))%2 == 1
}

// past skips to one of the characters, and reports whether one comes before the next
// game. A game begins with a tag after an empty line, or with the tag Event.
func (s *source) past(characters string) bool {
	for {
		n := strings.IndexAny(s.text, characters+"\n")
		if n < 0 {
			return false
		}
		if s.text[n] != '\n' {
			s.skip(n)
			return true
		}
		empty := !s.cut && strings.TrimSpace(s.text[:n]) == ""
		s.skip(n + 1)
		if isTag(s.text) && (empty || tagName(s.text) == "Event") {
			return false
		}
	}
}

// variation skips a variation in brackets, with inner brackets and comments.
func (s *source) variation(t *Text) error {
	wrong := s.errorf("the variation %q has no end: write ) after it", begin(s.text))
	for depth := 0; s.past("(){;%"); {
		switch s.text[0] {
		case '%':
			if !s.cut {
				s.toEndOfLine()
				continue
			}
		case '{':
			if err := s.comment(t); err != nil {
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

// recover skips the rest of a game with a fault. Once moves have been read it stops at
// a line that begins with a tag or with the number of a first move; before that, at a
// tag that the game already has.
func (s *source) recover(t *Text) {
	moves := len(t.words) > 0
	for s.text != "" {
		line, more, _ := strings.Cut(s.text, "\n")
		name := tagName(line)
		switch {
		case s.cut: // the rest of the line with the fault
		case isTag(line) && (moves || t.has(name)), moves && isFirstNumber(line):
			return
		case isTag(line):
			t.Tags[name] = ""
		case name == "" && strings.Trim(line, whiteSpace) != "" && !strings.HasSuffix(strings.TrimRight(line, whiteSpace), "]"):
			moves = true
		}
		s.skip(len(s.text) - len(more))
	}
}
