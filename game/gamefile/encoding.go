package gamefile

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// decode returns the text of a file as UTF-8, with notices about characters that it
// read differently than the file says. An SGF game declares its encoding by CA in the
// root. This must be applied before brackets are looked for: the second byte of a
// character of Shift_JIS or GB18030 may equal a backslash or a bracket. Other text is
// UTF-8 or, if it is invalid as such, ISO 8859-1.
func decode(file string) (text string, notices []string) {
	file = strings.TrimPrefix(file, "\ufeff")
	switch {
	case strings.HasPrefix(file, "\xff\xfe"), strings.HasPrefix(file, "\xfe\xff"):
		if plain, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().String(file); err == nil {
			file = plain
		}
	case smartBegin(file) >= 0:
		file, notices = decodeRoots(file)
	case !utf8.ValidString(file):
		file = fromLatin1(file)
	}
	if !strings.Contains(file, "\n") { // the line ends of some programs
		file = strings.ReplaceAll(file, "\r", "\n")
	}
	return file, notices
}

// decodeRoots decodes each part of a file by the encoding that its root declares.
func decodeRoots(file string) (text string, notices []string) {
	said := regexp.MustCompile(`[;\]]\s*CA\s*\[([^\]\\]{0,64})\]`).FindAllStringSubmatchIndex(file, -1)
	roots := regexp.MustCompile(`\(\s*;`).FindAllStringIndex(file, -1)
	var s strings.Builder
	done, name := 0, "" // the end of the decoded part, and the encoding of the next one
	decode := func(to int) {
		plain, notice := decodeBy(file[done:to], name)
		s.WriteString(plain)
		if notice != "" {
			notices = keep(notices, notice)
		}
	}
	for _, ca := range said {
		n := sort.Search(len(roots), func(i int) bool { return roots[i][0] > ca[0] })
		if n == 0 || name != "" && roots[n-1][0] <= done {
			continue // CA is outside the root, or repeated
		}
		from := roots[n-1][0]
		decode(from)
		done, name = from, file[ca[2]:ca[3]]
	}
	decode(len(file))
	return s.String(), notices
}

// decodeBy decodes a text by the name of an encoding. Text that is valid UTF-8 but
// invalid in the declared encoding was converted without a change of the declaration.
func decodeBy(text, name string) (plain, notice string) {
	name = strings.TrimSpace(name)
	if name == "" {
		plain, by := guessed(text)
		if by != "ISO 8859-1" && by != "UTF-8" {
			notice = fmt.Sprintf("CA is missing, and the text is not UTF-8: it is read as %s, in which no bracket has a backslash before it", by)
		}
		return plain, notice
	}
	e := encodingOf(name)
	if e == nil {
		plain, by := guessed(text)
		return plain, fmt.Sprintf("CA[%s] is not an encoding that is known: the text is read as %s", begin(name), by)
	}
	if e == unicode.UTF8 {
		if !utf8.ValidString(text) {
			plain, by := guessed(text)
			return plain, "CA says UTF-8, and the text is not: it is read as " + by
		}
		return text, ""
	}
	plain, err := e.NewDecoder().String(text)
	if possible := err == nil && !strings.ContainsRune(plain, utf8.RuneError); possible || !utf8.ValidString(text) {
		if !possible {
			notice = fmt.Sprintf("CA says %s, and not all of the text is: some characters are lost", begin(name))
		}
		return plain, notice
	}
	return text, fmt.Sprintf("CA says %s, and the text is UTF-8: it is read as that", begin(name))
}

// encodingOf returns an encoding by name, or nil. Windows programs use the numbers of
// code pages as names.
func encodingOf(name string) encoding.Encoding {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name)) {
	case "cp932", "932":
		name = "shift_jis"
	case "cp936", "936":
		name = "gb18030"
	case "cp949", "949", "ms949", "uhc":
		name = "euc-kr"
	case "cp950", "950":
		name = "big5"
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		e, err = ianaindex.IANA.Encoding(name)
	}
	if err != nil {
		return nil
	}
	return e
}

// guessed decodes a text without a declared encoding, and returns the encoding's name:
// UTF-8, otherwise ISO 8859-1. There is one exception. If a backslash before a bracket
// is preceded by a byte outside ASCII, and the text after the bracket may follow a
// value, the bracket ends the value. Then the text is read as Shift_JIS, GB18030 or
// Big5, in which a backslash can be a second byte. The moves are the same in all three.
func guessed(text string) (plain, by string) {
	if utf8.ValidString(text) {
		return text, "UTF-8"
	}
	escaped := regexp.MustCompile(`[^\x00-\x7F]\\\]\s*([;()]|[A-Z]{1,2}\s*\[)`)
	if escaped.MatchString(fromLatin1(text)) {
		for _, by := range []string{"Shift_JIS", "GB18030", "Big5"} {
			plain, err := encodingOf(by).NewDecoder().String(text)
			if err == nil && !strings.ContainsRune(plain, utf8.RuneError) && !escaped.MatchString(plain) {
				return plain, by
			}
		}
	}
	return fromLatin1(text), "ISO 8859-1"
}

// fromLatin1 decodes ISO 8859-1, the default of PGN and SGF.
func fromLatin1(text string) string {
	var s strings.Builder
	s.Grow(len(text) + len(text)/8)
	for i := range len(text) {
		s.WriteRune(rune(text[i]))
	}
	return s.String()
}
