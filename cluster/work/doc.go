// Package work is the proofs of a cluster: the [Proof] that a hub holds, and the [Doer]
// of its jobs. A job is a question of yes or no about a position, "can this side win?",
// within a number of nodes.
package work
