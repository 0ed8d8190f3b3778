package numbertree

import (
	"fmt"
	"strconv"
	"strings"

	"oxo/internal/words"
)

// Limits of trees: nodes in all, plies from the root to a leaf, the size of a number,
// letters and digits of a label.
const (
	MostNodes = 200
	MostPlies = 20
	maxNumber = 9999
	maxLabel  = 12
)

// Node is a node of a [Tree].
type Node struct {
	Parent   int    // index in the tree; -1 at the root
	Ply      int    // from the root; MAX is to move at even plies
	Children []int  // none at a leaf
	Value    int    // of a leaf, from MAX's view
	Label    string // given in the text, or ""
	Name     string // the label, or generated letters
}

// Tree is the nodes in the order of the text, the root first.
type Tree []Node

// Parse reads a tree. Its error gives the place of the fault and the correct form.
func Parse(text string) (Tree, error) {
	r := &reader{text: text}
	if r.skip(); r.end() {
		return nil, fmt.Errorf("the tree is empty: write numbers in brackets, as in %s", usual)
	}
	if c := r.text[r.at]; c != '(' && c != '[' {
		return nil, r.wrong("want a bracket at the beginning of the tree, as in %s", usual)
	}
	if err := r.node(-1, 0, ""); err != nil {
		return nil, err
	}
	if r.skip(); !r.end() {
		return nil, r.wrong("text follows the end of the tree: remove it, or put all of it in one pair of brackets")
	}
	r.name()
	return r.tree, nil
}

// reader reads a tree from the left.
type reader struct {
	text string
	at   int
	tree Tree
	// labelAt is the index at which each label begins.
	labelAt map[string]int
}

func (r *reader) end() bool { return r.at == len(r.text) }

// skip skips separators between nodes.
func (r *reader) skip() {
	for !r.end() && strings.IndexByte(" ,\t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// wrong returns an error at the current place.
func (r *reader) wrong(format string, args ...any) error {
	what := "the end"
	if !r.end() {
		what = strconv.Quote(words.Clip(r.word()))
	}
	return fmt.Errorf("the tree, character %d, %s: %s", len([]rune(r.text[:r.at]))+1, what, fmt.Sprintf(format, args...))
}

// word returns the text up to the next space or bracket; at least one bracket.
func (r *reader) word() string {
	rest := r.text[r.at:]
	if n := strings.IndexAny(rest, " ,\t\r\n()[]"); n >= 0 {
		return rest[:max(n, 1)]
	}
	return rest
}

// node reads a node and its subtree.
func (r *reader) node(parent, ply int, label string) error {
	i := len(r.tree)
	switch {
	case i == MostNodes:
		return r.wrong("a tree has at most %d nodes", MostNodes)
	case ply > MostPlies:
		return r.wrong("a tree has at most %d levels below the root", MostPlies)
	}
	r.tree = append(r.tree, Node{Parent: parent, Ply: ply, Label: label})
	if parent >= 0 {
		r.tree[parent].Children = append(r.tree[parent].Children, i)
	}
	if c := r.text[r.at]; c == '(' || c == '[' {
		return r.below(i, ply, c)
	}
	return r.number(i)
}

// below reads the nodes within a pair of brackets.
func (r *reader) below(i, ply int, open byte) error {
	from, closing := r.at, byte(')')
	if open == '[' {
		closing = ']'
	}
	for r.at++; ; {
		r.skip()
		switch {
		case r.end():
			return r.wrong("the bracket at character %d is not closed: add %c", len([]rune(r.text[:from]))+1, closing)
		case r.text[r.at] == closing:
			if len(r.tree[i].Children) == 0 {
				return r.wrong("the brackets are empty: write a number between them, or instead of them")
			}
			r.at++
			return nil
		case r.text[r.at] == ')' || r.text[r.at] == ']':
			return r.wrong("the bracket at character %d needs %c to close it", len([]rune(r.text[:from]))+1, closing)
		}
		label, err := r.label()
		if err == nil {
			err = r.node(i, ply+1, label)
		}
		if err != nil {
			return err
		}
	}
}

// number reads a leaf.
func (r *reader) number(i int) error {
	word := r.word()
	digits := strings.NewReplacer("−", "-", "–", "-").Replace(word)
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil && strings.IndexByte("0123456789-+", digits[0]) < 0:
		return r.wrong("want a number, as in 5 or -3, or nodes in brackets; a label has a colon after it, as in a:5")
	case err != nil || n > maxNumber || n < -maxNumber:
		return r.wrong("want a whole number from -%d to %d", maxNumber, maxNumber)
	}
	r.tree[i].Value = n
	r.at += len(word)
	return nil
}

// label reads a label and its colon, if there is one.
func (r *reader) label() (string, error) {
	label, _, ok := strings.Cut(r.word(), ":")
	if !ok {
		return "", nil
	}
	label = strings.ToLower(label)
	if !isLabel(label) {
		return "", r.wrong("want a label of a letter from a to z and up to %d more letters and digits", maxLabel-1)
	}
	if before, twice := r.labelAt[label]; twice {
		return "", r.wrong("the label %s is used at character %d already: want a different one for each node", label, before)
	}
	if r.labelAt == nil {
		r.labelAt = map[string]int{}
	}
	r.labelAt[label] = len([]rune(r.text[:r.at])) + 1
	r.at += len(label) + 1
	if r.skip(); r.end() || r.text[r.at] == ')' || r.text[r.at] == ']' {
		return "", r.wrong("nothing follows the label %s: write a number or a bracket after it", label)
	}
	return label, nil
}

func isLabel(text string) bool {
	for i := range len(text) {
		c := text[i]
		if (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != "" && len(text) <= maxLabel
}

// name gives each node its name.
func (r *reader) name() {
	next := 0
	for i := range r.tree {
		n := &r.tree[i]
		for n.Name = n.Label; n.Name == ""; next++ {
			name := letters(next)
			if _, taken := r.labelAt[strings.ToLower(name)]; !taken {
				n.Name = name
			}
		}
	}
}

// letters returns the i-th of A, B, ... Z, AA, AB, ...
func letters(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letters(i/26-1) + letters(i%26)
}

// String writes the tree in the form that [Parse] reads: round brackets, one space
// between nodes, small letters in labels.
func (t Tree) String() string {
	var b strings.Builder
	t.write(&b, 0)
	return b.String()
}

func (t Tree) write(b *strings.Builder, i int) {
	n := &t[i]
	if n.Label != "" {
		b.WriteString(n.Label + ":")
	}
	if len(n.Children) == 0 {
		b.WriteString(strconv.Itoa(n.Value))
		return
	}
	for k, c := range n.Children {
		b.WriteByte("( "[min(k, 1)])
		t.write(b, c)
	}
	b.WriteByte(')')
}
