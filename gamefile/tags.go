package gamefile

import (
	"strings"
)

// letters and digits are what names of tags consist of.
func inName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// maxName is the longest name of a tag that is looked for, in bytes.
const maxName = 64

// tagName returns the name of the tag that a text begins with, nothing where it begins with
// none: a bracket, a name, and a value or a bracket after it.
func tagName(text string) string {
	text = strings.TrimLeft(text[:min(len(text), 2*maxName)], " \t")
	if text == "" || text[0] != '[' {
		return ""
	}
	text = strings.TrimLeft(text[1:], " \t")
	end := 0
	for end < len(text) && inName(text[end]) {
		end++
	}
	if end == len(text) || !strings.ContainsRune(" \t\"]", rune(text[end])) {
		return ""
	}
	return text[:end]
}

// isTag reports whether a text begins with a tag whose value is in quotation marks.
func isTag(text string) bool {
	name := tagName(text)
	if name == "" {
		return false
	}
	_, rest, _ := strings.Cut(text[:min(len(text), 4*maxName)], name)
	return strings.HasPrefix(strings.TrimLeft(rest, " \t"), `"`)
}

// tag reads [Name "value"]. A value without quotation marks is read, and one that lacks one
// of them or has some within it, with a notice.
func (s *source) tag(t *Text) error {
	line, _, _ := strings.Cut(s.text, "\n")
	name := tagName(s.text)
	if name == "" {
		return s.errorf("%q is no tag: write a name and a value, as in [Event \"Match\"]", begin(s.text))
	}
	_, rest, _ := strings.Cut(line, name)
	rest = strings.TrimLeft(rest, " \t")
	value, after, ok := quoted(rest)
	if !ok {
		if value, after, ok = unquoted(rest); !ok {
			err := s.errorf("%q is no tag: write a name and a value, as in [Event \"Match\"]", begin(s.text))
			t.Tags[name] = "" // a second one begins another game
			s.toEndOfLine()
			return err
		}
		t.notice(s.line, "the tag %s is read as [%s \"%s\"]: write its value in quotation marks, \\\" for one within it, and ] after it", name, name, begin(value))
	}
	t.Tags[name] = value
	s.skip(len(line) - len(after))
	return nil
}

// quoted reads a value in quotation marks and the bracket after it. Within the value \" is
// a quotation mark and \\ a backslash.
func quoted(text string) (value, after string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", "", false
	}
	var v strings.Builder
	at := 1
	for ; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' && at+1 < len(text) && (text[at+1] == '"' || text[at+1] == '\\') {
			at++
		}
		v.WriteByte(text[at])
	}
	if at >= len(text) {
		return "", "", false
	}
	after, ok = strings.CutPrefix(strings.TrimLeft(text[at+1:], " \t"), "]")
	return v.String(), after, ok
}

// unquoted reads a value that is not written as it should be, and has one meaning all the
// same: no quotation marks, [WhiteElo 2500]; more than two of them, up to one before a
// bracket; one at its beginning alone, where the line ends with it.
func unquoted(text string) (value, after string, ok bool) {
	text = strings.TrimRight(text, " \t\r")
	if !strings.HasPrefix(text, `"`) {
		value, after, ok = strings.Cut(text, "]")
		value = strings.TrimSpace(value)
		return value, after, ok && value != "" && !strings.Contains(value, `"`)
	}
	text = text[1:]
	if value, after, ok = strings.Cut(text, `"]`); ok {
		return value, after, true
	}
	switch strings.Count(text, `"`) {
	case 0:
		value, ok = strings.CutSuffix(text, "]")
		return value, "", ok && !strings.ContainsAny(value, "[]")
	case 1:
		value, ok = strings.CutSuffix(text, `"`)
	}
	return value, "", ok && !strings.ContainsAny(value, "[]")
}
