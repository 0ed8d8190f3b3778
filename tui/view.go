//go:build unix || windows

package tui

import (
	"oxo/game/board"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// small reports whether the window is too small for any screen.
func (m *model) small() bool { return m.width < LeastColumns || m.height < LeastRows }

// body is the part of the window between the title and the two lines at the foot. On
// the list of games the foot is larger, for the description of the selected one.
func (m *model) body() box {
	if m.at == menuScreen {
		return box{0, 1, m.width, m.height - 5}
	}
	return box{0, 1, m.width, m.height - 3}
}

// View implements [tea.Model].
func (m *model) View() tea.View {
	c := newCanvas(m.width, m.height)
	c.words = m.o.Words
	v := tea.NewView("")
	if m.small() {
		for i, line := range wrap(c.words.Say("This window is too small: oxo needs 40 columns and 15 rows. q leaves."), max(m.width, 1)) {
			c.put(0, i, line, ink{bold: true})
		}
	} else {
		v.Cursor = m.draw(c)
	}
	t := m.theme
	if m.play != nil {
		t = t.of(m.play.game)
	}
	v.Content = c.write(t)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	return v
}

// draw draws the screen, and returns the position of the terminal's cursor.
func (m *model) draw(c *canvas) *tea.Cursor {
	body := m.body()
	title, keys := m.titles()
	title, keys = c.words.Say(title), c.words.Say(keys)
	c.put(0, 0, clip(title, m.width), ink{fg: titleRole, bold: true})
	if right := c.words.Say("? help"); lipgloss.Width(title)+len(right)+2 < m.width && m.at != helpScreen {
		c.put(m.width-len(right), 0, right, ink{fg: quietRole})
	}
	text, k := "", ink{}
	switch m.at {
	case menuScreen:
		m.menu.draw(c, m.theme, body)
		text, k = m.menu.status()
	case setupScreen:
		m.setup.draw(c, m.theme, body)
		text, k = m.setup.status()
	case playScreen:
		m.play.draw(c, m.theme, body)
		text, k = m.play.status()
	case helpScreen:
		m.help.draw(c, m.theme, body)
	case positionScreen:
		m.positions.draw(c, m.theme, body)
		text, k = m.positions.status()
	case reviewScreen:
		m.review.draw(c, m.theme, body)
		text, k = m.review.status()
	}
	if !m.typing() {
		text = c.words.Say(text)
	}
	m.foot(c, text, k)
	c.put(0, m.height-1, clip(keys, m.width), ink{fg: quietRole})
	return m.cursor(text, body)
}

// foot writes the status. A long one takes two lines, covering the last line of the
// body.
func (m *model) foot(c *canvas, text string, k ink) {
	lines := wrap(text, m.width)
	if m.typing() {
		runes := []rune(text)
		lines = []string{string(runes[max(0, len(runes)-m.width+1):])} // the end of the text, where typing happens
	}
	if len(lines) > 3 {
		lines = append(lines[:2:2], clip(lines[2], m.width-2)+"..")
	}
	for i, line := range lines {
		y := m.height - 1 - len(lines) + i
		for x := range m.width {
			c.set(x, y, " ", ink{})
		}
		c.put(0, y, line, k)
	}
}

// typing reports whether a text is being typed.
func (m *model) typing() bool {
	return m.at == playScreen && m.play.typed != nil || m.at == positionScreen && m.positions.message == "" || m.at == menuScreen && m.menu.filter.text != "" && m.menu.message == ""
}

// cursor returns the position of the terminal's cursor: after the typed text, or on
// the square of the board's cursor, for users of screen readers and magnifiers.
func (m *model) cursor(text string, body box) *tea.Cursor {
	if m.typing() {
		return tea.NewCursor(min(lipgloss.Width(text), m.width-1), m.height-2)
	}
	if m.at != playScreen || m.play.list != nil || m.play.watching() {
		return nil
	}
	if _, ok := m.play.position().(board.Grid); !ok {
		return nil
	}
	l := m.play.layout(body)
	if x, y, seen := l.frame.middle(m.play.cursor); l.board && seen && !m.play.over() && !m.play.steering() {
		return tea.NewCursor(x, y)
	}
	return nil
}

// titles returns the first and the last line.
func (m *model) titles() (title, keys string) {
	narrow := m.width < 70
	pick := func(wide, short string) string {
		if narrow {
			return short
		}
		return wide
	}
	switch m.at {
	case menuScreen:
		return "oxo", pick("arrows choose  enter goes on  type a name to search, or in full: mnk:5x5x4,torus", "arrows  enter  type a name  esc quits")
	case setupScreen:
		return "oxo: a new game", pick("up and down: line  left and right: change it  enter begins  esc back  q quits", "arrows  enter begins  esc back")
	case helpScreen:
		return "oxo: help", pick("arrows scroll  esc back", "arrows scroll  esc back")
	case positionScreen:
		return "oxo: the position of " + titleOf(m.o.Families, m.play.game), pick("enter takes what is typed  ctrl+y copies the position  esc back", "enter  ctrl+y copies  esc back")
	case reviewScreen:
		return "oxo: review of " + titleOf(m.o.Families, m.play.game), pick("arrows: move  enter: why  n: next mistake  g: go on from here  esc back", "arrows  enter why  n next  g go on  esc")
	}
	if m.play.watching() {
		return "oxo: " + titleOf(m.o.Families, m.play.game), pick("space stops  + - rate  . one move  s e t scores, bar, thinking  v review  esc", "space stop  + - .  s e t  v  esc")
	}
	return "oxo: " + titleOf(m.o.Families, m.play.game), pick("enter  : types  u r undo  s scores  e bar  t thinking  v review  o text  n new", "enter : u r s e t v o n m tab ?")
}

// click handles a mouse click.
func (m *model) click(x, y int) tea.Cmd {
	if m.small() {
		return nil
	}
	body := m.body()
	switch m.at {
	case menuScreen:
		if i, ok := m.menu.entryAt(body, x, y); ok {
			m.menu.at = i
			return m.key("enter", "")
		}
	case setupScreen:
		if i, ok := m.setup.choiceAt(body, x, y); ok {
			m.setup.at = i
			return m.key("right", "")
		}
	case playScreen:
		if m.play.asked != "" {
			return nil
		}
		l := m.play.layout(body)
		if l.board {
			if sq, ok := l.frame.square(x, y); ok && body.has(x, y) {
				return m.play.click(sq)
			}
		}
		if m.play.list != nil {
			if i, ok := m.play.listedAt(l.panel, x, y); ok {
				m.play.list.at = i
				return m.key("enter", "")
			}
		}
	}
	return nil
}

// wheel treats the mouse wheel as arrow keys, except in games where arrows move
// tiles.
func (m *model) wheel(name string) tea.Cmd {
	if m.at == playScreen && m.play.list == nil && (m.play.steering() || steered(m.play.legal)) {
		return nil
	}
	return m.key(name, "")
}

// click handles a click on a square.
func (p *play) click(s board.Square) tea.Cmd {
	p.typed = nil
	if p.list != nil && p.listed() {
		p.list = nil
	}
	return p.choose(s)
}
