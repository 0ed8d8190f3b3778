package ggp

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"oxo/internal/words"
)

// message is a request of the server.
type message struct {
	verb  string // in lower case
	match string
	role  string // in lower case
	rules string // the sheet, as it came
	start time.Duration
	play  time.Duration
	moves []string // one for each role, as calls; nil before the first move
}

// The bounds of messages.
const (
	maxBody  = 17 << 20 // bytes
	maxDepth = 200      // brackets in brackets, in a move
	maxID    = 1000     // bytes
	maxMoves = 1 << 16  // bytes
	maxClock = 24 * 60 * 60
)

// comma stands for the commas of a message: in the calls of package gdl a comma separates
// terms, in a sheet it is a letter of a name.
const comma = "\x1f"

// read reads a message.
func read(text string) (*message, error) {
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("the message is not text in UTF-8")
	}
	text = strings.ReplaceAll(text, ",", comma)
	item, rest, err := cut(text)
	switch {
	case err != nil:
		return nil, err
	case strings.TrimSpace(rest) != "":
		return nil, fmt.Errorf("after the message comes %q: want one list, as (INFO)", words.Clip(strings.TrimSpace(rest)))
	}
	parts, err := parts(item)
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("the message is empty: want a list, as (INFO)")
	}
	m := &message{verb: strings.ToLower(parts[0])}
	return m, m.fill(parts[1:])
}

// fill reads what follows the verb.
func (m *message) fill(parts []string) (err error) {
	form, ok := map[string]string{
		"info": "(INFO)", "preview": "(PREVIEW (RULES) SECONDS)", "start": "(START MATCH ROLE (RULES) SECONDS SECONDS)",
		"play": "(PLAY MATCH NIL) or (PLAY MATCH (MOVE MOVE))", "stop": "(STOP MATCH (MOVE MOVE))", "abort": "(ABORT MATCH)",
	}[m.verb]
	if !ok {
		return fmt.Errorf("no message %q: want INFO, PREVIEW, START, PLAY, STOP or ABORT", words.Clip(m.verb))
	}
	wrong := fmt.Errorf("%s with %s: want %s", strings.ToUpper(m.verb), words.Count(len(parts), "term"), form)
	switch {
	case m.verb == "info" && len(parts) == 0:
		return nil
	case m.verb == "preview" && len(parts) == 2:
		if m.start, err = clock(parts[1]); err == nil {
			m.rules, err = unwrap(parts[0])
		}
		return err
	case m.verb == "info" || m.verb == "preview" || len(parts) == 0:
		return wrong
	}
	if m.match, err = identifier(parts[0]); err != nil {
		return err
	}
	switch {
	case m.verb == "abort" && len(parts) == 1:
		return nil
	case m.verb == "start" && len(parts) >= 5:
		return m.begin(parts[1:])
	case (m.verb == "play" || m.verb == "stop") && len(parts) == 2:
		m.moves, err = moves(parts[1])
		return err
	}
	return wrong
}

// begin reads the role, the rules and the clocks of START.
func (m *message) begin(parts []string) (err error) {
	if m.role, err = identifier(parts[0]); err != nil {
		return err
	}
	m.role = strings.ToLower(m.role)
	if m.rules, err = unwrap(parts[1]); err != nil {
		return err
	}
	if m.start, err = clock(parts[2]); err != nil {
		return err
	}
	m.play, err = clock(parts[3])
	return err
}

// identifier checks the name of a match or a role.
func identifier(text string) (string, error) {
	if text[0] == '(' || len(text) > maxID {
		return "", fmt.Errorf("%q: want a name of at most %d bytes", words.Clip(text), maxID)
	}
	return text, nil
}

// clock reads a number of seconds.
func clock(text string) (time.Duration, error) {
	n, ok := words.Number(text, maxClock)
	if !ok || n == 0 {
		return 0, fmt.Errorf("clock %q: want a number of seconds from 1 to %d", words.Clip(text), maxClock)
	}
	return time.Duration(n) * time.Second, nil
}

// unwrap removes the brackets around rules.
func unwrap(text string) (string, error) {
	if text[0] != '(' {
		return "", fmt.Errorf("rules %q: want a list of rules in brackets", words.Clip(text))
	}
	return text[1 : len(text)-1], nil
}

// moves reads a list of moves, or NIL for none.
func moves(text string) ([]string, error) {
	if strings.EqualFold(text, "nil") {
		return nil, nil
	}
	all, err := parts(text)
	if err != nil || len(text) > maxMoves {
		return nil, fmt.Errorf("moves %q: want NIL, or a list as (noop (mark 1 1))", words.Clip(text))
	}
	for i, m := range all {
		if all[i], err = call(strings.ToLower(m), maxDepth); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// blank reports whether a byte separates names.
func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' }

// skip returns the text without the blanks and comments that it begins with.
func skip(text string) string {
	for text != "" {
		switch {
		case blank(text[0]):
			text = text[1:]
		case text[0] == ';':
			_, text, _ = strings.Cut(text, "\n")
		default:
			return text
		}
	}
	return ""
}

// cut returns the first name or list of a text, and what follows it.
func cut(text string) (item, rest string, err error) {
	text = skip(text)
	if text == "" {
		return "", "", fmt.Errorf("the message is empty: want a list, as (INFO)")
	}
	depth := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == ';':
			if depth == 0 {
				return text[:at], text[at:], nil
			}
			end := strings.IndexByte(text[at:], '\n')
			if end < 0 {
				return "", "", fmt.Errorf("a comment hides the end of the message: want a line end after it")
			}
			at += end
		case c == '(' && depth == 0 && at > 0, blank(c) && depth == 0:
			return text[:at], text[at:], nil
		case c == '(':
			depth++
		case c == ')' && depth == 0:
			if at > 0 {
				return text[:at], text[at:], nil
			}
			return "", "", fmt.Errorf("a ) without a (: remove it, or open a ( before")
		case c == ')':
			if depth--; depth == 0 {
				return text[:at+1], text[at+1:], nil
			}
		}
	}
	if depth > 0 {
		return "", "", fmt.Errorf("a ( is never closed: want a ) before the end of the message")
	}
	return text, "", nil
}

// parts returns the names and lists in a list.
func parts(list string) ([]string, error) {
	if list[0] != '(' {
		return nil, fmt.Errorf("%q: want a list in brackets, as (INFO)", words.Clip(list))
	}
	var all []string
	for rest := skip(list[1 : len(list)-1]); rest != ""; rest = skip(rest) {
		item, after, err := cut(rest)
		if err != nil {
			return nil, err
		}
		all = append(all, item)
		rest = after
	}
	return all, nil
}

// call writes a term as package gdl writes moves: (mark 1 1) as mark(1,1).
func call(term string, depth int) (string, error) {
	if term[0] != '(' {
		return term, nil
	}
	all, err := parts(term)
	switch {
	case err != nil:
		return "", err
	case len(all) == 0 || all[0][0] == '(' || depth == 0:
		return "", fmt.Errorf("move %q: want a name, or a list that begins with one, as (mark 1 1)", words.Clip(term))
	case len(all) == 1:
		return all[0], nil
	}
	for i := range all {
		if all[i], err = call(all[i], depth-1); err != nil {
			return "", err
		}
	}
	return all[0] + "(" + strings.Join(all[1:], ",") + ")", nil
}

// term writes a call as the server does, with the capitals of the sheet: it is the inverse of
// call.
func term(call string, spelling map[string]string) string {
	var b strings.Builder
	for call != "" {
		at := strings.IndexAny(call, "(),")
		if at < 0 {
			at = len(call)
		}
		name, after := call[:at], call[at:]
		if as, ok := spelling[name]; ok {
			name = as
		}
		switch {
		case strings.HasPrefix(after, "("):
			b.WriteString("(" + name + " ")
		case strings.HasPrefix(after, ")"):
			b.WriteString(name + ")")
		case after != "":
			b.WriteString(name + " ")
		default:
			b.WriteString(name)
		}
		call = after[min(1, len(after)):]
	}
	return strings.ReplaceAll(b.String(), comma, ",")
}

// spellings returns the names of a sheet that have capitals, by their lower case, and the
// names that the sheet spells in two ways.
func spellings(rules string) (spelling map[string]string, twice []string) {
	spelling = map[string]string{}
	seen := map[string]string{} // the first spelling
	for name := range strings.FieldsFuncSeq(withoutComments(rules), func(r rune) bool { return r == '(' || r == ')' || r < 128 && blank(byte(r)) }) {
		low := strings.ToLower(name)
		first, ok := seen[low]
		if !ok {
			seen[low] = name
			if low != name {
				spelling[low] = name
			}
		} else if first != name && name[0] != '?' {
			twice = append(twice, name)
		}
	}
	return spelling, twice
}

// withoutComments removes comments.
func withoutComments(text string) string {
	if !strings.Contains(text, ";") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";")
		b.WriteString(line + "\n")
	}
	return b.String()
}
