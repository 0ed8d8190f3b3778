package processor

import (
	"testing"
	"unsafe"
)

// TestFetch: Fetch changes no memory, and accepts invalid addresses.
func TestFetch(t *testing.T) {
	x := [64]uint64{3: 7}
	Fetch(unsafe.Pointer(&x[3]))
	Fetch(nil)
	if x != [64]uint64{3: 7} {
		t.Errorf("it is %v", x)
	}
}
