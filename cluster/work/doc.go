// Package work implements proofs on a cluster: the proof that a hub holds, and the
// [Doer] of its jobs. A job is a yes-or-no question about a position, "can this side
// win?", with a limit of nodes.
package work
