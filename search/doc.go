// Package search is the engine of oxo: one alpha-beta recursion, and drivers
// on it.
//
// A [Searcher] works on any [oxo.Position]. From the rules alone it plays
// perfectly what is small enough; what a game adds (an [oxo.Guide], an exact
// key, symmetries) makes it fast. It knows no game, no file, no network and
// no clock but the limits it is given.
//
// A search either proves the exact value, in result and in plies, or says
// honestly that it did not: see [Result].
package search
