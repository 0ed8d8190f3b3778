// Package knowledge extends the contract for games that know much about themselves. Each extension
// is an optional interface:
//
//   - [KeyGuide]: a guide that also gives the keys of the transposition table, for games whose nodes
//     cost no more than a read from memory, as those of Connect Four.
//   - [Claimer]: questions of yes or no about a position, as "can this side make a line?".
//   - [Nested]: smaller boards of the same game have a place in a position.
//   - [Policied]: rules by which a side answers every reply without a tree.
//   - [Drawless]: somebody always wins.
package knowledge
