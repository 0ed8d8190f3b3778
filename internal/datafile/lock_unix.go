//go:build unix && !solaris && !aix

package datafile

import (
	"errors"
	"os"
	"syscall"
)

// Lock keeps other processes from locking the file until this one closes it or ends. Its
// error is that of a file that is locked.
func Lock(f *os.File) error {
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return errors.New("another process has it")
	}
	return nil
}
