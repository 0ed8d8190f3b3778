// Package solve proves what a position is worth. It decides which prover answers, so that the
// command, the page and the terminal ask the same question in the same way.
//
// A [Proof] tries these provers in order until one of them answers:
//
//  1. the rules: the moves before may have drawn the game already
//  2. a short search for a forced win, in a game that loops
//  3. the wins of a smaller board, where [Options.Smaller] names one
//  4. solving backwards from the ends of the game, in a game that loops and has few positions
//  5. questions about plies, in a game that loops and ends by a margin, as Go
//  6. closed sets of positions, in other games that loop, where only the result is asked for
//  7. proof-number search, where [Choose] says that it is the better way
//  8. alpha-beta search
//
// The package opens no file. Package keep writes what a proof leaves: checkpoints, tables and
// certificates.
package solve
