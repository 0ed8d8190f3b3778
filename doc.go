// Package oxo is the contract between board games and the programs that
// search, play, explain and prove them.
//
// A game is rules and nothing else: a [Position] lists its moves, makes and
// unmakes them and says whether it is over; a [Game] names the game and turns
// moves and positions into text and back. With these two, about sixty lines
// for a small game, everything else in this module works: package textbook
// walks the whole tree the way the tutorials do, package search plays
// perfectly and fast, package cli makes a command of it, and package oxotest
// checks that the rules keep their promises. The folder examples/sticks is
// such a game, with a main of ten lines.
//
// # Writing a game
//
// A position is mutable and used by one goroutine at a time. A search walks
// it with [Position.Make] and [Position.Unmake] and leaves it as it was; use
// [Position.Clone] for a copy that stays. The turn passes with every move: a
// second move in a row is the opponent's forced pass.
//
// Every result is told from the side to move: [Position.Outcome] says
// [Lost] where the last move won. A [Score] counts plies (single moves) to
// the end: [Win](3) is a win with the third ply from here, the winner's
// second move.
//
// # Optional interfaces
//
// A game that knows more may say more. A search looks each of these up once,
// when it begins, never at a node:
//
//   - [Keyed]: an identity without collisions. Only a Keyed position found
//     again in a table may be called proven.
//   - [Symmetric]: positions that are the same but for a turn or a mirror.
//   - [Guided]: a [Guide], what the game knows about good moves and certain
//     results. Factors of ten to a thousand in a search.
//   - [Grid]: a board of squares, which can be drawn.
//   - [SideNamer]: what the sides are called, X and O.
package oxo
