package keep

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"oxo/internal/datafile"
	"oxo/internal/filelock"
	"oxo/prove/solve"
)

func inputf(format string, args ...any) error {
	return &solve.InputError{Err: fmt.Errorf(format, args...)}
}

// beginsAs reports whether a file begins with a text, is empty, or does not exist. If part is true, a file that is
// shorter than the text needs only to be a prefix of it.
func beginsAs(name, begins string, part bool) (bool, error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return true, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	before := make([]byte, len(begins))
	n, err := io.ReadFull(f, before)
	if part && errors.Is(err, io.ErrUnexpectedEOF) {
		return string(before[:n]) == begins[:n], nil
	}
	return err == nil && string(before) == begins, nil
}

// holdInstead is [Hold] for a file that may replace an earlier one, if that begins with the same text: then the lost
// file can be made again. Any other file is kept.
func holdInstead(name, begins, what string) (release func(), err error) {
	ok, err := beginsAs(name, begins, false)
	switch {
	case err != nil:
		return nil, &solve.InputError{Err: err}
	case !ok:
		return nil, inputf("%s exists already, and is not a %s: give another name, or remove it", name, what)
	}
	return Hold(name)
}

// SameName reports whether two names mean the same file.
func SameName(one, other string) bool {
	a, errA := filepath.Abs(one)
	b, errB := filepath.Abs(other)
	return errA == nil && errB == nil && a == b
}

// HoldPart is holdInstead for a file whose part may come from an interrupted run.
func HoldPart(name, begins, what string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	part, err := datafile.PartOf(name)
	if err != nil {
		return nil, &solve.InputError{Err: err}
	}
	ok, err := beginsAs(part, begins, true)
	switch {
	case err != nil:
		return nil, &solve.InputError{Err: err}
	case !ok:
		return nil, inputf("%s: %s exists already, and is not a part of a %s: give another name, or remove it", name, part, what)
	}
	return holdInstead(name, begins, what)
}

// Hold refuses a file that cannot be written, before the work that would be lost. It locks the name for other
// processes until release is called. It ignores an empty name.
func Hold(name string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	if err := datafile.Ready(name); err != nil {
		return nil, &solve.InputError{Err: err}
	}
	release, err = filelock.Hold(name)
	if errors.Is(err, filelock.ErrHeld) {
		return nil, inputf("%s: another process is writing it: wait for that, or give another name", name)
	} else if err != nil { // the file system has no locks
		release = func() {}
	}
	return release, nil
}
