// Package walk holds a checked certificate in memory and walks its strategies: it says what a strategy does in each position, and why
// that is enough. A walk goes on after the leaves of the file, until the game is over.
package walk
