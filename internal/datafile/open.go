package datafile

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Open opens an ordinary file, or a pipe that the shell has already opened, as in
// <(COMMAND). It refuses other files: opening a pipe can block for ever, and a device
// has no end.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return os.Open(name) // its error says more
	}
	piped := info.Mode()&fs.ModeNamedPipe != 0 && (name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/"))
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder: give the name of a file", name)
	case !info.Mode().IsRegular() && !piped:
		return nil, fmt.Errorf("%s is not an ordinary file", name)
	}
	return os.Open(name)
}

// Read returns the contents of a file: see [Open]. It refuses files that are larger
// than most, a number of bytes.
func Read(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return nil, fmt.Errorf("%s has %d bytes: want at most %d in such a file", name, info.Size(), most)
	} else if err == nil {
		text.Grow(int(min(info.Size(), 1<<30)) + bytes.MinRead)
	}
	n, err := text.ReadFrom(io.LimitReader(f, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("%s is too long: want at most %d bytes in such a file", name, most)
	}
	return text.Bytes(), err
}
