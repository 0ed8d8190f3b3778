package gdl

import (
	"fmt"
	"strings"

	"oxo/internal/words"
)

// The bounds of a sheet's text. A sheet of the largest known game has 12,000 lists, six
// deep.
const (
	maxText  = 16 << 20 // bytes
	maxDepth = 200      // brackets in brackets
	maxName  = 200      // bytes of a name
	maxLists = 400_000
)

// node is a name, a variable or a list of the text. A list of one name is that name.
type node struct {
	line int
	name string // of a list: its first word; a variable begins with ?
	args []*node
}

func (n *node) variable() bool { return n.name[0] == '?' }

// String writes the node in the syntax of the text.
func (n *node) String() string {
	if len(n.args) == 0 {
		return n.name
	}
	var b strings.Builder
	b.WriteString("(" + n.name)
	for _, a := range n.args {
		b.WriteString(" " + a.String())
	}
	return b.String() + ")"
}

// fault is an error at a line of the text.
func fault(line int, format string, a ...any) error {
	return fmt.Errorf("line %d: %w", line, fmt.Errorf(format, a...))
}

// reader reads a text.
type reader struct {
	text        string
	at, line    int
	depth, read int
}

// read returns the lists and names of a text, in lower case: the language does not
// distinguish capitals.
func read(text string) ([]*node, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("the sheet has %d bytes: want at most %d", len(text), maxText)
	}
	r := &reader{text: strings.ToLower(text), line: 1}
	var all []*node
	for {
		r.space()
		if r.at == len(r.text) {
			return all, nil
		}
		n, err := r.node()
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
}

// space skips blanks and comments.
func (r *reader) space() {
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '\n':
			r.line++
		case c == ';':
			end := strings.IndexByte(r.text[r.at:], '\n')
			if end < 0 {
				r.at = len(r.text)
				return
			}
			r.at += end - 1
		case c != ' ' && c != '\t' && c != '\r' && c != '\f':
			return
		}
	}
}

func (r *reader) node() (*node, error) {
	switch r.text[r.at] {
	case '(':
		return r.list()
	case ')':
		return nil, fault(r.line, "a ) without a (: remove it, or open a ( before")
	}
	start := r.at
	for r.at < len(r.text) && !strings.ContainsRune(" \t\r\n\f();", rune(r.text[r.at])) {
		r.at++
	}
	n := &node{line: r.line, name: r.text[start:r.at]}
	if len(n.name) > maxName {
		return nil, fault(r.line, "the name %.20q... has %d bytes: want at most %d", n.name, len(n.name), maxName)
	}
	if n.name == "?" {
		return nil, fault(r.line, "a ? alone: want a variable's name after it, as in ?x")
	}
	return n, nil
}

// list reads from a ( to its ).
func (r *reader) list() (*node, error) {
	opened := r.line
	r.at++
	if r.depth++; r.depth > maxDepth {
		return nil, fault(r.line, "more than %d brackets in brackets: want fewer", maxDepth)
	}
	if r.read++; r.read > maxLists {
		return nil, fault(r.line, "more than %d lists: want fewer", maxLists)
	}
	var parts []*node
	for {
		if r.space(); r.at == len(r.text) {
			return nil, fault(opened, "a ( is never closed: want a ) before the end of the sheet")
		}
		if r.text[r.at] == ')' {
			break
		}
		n, err := r.node()
		if err != nil {
			return nil, err
		}
		parts = append(parts, n)
	}
	r.at++
	r.depth--
	switch {
	case len(parts) == 0:
		return nil, fault(opened, "empty brackets (): want a name in them")
	case len(parts[0].args) > 0 || parts[0].variable() && len(parts) > 1:
		return nil, fault(opened, "a list begins with %s: want a name first", words.Clip(parts[0].String()))
	}
	return &node{line: opened, name: parts[0].name, args: parts[1:]}, nil
}
