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

// beginsAs reports whether a file is not there or empty, or begins in a certain way; or as far as it goes, if a part is enough.
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

// holdInstead is [Hold] for a file that takes the place of an earlier one, if that begins in the same way: then the lost file can
// be made again. Any other file stays.
func holdInstead(name, begins, what string) (release func(), err error) {
	ok, err := beginsAs(name, begins, false)
	switch {
	case err != nil:
		return nil, &solve.InputError{Err: err}
	case !ok:
		return nil, inputf("%s: it is there already, and is not a %s. Take another name, or remove it", name, what)
	}
	return Hold(name)
}

// SameName reports whether two names are of one file.
func SameName(one, other string) bool {
	a, errA := filepath.Abs(one)
	b, errB := filepath.Abs(other)
	return errA == nil && errB == nil && a == b
}

// HoldPart is holdInstead for a file whose part continues where an interrupted run ended.
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
		return nil, inputf("%s: %s is there already, and is not a part of a %s. Take another name, or remove it", name, part, what)
	}
	return holdInstead(name, begins, what)
}

// Hold refuses a file that cannot be written before the work that would be lost, and keeps it from other processes
// until release is called. An empty name names no file, and is not held.
func Hold(name string) (release func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	if err := datafile.Ready(name); err != nil {
		return nil, &solve.InputError{Err: err}
	}
	release, err = filelock.Hold(name)
	if errors.Is(err, filelock.ErrHeld) {
		return nil, inputf("%s: another process works for it: wait for that, or give another name", name)
	} else if err != nil { // a file system without locks
		release = func() {}
	}
	return release, nil
}
