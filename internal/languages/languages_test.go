package languages_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oxo/docs"
	"oxo/internal/languages"
	"oxo/web/learn"
)

var list = flag.Bool("list", false, "print the texts that a catalogue lacks")

// The numbers of texts that a catalogue may lack. A new text that is not translated makes a test
// fail: translate it, or count it here.
const (
	maxPage   = 0 // of the modules of the page
	maxEssays = 0 // parts of the essays
	maxManual = 0 // parts of the manual of rule sheets
	maxEngine = 0 // of the answers of the engine that TestEngine asks for
)

func catalogues(t *testing.T) []*languages.Catalogue {
	t.Helper()
	all, err := languages.All()
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	return all
}

// report fails if a catalogue lacks more texts than allowed, and lists them.
func report(t *testing.T, language string, lacking []string, all, most int) {
	t.Helper()
	slices.Sort(lacking)
	lacking = slices.Compact(lacking)
	t.Logf("%s: %d of %d texts are missing", language, len(lacking), all)
	if *list || len(lacking) > most {
		for _, text := range lacking {
			t.Logf("missing in %s: %s", language, text)
		}
	}
	if len(lacking) > most {
		t.Errorf("%s lacks %d texts: want at most %d", language, len(lacking), most)
	}
}

// places are the names in braces, in order.
var places = regexp.MustCompile(`\{\w*\}`)

// TestPage counts the texts in the modules of the page that a catalogue lacks. It reads the
// modules, so it finds the texts that no test draws too.
func TestPage(t *testing.T) {
	names, err := filepath.Glob("../../web/page/*.js")
	if err != nil || len(names) < 40 {
		t.Fatal(names, err)
	}
	parts, err := os.ReadFile("testdata/parts.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	for _, name := range names {
		if slices.Contains([]string{"sw.js", "words.js", "apidoc.js", "treefiles.js", "worker.js"}, filepath.Base(name)) {
			continue // no text of theirs is drawn, or only in a file
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range literals(string(text)) {
			text := strings.TrimSpace(places.ReplaceAllString(l.text, "{}"))
			if seen(l) && !strings.Contains(string(parts), "\n"+text+"\n") {
				texts[text] = true
			}
		}
	}
	for _, c := range catalogues(t) {
		known := map[string]bool{}
		for _, id := range c.Keys() {
			known[places.ReplaceAllString(id, "{}")] = true
		}
		var lacking []string
		for text := range texts {
			small := strings.ToLower(text[:1]) + text[1:]
			bare := strings.TrimRight(text, ".:")
			if _, said := c.Known(text); !said && !known[text] && !known[small] && !known[bare] {
				lacking = append(lacking, text)
			}
		}
		report(t, c.Code, lacking, len(texts), maxPage)
	}
}

// TestEssays counts the parts of the essays that a catalogue lacks.
func TestEssays(t *testing.T) {
	names, err := fs.Glob(docs.Essays(), "learn/*.md")
	if err != nil || len(names) < 3 {
		t.Fatal(names, err)
	}
	for _, c := range catalogues(t) {
		countParts(t, c, names, maxEssays)
		countParts(t, c, []string{"do/rule-sheets.md"}, maxManual)
	}
}

// countParts counts the parts of pages that a catalogue lacks.
func countParts(t *testing.T, c *languages.Catalogue, names []string, most int) {
	t.Helper()
	var lacking []string
	all := 0
	for _, name := range names {
		source, err := fs.ReadFile(docs.Essays(), name)
		if err != nil {
			t.Fatal(err)
		}
		learn.Blocks(string(source), func(text string) string {
			all++
			if _, ok := c.Essay(text); !ok {
				lacking = append(lacking, name+": "+text)
			}
			return text
		})
	}
	report(t, c.Code, lacking, all, most)
}

// TestSay: texts are found as they are, by their fixed words, in sentences, and with the texts at their places.
func TestSay(t *testing.T) {
	de, err := languages.For("de_AT.UTF-8")
	if err != nil || de == nil {
		t.Fatal(de, err)
	}
	for _, c := range []struct{ text, want string }{
		{"Close", "Schließen"},
		{" Close ", " Schließen "},
		{"1 move", "1 Zug"},
		{"21 moves", "21 Züge"},
		{"Keep the first 3 moves", "Die ersten 3 Züge behalten"},
		{"white is thinking…", "Weiß denkt …"},
		{"White is thinking…", "Weiß denkt …"},
		{"X wins with b1. For X that is a win in 3.", "X gewinnt mit b1. Für X ist das ein Sieg in 3."},
		{"b2 wins in 3 and threatens a1-c3 and a1-a3; O can stop only one.", "b2 gewinnt in 3 und droht a1-c3 und a1-a3; O kann nur eine aufhalten."},
		{"win in 5 or sooner", "Sieg in 5 oder früher"},
		{"b2", "b2"},
		{"a text that nobody wrote", "a text that nobody wrote"},
	} {
		if got := de.Say(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	for _, name := range []string{"en_GB.UTF-8", "C", "", "xx"} {
		if c, err := languages.For(name); c != nil || err != nil {
			t.Errorf("%q: %v, %v: want none", name, c, err)
		}
	}
	var none *languages.Catalogue
	if got := none.Say("Close"); got != "Close" {
		t.Errorf("no catalogue: %q", got)
	}
}

// TestPlaces: a translation has no place that the English text lacks, and the number of forms that its language has.
func TestPlaces(t *testing.T) {
	for _, c := range catalogues(t) {
		for _, id := range c.Keys() {
			for _, said := range c.Translations(id) {
				for _, place := range places.FindAllString(said, -1) {
					if !strings.Contains(id, place) {
						t.Errorf("%s: %q: %q has %s, which the English text lacks", c.Code, id, said, place)
					}
				}
			}
		}
	}
}
