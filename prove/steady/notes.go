package steady

import (
	"encoding/gob"
	"io"
)

// Notes holds what a run has found, so that the next run need not look again: the states of positions, the effort spent in
// vain, and the moves that win.
type Notes struct {
	states map[uint64]*State
	vain   map[uint64]int
	kept   map[uint64]bool
}

// NewNotes returns empty notes.
func NewNotes() *Notes {
	return &Notes{map[uint64]*State{}, map[uint64]int{}, map[uint64]bool{}}
}

// noteFile is the form of notes in a file.
type noteFile struct {
	Known map[uint64][marks]uint64
	Vain  map[uint64]int
	Kept  map[uint64]bool
}

// Write writes the notes.
func (n *Notes) Write(w io.Writer) error {
	f := noteFile{map[uint64][marks]uint64{}, n.vain, n.kept}
	for k, s := range n.states {
		f.Known[k] = s.marks
	}
	return gob.NewEncoder(w).Encode(&f)
}

// ReadNotes reads what [Notes.Write] wrote. A state of the notes is used without a test; [Strategy.Check] tests all.
func ReadNotes(r io.Reader) (*Notes, error) {
	var f noteFile
	if err := gob.NewDecoder(r).Decode(&f); err != nil {
		return nil, err
	}
	n := NewNotes()
	same := map[[marks]uint64]*State{}
	for k, m := range f.Known {
		if same[m] == nil {
			same[m] = &State{m}
		}
		n.states[k] = same[m]
	}
	if f.Vain != nil {
		n.vain = f.Vain
	}
	if f.Kept != nil {
		n.kept = f.Kept
	}
	return n, nil
}
