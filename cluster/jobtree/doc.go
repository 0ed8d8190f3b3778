// Package jobtree is the upper tree of a proof on many machines: job-level
// proof-number search [WuEtc13]. Its leaves are positions that become jobs for
// workers, with a limit of nodes. An answer settles the leaf or is open; after an
// open one the leaf gets children. Leaves of running jobs are flagged, and the next
// leaf is chosen among the others; the proof numbers are not changed to keep workers
// apart.
//
// The tree does not depend on machines or on time: the same answers, in any order, give
// the same nodes and the same numbers.
package jobtree
