// Package loops proves what positions are worth in games that end by a margin and can
// come back to earlier states, as Go can.
//
// There a value may rest on the way to a position: a table of values, kept by position,
// is wrong then [Campbell85]. This package asks another question: can a side reach at
// least a margin within a number of plies, whatever was on the board before? The answer
// is one of the position alone, so a table may keep it, and each number of plies has few
// questions more than the one before.
//
// Where a repetition is forbidden, a side may gain by it: the other side may not play
// on. A success that rests so on an earlier position is kept only there. What the table
// holds is then written out as a strategy, and that is checked for what is left: that it
// never plays what could have been on the board before.
//
// What rests on more of the past than that stays open: the bounds say how far it came.
//
// Where a repetition is a draw, as in checkers and chess, [Holder] proves who wins or that nobody does.
package loops
