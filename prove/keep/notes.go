package keep

import (
	"errors"
	"io/fs"
	"os"

	"oxo/prove/certificate/write"
)

// notesFile is the file next to an unfinished certificate. With it a later run skips the finished nodes.
type notesFile struct {
	name string
	file *os.File // nil while it is closed
}

// open returns the file. If the file does not exist, open creates it or, if create is false, returns nil.
func (n *notesFile) open(create bool) (write.NotesFile, error) {
	if n.file != nil {
		return n.file, nil
	}
	how := os.O_RDWR
	if create {
		how |= os.O_CREATE
	}
	const mode = 0o644
	file, err := os.OpenFile(n.name, how, mode) //nolint:gosec // next to the file that the user names
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	n.file = file
	return file, nil
}

// close closes the file, if it is open.
func (n *notesFile) close() error {
	if n.file == nil {
		return nil
	}
	err := n.file.Close()
	n.file = nil
	return err
}

// remove removes the file, if it exists.
func (n *notesFile) remove() error {
	err := os.Remove(n.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
