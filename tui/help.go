//go:build unix || windows

package tui

import (
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/languages"
)

// help shows the keys and the rules of the game.
type help struct {
	game  oxo.Game // or nil
	title string   // of the game
	top   int
	words *languages.Catalogue
}

const keysHelp = `Moves
  arrows       move the cursor; in a game of directions, move the tiles
  enter, space pick the square: a place, or where a man goes from and then to
  the mouse    the same with a click; the wheel moves the cursor
  : or /       type a move, as b2 or e2e4; a digit begins one too
  m            list the legal moves, to choose from
  p            pass, where the game has a pass; a forced pass is made for you
  esc          put down what is picked; else leave the game

The game
  u, r         take back your last move and the reply; make it again
  n            begin again
  s, h         what each move is worth, on the squares and in a list
  e            a bar that leans to the side that is better
  t            what the search thinks, line by line
  w            prove who wins; once more stops the proof
  v            review the moves: what each threw away, and why; it opens at the
               worst, n goes to the next
  o            the position as text, to copy; another one in
  tab          the board or what is said of it, in a small window
  q, ctrl+c    quit

Watching oxo against itself
  space        stop and go on
  + and -      faster and slower
  .            one move

oxo play --plain is the game line by line, which reads well aloud. It is also
what runs without a terminal, with TERM=dumb, and in a window below 40x15.
NO_COLOR=1 draws without colours.
`

func (h *help) lines(width int) []string {
	var lines []string
	if facts := board.FactsOf(h.game); facts.Goal != "" {
		lines = append(lines, h.title)
		lines = append(lines, wrap(h.words.Say(facts.Goal), width)...)
		for _, rule := range facts.Rules {
			for i, line := range wrap(h.words.Say(rule), width-2) {
				lines = append(lines, map[bool]string{true: "- ", false: "  "}[i == 0]+line)
			}
		}
		lines = append(lines, "")
	}
	for line := range strings.Lines(h.words.Say(keysHelp)) {
		line = strings.TrimRight(line, "\n")
		if len(line) <= width {
			lines = append(lines, line)
			continue
		}
		indent := 0
		if strings.HasPrefix(line, "  ") {
			indent = 15
			lines = append(lines, strings.TrimRight(line[:15], " "))
			line = line[15:]
		}
		for _, part := range wrap(line, max(width-indent/5, 10)) {
			lines = append(lines, strings.Repeat(" ", indent/5)+part)
		}
	}
	return lines
}

func (h *help) key(name string) goTo {
	switch name {
	case "up":
		h.top--
	case "down":
		h.top++
	case "pgup":
		h.top -= 10
	case "pgdown", "space":
		h.top += 10
	case "home":
		h.top = 0
	case "esc", "enter", "q", "?", "f1":
		return back
	}
	h.top = max(h.top, 0)
	return stay
}

func (h *help) draw(c *canvas, t theme, body box) {
	lines := h.lines(body.width)
	h.top = within(h.top, len(lines)-body.height)
	for i := 0; i < body.height && h.top+i < len(lines); i++ {
		k := ink{}
		if line := lines[h.top+i]; line != "" && line[0] != ' ' && line[0] != '-' && len(line) < 30 {
			k = ink{fg: titleRole, bold: true}
		}
		c.put(body.x, body.y+i, lines[h.top+i], k)
	}
	if h.top+body.height < len(lines) {
		c.put(body.x+body.width-1, body.y+body.height-1, t.signs.more[3], ink{bold: true})
	}
}
