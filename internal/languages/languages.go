// Package languages holds the texts of oxo in other languages than English, as
// catalogues of GNU gettext (.po), which the programs of translators open: CODE.po for
// the page and the engine, CODE-terminal.po for what only the terminal shows, and
// CODE-essays.po for the essays.
//
// The English text is the key. A place in it has a name in braces: a message such as
// "{side} plays {move}." is recognised by its fixed words, and the text at a place is
// translated too. So neither the page nor the engine changes for another language, and
// answers, files and protocols stay English. A text that a catalogue lacks stays English.
package languages

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed *.po
var files embed.FS

// The ends of the names of the catalogues of essays, and of what only a terminal shows.
const (
	essays   = "-essays"
	terminal = "-terminal"
)

// Catalogue holds the texts of one language.
type Catalogue struct {
	Code     string // "de"
	Name     string // the language in its own words
	forms    string // the form of each number
	texts    map[string]string
	patterns []pattern // those with more fixed letters first
	essays   map[string]string
	unpaged  map[string]bool // what the page does not show
}

// Codes returns the codes of the languages in order, without reading the catalogues.
func Codes() []string {
	names, _ := fs.Glob(files, "*.po") // the pattern has no fault
	var codes []string
	for _, name := range names {
		code, _, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".po"), "-")
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// All returns the catalogues, by their codes in order.
func All() ([]*Catalogue, error) {
	var all []*Catalogue
	for _, code := range Codes() {
		c, err := open(code)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// open reads the catalogue of a code.
func open(code string) (*Catalogue, error) {
	names, err := fs.Glob(files, code+"*.po")
	if err != nil {
		return nil, err
	}
	c := &Catalogue{Code: code, texts: map[string]string{}, essays: map[string]string{}, unpaged: map[string]bool{}}
	for _, name := range slices.Sorted(slices.Values(names)) {
		base, kind, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".po"), "-")
		if base != code {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if err := c.read(string(text), "-"+kind); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c, nil
}

// For returns the catalogue for a language as the environment or a browser names it:
// "de", "de-AT", "de_CH.UTF-8". It is nil for English and for languages without one.
func For(name string) (*Catalogue, error) {
	code, _, _ := strings.Cut(strings.NewReplacer("_", "-", ".", "-", "@", "-").Replace(strings.ToLower(name)), "-")
	if slices.Contains(Codes(), code) {
		return open(code)
	}
	return nil, nil //nolint:nilnil // English needs no catalogue
}

// read adds the messages of a file.
func (c *Catalogue) read(text, kind string) error {
	header, entries, err := readPO(text)
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e entry) bool { return e.fuzzy || slices.Contains(e.texts, "") })
	if kind == essays {
		for _, e := range entries {
			c.essays[joined(e.id)] = e.texts[0]
		}
		return nil
	}
	c.Name = header["X-Native-Name"]
	if c.forms, err = forms(header["Plural-Forms"]); err != nil {
		return err
	}
	for _, e := range entries {
		c.unpaged[e.id] = kind == terminal
		if err := c.add(e); err != nil {
			return err
		}
	}
	slices.SortStableFunc(c.patterns, func(a, b pattern) int { return b.weight - a.weight })
	return nil
}

// Essay translates a part of an essay, however its lines are broken.
func (c *Catalogue) Essay(paragraph string) (string, bool) {
	if c == nil {
		return "", false
	}
	text, ok := c.essays[joined(paragraph)]
	return text, ok
}

// joined writes a text on one line, with single blanks.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// JSON writes the messages as the page reads them: the texts without places, and the
// patterns, each with the English text and the forms of the translation.
func (c *Catalogue) JSON() ([]byte, error) {
	type written struct {
		Name     string            `json:"name"`
		Forms    string            `json:"forms"`
		Texts    map[string]string `json:"texts"`
		Patterns [][]string        `json:"patterns"`
	}
	w := written{c.Name, c.forms, map[string]string{}, nil}
	for id, said := range c.texts {
		if !c.unpaged[id] {
			w.Texts[id] = said
		}
	}
	for _, p := range c.patterns {
		if !c.unpaged[p.id] {
			w.Patterns = append(w.Patterns, append([]string{p.id}, p.texts...))
		}
	}
	return json.Marshal(w)
}

// Keys returns the English texts, without the essays.
func (c *Catalogue) Keys() []string {
	var keys []string
	for id := range c.texts {
		keys = append(keys, id)
	}
	for _, p := range c.patterns {
		keys = append(keys, p.id)
	}
	return keys
}

// Translations returns the forms of a message.
func (c *Catalogue) Translations(id string) []string {
	if text, ok := c.texts[id]; ok {
		return []string{text}
	}
	if i := slices.IndexFunc(c.patterns, func(p pattern) bool { return p.id == id }); i >= 0 {
		return c.patterns[i].texts
	}
	return nil
}
