// Package course has courses of a game from nothing to perfect play: ten lessons each. A lesson is
// an idea, puzzles that need it, and a test on positions that no lesson has shown before. In each
// position exactly one move keeps the result, which the tests prove by [oxo/explain/puzzle].
//
// A course is a text that a teacher can read and change: see the files in this folder. The package
// knows no game; it gives positions and moves as text.
package course
