// Package learn turns the essays of docs into pages next to the explorer: each
// session of oxo explain in them becomes a link that opens its tree, a question gets
// buttons, and the part for programmers is folded.
package learn

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"oxo/docs"
	"oxo/internal/languages"
)

// Pages returns the essays and the manual of rule sheets as HTML, each the content of an article, by
// the name of its file: "learn/minimax.html"; in another language "words/de/minimax.html".
func Pages() (map[string][]byte, error) {
	all, err := languages.All()
	if err != nil {
		return nil, err
	}
	pages := map[string][]byte{}
	if err := addPages(pages, "learn/", nil); err != nil {
		return nil, err
	}
	for _, c := range all {
		if err := addPages(pages, "words/"+c.Code+"/", c); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// addPages adds the essays in a language; nil is English.
func addPages(pages map[string][]byte, folder string, c *languages.Catalogue) error {
	names, err := fs.Glob(docs.Essays(), "learn/*.md")
	if err != nil {
		return err
	}
	for _, name := range append(slices.Clip(names), "do/rule-sheets.md") {
		essay := strings.TrimSuffix(path.Base(name), ".md")
		source, err := fs.ReadFile(docs.Essays(), name)
		if err != nil {
			return err
		}
		if c != nil {
			source = []byte(Blocks(string(source), in(c)))
		}
		var out bytes.Buffer
		if err := markdown(&writer{essay: essay, names: names, words: c}).Convert(source, &out); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		pages[folder+essay+".html"] = out.Bytes()
	}
	return nil
}

func markdown(w *writer) goldmark.Markdown {
	w.plain = html.NewRenderer()
	own := renderer.WithNodeRenderers(util.Prioritized(w, 1))
	return goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithRendererOptions(own))
}

// writer renders sessions and links, which differ from standard HTML.
type writer struct {
	essay  string
	names  []string
	plain  renderer.NodeRenderer
	words  *languages.Catalogue // nil: English
	folded bool                 // whether the part for programmers has begun
}

// RegisterFuncs registers the nodes rendered here.
func (w *writer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, w.session)
	r.Register(ast.KindCodeBlock, w.session)
	r.Register(ast.KindLink, w.link)
	r.Register(ast.KindHeading, w.heading)
	r.Register(ast.KindDocument, w.document)
}

// session renders a block of code, which can be scrolled with keys; one that shows a
// tree gets a link to it.
func (w *writer) session(out util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var text strings.Builder
	lines := node.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		text.Write(segment.Value(source))
	}
	if fenced, ok := node.(*ast.FencedCodeBlock); ok && string(fenced.Language(source)) == "question" {
		question(out, text.String(), w.words.Say("a question"))
		return ast.WalkSkipChildren, nil
	}
	tree, ok := Tree(firstLine(text.String()))
	if ok {
		fmt.Fprintf(out, "<figure class=\"session\" data-tree=\"%s\">\n", util.EscapeHTML([]byte(tree)))
	}
	fmt.Fprintf(out, "<pre tabindex=\"0\"><code>%s</code></pre>\n", util.EscapeHTML([]byte(text.String())))
	if ok {
		address := "#learn?essay=" + w.essay + "&lesson=" + url.QueryEscape(tree)
		fmt.Fprintf(out, "<figcaption><a href=\"%s\">%s</a></figcaption></figure>\n", util.EscapeHTML([]byte(address)), w.words.Say("Open this tree"))
	}
	return ast.WalkSkipChildren, nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// mcts is the algorithm with play-outs; a page shows at most maxPlayouts of them.
const (
	mcts        = "mcts"
	maxPlayouts = 500
)

// Tree reads a command line, "$ oxo explain GAME ...", and returns the parameters of
// the page's address that opens the same tree. For mcts the page shows at most
// maxPlayouts play-outs.
func Tree(line string) (parameters string, ok bool) {
	rest, ok := strings.CutPrefix(line, "$ oxo explain ")
	if !ok {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "|")
	words := strings.Fields(rest)
	query, plain := url.Values{}, ""
	parameterOf := map[string]string{"--position": "position", "--algorithm": "algorithm", "--depth": "depth", "--nodes": "playouts", "--seed": "chance"}
	var moves []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case parameterOf[word] != "":
			i++
			if i == len(words) {
				return "", false
			}
			query.Set(parameterOf[word], words[i])
		case word == "--plain":
			plain = "-plain"
		case word == "--show":
			i++
		case strings.HasPrefix(word, "--"):
		case !query.Has("game"):
			query.Set("game", word)
		default:
			moves = append(moves, word)
		}
	}
	if len(moves) > 0 {
		query.Set("moves", strings.Join(moves, "."))
	}
	if query.Get("algorithm") == mcts {
		query.Set("algorithm", mcts+plain)
		if n, err := strconv.Atoi(query.Get("playouts")); err != nil || n > maxPlayouts {
			return "", false
		}
	}
	return query.Encode(), query.Has("game")
}

// link renders a link to another essay, or to an address outside the module. If the
// page does not have the file of a link, only the text is rendered.
func (w *writer) link(out util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	to := string(node.(*ast.Link).Destination)
	name := path.Base(to)
	for _, essay := range w.names {
		if name == path.Base(essay) {
			to = "#learn?essay=" + strings.TrimSuffix(name, ".md")
		}
	}
	switch outside := strings.HasPrefix(to, "https://"); {
	case !outside && !strings.HasPrefix(to, "#learn"):
		return ast.WalkContinue, nil
	case entering:
		fmt.Fprintf(out, "<a href=\"%s\">", util.EscapeHTML([]byte(to)))
	default:
		_, _ = out.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}
