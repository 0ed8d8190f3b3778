package learn

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// forProgrammers is the heading of the part of an essay that the page folds.
const forProgrammers = "For programmers"

// heading renders a heading. The part for programmers is a fold, which ends with the next
// heading of its level.
func (w *writer) heading(out util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	h := node.(*ast.Heading)
	if !entering {
		fmt.Fprintf(out, "</h%d>", h.Level)
		if w.folds(h, source) {
			_, _ = out.WriteString("</summary>")
		}
		_ = out.WriteByte('\n')
		return ast.WalkContinue, nil
	}
	if h.Level <= 2 {
		w.unfold(out)
	}
	if w.folds(h, source) {
		w.folded = true
		_, _ = out.WriteString("<details class=\"drawer programmers\"><summary>")
	}
	fmt.Fprintf(out, "<h%d>", h.Level)
	return ast.WalkContinue, nil
}

// folds reports whether a heading begins the part for programmers.
func (w *writer) folds(h *ast.Heading, source []byte) bool {
	return h.Level == 2 && string(h.Lines().Value(source)) == in(w.words)(forProgrammers)
}

// unfold ends the part for programmers, if it has begun.
func (w *writer) unfold(out util.BufWriter) {
	if w.folded {
		w.folded = false
		_, _ = out.WriteString("</details>\n")
	}
}

// document ends a fold that no heading ended.
func (w *writer) document(out util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.unfold(out)
	}
	return ast.WalkContinue, nil
}

// question renders a block "question": a line with the question, and one line for each answer,
// "- a wrong one | why it is wrong" or "+ the right one | why it is right". The name is for screen readers.
func question(out util.BufWriter, text, name string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	escape := func(s string) string { return string(util.EscapeHTML([]byte(strings.TrimSpace(s)))) }
	fmt.Fprintf(out, "<section class=\"ask box\" aria-label=\"%s\">\n<p><b>%s</b></p>\n<div class=\"answers\">\n", name, escape(lines[0]))
	for _, line := range lines[1:] {
		answer, said, _ := strings.Cut(line[1:], "|")
		fmt.Fprintf(out, "<button type=\"button\" aria-pressed=\"false\" data-right=\"%t\" data-said=\"%s\">%s</button>\n", line[0] == '+', escape(said), escape(answer))
	}
	_, _ = out.WriteString("</div>\n<p class=\"verdict\" role=\"status\"></p>\n</section>\n")
}
