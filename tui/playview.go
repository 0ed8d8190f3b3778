//go:build unix || windows

package tui

import (
	"fmt"
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
)

// layout is the layout of a screen with a board.
type layout struct {
	frame frame // of the board, if there is one
	board bool  // it is drawn
	panel box   // empty if it is not drawn
}

// place lays out the board and the panel: side by side, or only one of them.
func (p *play) place(body box, panel bool) layout {
	l := layout{panel: body}
	grid, ok := p.position().(board.Grid)
	if !ok {
		return l
	}
	l.frame = newFrame(grid, board.FactsOf(p.game).Style, body, p.cursor)
	l.board = true
	x := l.frame.used() + 2
	if body.width-x >= minPanel {
		l.panel = box{body.x + x, body.y, body.width - x, body.height}
		return l
	}
	if panel {
		l.board = false
		return l
	}
	l.panel = box{}
	return l
}

// minPanel is the minimum width of a useful panel.
const minPanel = 14

// layout returns the layout of the game.
func (p *play) layout(body box) layout {
	return p.place(body, p.panel || p.list != nil)
}

// draw draws the game.
func (p *play) draw(c *canvas, t theme, body box) {
	l := p.layout(body)
	if l.board {
		s := p.sight()
		s.draw(c, &l.frame, t)
	}
	switch {
	case l.panel.width == 0:
	case p.list != nil:
		p.drawList(c, t, l.panel)
	default:
		p.drawPanel(c, t, l.panel)
	}
}

// sight describes how the current board is drawn.
func (p *play) sight() *sight {
	s := &sight{
		game: p.game, grid: p.position().(board.Grid), names: p.names, cursor: p.cursor, picked: p.picked, last: p.last, over: p.over(),
	}
	s.hidden = s.over || p.steering() || p.watching()
	if len(p.picked) > 0 {
		s.next = next(p.legal, p.picked)
	}
	if p.scores {
		s.values = p.tags()
	}
	return s
}

// tags returns the values to show on squares: of moves to empty squares; if something
// is picked, of moves from there.
func (p *play) tags() map[board.Square]tag {
	tags := map[board.Square]tag{}
	grid := p.position().(board.Grid)
	for _, w := range slices.Backward(p.analysed.moves) { // the best move to a square overwrites the others
		at := slices.IndexFunc(p.legal, func(m pointed) bool { return m.move == w.move })
		if at < 0 || len(p.legal[at].path) == 0 {
			continue
		}
		m := &p.legal[at]
		if len(m.path) > 1 && (len(p.picked) == 0 || !m.fits(p.picked)) {
			continue
		}
		if end := m.path[len(m.path)-1]; grid.At(end).Text == "" {
			tags[end] = short(p.game, w.value, p.position().Turn())
			if best := p.analysed.moves[0].value; tags[end].sign == "" && w.value == best {
				tags[end] = tag{tags[end].text, "*", goodRole}
			}
		}
	}
	return tags
}

// drawList draws the moves to choose from.
func (p *play) drawList(c *canvas, t theme, in box) {
	y := in.y
	if _, ok := p.position().(board.Grid); !ok {
		for _, line := range wrap(p.game.FormatPosition(p.position()), in.width) {
			if y < in.y+in.height/2 {
				c.put(in.x, y, line, ink{bold: true})
				y++
			}
		}
		y++
	}
	c.put(in.x, y, "Which move?", ink{fg: titleRole, bold: true})
	y++
	height := in.y + in.height - y
	first := from(p.list.at, len(p.list.moves), height)
	for i := first; i < len(p.list.moves) && i < first+height; i++ {
		text, k := "  "+p.list.moves[i].said, ink{}
		if i == p.list.at {
			text, k = t.signs.pointer+" "+p.list.moves[i].said, ink{bold: true, reverse: true}
		}
		if at := slices.IndexFunc(p.analysed.moves, func(w worth) bool { return w.move == p.list.moves[i].move }); at >= 0 && p.scores {
			text = pad(text, 12) + " " + valueText(p.game, p.analysed.moves[at].value, p.position().Turn())
		}
		c.put(in.x, y+i-first, clip(text, in.width), k)
	}
}

// listedAt returns the move of the list at a cell of the screen.
func (p *play) listedAt(in box, x, y int) (int, bool) {
	head := 1
	if _, ok := p.position().(board.Grid); !ok {
		head += 1 + min(len(wrap(p.game.FormatPosition(p.position()), in.width)), in.height/2)
	}
	height := in.height - head
	i := from(p.list.at, len(p.list.moves), height) + y - in.y - head
	return i, in.has(x, y) && y >= in.y+head && i < len(p.list.moves)
}

// status returns the line below the board: a question, an error, or the state of the
// game.
func (p *play) status() (string, ink) {
	switch {
	case p.asked != "":
		return "Leave the game? y leaves it, any other key does not.", ink{fg: badRole, bold: true}
	case p.typed != nil:
		return p.typed.label + p.typed.text, ink{bold: true}
	case p.message != "":
		return p.message, ink{fg: badRole}
	case p.proof != "":
		return p.proof, ink{}
	case p.over():
		return p.verdict(), ink{fg: titleRole, bold: true}
	}
	turn := p.position().Turn()
	k := ink{fg: sideRole(turn), bold: true}
	name := capital(p.names[turn])
	switch st := p.seat(turn); {
	case p.watching() && p.paused:
		return fmt.Sprintf("Paused. %s to move.", name), k
	case st != nil && p.thoughts.who != "" && p.thoughts.who != st.said:
		return p.thoughts.who + "...", k // it is getting ready
	case st != nil:
		return name + ": " + st.said + " is thinking...", k
	case onlyPass(p.legal) && p.list == nil:
		return fmt.Sprintf("%s can only %s: press p.", name, p.legal[0].said), k
	case p.list != nil && p.listed():
		return name + " to move: choose one of the list. Esc closes it.", k
	case len(p.picked) > 0:
		return fmt.Sprintf("%s to move: where to? Esc puts it down.", name), k
	}
	return name + " to move.", k
}

// verdict names the winner.
func (p *play) verdict() string {
	at := p.position()
	side, won := at.Outcome().Winner(at.Turn())
	switch {
	case at.Outcome() == oxo.Ongoing:
		return "A draw: " + p.session.WhyDrawn() + "."
	case board.Plain(p.game) || !won:
		return capital(catalog.Verdict(p.game, at)) + "."
	}
	text := capital(p.names[side]) + " has won"
	if m, ok := at.(oxo.Margined); ok {
		text += fmt.Sprintf(" by %d", max(m.Margin(), -m.Margin()))
	}
	return text + "."
}

// eval draws the bar that leans to the better side.
func (p *play) eval(t theme, width int) words {
	if !p.hasValue {
		return words{{p.names[oxo.First] + " " + strings.Repeat(t.signs.rest, max(width-len(p.names[0])-len(p.names[1])-2, 0)) + " " + p.names[oxo.Second], ink{fg: quietRole}}}
	}
	share := leaning(p.value)
	if p.valued == oxo.Second {
		share = 1 - share
	}
	cells := max(width-len(p.names[0])-len(p.names[1])-2, 0)
	full := int(share*float64(cells) + 0.5)
	return words{
		{p.names[oxo.First] + " ", ink{fg: firstRole, bold: true}},
		{strings.Repeat(t.signs.full, full), ink{fg: firstRole}},
		{strings.Repeat(t.signs.rest, cells-full), ink{fg: secondRole}},
		{" " + p.names[oxo.Second], ink{fg: secondRole, bold: true}},
	}
}

// leaning converts a value to a share from 0 to 1. Since estimates have the game's
// own unit, the bar shows the better side, but its advantage only roughly.
func leaning(v search.Value) float64 {
	switch v.Score.Sign() {
	case 1:
		return 1
	case -1:
		return 0
	}
	x := float64(v.Score)
	return 0.5 + 0.45*x/(max(x, -x)+150)
}
