// Package search is the engine of oxo. It has two alpha-beta recursions. The first proves: it
// looks at all moves and finds exact values (node in node.go). The second is selective: it
// leaves out unlikely moves and finds estimates, for games such as chess (node in
// selective.go). Drivers call them: proofs (proof.go), iterative deepening (deepen.go,
// selective_drive.go), analysis of every move (analyze.go), and threads (workers.go, pool.go).
//
// A [Searcher] works on any [oxo.Position]. With the rules alone it plays small games
// perfectly; an [oxo.Guide], an exact key or symmetries make it fast, and [Tactical] lets it
// play large games selectively. It knows no game, no file, no network and no clock except the
// limits it is given.
//
// A search either proves the exact value, in result and in plies, or says that it did not: see
// [Result]. A value is called proven only if the first recursion proved it.
package search
