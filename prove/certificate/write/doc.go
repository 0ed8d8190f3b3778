// Package write writes certificates from what a prover knows, and goes on with unfinished ones. Nothing rests on it: the checker
// refuses a file that is wrong. It asks the same functions as the checker where both have to say the same, such as the zone of a node.
package write
