//go:build !unix || solaris || aix

package arena

import "os"

// lock does nothing where there is no flock: two processes must not be given the
// same file.
func lock(*os.File) error { return nil }
