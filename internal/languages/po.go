package languages

import (
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
	var (
		e    entry
		into *string
	)
	done := func() {
		if e.texts != nil {
			entries = append(entries, e)
		}
		e, into = entry{}, nil
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			if e.texts != nil {
				done()
			}
			e.fuzzy = e.fuzzy || strings.HasPrefix(line, "#,") && strings.Contains(line, "fuzzy")
			continue
		case word == "msgid":
			if e.texts != nil {
				done()
			}
			into = &e.id
		case word == "msgid_plural":
			into = &e.many
		case strings.HasPrefix(word, "msgstr"):
			e.texts = append(e.texts, "")
			into = &e.texts[len(e.texts)-1]
		case line[0] == '"':
			rest = line
		default:
			return nil, nil, fmt.Errorf("line %d: %q: want msgid, msgid_plural, msgstr or a text in quotes", i+1, line)
		}
		part, err := strconv.Unquote(rest)
		if err != nil || into == nil {
			return nil, nil, fmt.Errorf("line %d: %q: want a text in quotes after a msgid or a msgstr", i+1, line)
		}
		*into += part
	}
	done()
	if len(entries) == 0 || entries[0].id != "" {
		return nil, nil, fmt.Errorf("the first message is %d: want the header, whose msgid is empty", len(entries))
	}
	return headerOf(entries[0].texts[0]), entries[1:], nil
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
