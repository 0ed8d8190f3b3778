// Package checksum computes SHA-256. It uses the standard library, except in a browser, where the program
// has to be small.
package checksum

// Size is the size of a checksum in bytes.
const Size = 32
