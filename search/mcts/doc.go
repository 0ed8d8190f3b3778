// Package mcts is Monte-Carlo tree search: the other engine of oxo, beside package
// search and with the same result.
//
// A [Searcher] grows a tree, one position at a time, where its play-outs went
// well: games played to the end by chance, or estimates where a game has good ones
// [KocsisSzepesvari06]. It needs no evaluation, so it plays games for which nobody
// knows one. What it proves on the way, by ends of the game and by the bounds of a
// guide, it proves as a search does: wins, losses, draws and margins go up the tree
// as bounds [WinandsEtc08] [CazenaveSaffidine10], and nothing else is called proven.
//
// It knows no game, no file, no network and no clock but the limits it is given.
package mcts
