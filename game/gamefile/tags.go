package gamefile

import (
	"strings"
	"unicode/utf8"
)

// inName reports whether a character is allowed in a tag's name: letters and digits,
// and signs that some programs use.
func inName(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '+' || c == '#'
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// maxName is the maximum length of a tag's name, in bytes.
const maxName = 64

// cutTag returns the name of the tag at the beginning of a text, and the text after
// the name and an optional colon or =. The name is empty if there is no tag. A tag is
// a bracket, a name that begins with a letter, and a value or a closing bracket.
// Names that this package uses get PGN's capitals, whatever the file has.
func cutTag(text string) (name, rest string) {
	short := text[:min(len(text), 2*maxName)]
	inner, ok := strings.CutPrefix(strings.TrimLeft(short, " \t"), "[")
	inner = strings.TrimLeft(inner, " \t")
	if !ok || inner == "" || !isLetter(inner[0]) {
		return "", text
	}
	end := 0
	for end < len(inner) && inName(inner[end]) {
		end++
	}
	name, inner = inner[:end], inner[end:]
	if inner != "" && (inner[0] == ':' || inner[0] == '=') {
		inner = inner[1:]
	}
	if inner == "" || !strings.ContainsRune(" \t\"]", rune(inner[0])) {
		return "", text
	}
	rest = strings.TrimLeft(text[len(short)-len(inner):], " \t")
	if known, ok := isRead(name); ok {
		return known, rest
	}
	return name, rest
}

// isRead reports whether this package uses a tag, and returns its name with PGN's
// capitals.
func isRead(name string) (known string, ok bool) {
	for _, known := range []string{"FEN", "Variant", "GameType", "SetUp", "Result", "Event", "White", "Black", "Date", "Round", "Termination"} {
		if strings.EqualFold(name, known) {
			return known, true
		}
	}
	return name, false
}

// tagName returns the name of the tag at the beginning of a text, or "".
func tagName(text string) string {
	name, _ := cutTag(text)
	return name
}

// isTag reports whether a text begins with a tag whose value is in quotation marks.
func isTag(text string) bool {
	name, rest := cutTag(text)
	return name != "" && strings.HasPrefix(rest, `"`)
}

// tag reads [Name "value"]. With a notice it also reads a value with missing
// quotation marks, with quotation marks within it, or continued on the next line.
func (s *source) tag(t *Text) error {
	if len(t.Tags) == 0 {
		s.lead = tagName(s.text)
	}
	line, more, _ := strings.Cut(s.text, "\n")
	name, rest := cutTag(line)
	if name == "" {
		return s.badTag(t, line, name)
	}
	value, after, ok := quoted(rest)
	if !ok {
		if value, after, ok = unquoted(rest); !ok {
			next, _, _ := strings.Cut(more, "\n")
			if value, after, ok = quoted(strings.TrimRight(rest, " \t\r") + " " + strings.TrimLeft(next, " \t")); !ok || strings.HasPrefix(next, "[") {
				return s.badTag(t, line, name)
			}
			line = s.text[:len(line)+1+len(next)]
		}
		t.notice(s.line, "the tag %s is read as [%s \"%s\"]: write its value in quotation marks, \\\" for one within it, and ] after it", name, name, begin(value))
	}
	t.Tags[name] = value
	s.skip(len(line) - len(after))
	return nil
}

// badTag skips a tag that cannot be read, with a notice. It is an error if this
// package uses the tag, if it has no name, or if its line does not end with a
// bracket.
func (s *source) badTag(t *Text, line, name string) error {
	wrong := s.errorf("%q is not a tag: write a name and a value, as in [Event \"Match\"]", begin(s.text))
	if name != "" {
		t.Tags[name] = "" // a second one would begin another game
	}
	_, needed := isRead(name)
	inner := strings.TrimLeft(line, "[ \t")
	if needed || inner == "" || inner[0] < utf8.RuneSelf && !isLetter(inner[0]) || !strings.HasSuffix(strings.TrimRight(line, " \t\r"), "]") {
		s.toEndOfLine()
		return wrong
	}
	t.notice(s.line, "%q is not a tag, and is passed over: write a name and a value, as in [Event \"Match\"]", begin(line))
	s.toEndOfLine()
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

// unquoted reads a faulty value that has only one meaning: without quotation marks,
// [WhiteElo 2500]; with more than two, up to the one before a bracket; with only the
// first, if the line ends with the value.
func unquoted(text string) (value, after string, ok bool) {
	text = strings.TrimRight(text, " \t\r")
	if !strings.HasPrefix(text, `"`) {
		value, after, ok = strings.Cut(text, "]")
		value = strings.Trim(strings.TrimSpace(value), "'‘’“”„«»`´")
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
