//go:build !wasm

package processor

// Rest does nothing: the system shares the processor.
func Rest() {}
