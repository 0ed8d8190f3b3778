//go:build !amd64

package processor

// Vectors reports that there is no assembly for this processor.
func Vectors() bool { return false }
