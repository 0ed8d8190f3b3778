//go:build unix || windows

package tui

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/player"

	"charm.land/lipgloss/v2"
)

// span is a text in one ink, and words a line of them.
type (
	span struct {
		text string
		ink  ink
	}
	words []span
)

// putWords writes a line of spans, clipped to a width.
func putWords(c *canvas, x, y, width int, line words) {
	for _, s := range line {
		text := clip(s.text, width)
		end := c.put(x, y, text, s.ink)
		width -= end - x
		x = end
	}
}

// drawPanel draws the panel: the sides, then the values, the search's lines and the
// moves as far as there is room.
func (p *play) drawPanel(c *canvas, t theme, in box) {
	lines := p.head(t, in.width, in.height)
	parts := [][]words{}
	if p.scores {
		parts = append(parts, p.scoreLines(in.width))
	}
	if p.lines {
		parts = append(parts, p.thoughtLines(in.width))
	}
	parts = append(parts, p.moveLines(in.width))
	for i, share := range shares(parts, in.height-len(lines)) {
		part := parts[i]
		if share < 2 {
			continue // only a title
		}
		if len(part) > share && (i > 0 || !p.scores) { // keeps the last lines and moves, but the first values
			part = append(part[:1:1], part[len(part)-share+1:]...)
		}
		lines = append(lines, part[:min(len(part), share)]...)
	}
	for i, line := range lines[:min(len(lines), in.height)] {
		putWords(c, in.x, in.y+i, in.width, line)
	}
}

// shares divides lines among parts as evenly as possible; no part gets more than it
// needs.
func shares(parts [][]words, lines int) []int {
	all := make([]int, len(parts))
	for given := true; given; {
		given = false
		for i, part := range parts {
			if lines > 0 && all[i] < len(part) {
				all[i]++
				lines--
				given = true
			}
		}
	}
	return all
}

// head shows the players and the state of the game.
func (p *play) head(t theme, width, height int) []words {
	var lines []words
	for _, side := range [...]oxo.Side{oxo.First, oxo.Second} {
		mark := "  "
		if !p.over() && p.position().Turn() == side {
			mark = t.signs.pointer + " "
		}
		who := "you"
		if st := p.seat(side); st != nil {
			who = st.said
		}
		if p.watching() {
			who = fmt.Sprintf("%s: %d won", strings.TrimPrefix(who, "oxo, "), p.won[p.playerOf(side)])
		}
		lines = append(lines, words{{mark, ink{bold: true}}, {p.sideSign(t, side, width-lipgloss.Width(mark+"  "+who)), ink{fg: sideRole(side), bold: true}}, {"  " + who, ink{}}})
	}
	if p.watching() {
		lines = append(lines, words{{fmt.Sprintf("game %d, %d drawn", p.games, p.drawn), ink{fg: quietRole}}})
		lines = append(lines, words{{fmt.Sprintf("a move each %v", p.pause()), ink{fg: quietRole}}})
	}
	if note := board.FactsOf(p.game).Note; note != nil {
		for _, line := range wrap(p.o.Words.Say(note(p.position())), width) {
			lines = append(lines, words{{line, ink{}}})
		}
	}
	if p.bar {
		lines = append(lines, p.eval(t, width))
		if p.hasValue && !p.over() {
			lines = append(lines, words{{p.names[p.valued] + ": " + valueText(p.game, p.value, p.valued), ink{}}})
		}
	}
	if goal := board.FactsOf(p.game).Goal; goal != "" && len(p.session.Moves()) == 0 && height > 12 {
		for _, line := range wrap(p.o.Words.Say(goal), width) {
			lines = append(lines, words{{line, ink{fg: quietRole}}})
		}
	}
	return append(lines, words{})
}

// playerOf returns the player of a side in this game.
func (p *play) playerOf(side oxo.Side) oxo.Side {
	if p.swapped {
		return side.Opponent()
	}
	return side
}

// sideSign names a side, with its piece if that is drawn by a special character; in a
// narrow room the piece alone.
func (p *play) sideSign(t theme, side oxo.Side, room int) string {
	pieces := board.FactsOf(p.game).Style.Pieces
	if stone := t.signs.stones[side]; stone != "" && (pieces == board.Stones || pieces == board.Discs) {
		if sign := stone + " " + p.names[side]; lipgloss.Width(sign) <= room {
			return sign
		}
		return stone
	}
	return p.names[side]
}

// scoreLines lists the values of the moves, best first.
func (p *play) scoreLines(width int) []words {
	title := "worth"
	switch {
	case p.over():
		return nil
	case p.movers.running():
		title = "worth: when you are to move"
	case !p.analysed.done:
		title = "worth, so far"
	}
	lines := []words{{{title, ink{fg: titleRole, bold: true}}}}
	long := 4
	for _, w := range p.analysed.moves {
		long = max(long, len(w.name))
	}
	for _, w := range p.analysed.moves {
		tag := short(p.game, w.value, p.position().Turn())
		value := valueText(p.game, w.value, p.position().Turn())
		line := words{{pad(w.name, long) + " ", ink{bold: true}}, {value, ink{fg: tag.role}}}
		if len(w.line) > 1 && width > 34 {
			line = append(line, span{"  " + strings.Join(w.line, " "), ink{fg: quietRole}})
		}
		lines = append(lines, line)
	}
	return lines
}

// thoughtLines lists the search's latest lines.
func (p *play) thoughtLines(width int) []words {
	said := p.thoughts
	if !p.movers.running() && len(p.analysed.thoughts) > 0 {
		said = p.analysed.thinking
	}
	title := "thinking"
	if said.who != "" {
		title += ": " + said.who
	}
	lines := []words{{{clip(p.o.Words.Say(title), width), ink{fg: titleRole, bold: true}}}}
	for _, th := range said.thoughts {
		depth := ""
		if th.depth > 0 {
			depth = fmt.Sprintf("%2d  ", th.depth)
		}
		lines = append(lines, words{
			{depth, ink{fg: quietRole}},
			{th.value, ink{bold: true}},
			{"  " + many(th.nodes), ink{fg: quietRole}},
			{"  " + strings.Join(th.line, " "), ink{}},
		})
	}
	return lines
}

// moveLines lists the moves, two on a line if there is room, the last at the end.
func (p *play) moveLines(width int) []words {
	names := p.session.Names()
	if len(names) == 0 {
		return nil
	}
	t := p.session.Turn(player.Clock{})
	numbers := catalog.MoveNumbers(p.game, t.Start, t.Moves)
	lines := []words{{{"moves", ink{fg: titleRole, bold: true}}}}
	var text []string
	for i, name := range names {
		said := numbered(i+1, numbers[i], name, t.Start.Turn())
		if second := (t.Start.Turn()+oxo.Side(i&1))&1 == oxo.Second; !second || i == 0 {
			text = append(text, said)
		} else {
			text[len(text)-1] += " " + said[strings.LastIndexByte(said, ' ')+1:]
		}
	}
	long := 0
	for _, pair := range text {
		long = max(long, len(pair))
	}
	across := max(1, (width+2)/(long+2))
	for i := 0; i < len(text); i += across {
		var line strings.Builder
		for _, pair := range text[i:min(i+across, len(text))] {
			line.WriteString(pad(pair, long) + "  ")
		}
		lines = append(lines, words{{strings.TrimRight(line.String(), " "), ink{}}})
	}
	return lines
}
