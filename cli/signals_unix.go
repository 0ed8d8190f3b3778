//go:build unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal returns a context that ends with a signal to terminate, and a function that
// stops catching signals. A second Ctrl-C or SIGTERM ends the process at once, even in a write
// that blocks. A second SIGHUP does not: a terminal that closes sends one, and its shell
// another. A signal that is ignored from the start, as by nohup, stays ignored.
func untilSignal() (ctx context.Context, stop func()) {
	ctx = context.Background()
	if !signal.Ignored(syscall.SIGHUP) {
		ctx, _ = signal.NotifyContext(ctx, syscall.SIGHUP) // stays caught until the process ends
	}
	ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
