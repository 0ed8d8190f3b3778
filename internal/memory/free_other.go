//go:build !linux

package memory

import "math"

// systemFree returns no limit: other systems are not supported.
func systemFree() (bytes uint64, why string) { return math.MaxUint64, "there is" }
