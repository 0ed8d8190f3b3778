//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd

package keep

import "os"

// MapFile returns the bytes of a file.
func MapFile(name string) ([]byte, error) { return os.ReadFile(name) }
