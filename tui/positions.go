//go:build unix || windows

package tui

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
)

// positions is the screen that shows a position as text, and reads another one.
type positions struct {
	play    *play
	typed   field
	message string
	good    bool     // the message is not an error
	changed []string // parts of the last text that were read differently than written
}

func newPositions(p *play) *positions {
	return &positions{play: p, typed: field{label: "Position or moves: "}}
}

// text returns the current position as text.
func (s *positions) text() string { return s.play.game.FormatPosition(s.play.position()) }

// command returns the command line that leads to the position.
func (s *positions) command() string {
	p := s.play
	parts := []string{"oxo", "play", quoted(p.game.Name())}
	turn := p.session.Turn(player.Clock{})
	if from := p.game.FormatPosition(turn.Start); from != p.game.FormatPosition(p.game.Start()) {
		parts = append(parts, "--position", quoted(from))
	}
	for _, m := range p.session.Notation() {
		parts = append(parts, quoted(m))
	}
	return strings.Join(parts, " ")
}

// quoted quotes a word for a shell.
func quoted(word string) string {
	plain := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:,.-+=/_"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// set sets up a position from a text: a position, or moves from the start.
func (s *positions) set(text string) error {
	g := s.play.game
	p, changed, err := catalog.ReadPosition(g, text)
	var moves []oxo.Move
	start := p
	if err != nil {
		start = g.Start()
		q := start.Clone()
		fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' || r == '\t' })
		if moves, err = catalog.ReplayFrom(g, q, fields...); err != nil || len(moves) == 0 {
			_, _, asPosition := catalog.ReadPosition(g, text)
			return fmt.Errorf("%q is neither a position (%w) nor moves from the start (%w)", clip(text, 30), asPosition, err)
		}
	}
	s.changed = changed
	s.play.begin(start)
	for _, m := range moves {
		s.play.session.Make(m)
	}
	return nil
}

// key handles a key. set reports that another position was set up, yank that the
// shown one is to be copied. The screen stays if the text was read differently than
// written.
func (s *positions) key(name, text string) (where goTo, set, yank bool) {
	s.message, s.good = "", false
	switch name {
	case "esc":
		return back, false, false
	case "ctrl+y":
		s.message, s.good = "Given to the terminal to be copied.", true
		return stay, false, true
	case "enter":
		if strings.TrimSpace(s.typed.text) == "" {
			return back, false, false
		}
		if err := s.set(strings.TrimSpace(s.typed.text)); err != nil {
			s.message = err.Error()
			return stay, false, false
		}
		if len(s.changed) > 0 {
			s.typed.text, s.message, s.good = "", "Read with changes. Enter goes to the board.", true
			return stay, true, false
		}
		return back, true, false
	default:
		s.typed.key(name, text)
	}
	return stay, false, false
}

func (s *positions) draw(c *canvas, _ theme, body box) {
	y := body.y
	section := func(title, text string) {
		c.put(body.x, y, title, ink{fg: titleRole, bold: true})
		y++
		for _, line := range wrap(text, body.width) {
			if y < body.y+body.height {
				c.put(body.x, y, line, ink{})
				y++
			}
		}
		y++
	}
	section("The position", s.text())
	if len(s.changed) > 0 {
		section("Read otherwise than it is written", strings.Join(s.changed, "; "))
	}
	if moves := s.play.session.Names(); len(moves) > 0 {
		section("The moves", strings.Join(moves, " "))
	}
	section("On the command line", s.command())
	section("Another one", "Type or paste a position as above, or moves from the start, and press enter.")
}

func (s *positions) status() (string, ink) {
	if s.message != "" && s.good {
		return s.message, ink{fg: goodRole}
	}
	if s.message != "" {
		return s.message, ink{fg: badRole}
	}
	return s.typed.label + s.typed.text, ink{bold: true}
}
