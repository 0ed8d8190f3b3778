// Package pn finds exact results: by proof-number search, or a win by advice, see
// [Following].
//
// A question has two answers: a claim holds or fails. Depth-first proof-number
// search [Nagai02] goes where the least work seems left to answer it. Its numbers
// say how many leaves must still be proven, so it needs no evaluation, and it
// follows narrow lines of forced moves as deep as they lead. It is best where one
// side has few replies, and worst where all moves look alike: there the alpha-beta
// search of package search is better.
//
// A result has no plies: it says who wins, not when.
package pn
