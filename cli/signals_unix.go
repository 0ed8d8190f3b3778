//go:build unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal returns a context that ends with a signal that asks the process to end, and what
// lets go of the signals. A second Ctrl-C or SIGTERM ends the process where it is, in a write
// that blocks say. A second SIGHUP does not: a terminal that closes sends one, and its shell
// another. One that is ignored from the start, as by nohup, stays so.
func untilSignal() (ctx context.Context, stop func()) {
	ctx = context.Background()
	if !signal.Ignored(syscall.SIGHUP) {
		ctx, _ = signal.NotifyContext(ctx, syscall.SIGHUP) // caught until the process ends
	}
	ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
