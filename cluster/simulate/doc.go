// Package simulate is a discrete-event simulator of the scheduler of package cluster: a hub
// that gives out jobs and takes answers in, one at a time, and n workers. It says how
// much faster n workers are, for n that nobody here has. A proof is run by the upper
// tree of package jobtree, of a synthetic game; a tournament or a list is a number of
// independent jobs.
//
// It is deterministic: the same parameters and the same seed give the same figures.
package simulate
