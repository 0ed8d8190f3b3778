// Package simulate is a discrete-event simulator of the scheduler of package cluster:
// a hub that gives out jobs and handles answers, one at a time, and n workers. It
// predicts the speed-up for numbers of workers that are not available. A proof runs
// with the upper tree of package jobtree, on a synthetic game; a tournament or a list
// is a number of independent jobs.
//
// It is deterministic: the same parameters and the same seed give the same figures.
package simulate
