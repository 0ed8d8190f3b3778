//go:build !linux

package largepages

// advise does nothing: other systems decide themselves, or have no such pages.
func advise([]byte) {}
