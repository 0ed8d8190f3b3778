package gamefile

import (
	"strings"

	"oxo/internal/words"
)

// node is one node of SGF.
type node struct {
	line       int
	properties []property
}

// property is one property of a node, with its values as they mean, without escapes.
type property struct {
	name   string
	values []string
}

// smart reads a game of SGF, nil where none is left. The main line is that of the first
// variations: what is written before the first closing bracket. The rest is passed over.
func (s *source) smart() (*Text, error) {
	at := smartBegin(s.text)
	if at < 0 {
		return nil, nil // what is around games means nothing
	}
	s.skip(at)
	t := &Text{Line: s.line, Tags: map[string]string{}}
	var reading *node
	for depth, main := 0, true; s.blank(); {
		switch s.text[0] {
		case '(':
			depth++
			s.skip(1)
		case ')':
			s.skip(1)
			if main = false; depth == 1 {
				return t.rooted(), nil
			}
			depth--
		case ';':
			if reading = nil; main {
				t.nodes = append(t.nodes, node{line: s.line})
				reading = &t.nodes[len(t.nodes)-1]
			}
			s.skip(1)
		default:
			p, err := s.property()
			if err != nil {
				return nil, err
			}
			if reading != nil {
				reading.properties = append(reading.properties, p)
			}
		}
	}
	return nil, s.errorf("the game that begins on line %d has no end: write ) behind it", t.Line)
}

// rooted finishes a game: its tags are the properties of the root.
func (t *Text) rooted() *Text {
	for _, p := range t.nodes[0].properties {
		if _, there := t.Tags[p.name]; !there {
			t.Tags[p.name] = p.values[0]
		}
	}
	return t
}

// smartBegin returns where a game of SGF begins, or -1: a bracket and a semicolon.
func smartBegin(text string) int {
	for at := 0; ; at++ {
		next := strings.IndexByte(text[at:], '(')
		if next < 0 {
			return -1
		}
		at += next
		if strings.HasPrefix(strings.TrimLeft(text[at+1:], " \t\r\n"), ";") {
			return at
		}
	}
}

// property reads a name and values in brackets. Small letters in names are those of old
// files, and mean nothing.
func (s *source) property() (p property, err error) {
	end := strings.IndexFunc(s.text, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') })
	wrong := func() error {
		return s.errorf("%q is no property: write capitals and a value in brackets, as in B[dd]", begin(s.text))
	}
	if end < 0 {
		end = len(s.text)
	}
	name := s.text[:end]
	p.name = strings.Map(func(r rune) rune {
		if r >= 'a' {
			return -1
		}
		return r
	}, name)
	if p.name == "" {
		return p, wrong()
	}
	s.skip(end)
	for s.blank() && s.text[0] == '[' {
		value, err := s.value(name)
		if err != nil {
			return p, err
		}
		p.values = append(p.values, value)
	}
	if len(p.values) == 0 {
		return p, s.errorf("%s has no value: write it in brackets, as in B[dd]", words.Clip(name))
	}
	return p, nil
}

// value reads a value in brackets. A backslash keeps the character behind it, and joins
// lines.
func (s *source) value(name string) (string, error) {
	var value strings.Builder
	for at := 1; at < len(s.text); at++ {
		switch c := s.text[at]; c {
		case ']':
			s.skip(at + 1)
			return value.String(), nil
		case '\\':
			if at++; at < len(s.text) && s.text[at] == '\r' && strings.HasPrefix(s.text[at:], "\r\n") {
				at++
			}
			if at < len(s.text) && s.text[at] != '\n' && s.text[at] != '\r' {
				value.WriteByte(s.text[at])
			}
		default:
			value.WriteByte(c)
		}
	}
	return "", s.errorf("the value of %s has no end: write ] behind it", name)
}
