// Package mcts is Monte-Carlo tree search, the other engine of oxo next to package search, with
// the same type of result.
//
// A [Searcher] grows a tree, one position at a time, where its play-outs go well: games played
// to the end at random, or estimates if a game has good ones [KocsisSzepesvari06]. It needs no
// evaluation, so it plays games that have none. Ends of the game and the bounds of a guide give
// proven values, as in a search: wins, losses, draws and margins move up the tree as bounds
// [WinandsEtc08] [CazenaveSaffidine10]. Nothing else is called proven.
//
// It knows no game, no file, no network and no clock except the limits it is given.
package mcts
