// Package puzzle makes puzzles: positions in which exactly one move keeps the result, which is
// proven for every legal move. Each puzzle has the refutation of every wrong try, a reason in
// words, a theme, and a rating that says which levels find the answer.
//
// The games that the positions come from are a [Source]: games of levels, games of random moves,
// or games that the caller has read. The package knows no game and no file.
package puzzle
