package languages_test

import (
	"regexp"
	"strings"
)

// literal is a text in a module of the page: the parts between its places, and the code
// before it.
type literal struct {
	text   string // each place is {}
	before string
	line   int
}

// script reads the texts of a module. Code within a place is read too.
type script struct {
	text string
	at   int
	line int
	last string // the code since the last text
	all  []literal
}

func literals(text string) []literal {
	s := &script{text: text, line: 1}
	s.code(0)
	return s.all
}

// regexpBefore ends the code before a slash that begins a regular expression.
var regexpBefore = regexp.MustCompile(`(^|[(,=:\[!&|?{};\n]|=>|return|case)\s*$`)

// code reads until the end, or until the bracket that ends a place.
func (s *script) code(depth int) {
	braces := 0
	for s.at < len(s.text) {
		c := s.text[s.at]
		rest := s.text[s.at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			s.skip(strings.IndexByte(rest+"\n", '\n'))
		case strings.HasPrefix(rest, "/*"):
			s.skip(strings.Index(rest, "*/") + 2)
		case c == '/' && regexpBefore.MatchString(s.last):
			s.regexp()
		case c == '\'' || c == '"':
			s.quoted(c)
		case c == '`':
			s.template()
		case c == '}' && depth > 0 && braces == 0:
			s.at++
			return
		default:
			if c == '{' {
				braces++
			}
			if c == '}' {
				braces--
			}
			s.last += string(c)
			s.skip(1)
		}
	}
}

func (s *script) skip(n int) {
	s.line += strings.Count(s.text[s.at:min(s.at+n, len(s.text))], "\n")
	s.at += n
}

func (s *script) regexp() {
	class := false
	for s.skip(1); s.at < len(s.text); s.skip(1) {
		switch c := s.text[s.at]; {
		case c == '\\':
			s.skip(1)
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.skip(1)
			s.last += "r"
			return
		}
	}
}

func (s *script) quoted(end byte) {
	l, from := literal{before: s.last, line: s.line}, []byte{}
	for s.skip(1); s.at < len(s.text) && s.text[s.at] != end; s.skip(1) {
		if s.text[s.at] == '\\' {
			s.skip(1)
		}
		from = append(from, s.text[s.at])
	}
	l.text = string(from)
	s.skip(1)
	s.add(l)
}

func (s *script) template() {
	l, from := literal{before: s.last, line: s.line}, []byte{}
	s.skip(1)
	for s.at < len(s.text) && s.text[s.at] != '`' {
		switch {
		case s.text[s.at] == '\\':
			s.skip(1)
			from = append(from, s.text[s.at])
			s.skip(1)
		case strings.HasPrefix(s.text[s.at:], "${"):
			s.skip(2)
			s.last = ""
			s.code(1)
			from = append(from, "{}"...)
		default:
			from = append(from, s.text[s.at])
			s.skip(1)
		}
	}
	l.text = string(from)
	s.skip(1)
	s.add(l)
}

func (s *script) add(l literal) {
	s.all = append(s.all, l)
	s.last = "s"
	if l.before != "" {
		s.last = lastPart(l.before) + "s"
	}
}

// lastPart keeps the end of the code, in which a name may be.
func lastPart(code string) string { return code[max(0, len(code)-40):] }

// Code before a text that no reader sees: names of classes and elements, paths of
// drawings, styles, comparisons.
var (
	unseenBefore = regexp.MustCompile(`(\b(class|id|d|viewBox|role|type|for|href|style|transform|font|accept|preserveAspectRatio|stroke|fill|kind|tag|key|className|name|icon|dataset\.\w+|undo|redo|flip|'[\w-]+')\s*[:=]|querySelector(All)?\(|find\(|closest\(|matchMedia\(|addEventListener\(|Event\(|matches\(|toggle\(|add\(|replace\(|test\(|includes\(|setProperty\(|getPropertyValue\(|startsWith\(|endsWith\(|split\(|join\(|from|import|case|===|!==|\bnew Error\(|createElementNS\(|fetch\(|getItem\(|setItem\(|Record<string, Element>\()\s*(\(|\?[^?:]*:?|\[)?\s*$`)
	seenBefore   = regexp.MustCompile(`'(aria-label|aria-valuetext)'\s*:\s*[^,]*$|\b(title|placeholder)\s*:\s*[^,]*$`)
	wordy        = regexp.MustCompile(`\pL{2,}`)
	path         = regexp.MustCompile(`^[MmLlHhVvCcQqZzAa0-9 .,{}-]+$|^[\w./#?={}&:-]+$|^[.#:\[][\w\s.#:\[\]"={}>-]*$`)
	sentence     = regexp.MustCompile(`\pL.* |^\p{Lu}\pL+`)
)

// seen reports whether a reader sees or hears a text. A single small word may be a name in
// the program, so only a browser knows.
func seen(l literal) bool {
	text := strings.ReplaceAll(l.text, "{}", "")
	switch {
	case !wordy.MatchString(text), path.MatchString(l.text) && !sentence.MatchString(l.text):
		return false
	case seenBefore.MatchString(l.before):
		return true
	case unseenBefore.MatchString(l.before):
		return false
	}
	return sentence.MatchString(strings.TrimSpace(l.text))
}
