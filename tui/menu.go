//go:build unix || windows

package tui

import (
	"slices"
	"strings"

	"oxo"
	"oxo/game/catalog"
)

// entry is a game of the list.
type entry struct {
	name, title, about, group string
	also                      string // other names that a search finds
	example                   string // the name of a game
}

// menu is the list of games.
type menu struct {
	families []catalog.Family
	entries  []entry
	at       int // index in the entries shown
	filter   field
	message  string
}

func newMenu(families []catalog.Family) *menu {
	m := &menu{families: families}
	for i := range families {
		f := &families[i]
		for _, a := range f.Aliases {
			m.entries = append(m.entries, entry{a.Name, orElse(a.Title, a.Name), a.About, f.Group, strings.Join(a.Also, " "), a.Name})
		}
		m.entries = append(m.entries, entry{f.Name, orElse(f.Title, f.Name), f.About, f.Group, strings.Join(f.Also, " "), usual(f)})
	}
	var groups []string // in the order of first occurrence
	for _, e := range m.entries {
		if !slices.Contains(groups, e.group) {
			groups = append(groups, e.group)
		}
	}
	slices.SortStableFunc(m.entries, func(a, b entry) int {
		return slices.Index(groups, a.group) - slices.Index(groups, b.group)
	})
	return m
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// titleOf names a game in words: "Noughts and crosses", "k in a row, 4x4x3, torus".
func titleOf(families []catalog.Family, g oxo.Game) string {
	base, rest, _ := strings.Cut(g.Name(), ":")
	base, options, _ := strings.Cut(base, ",")
	for i := range families {
		f := &families[i]
		for _, a := range f.Aliases {
			if a.Title != "" && a.Means == g.Name() {
				return a.Title
			}
		}
		if f.Title == "" || !strings.EqualFold(f.Name, base) {
			continue
		}
		if g.Name() == usual(f) {
			return f.Title
		}
		said := []string{f.Title}
		for part := range strings.SplitSeq(rest+","+options, ",") {
			if part != "" {
				said = append(said, part)
			}
		}
		return strings.Join(said, ", ")
	}
	return g.Name()
}

// shown lists the games that match the typed text.
func (m *menu) shown() []entry {
	want := strings.ToLower(strings.TrimSpace(m.filter.text))
	var some []entry
	for _, e := range m.entries {
		if strings.Contains(strings.ToLower(e.name+" "+e.title+" "+e.about+" "+e.also), want) {
			some = append(some, e)
		}
	}
	return some
}

// key handles a key, and returns the name of the game that it chooses, if any.
func (m *menu) key(name, text string) (where goTo, chosen string) {
	m.message = ""
	shown := m.shown()
	switch name {
	case "up":
		m.at--
	case "down":
		m.at++
	case "pgup":
		m.at -= 10
	case "pgdown":
		m.at += 10
	case "home":
		m.at = 0
	case "end":
		m.at = len(shown)
	case "esc":
		if m.filter.text == "" {
			return quit, ""
		}
		m.filter.text, m.at = "", 0
	case "f1":
		return toHelp, ""
	case "enter":
		return stay, m.choose(shown)
	default:
		if text == "?" {
			return toHelp, ""
		}
		if m.filter.key(name, text) {
			m.at = m.exact()
		}
	}
	m.at = within(m.at, max(len(m.shown())-1, 0))
	return stay, ""
}

// exact returns the index of the shown game with exactly the typed name, or the
// first.
func (m *menu) exact() int {
	want := strings.TrimSpace(m.filter.text)
	return max(0, slices.IndexFunc(m.shown(), func(e entry) bool { return strings.EqualFold(e.name, want) }))
}

// choose returns the typed name if it has parameters or options, otherwise the
// selected game.
func (m *menu) choose(shown []entry) string {
	typed := strings.TrimSpace(m.filter.text)
	if catalog.Knows(m.families, typed) && (strings.ContainsAny(typed, ":,") || len(shown) == 0) {
		if _, err := catalog.Lookup(m.families, typed); err != nil {
			m.message = err.Error()
			return ""
		}
		return typed
	}
	if len(shown) == 0 {
		_, err := catalog.Lookup(m.families, typed)
		if err != nil {
			m.message = err.Error()
		}
		return ""
	}
	return shown[m.at].example
}

// usual returns the name of a family's default game: some families have no game
// without parameters.
func usual(f *catalog.Family) string {
	var values []int
	for _, p := range f.Parameters {
		values = append(values, p.Usual)
	}
	return f.Compose(values)
}

// menuRow is a line of the drawn list: a heading or a game.
type menuRow struct {
	heading string
	entry   int // index in the entries shown, or -1
}

// rows lists the lines of the list.
func (m *menu) rows() []menuRow {
	var rows []menuRow
	group := ""
	for i, e := range m.shown() {
		if e.group != group {
			group = e.group
			rows = append(rows, menuRow{group, -1})
		}
		rows = append(rows, menuRow{"", i})
	}
	return rows
}

// first returns the first visible line.
func (m *menu) first(rows []menuRow, height int) int {
	for i, r := range rows {
		if r.entry == m.at {
			return from(i, len(rows), height)
		}
	}
	return 0
}

func (m *menu) draw(c *canvas, t theme, body box) {
	rows, shown := m.rows(), m.shown()
	first := m.first(rows, body.height)
	long := 0
	for _, e := range m.entries {
		long = max(long, len(e.title))
	}
	for i := first; i < len(rows) && i < first+body.height; i++ {
		y := body.y + i - first
		if rows[i].entry < 0 {
			c.put(body.x, y, clip(rows[i].heading, body.width), ink{fg: titleRole, bold: true})
			continue
		}
		e := shown[rows[i].entry]
		text, k := "  "+pad(e.title, long), ink{}
		if rows[i].entry == m.at {
			text, k = t.signs.pointer+" "+pad(e.title, long), ink{bold: true, reverse: true}
		}
		x := c.put(body.x, y, clip(text, body.width), k)
		if body.width-x > 20 {
			c.put(x+2, y, clip(e.about, body.width-x-2), ink{fg: quietRole})
		}
	}
}

// entryAt returns the game at a cell of the screen.
func (m *menu) entryAt(body box, x, y int) (int, bool) {
	rows := m.rows()
	i := m.first(rows, body.height) + y - body.y
	if !body.has(x, y) || i >= len(rows) || rows[i].entry < 0 {
		return 0, false
	}
	return rows[i].entry, true
}

func (m *menu) status() (string, ink) {
	switch {
	case m.message != "":
		return m.message, ink{fg: badRole}
	case m.filter.text != "":
		return "Game: " + m.filter.text, ink{bold: true}
	}
	if shown := m.shown(); m.at < len(shown) {
		return shown[m.at].name + ": " + shown[m.at].about, ink{}
	}
	return "Choose a game, or type its name, as in connect4 or mnk:5x5x4,torus.", ink{}
}

// lookup finds a game by name, and its family.
func lookup(families []catalog.Family, name string) (oxo.Game, *catalog.Family, error) {
	g, err := catalog.Lookup(families, name)
	if err != nil {
		return nil, nil, err
	}
	base, _, _ := strings.Cut(g.Name(), ":")
	base, _, _ = strings.Cut(base, ",")
	for i := range families {
		if strings.EqualFold(families[i].Name, base) {
			return g, &families[i], nil
		}
	}
	return g, nil, nil
}
