//go:build !unix || solaris || aix

package datafile

import "os"

// Lock does nothing where there is no flock: two processes must not be given the same
// file.
func Lock(*os.File) error { return nil }
