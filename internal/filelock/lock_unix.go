//go:build unix && !solaris && !aix

package filelock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock prevents other processes from locking the file until this one closes it or
// ends. If another process has locked it, the error is [ErrHeld].
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return ErrHeld
	case err != nil:
		return fmt.Errorf("%s cannot be locked: %w", f.Name(), err)
	}
	return nil
}
