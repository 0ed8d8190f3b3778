//go:build linux || darwin || freebsd || netbsd || openbsd

package keep

import (
	"syscall"

	"oxo/internal/datafile"
)

// mapFile returns the bytes of a file, mapped until the program ends. Only the
// parts that are read take memory.
func mapFile(name string) ([]byte, error) {
	f, err := datafile.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // the mapping is never removed
	info, err := f.Stat()
	if err != nil || info.Size() == 0 || int64(int(info.Size())) != info.Size() {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}
