// Package uci speaks the Universal Chess Interface on both sides: [Serve] is oxo as
// the program that a chess interface starts; [Connect] starts another program and
// lets it play.
//
// UCI is a conversation of lines. Chess is one of many games here: the option
// UCI_Variant selects the game, as in Fairy-Stockfish. A game that Fairy-Stockfish
// knows is written in its notation (see [Variant]). Every other game has its own
// name, and its own notation of moves and positions.
//
// docs/lookup/uci.md describes its use.
package uci
