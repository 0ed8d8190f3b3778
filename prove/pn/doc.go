// Package pn finds exact results in two ways: by proof-number search, and along advised moves, see [Following].
//
// A claim either holds or fails. Depth-first proof-number search [Nagai02] works where the least work seems left to
// decide it. Its numbers count the leaves still to be proven, so it needs no evaluation, and it follows narrow lines
// of forced moves to any depth. It is best if one side has few replies, and worst if all moves look alike: then the
// alpha-beta search of package search is better.
//
// A result has no plies: it says who wins, not when.
package pn
