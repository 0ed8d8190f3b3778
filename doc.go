// Package oxo is the contract between board games and the programs that
// search, play, explain and prove them.
//
// A [Position] lists its moves, makes and unmakes them and says whether it is
// over; a [Game] names the game and turns moves and positions into text and
// back. That is all a game needs: the folder examples/sticks is one in sixty
// lines with a main of ten, games/othello one with a board and a margin.
//
// Every result is for the side to move. The turn passes with every move: a
// pass is a move like any other. Unmake needs what Make lost, such as captured
// pieces: keep it on a stack. Moves need no squares. Games of chance, of more
// than two sides, or with hidden information are out of scope.
//
// A game may say more, and package oxotest checks all of it: [Margined],
// [Looping], [Evaluator], [Keyed], [Symmetric], [Guided]; a board to draw is in
// package board, its name and options in catalog.
package oxo
