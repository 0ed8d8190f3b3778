package processor

import "runtime"

// Rest lets other goroutines and timers run. A browser has one thread, which nothing takes from a
// goroutine: without this a long search would outlast its context.
func Rest() { runtime.Gosched() }
