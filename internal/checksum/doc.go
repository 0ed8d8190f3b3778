// Package checksum is SHA-256: that of the standard library, except in a browser, where the program has to be small.
package checksum

// Size is the size of a checksum in bytes.
const Size = 32
