//go:build !unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal returns a context that ends with a signal that asks the process to end, and what
// lets go of the signals: a second one ends the process where it is, in a write that blocks
// say. Windows sends SIGTERM for a console that closes.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
