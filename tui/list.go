//go:build unix || windows

package tui

// list is a list of moves to choose from.
type list struct {
	moves []pointed
	at    int
}

func newList(moves []pointed) *list { return &list{moves: moves} }

// move moves the selection within the list.
func (l *list) move(n int) { l.at = within(l.at+n, len(l.moves)-1) }

// from returns the first visible line of n lines in a window of a height, such that
// line at is visible.
func from(at, n, height int) int { return within(at-height/2, n-height) }

// field is a text being typed.
type field struct {
	label, text string
}

// key edits the text, and reports whether the key was meant for it.
func (f *field) key(name, text string) bool {
	runes := []rune(f.text)
	switch {
	case name == "backspace" && len(runes) > 0:
		f.text = string(runes[:len(runes)-1])
	case name == "backspace":
	case name == "ctrl+u":
		f.text = ""
	case text != "" && len(f.text)+len(text) <= maxTyped:
		f.text += text
	default:
		return false
	}
	return true
}

// maxTyped is the maximum length of a text.
const maxTyped = 4096
