//go:build unix || windows

package tui

// list is moves to choose from.
type list struct {
	moves []pointed
	at    int
}

func newList(moves []pointed) *list { return &list{moves: moves} }

// move moves the choice, within the list.
func (l *list) move(n int) { l.at = within(l.at+n, len(l.moves)-1) }

// from returns the first line that is seen of n lines, of which height fit, so that
// the line at is among them.
func from(at, n, height int) int { return within(at-height/2, n-height) }

// field is a text that is typed.
type field struct {
	label, text string
}

// key changes the text by a key, and reports whether it was one for a text.
func (f *field) key(name, text string) bool {
	runes := []rune(f.text)
	switch {
	case name == "backspace" && len(runes) > 0:
		f.text = string(runes[:len(runes)-1])
	case name == "backspace":
	case name == "ctrl+u":
		f.text = ""
	case text != "" && len(f.text)+len(text) <= mostTyped:
		f.text += text
	default:
		return false
	}
	return true
}

// mostTyped is the longest text that is taken.
const mostTyped = 4096
