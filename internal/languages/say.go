package languages

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// pattern is a message with places.
type pattern struct {
	id     string
	texts  []string              // one for each form
	names  []string              // of the places, in their order
	match  func() *regexp.Regexp // compiled when first needed
	fixed  string                // the longest text between places: a quick look before match
	weight int                   // the number of fixed characters
	breaks int                   // between sentences, and semicolons
}

// stops may follow a text: a full stop or a colon, which a translation keeps.
const stops = `([.:]?)`

// place is a name in braces.
var place = regexp.MustCompile(`\{(\w+)\}`)

// placed returns what can be at a place: a number, if its name is n or begins with
// n_, no blank at a place for a move, moves with commas at one for a list, no colon at one for a side.
func placed(name string) string {
	kind, _, _ := strings.Cut(name, "_")
	switch kind {
	case "n":
		return `([-−+~≈]?[\d\x{202f},.]*\d%?)`
	case "move":
		return `(\S*[^\s.,:;])`
	case "side":
		return `([^:]+?)`
	case "list":
		return `(\S+(?:, \S+)*)`
	}
	return `(.+?)`
}

// add adds a message: a text, a pattern, or the patterns of one thing and of several.
func (c *Catalogue) add(e entry) error {
	for _, id := range []string{e.id, e.many} {
		switch {
		case id == "":
		case !strings.Contains(id, "{"):
			c.texts[id] = e.texts[0]
		default:
			p, err := newPattern(id, e.texts)
			if err != nil {
				return err
			}
			c.patterns = append(c.patterns, p)
		}
	}
	return nil
}

func newPattern(id string, texts []string) (pattern, error) {
	p := pattern{id: id, texts: texts}
	expression, last := "", 0
	fixed := func(part string) {
		expression += regexp.QuoteMeta(part)
		p.weight += utf8.RuneCountInString(part)
		if len(part) > len(p.fixed) {
			p.fixed = part
		}
	}
	for _, at := range place.FindAllStringSubmatchIndex(id, -1) {
		fixed(id[last:at[0]])
		p.names = append(p.names, id[at[2]:at[3]])
		expression += placed(id[at[2]:at[3]])
		last = at[1]
	}
	fixed(id[last:])
	if !strings.ContainsFunc(place.ReplaceAllString(id, ""), unicode.IsLetter) {
		return p, fmt.Errorf("%q: want a word besides the places", id)
	}
	p.breaks = parted(place.ReplaceAllString(id, "X"))
	p.match = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^" + expression + stops + "$") })
	return p, nil
}

// Say translates a text. A nil catalogue, and one that lacks the text, return it as it is.
func (c *Catalogue) Say(text string) string {
	said, _ := c.Known(text)
	return said
}

// Known translates a text, and reports whether the catalogue has it.
func (c *Catalogue) Known(text string) (string, bool) {
	core := strings.TrimSpace(text)
	if c == nil || !strings.ContainsFunc(core, unicode.IsLetter) {
		return text, true
	}
	if said, ok := c.look(core, 0); ok {
		return strings.Replace(text, core, said, 1), true
	}
	return text, false
}

// maxDepth limits how deeply places are within places.
const maxDepth = 4

// look finds a text as it is, with a small first letter, or sentence by sentence.
func (c *Catalogue) look(text string, depth int) (string, bool) {
	if said, ok := c.find(text, depth); ok || depth >= maxDepth {
		return said, ok
	}
	if first, size := utf8.DecodeRuneInString(text); unicode.IsUpper(first) {
		if said, ok := c.find(string(unicode.ToLower(first))+text[size:], depth); ok {
			return capital(said), true
		}
	}
	if stop := ending.FindStringSubmatch(text); stop != nil && len(breaks(text)) == 0 {
		if said, ok := c.look(strings.TrimSuffix(text, stop[1]), depth+1); ok {
			return said + stop[1], true
		}
	}
	return c.sentences(text, depth)
}

// ending finds a full stop or a colon at the end of a text.
var ending = regexp.MustCompile(`[\pL\d%)”]([.:])$`)

func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// A pattern with fewer fixed characters fits too much: it fits short texts only.
const (
	minWeight = 7
	maxLight  = 40
)

// find finds a text as it is, or the pattern with the most fixed letters that fits.
func (c *Catalogue) find(text string, depth int) (string, bool) {
	if said, ok := c.texts[text]; ok {
		return said, true
	}
	ends := parted(text)
	for i := range c.patterns {
		p := &c.patterns[i]
		if !strings.Contains(text, p.fixed) || p.breaks < ends || p.weight < minWeight && len(text) > maxLight {
			continue
		}
		if found := p.match().FindStringSubmatch(text); found != nil {
			last := len(found) - 1
			return c.fill(p, found[1:last], depth) + found[last], true
		}
	}
	return "", false
}

// fill puts the texts of the places into the translation.
func (c *Catalogue) fill(p *pattern, parts []string, depth int) string {
	form := 0
	said := map[string]string{}
	for i, name := range p.names {
		said[name] = parts[i]
		if n, ok := count(parts[i]); ok && name == "n" {
			form = int(c.forms[n] - '0')
		} else if translated, ok := c.look(parts[i], depth+1); ok {
			said[name] = translated
		}
	}
	return place.ReplaceAllStringFunc(p.texts[min(form, len(p.texts)-1)], func(name string) string {
		return said[name[1:len(name)-1]]
	})
}

// count reads a number, and returns its place in the table of forms.
func count(text string) (int, bool) {
	n := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			if n = 10*n + int(r-'0'); n >= 1000 {
				n = 100 + n%100
			}
		case r != '\u202f' && r != ',':
			return 0, false
		}
	}
	if n >= 100 {
		n = 100 + n%100
	}
	return n, text != ""
}

// breaks returns where sentences end before another one: the places of the blanks between
// them. A number with a full stop ends one only before a word: "after 3. b2" is one.
func breaks(text string) (at []int) {
	for i, r := range text {
		if r != ' ' {
			continue
		}
		before, next := strings.TrimSuffix(text[:i], "”"), text[i+1:]
		stop, size := utf8.DecodeLastRuneInString(before)
		if !strings.ContainsRune(".!?…", stop) {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(before[:len(before)-size])
		if unicode.IsDigit(last) && aWord.MatchString(next) || !unicode.IsDigit(last) && begins.MatchString(next) {
			at = append(at, i)
		}
	}
	return at
}

// parted counts the ends of sentences before others, and the semicolons.
func parted(text string) int { return len(breaks(text)) + strings.Count(text, "; ") }

// The beginnings of sentences: a capital letter, or the name of a square; after a number only a word.
var (
	begins = regexp.MustCompile(`^(?:[\p{Lu}“]|[a-z]+[0-9])`)
	aWord  = regexp.MustCompile(`^\p{Lu}\p{L}*[ ,:;.!?’']`)
)

// sentences translates a text of several sentences one by one, or else the parts between semicolons.
func (c *Catalogue) sentences(text string, depth int) (string, bool) {
	var said strings.Builder
	found, last := false, 0
	say := func(end, next int) {
		one, ok := c.look(text[last:end], depth+1)
		if !ok {
			one = text[last:end]
		}
		found = found || ok
		said.WriteString(one + text[end:next])
		last = next
	}
	if ends := breaks(text); len(ends) > 0 {
		for _, end := range ends {
			say(end, end+1)
		}
	} else {
		for at := strings.Index(text, "; "); at > 0; at = strings.Index(text[last:], "; ") {
			say(last+at, last+at+2)
		}
	}
	if last == 0 {
		return "", false
	}
	say(len(text), len(text))
	return said.String(), found
}
