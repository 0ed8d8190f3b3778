//go:build unix || windows

package tui

import (
	"image/color"

	"oxo"
	"oxo/game/board"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// role is the purpose of a colour.
type role uint8

// Roles. A theme without colours draws all of them alike, so nothing may be shown by
// colour alone.
const (
	noRole role = iota
	quietRole
	titleRole
	firstRole  // the first side's pieces
	secondRole // and the second's
	goodRole
	badRole
	evenRole
	darkRole   // from here on backgrounds
	lightRole  //
	lastRole   // of the last move
	pickedRole // of the squares picked
	roles
)

// theme converts inks to the terminal's codes, and knows which characters the
// terminal can show.
type theme struct {
	colours [roles]color.Color // nil is the terminal's own
	grounds bool               // squares have backgrounds
	signs   signs
}

// signs are the characters that have an ASCII substitute.
type signs struct {
	stones                        [2]string // "" leaves the text of the game
	empty                         string
	across, down, cross           string
	corners                       [4]string // top left, top right, bottom left, bottom right
	teeTop, teeBottom, teeL, teeR string
	full, rest                    string // of a bar
	more                          [4]string
	owned                         [2]string
	pointer                       string // at the selected line
	barred                        string // on a square that is forbidden to the side to move
}

// newTheme makes the theme of a terminal: true colour, 256 or 16 colours, or none.
// The two sides are blue and orange, which colour-blind people can distinguish; with
// 16 colours, blue and yellow.
func newTheme(p colorprofile.Profile, unicode bool) theme {
	t := theme{signs: asciiSigns()}
	if unicode {
		t.signs = unicodeSigns()
	}
	set := func(names ...string) {
		for i, name := range names {
			t.colours[i+1] = lipgloss.Color(name)
		}
		t.grounds = true
	}
	switch p {
	case colorprofile.TrueColor:
		set("#8a8a8a", "#5fafff", "#4aa3ff", "#ff9f2e", "#57c26b", "#ff6f61", "#d7b740", "#3a4250", "#515b6b", "#2f5d46", "#6a4f8a")
	case colorprofile.ANSI256:
		set("245", "75", "75", "208", "71", "203", "178", "237", "240", "22", "54")
	case colorprofile.ANSI:
		set("8", "14", "12", "11", "10", "9", "11", "0", "8", "2", "5")
	}
	return t
}

func asciiSigns() signs {
	return signs{
		empty: ".", across: "-", down: "|", cross: "+", corners: [4]string{"+", "+", "+", "+"},
		teeTop: "+", teeBottom: "+", teeL: "+", teeR: "+", full: "#", rest: "-", more: [4]string{"<", ">", "^", "v"},
		owned: [2]string{"x", "o"}, pointer: ">", barred: "!",
	}
}

func unicodeSigns() signs {
	return signs{
		stones: [2]string{"●", "○"}, empty: "·", across: "─", down: "│", cross: "┼", corners: [4]string{"┌", "┐", "└", "┘"},
		teeTop: "┬", teeBottom: "┴", teeL: "├", teeR: "┤", full: "█", rest: "░", more: [4]string{"◂", "▸", "▴", "▾"},
		owned: [2]string{"▪", "▫"}, pointer: "▸", barred: "×",
	}
}

// paint writes a text with an ink.
func (t theme) paint(k ink, text string) string {
	if k == (ink{}) {
		return text
	}
	s := lipgloss.NewStyle().Bold(k.bold).Underline(k.underline).Reverse(k.reverse)
	if c := t.colours[k.fg]; c != nil {
		s = s.Foreground(c)
	}
	if c := t.colours[k.bg]; c != nil {
		s = s.Background(c)
	}
	if k.fg == quietRole && t.colours[quietRole] == nil {
		s = s.Faint(true)
	}
	return s.Render(text)
}

// of returns the theme of a game: discs are red and yellow, as their sides are called.
func (t theme) of(g oxo.Game) theme {
	if board.FactsOf(g).Style.Pieces == board.Discs {
		t.colours[firstRole], t.colours[secondRole] = t.colours[badRole], t.colours[evenRole]
	}
	return t
}

// sideRole returns the role of a side's colour.
func sideRole(s oxo.Side) role {
	if s == oxo.First {
		return firstRole
	}
	return secondRole
}
