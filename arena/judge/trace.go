package judge

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// A trace is what a program prints of its search, a line for each node:
//
//	node [MOVE...] [alpha=A] [beta=B] [value=V] [cut]
//
// docs/do/judge.md says what the parts are.

// Limits of a trace.
const (
	maxTraceNodes = 5_000_000
	maxTraceLine  = 1 << 16 // bytes of a line
)

// Trace is a tree as a program printed it. It is an io.Writer of lines; it ignores
// lines that are not part of a trace.
type Trace struct {
	root  *visit
	nodes int
	cuts  bool // some node is marked as cut off
	rest  []byte
	line  int
	last  []*visit // from the root to the node of the last line
}

// visit is a node of a trace.
type visit struct {
	text     string
	children []*visit // in the order of their first lines
	line     int      // the first line that names it; 0 if only nodes below it have one
	again    int      // the line that visits it a second time; 0 for none
	alpha    *float64
	beta     *float64
	value    *float64
	cut      bool

	move oxo.Move // once read is set
	err  error    // of the move
	read bool
}

// NewTrace makes an empty trace.
func NewTrace() *Trace {
	root := &visit{}
	return &Trace{root: root, last: []*visit{root}}
}

// ReadTrace reads a trace to its end.
func ReadTrace(r io.Reader) (*Trace, error) {
	t := NewTrace()
	in := bufio.NewReaderSize(r, maxTraceLine)
	if _, err := in.WriteTo(t); err != nil {
		return nil, err
	}
	return t, t.End()
}

// Nodes is how many nodes the trace has.
func (t *Trace) Nodes() int { return t.nodes }

// Write implements io.Writer. Its error describes the fault of a line.
func (t *Trace) Write(b []byte) (int, error) {
	t.rest = append(t.rest, b...)
	for {
		i := bytes.IndexByte(t.rest, '\n')
		if i < 0 {
			break
		}
		if err := t.add(string(t.rest[:i])); err != nil {
			return 0, err
		}
		t.rest = t.rest[i+1:]
	}
	if len(t.rest) > maxTraceLine {
		return 0, fmt.Errorf("line %d of the trace has more than %d bytes", t.line+1, maxTraceLine)
	}
	return len(b), nil
}

// End processes an unfinished last line. It returns an error as Write does, or if
// there is no trace.
func (t *Trace) End() error {
	if len(t.rest) > 0 {
		if err := t.add(string(t.rest)); err != nil {
			return err
		}
		t.rest = nil
	}
	if t.nodes == 0 {
		return errors.New("the output has no trace: want a line for each node that the program visits, as in: node b2 a1 value=0")
	}
	return nil
}

// add processes a line.
func (t *Trace) add(line string) error {
	t.line++
	fields := strings.Fields(strings.TrimLeft(strings.TrimSpace(line), "# "))
	if len(fields) == 0 || fields[0] != "node" {
		return nil
	}
	n, moves, depth := visit{line: t.line}, []string(nil), -1
	for _, field := range fields[1:] {
		key, value, pair := strings.Cut(field, "=")
		switch {
		case field == "cut":
			n.cut, t.cuts = true, true
		case field == "-": // no move: the root
		case !pair || n.facts(key) == nil && key != "depth": // moves of a game may contain an =
			moves = append(moves, field)
		case key == "depth":
			d, ok := words.Number(value, math.MaxInt32)
			if !ok {
				return t.wrong("depth=%s is not a number of plies from the root", value)
			}
			depth = d
		default:
			x, err := number(value)
			if err != nil {
				return t.wrong("%s: %v", field, err)
			}
			*n.facts(key) = &x
		}
	}
	return t.place(&n, moves, depth)
}

// wrong returns an error about the current line.
func (t *Trace) wrong(format string, args ...any) error {
	return fmt.Errorf("line %d of the trace: %s", t.line, words.Escape(fmt.Sprintf(format, args...)))
}

// facts returns the field of a node with this name, or nil.
func (n *visit) facts(key string) **float64 {
	switch key {
	case "alpha":
		return &n.alpha
	case "beta":
		return &n.beta
	case "value":
		return &n.value
	}
	return nil
}

// number reads a value; inf, infinity and their negatives are allowed.
func number(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsNaN(x) {
		return 0, fmt.Errorf("%q is not a number: want one as 5 or -3, inf or -inf", text)
	}
	return x, nil
}

// place finds or makes the node of a line, and sets its facts.
func (t *Trace) place(n *visit, moves []string, depth int) error {
	switch {
	case depth < 0 || depth == len(moves):
		t.last = t.last[:1]
	case len(moves) == 1 && depth >= 1 && depth <= len(t.last):
		t.last = t.last[:depth] // the line has only the last move, below the previous node
	case len(moves) == 1:
		return t.wrong("depth=%d, but the previous node is at depth %d: if lines give only the last move, want each node before its children", depth, len(t.last)-1)
	default:
		return t.wrong("depth=%d, but the line has %s: want the number of moves from the root", depth, words.Count(len(moves), "move"))
	}
	at := t.last[len(t.last)-1]
	for _, text := range moves {
		next := at.child(text)
		if next == nil {
			if t.nodes++; t.nodes > maxTraceNodes {
				return t.wrong("the trace has more than %d nodes: judge a position with a smaller tree", maxTraceNodes)
			}
			next = &visit{text: text}
			at.children = append(at.children, next)
		}
		at = next
		t.last = append(t.last, at)
	}
	if at == t.root && at.line == 0 {
		t.nodes++
	}
	at.take(n)
	return nil
}

// child finds a child by its text.
func (n *visit) child(text string) *visit {
	for _, c := range slices.Backward(n.children) {
		if c.text == text {
			return c
		}
	}
	return nil
}

// take adds the facts of another line. A line that adds nothing new, or repeats a
// fact, is a second visit.
func (n *visit) take(o *visit) {
	fresh := o.cut && !n.cut
	again := n.line > 0
	for _, key := range []string{"alpha", "beta", "value"} {
		mine, others := n.facts(key), o.facts(key)
		if *others == nil {
			continue
		}
		if *mine == nil {
			*mine, fresh = *others, true
		}
	}
	if again && !fresh && n.again == 0 {
		n.again = o.line
	}
	if n.line == 0 {
		n.line = o.line
	}
	n.cut = n.cut || o.cut
}
