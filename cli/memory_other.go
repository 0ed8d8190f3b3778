//go:build !linux

package cli

// freeMemory is not known here.
func freeMemory() (bytes uint64, known bool) { return 0, false }
