// Package oxo is the contract between board games and the programs that search, play,
// explain and prove them.
//
// A [Position] lists its moves, makes and unmakes them and says whether the game is
// over; a [Game] has a name and converts moves and positions to text and back. A game
// needs no more: the folder examples/sticks has one in sixty lines with a main of
// ten, games/othello one with a board and a margin.
//
// Every result is for the side to move. The turn passes with every move: a pass is a
// move like any other. Unmake must restore what Make changed, such as captured
// pieces: keep it on a stack. Moves need not involve squares. Games of chance, of
// more than two sides, or with hidden information are out of scope.
//
// A game may implement more, and package oxotest checks all of it: [Margined],
// [Looping], [Evaluator], [Keyed], [Symmetric], [Guided]. Package board adds a board
// to draw, catalog a name and options.
package oxo
