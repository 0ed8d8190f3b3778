//go:build race

package race

// Enabled reports whether the race detector is built in. Here it is.
const Enabled = true
