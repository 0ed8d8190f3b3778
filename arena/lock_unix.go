//go:build unix && !solaris && !aix

package arena

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes from the file until this one closes it or ends.
func lock(f *os.File) error {
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return errors.New("another arena writes to this file")
	}
	return nil
}
