//go:build !unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilSignal returns a context that ends with a signal to terminate, and a function that
// stops catching signals. A second signal ends the process at once, even in a write that
// blocks. Windows sends SIGTERM when a console closes.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
