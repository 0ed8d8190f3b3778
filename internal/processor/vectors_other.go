//go:build !amd64 || purego

package processor

// vectors reports that there is no assembly here.
func vectors() bool { return false }
