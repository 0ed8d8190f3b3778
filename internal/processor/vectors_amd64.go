//go:build !purego

package processor

// vectors asks the processor and the system (its own CPUID).
func vectors() bool
