// Package walk holds a checked certificate in memory and walks its strategies: it shows what a strategy does in each
// position, and why that is enough. A walk continues after the leaves of the file, until the game is over.
package walk
