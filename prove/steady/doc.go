// Package steady writes wins of Connect Four as a person can learn them, in the form of WeakC4 [Swap25]: branches, where one
// move is to be remembered, and steady states, which are diagrams that give every later move by a rule without a search.
//
// [Build] follows the moves of an adviser, such as a certificate, until it finds a steady state by hill climbing. Then it
// replaces parts of the graph by smaller ones. [Strategy.Check] plays the result against all replies.
package steady
