package learn_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"oxo/explain"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/languages"
	"oxo/web/learn"
)

// TestPages: every essay becomes HTML, and every session's link has a valid position
// and algorithm.
func TestPages(t *testing.T) {
	pages, err := learn.Pages()
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for name, page := range pages {
		if !bytes.Contains(page, []byte("<h1")) || bytes.Contains(page, []byte("```")) || bytes.Contains(page, []byte(".md\"")) {
			t.Errorf("%s is not a whole page: %.200s", name, page)
		}
		if n := bytes.Count(page, []byte("<pre")); n == 0 || n != bytes.Count(page, []byte("<pre tabindex=\"0\">")) {
			t.Errorf("%s: keys cannot scroll each of its %d blocks of code", name, n)
		}
		for part := range strings.SplitSeq(string(page), `data-tree="`) {
			text, _, found := strings.Cut(part, `">`)
			if !found || !strings.Contains(text, "game=") || strings.HasPrefix(part, "<") {
				continue
			}
			links++
			query, err := url.ParseQuery(strings.ReplaceAll(text, "&amp;", "&"))
			if err != nil {
				t.Fatal(err)
			}
			g, err := catalog.Lookup(games.All(), query.Get("game"))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if text := query.Get("position"); text != "" {
				if _, err := g.ParsePosition(text); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if a := query.Get("algorithm"); a != "" && a != "mcts-plain" {
				if _, err := explain.Find(a); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	others, err := languages.All()
	if err != nil {
		t.Fatal(err)
	}
	if n := 1 + len(others); len(pages) != 4*n || links < 8*n { // English, and the others
		t.Errorf("%d pages with %d trees", len(pages), links)
	}
}

// TestIdeaFirst: the page of each essay begins with the idea, then shows a tree to walk, then asks one
// question. Whatever is written in a programming language is folded.
func TestIdeaFirst(t *testing.T) {
	pages, err := learn.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for _, essay := range []string{"minimax", "alphabeta", "mcts"} {
		page := string(pages["learn/"+essay+".html"])
		open, rest, folded := strings.Cut(page, "<details class=\"drawer programmers\"><summary><h2>For programmers</h2></summary>")
		if !folded || strings.Count(page, "<details") != strings.Count(page, "</details>") || !strings.Contains(rest, "</details>") {
			t.Errorf("%s has no part for programmers that is folded", essay)
		}
		idea, tree, ask := strings.Index(open, "<h2>"), strings.Index(open, "data-tree="), strings.Index(open, "<section class=\"ask box\"")
		if idea < 0 || tree < idea || ask < tree || strings.Count(page, "class=\"ask box\"") != 1 {
			t.Errorf("%s: want an idea (at %d), then a tree (at %d), then one question (at %d)", essay, idea, tree, ask)
		}
		if strings.Count(page, "data-right=\"true\"") != 1 || strings.Count(page, "data-right=\"false\"") != 2 {
			t.Errorf("%s: want one right answer and two wrong ones", essay)
		}
		for _, code := range []string{"func ", ":= ", "+++ ", "textbook/", "sqrt("} {
			if strings.Contains(open, code) {
				t.Errorf("%s: %q is not folded", essay, code)
			}
		}
	}
}

// TestTree reads command lines.
func TestTree(t *testing.T) {
	for line, want := range map[string]string{
		"$ oxo explain tictactoe a3 b2 --algorithm minimax-depth --show 0 | tail -9": "algorithm=minimax-depth&game=tictactoe&moves=a3.b2",
		"$ oxo explain tictactoe --position .XO/X.X/.O. --moments":                   "game=tictactoe&position=.XO%2FX.X%2F.O.",
		"$ oxo explain go:5x5 --algorithm mcts --nodes 500 --seed 2":                 "algorithm=mcts&chance=2&game=go%3A5x5&playouts=500",
		"$ oxo explain tictactoe a1 --algorithm mcts --plain --nodes 300 --show 1":   "algorithm=mcts-plain&game=tictactoe&moves=a1&playouts=300",
		"$ oxo explain tictactoe --algorithm mcts --nodes 501":                       "",
		"$ oxo explain tictactoe --algorithm mcts":                                   "",
		"$ oxo bench":                 "",
		"$ oxo explain x --position":  "",
		"$ oxo explain --algorithm a": "",
	} {
		if got, ok := learn.Tree(line); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v", line, got, ok)
		}
	}
}
