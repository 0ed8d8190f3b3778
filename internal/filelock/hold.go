// Package filelock prevents two processes from using one file. A lock ends with its
// process, however that ends.
package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// ErrHeld is the error of a file that another process has locked.
var ErrHeld = errors.New("another process has it")

// Hold locks the name of a file that is replaced repeatedly, until release is called
// or the process ends. Therefore it locks NAME.lock next to the file, and release
// removes that. A NAME.lock left by a killed process locks nothing. If another
// process holds the name, the error is [ErrHeld].
func Hold(name string) (release func(), err error) {
	for {
		f, err := os.OpenFile(name+".lock", os.O_CREATE|os.O_RDWR, 0o644) //nolint:gosec // it is empty
		if err != nil {
			return nil, unopened(name, err)
		}
		if err := Lock(f); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if sameFile(f) {
			return func() { drop(f) }, nil
		}
		if err := f.Close(); err != nil { // its holder has just removed it
			return nil, err
		}
	}
}

// unopened returns the error of a lock that cannot be opened, with the name of the
// file to be locked.
func unopened(name string, err error) error {
	why, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &fs.PathError{Op: why.Op, Path: name, Err: errors.New("its folder does not exist")}
	}
	return &fs.PathError{Op: why.Op, Path: name, Err: why.Err}
}

// sameFile reports whether an open file still has its name.
func sameFile(f *os.File) bool {
	own, err := f.Stat()
	named, missing := os.Stat(f.Name())
	return err == nil && missing == nil && os.SameFile(own, named)
}

// drop removes a lock and its file. It removes the file first, while no other process
// can have locked it. A system that cannot remove open files removes it after
// closing, unless another process has opened it.
func drop(f *os.File) {
	removed := os.Remove(f.Name()) == nil
	_ = f.Close() // nothing was written to it
	if !removed {
		_ = os.Remove(f.Name())
	}
}
