// Package jobtree is the upper tree of a proof that many machines work at: job-level
// proof-number search [WuEtc13]. Its leaves are positions that a worker may be asked
// about, within a number of nodes. An answer settles the leaf, or is open; then the
// leaf gets children. Leaves that somebody is asked about are flagged, and the next one is
// chosen among the others; no number is changed to keep workers apart.
//
// The tree knows no machine and no time: the same answers, in any order, make the same
// nodes and the same numbers.
package jobtree
