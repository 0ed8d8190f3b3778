// Package knowledge extends the contract for games that know much about themselves. The
// extensions are:
//
//   - [KeyGuide]: a guide that also gives the keys of the transposition table, for games whose nodes
//     cost no more than a read from memory, as those of Connect Four.
//   - [Claimer]: questions of yes or no about a position, as "can this side make a line?".
//   - [Policied]: rules by which a side answers every reply without a tree.
//   - [Tactics]: data and functions for a selective search.
package knowledge
