// Package audit checks values that others have published: opening books, data sets, lists of
// positions, tables of results. A format turns a file into records, a record makes claims about
// values, and a [search.Pool] proves or refutes each claim. An audit may check a sample only; it then computes
// the chance of a missed fault.
package audit
