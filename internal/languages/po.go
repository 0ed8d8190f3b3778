package languages

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// entry is a message of a catalogue: the English text, or its form for one thing and
// the form for several, and what each becomes.
type entry struct {
	id, many string
	texts    []string
	fuzzy    bool // a translator has to look at it again: it is left out
}

// readPO reads a catalogue in the format of GNU gettext. The message with an empty id is
// the header. Contexts (msgctxt) are refused: the English text alone is the key.
func readPO(text string) (header map[string]string, entries []entry, err error) {
	r := &poReader{}
	for i, line := range strings.Split(text, "\n") {
		if err := r.line(strings.TrimSpace(line)); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	r.end()
	if len(r.entries) == 0 || r.entries[0].id != "" {
		return nil, nil, errors.New("the first message: want the header, whose msgid is empty")
	}
	return headerOf(r.entries[0].texts[0]), r.entries[1:], nil
}

// poReader reads a catalogue line by line.
type poReader struct {
	entries []entry
	entry   entry   // the message that is read
	into    *string // what a text in quotes continues
}

// end adds the message that was read.
func (r *poReader) end() {
	if r.entry.texts != nil {
		r.entries = append(r.entries, r.entry)
		r.entry, r.into = entry{}, nil
	}
}

func (r *poReader) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "" || line[0] == '#':
		r.end()
		r.entry.fuzzy = r.entry.fuzzy || strings.HasPrefix(line, "#,") && strings.Contains(line, "fuzzy")
		return nil
	case word == "msgid":
		r.end()
		r.into = &r.entry.id
	case word == "msgid_plural":
		r.into = &r.entry.many
	case strings.HasPrefix(word, "msgstr"):
		r.entry.texts = append(r.entry.texts, "")
		r.into = &r.entry.texts[len(r.entry.texts)-1]
	case line[0] == '"':
		rest = line
	default:
		return fmt.Errorf("%q: want msgid, msgid_plural, msgstr or a text in quotes", line)
	}
	part, err := strconv.Unquote(rest)
	if err != nil || r.into == nil {
		return fmt.Errorf("%q: want a text in quotes after a msgid or a msgstr", line)
	}
	*r.into += part
	return nil
}

// headerOf reads the lines "Name: value" of a header.
func headerOf(text string) map[string]string {
	header := map[string]string{}
	for line := range strings.SplitSeq(text, "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok {
			header[name] = strings.TrimSpace(value)
		}
	}
	return header
}
