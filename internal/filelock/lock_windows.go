package filelock

import (
	"errors"
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// Lock prevents other processes from locking the file until this one closes it or
// ends. If another process has locked it, the error is [ErrHeld]. It locks one byte
// far beyond the end, since other processes could not read locked bytes.
func Lock(f *os.File) error {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	at := windows.Overlapped{OffsetHigh: math.MaxInt32}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &at)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		return ErrHeld
	case err != nil:
		return fmt.Errorf("%s cannot be locked: %w", f.Name(), err)
	}
	return nil
}
