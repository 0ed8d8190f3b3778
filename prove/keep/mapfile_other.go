//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd

package keep

import "os"

// mapFile returns the bytes of a file.
func mapFile(name string) ([]byte, error) { return os.ReadFile(name) }
