// Package loops proves values in games that end by a margin and can return to earlier states,
// as Go can.
//
// In such a game a value may depend on the path to a position, so a table of values by position
// is wrong [Campbell85]. This package asks another question: can a side reach at least a margin
// within a number of plies, whatever was on the board before? The answer belongs to the
// position alone, so a table may store it, and each number of plies needs few more questions
// than the one before.
//
// If repetitions are forbidden, a side may gain by them: the other side may not make the
// repeating move. A success that depends on an earlier position in this way is not stored; it
// counts only in the line where it was found. The answers in the table are then written out as
// a strategy. The strategy is checked for the remaining risk, that it plays a move that brings
// back an earlier position.
//
// Values that depend more on the past stay open: the bounds say what was proven.
//
// If a repetition is a draw, as in checkers and chess, [Holder] proves who wins or that neither
// side does.
package loops
