package rbg

import (
	"fmt"
	"strings"

	"oxo/internal/words"
)

// The bounds of a sheet's text. The largest sheet known has 120,000 bytes.
const (
	maxText = 4 << 20 // bytes
	maxName = 200     // bytes of a name
)

// token is a name, a number or a mark of the text.
type token struct {
	line int
	text string
}

func (t token) name() bool { return t.text != "" && letter(t.text[0]) }

func (t token) number() bool { return t.text != "" && numeral(t.text[0]) }

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func numeral(c byte) bool { return c >= '0' && c <= '9' }

// fault is an error at a line of the text.
func fault(line int, format string, a ...any) error {
	return fmt.Errorf("line %d: %w", line, fmt.Errorf(format, a...))
}

// marks returns the marks of the language, longer ones before their beginnings.
func marks() []string {
	return []string{
		"->>", "->", "{?", "{!", "{$", "[$", "==", "!=", "<=", ">=",
		"(", ")", "[", "]", "{", "}", "~", "#", "-", "+", "^", "/", "*", ".", ",", ";", ":", "=", "<", ">",
	}
}

// tokens splits a text. Comments are as in C.
func tokens(text string) ([]token, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("the sheet has %d bytes: want at most %d", len(text), maxText)
	}
	l := &lexer{text: text, line: 1, marks: marks()}
	var all []token
	for {
		if err := l.space(); err != nil {
			return nil, err
		}
		if l.text == "" {
			return all, nil
		}
		t, err := l.token()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
}

// lexer has the rest of a text.
type lexer struct {
	text  string
	line  int
	marks []string
}

// space skips blanks and comments.
func (l *lexer) space() error {
	for l.text != "" {
		switch {
		case l.text[0] == '\n':
			l.line++
			l.text = l.text[1:]
		case strings.IndexByte(" \t\r\f\v", l.text[0]) >= 0:
			l.text = l.text[1:]
		case strings.HasPrefix(l.text, "//"):
			end := strings.IndexByte(l.text, '\n')
			if end < 0 {
				end = len(l.text)
			}
			l.text = l.text[end:]
		case strings.HasPrefix(l.text, "/*"):
			end := strings.Index(l.text[2:], "*/")
			if end < 0 {
				return fault(l.line, "a comment /* is never closed: want */")
			}
			l.line += strings.Count(l.text[:end+4], "\n")
			l.text = l.text[end+4:]
		default:
			return nil
		}
	}
	return nil
}

// token reads the next token.
func (l *lexer) token() (token, error) {
	n := 0
	switch c := l.text[0]; {
	case letter(c):
		for n < len(l.text) && (letter(l.text[n]) || numeral(l.text[n])) {
			n++
		}
	case numeral(c):
		for n < len(l.text) && numeral(l.text[n]) {
			n++
		}
	default:
		for _, m := range l.marks {
			if strings.HasPrefix(l.text, m) {
				n = len(m)
				break
			}
		}
	}
	if n == 0 {
		r := []rune(l.text[:min(4, len(l.text))])
		return token{}, fault(l.line, "%s is not in the language: want a name, a number or a mark", words.Clip(string(r[:1])))
	}
	if n > maxName {
		return token{}, fault(l.line, "a name or number has %d characters: want at most %d", n, maxName)
	}
	t := token{l.line, l.text[:n]}
	l.text = l.text[n:]
	return t, nil
}
