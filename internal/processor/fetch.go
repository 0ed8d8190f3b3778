//go:build (amd64 || arm64) && !purego

package processor

import "unsafe"

// Fetch starts to load the cache line at p, without waiting for it: for memory that will be
// read soon. Loading from memory takes the time of some hundred instructions. Fetch reads
// nothing, so other goroutines may write there meanwhile, and p may point anywhere.
// OXO_PUREGO does not switch it off: it is one instruction, which every such processor has,
// and changes no result.
//
//go:noescape
func Fetch(p unsafe.Pointer)
