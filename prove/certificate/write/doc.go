// Package write writes certificates from what a prover knows, and continues unfinished ones. No proof depends on this
// package: the checker refuses a wrong file. Where the writer and the checker must agree, for example on the zone of
// a node, both call the same functions.
package write
