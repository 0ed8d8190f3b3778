//go:build !purego

package processor

// vectors asks the processor and the system (with its own CPUID).
func vectors() bool
