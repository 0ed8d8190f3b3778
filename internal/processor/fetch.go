//go:build (amd64 || arm64) && !purego

package processor

import "unsafe"

// Fetch begins to bring the cache line at p near, and does not wait for it: for memory that
// is read soon. Memory far away takes as long as some hundred instructions. It reads nothing,
// so it may be called while others write there, and p may point anywhere. OXO_PUREGO does not
// leave it out: it is one instruction, which every such processor has, and changes no result.
//
//go:noescape
func Fetch(p unsafe.Pointer)
