//go:build unix

package web

import "syscall"

// reserved is the number of open files for other purposes than connections: files,
// listeners, refused connections, and some to spare.
const reserved = 64

// maxConnections returns the number of connections that the system's limit of open
// files allows.
func maxConnections() int64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > 1<<30 {
		return 1 << 20
	}
	return max(int64(limit.Cur)-reserved, 8) //nolint:unconvert // some systems have it signed
}
