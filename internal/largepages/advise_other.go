//go:build !linux

package largepages

// advise does nothing: other systems choose by themselves, or have no such pages.
func advise([]byte) {}
