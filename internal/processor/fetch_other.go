//go:build (!amd64 && !arm64) || purego

package processor

import "unsafe"

// Fetch does nothing here: the memory is loaded when it is read.
func Fetch(unsafe.Pointer) {}
