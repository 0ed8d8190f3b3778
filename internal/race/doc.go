// Package race says to tests whether the race detector is built in. The detector finds
// what two goroutines do to the same memory at the same time, and makes a test five to
// twenty times as long. So a test with one thread says that it has nothing for the
// detector, and is left out of "make race":
//
//	func TestValues(t *testing.T) {
//		race.OneThread(t)
//
// A file that has only such tests begins with "//go:build !race" instead.
package race

import "testing"

// OneThread skips the test if the race detector is built in. The test has one thread, so
// it shows the detector nothing.
func OneThread(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("one thread: run it without -race")
	}
}
