//go:build unix || windows

package tui

import (
	"fmt"
	"strings"

	"oxo/game/board"
	"oxo/game/catalog"

	tea "charm.land/bubbletea/v2"
)

// goTo is the screen that a key leads to.
type goTo uint8

// Destinations.
const (
	stay goTo = iota
	back
	toHelp
	toPosition
	toReview
	quit
)

// key handles a key. A question, a move being typed and a list come first.
func (p *play) key(name, text string) (goTo, tea.Cmd) {
	if p.asked != "" {
		return p.answer(name), nil
	}
	if p.typed != nil {
		return p.typing(name, text)
	}
	if p.list != nil {
		if cmd, ok := p.listKey(name); ok {
			return stay, cmd
		}
	}
	if cmd, ok := p.boardKey(name); ok {
		return stay, cmd
	}
	p.message = ""
	if cmd, ok := p.gameKey(name); ok {
		return stay, cmd
	}
	return p.leadKey(name), nil
}

// leadKey handles a key that leads to another screen, or begins to type a move.
func (p *play) leadKey(name string) goTo {
	switch name {
	case "esc":
		if p.picked != nil || p.list != nil && p.listed() {
			p.picked, p.list = nil, nil
			return stay
		}
		return p.leave("leave")
	case "q":
		return p.leave("quit")
	case "?", "f1":
		return toHelp
	case "o":
		return toPosition
	case "v":
		if len(p.session.Moves()) == 0 {
			p.message = "There is no move to review yet."
			return stay
		}
		return toReview
	case ":", "/":
		p.typed = &field{label: "Move: "}
	default:
		switch digit := len(name) == 1 && name[0] >= '0' && name[0] <= '9'; {
		case !digit:
			p.message = unknown(name)
		case !p.yours():
			p.message = p.notYours()
		default:
			p.typed = &field{label: "Move: ", text: name}
		}
	}
	return stay
}

// unknown says that a key does nothing.
func unknown(name string) string {
	return fmt.Sprintf("The key %s does nothing here: ? lists the keys.", name)
}

// listed reports whether the list was requested, instead of being the only view of
// the game.
func (p *play) listed() bool {
	_, ok := p.position().(board.Grid)
	return ok
}

// leave asks before leaving a game that has begun.
func (p *play) leave(how string) goTo {
	if p.over() || len(p.session.Moves()) == 0 || p.watching() {
		return map[string]goTo{"leave": back, "quit": quit}[how]
	}
	p.asked = how
	return stay
}

func (p *play) answer(name string) goTo {
	how := p.asked
	p.asked = ""
	if name != "y" && name != "Y" {
		return stay
	}
	return map[string]goTo{"leave": back, "quit": quit}[how]
}

// typing handles a key while a move, or a word of the line mode, is typed.
func (p *play) typing(name, text string) (goTo, tea.Cmd) {
	switch {
	case name == "esc":
		p.typed = nil
	case name == "enter":
		said := strings.TrimSpace(p.typed.text)
		p.typed = nil
		return p.word(said)
	case name == "backspace" && p.typed.text == "":
		p.typed = nil
	default:
		p.typed.key(name, text)
	}
	return stay, nil
}

// word carries out a word of the line mode, and makes any other text as a move.
func (p *play) word(said string) (goTo, tea.Cmd) {
	keys := map[string]string{
		"undo": "u", "u": "u", "redo": "r", "hint": "s", "scores": "s", "new": "n", "moves": "m", "help": "?", "?": "?", "h": "?",
		"quit": "q", "q": "q", "exit": "q", "review": "v", "position": "o",
	}
	p.message = ""
	if said == "" {
		return stay, nil
	}
	if key, ok := keys[strings.ToLower(said)]; ok {
		return p.key(key, key)
	}
	return stay, p.say(said)
}

// listKey handles a key in a list of moves.
func (p *play) listKey(name string) (tea.Cmd, bool) {
	switch name {
	case "up":
		p.list.move(-1)
	case "down":
		p.list.move(1)
	case "pgup":
		p.list.move(-10)
	case "pgdown":
		p.list.move(10)
	case "home":
		p.list.at = 0
	case "end":
		p.list.move(len(p.list.moves))
	case "enter", "space":
		if !p.yours() {
			return nil, true
		}
		return p.make(p.list.moves[p.list.at].move), true
	default:
		return nil, false
	}
	return nil, true
}

// boardKey handles a key on the board: moving the cursor, and picking.
func (p *play) boardKey(name string) (tea.Cmd, bool) {
	if p.yours() && steered(p.legal) || !p.yours() && p.steering() {
		if name == "up" || name == "down" || name == "left" || name == "right" {
			return p.steer(name), true
		}
	}
	grid, ok := p.position().(board.Grid)
	if !ok {
		return nil, false
	}
	columns, rows := grid.Size()
	c := p.cursor
	switch name {
	case "left":
		c.Column--
	case "right":
		c.Column++
	case "up":
		c.Row++
	case "down":
		c.Row--
	case "home":
		c.Column = 0
	case "end":
		c.Column = columns - 1
	case "pgup":
		c.Row = rows - 1
	case "pgdown":
		c.Row = 0
	case "enter", "space":
		if name == "space" && p.watching() {
			return nil, false
		}
		return p.choose(p.cursor), true
	default:
		return nil, false
	}
	p.cursor = board.Square{Column: within(c.Column, columns-1), Row: within(c.Row, rows-1)}
	return nil, true
}

// steering reports whether the moves of the game are directions, also while the other
// side is to move: then an arrow does nothing.
func (p *play) steering() bool {
	return board.FactsOf(p.game).Style.Places == board.Tray && !p.watching()
}

func (p *play) steer(name string) tea.Cmd {
	for _, m := range p.legal {
		if m.name == name && p.yours() {
			return p.make(m.move)
		}
	}
	if p.yours() {
		p.message = "Nothing moves " + name + "."
	}
	return nil
}

// gameKey handles a key that controls the game.
func (p *play) gameKey(name string) (tea.Cmd, bool) {
	switch name {
	case "u":
		return p.undo(), true
	case "r":
		return p.again(), true
	case "n":
		return p.restart(), true
	case "s", "h", "e", "t":
		return p.show(name), true
	case "m":
		if !p.yours() {
			p.message = p.notYours()
			return nil, true
		}
		p.list = newList(p.legal)
	case "w":
		return p.prove(), true
	case "p":
		return p.pass(), true
	case "tab":
		p.panel = !p.panel
	case "space", "+", "=", "-", ".":
		if !p.watching() {
			return nil, false
		}
		return p.watch(name), true
	default:
		return nil, false
	}
	return nil, true
}

// show switches a part of the display on or off, and starts the analysis that it
// needs.
func (p *play) show(name string) tea.Cmd {
	before := p.scores || p.bar || p.lines
	switch name {
	case "s", "h":
		p.scores = !p.scores
	case "e":
		p.bar = !p.bar
	case "t":
		p.lines = !p.lines
	}
	after := p.scores || p.bar || p.lines
	switch {
	case before == after || p.movers.running():
		return nil
	case !after:
		p.advisers.stop()
		return nil
	case p.yours() || p.watching() && p.paused:
		return p.advise()
	}
	return nil
}

// pass makes the move without a square, or lists such moves.
func (p *play) pass() tea.Cmd {
	switch moves := unplaced(p.legal); {
	case !p.yours():
		p.message = p.notYours()
	case steered(p.legal):
		p.message = "This game has no pass: the arrows move."
	case len(moves) == 1:
		return p.make(moves[0].move)
	case len(moves) > 1:
		p.list = newList(moves)
	default:
		p.message = "There is no pass here: every move has a square."
	}
	return nil
}

// watch handles a key while oxo plays itself.
func (p *play) watch(name string) tea.Cmd {
	switch name {
	case "+", "=":
		p.rate = max(p.rate-1, 0)
	case "-":
		p.rate = min(p.rate+1, len(rates())-1)
	case "space":
		p.paused = !p.paused
		return p.think()
	case ".":
		p.paused = true
		if p.over() {
			return nil
		}
		p.movers.stop()
		p.advisers.stop()
		st := p.seat(p.position().Turn())
		return p.movers.start(p.ctx, st.move(newTurn(p.game, p.session, st.said), 0))
	}
	return nil
}

// colon explains how to type a move that begins with a letter, if the game has such
// moves and the typed text begins with a digit: a single letter is a key.
func (p *play) colon(typed string) string {
	isDigit := func(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }
	now := p.session.Position()
	moves := now.Moves(nil)
	if !isDigit(typed) || len(moves) == 0 {
		return ""
	}
	move := catalog.NameMove(p.game, now, moves[0])
	if isDigit(move) {
		return ""
	}
	return ". Type : before a move that begins with a letter, as in :" + move
}
