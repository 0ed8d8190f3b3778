// Package processor says what the processor can do, to the packages that have
// functions in its own language beside those in Go. What is compiled for it
// alone is asked for here, once, and not by build tags: a binary runs anywhere.
package processor
