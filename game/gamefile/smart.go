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

// property is one property of a node, with its unescaped values.
type property struct {
	name   string
	values []string
}

// smart reads a game of SGF; nil at the end. The main line follows the first
// variations: it is the text before the first closing bracket. The rest is skipped. A
// game with a fault ends there, and the source continues at the next root.
func (s *source) smart() *Text {
	at := smartBegin(s.text)
	if at < 0 {
		return nil // text outside games is ignored
	}
	s.skip(at)
	t := s.start()
	r := smartReader{source: s, t: t, main: true}
	for s.blank() {
		ended, err := r.part()
		if err != nil {
			t.broken = err
			s.toRoot()
		}
		if ended || err != nil {
			return t.rooted()
		}
	}
	t.notice(t.Line, "the game that begins here has no end, and is read up to the end of the file: write ) after it")
	return t.rooted()
}

// smartReader reads the text of one game.
type smartReader struct {
	*source
	t       *Text
	depth   int
	main    bool  // whether this is still the main line
	reading *node // the current node of the main line
	inNode  bool  // whether there was a semicolon since the last bracket
}

// part reads a bracket, a semicolon or a property, and reports whether the game ends
// here or earlier.
func (r *smartReader) part() (ended bool, err error) {
	s := r.source
	switch s.text[0] {
	case '(':
		if r.depth > 0 && isRoot(s.text) {
			r.t.notice(s.line, "another game begins here: the one from line %d has no end. Write ) after it", r.t.Line)
			return true, nil
		}
		r.depth++
		r.inNode = false
		s.skip(1)
	case ')':
		s.skip(1)
		r.main = false
		r.depth--
		return r.depth == 0, nil
	case ';':
		s.skip(1)
		r.begin()
	default:
		if !r.inNode {
			r.t.notice(s.line, "%q is read as a node: write ; before it", begin(s.text))
			r.begin()
		}
		p, err := s.property(r.t)
		if err != nil {
			return false, err
		}
		if r.reading != nil {
			r.reading.properties = append(r.reading.properties, p)
		}
	}
	return false, nil
}

// begin begins a node.
func (r *smartReader) begin() {
	r.reading, r.inNode = nil, true
	if r.main {
		r.t.nodes = append(r.t.nodes, node{line: r.line})
		r.reading = &r.t.nodes[len(r.t.nodes)-1]
	}
}

// rooted finishes a game: the properties of the root become its tags.
func (t *Text) rooted() *Text {
	if len(t.nodes) == 0 {
		return t
	}
	for _, p := range t.nodes[0].properties {
		if _, there := t.Tags[p.name]; !there {
			t.Tags[p.name] = p.values[0]
		}
	}
	return t
}

// smartBegin returns the index where a game of SGF begins, or -1: at a bracket and a
// semicolon, or at a bracket and a property if the semicolon is missing.
func smartBegin(text string) int {
	for at := 0; ; at++ {
		next := strings.IndexByte(text[at:], '(')
		if next < 0 {
			return -1
		}
		at += next
		rest := strings.TrimLeft(text[at+1:], " \t\r\n")
		if strings.HasPrefix(rest, ";") || propertyAt(rest) {
			return at
		}
		at += len(text[at+1:]) - len(rest)
	}
}

// maxProperty is the maximum length of a property name, in bytes.
const maxProperty = 32

// propertyAt reports whether a text begins with a property name and the bracket of a
// value. In old files names contain small letters, too.
func propertyAt(text string) bool {
	text = text[:min(len(text), maxProperty)]
	end, capitals := 0, 0
	for end < len(text) && (text[end] >= 'A' && text[end] <= 'Z' || text[end] >= 'a' && text[end] <= 'z') {
		if text[end] <= 'Z' {
			capitals++
		}
		end++
	}
	return capitals > 0 && strings.HasPrefix(strings.TrimLeft(text[end:], " \t\r\n"), "[")
}

// isRoot reports whether a text begins with the root of a game: a bracket, a
// semicolon, and a property that occurs only in roots.
func isRoot(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	rest, ok := strings.CutPrefix(rest, ";")
	rest = strings.TrimLeft(rest, " \t\r\n")
	for _, name := range []string{"GM[", "FF[", "SZ[", "CA[", "AP["} {
		if ok && strings.HasPrefix(rest, name) {
			return true
		}
	}
	return false
}

// toRoot skips the rest of a game with a fault, up to the next root.
func (s *source) toRoot() {
	for s.text != "" {
		s.skip(1)
		next := strings.IndexByte(s.text, '(')
		if next < 0 {
			next = len(s.text)
		}
		if s.skip(next); s.text != "" && isRoot(s.text) {
			return
		}
	}
}

// property reads a name and values in brackets. Small letters in names come from old
// files, and have no meaning.
func (s *source) property(t *Text) (p property, err error) {
	end := strings.IndexFunc(s.text, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') })
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
		return p, s.errorf("%q is not a property: write capitals and a value in brackets, as in B[dd]", begin(s.text))
	}
	s.skip(end)
	for s.blank() && s.text[0] == '[' {
		value, err := s.value(t, name)
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

// value reads a value in brackets. A value that appears to contain the next move or
// game is an error: its closing bracket is missing.
func (s *source) value(t *Text, name string) (string, error) {
	value, end, brackets := s.endOfValue()
	switch {
	case end < 0:
		return "", s.errorf("the value of %s has no end: write ] after it", words.Clip(name))
	case takesMore(s.text[1:end]):
		return "", s.errorf("the value of %s has no end before the next move or game: write ] after it, or \\[ for each [ in it", words.Clip(name))
	case brackets:
		t.notice(s.line, "a ] within the value of %s is read as a part of it: write \\] for it", words.Clip(name))
	}
	s.skip(end + 1)
	return value, nil
}

// endOfValue returns the unescaped value, the index of its closing bracket (-1
// without one), and whether it contains brackets. A backslash keeps the next
// character, and joins lines. A closing bracket that cannot be followed by SGF is
// part of the value, with its backslash missing, if a better closing bracket comes
// later.
func (s *source) endOfValue() (text string, end int, brackets bool) {
	var value strings.Builder
	first := -1 // the first bracket that could end the value
	var short string
	for at := 1; at < len(s.text); at++ {
		switch c := s.text[at]; c {
		case ']':
			if s.wasted > maxWasted || smartGoesOn(s.text[at+1:]) {
				return value.String(), at, first >= 0
			}
			if first < 0 {
				first, short = at, value.String()
			}
			value.WriteByte(c)
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
	if first >= 0 {
		s.wasted += len(s.text)
	}
	return short, first, false
}

// takesMore reports whether the raw text of a value ends within a move, as in
// C[hello;B[aa], or contains the root of another game. A root in a comment would have
// backslashes before its brackets.
func takesMore(value string) bool {
	if at := strings.LastIndexByte(value, '['); at >= 0 && len(value)-at <= len("[aa") {
		before := strings.TrimRight(value[:at], whiteSpace)
		if strings.HasSuffix(before, ";B") || strings.HasSuffix(before, ";W") {
			return true
		}
	}
	rest := value[strings.LastIndex(value, "\\]")+1:]
	for at := strings.IndexByte(rest, '('); at >= 0; at = strings.IndexByte(rest, '(') {
		if rest = rest[at:]; isRoot(rest) {
			return true
		}
		rest = rest[1:]
	}
	return false
}

// maxWasted is the number of bytes of a file that may be searched in vain for a
// better end of a value; after that the first bracket ends it.
const maxWasted = 1 << 22

// smartGoesOn reports whether a text can follow a value: another value, a node, a
// bracket, a property or the end of the file.
func smartGoesOn(text string) bool {
	text = strings.TrimLeft(text, whiteSpace)
	return text == "" || strings.IndexByte("[;()", text[0]) >= 0 || propertyAt(text)
}
