// Package gdl reads rule sheets in the Game Description Language [Love08], and grounds them: it
// replaces the variables by every possible value. The result is a [Circuit], whose rules have no
// variables. A sheet is facts and rules in brackets:
//
//	(role white)                      who plays
//	(init (heap 5))                   a fact at the beginning
//	(<= (legal white (take ?n)) ...)  a head, and conditions that make it true
//	(<= (next (heap ?m)) ...)         a fact after the moves
//
// [Read] does all of this: it reads the text, writes "or" and "not" as plain rules, checks them,
// splits rules of many variables, finds every fact that can become true, and simplifies.
package gdl
