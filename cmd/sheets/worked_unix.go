//go:build unix

package main

import (
	"syscall"
	"time"
)

// worked returns the processor time that this process has used. Other work of the machine does not count.
func worked() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only for arguments that do not exist
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
