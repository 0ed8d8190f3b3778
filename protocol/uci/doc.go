// Package uci speaks the Universal Chess Interface, both sides of it: [Serve] is
// oxo as the program that a chess interface starts, [Connect] is oxo as the one
// that starts somebody else's program and lets it play.
//
// UCI is a conversation of lines. Chess is one game of many here: the option
// UCI_Variant names the game, as Fairy-Stockfish does, and a game that this program
// has too is written as it writes it (see [Variant]). Every other game of oxo goes
// by its own name, with its own notation of moves and positions.
//
// docs/lookup/uci.md tells how to use it.
package uci
