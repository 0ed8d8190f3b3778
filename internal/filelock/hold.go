// Package filelock keeps two processes from one file. A lock ends with its process, however
// that ends.
package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// ErrHeld is the error of a file that another process has locked.
var ErrHeld = errors.New("another process has it")

// Hold locks the name of a file that is replaced again and again, until release is called or
// the process ends. So the lock is one of NAME.lock beside it, which release removes. One that is
// left over from a process that was killed locks nothing.
// The error is [ErrHeld] where another process holds the name.
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
		if err := f.Close(); err != nil { // its holder has removed it in the meantime
			return nil, err
		}
	}
}

// unopened says why a lock cannot be had, with the name of the file that it is for.
func unopened(name string, err error) error {
	why, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &fs.PathError{Op: why.Op, Path: name, Err: errors.New("its folder is not there")}
	}
	return &fs.PathError{Op: why.Op, Path: name, Err: why.Err}
}

// sameFile reports whether a file has its name still.
func sameFile(f *os.File) bool {
	own, err := f.Stat()
	named, missing := os.Stat(f.Name())
	return err == nil && missing == nil && os.SameFile(own, named)
}

// drop removes a lock and its file. The file goes first, so that nobody else has locked it by
// then; a system that removes no open file removes it behind that, if nobody has opened it.
func drop(f *os.File) {
	removed := os.Remove(f.Name()) == nil
	_ = f.Close() // nothing was written to it
	if !removed {
		_ = os.Remove(f.Name())
	}
}
